// The list of repairs: a tick for each that was mended in the lab.
import './page';
import { byId, get } from '../dom';
import { Progress } from '../lab/repairs/progress';

function tick(): void {
  // anew each time: the lab may have written meanwhile
  const progress = new Progress();
  for (const card of document.querySelectorAll<HTMLElement>('#repairs li')) {
    const mended = progress.has(card.dataset.repair!);
    card.classList.toggle('mended', mended);
    get('.tick', card).textContent = mended ? ' ✓ mended' : '';
  }
  get('.kept').hidden = progress.isEmpty;
}

byId('forget').addEventListener('click', () => {
  new Progress().forget();
  tick();
});
// the way back from the lab may show the page as it was left
addEventListener('pageshow', tick);
addEventListener('storage', tick);
tick();
