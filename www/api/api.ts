// The reference is all in its page, folded. This unfolds what an address names, and filters by what is typed.
import { startTheme } from '../theme';
import { startFilter } from './filter';

function unfold(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  for (let one = named.closest('details'); one; one = one.parentElement?.closest('details') ?? null)
    one.open = true;
  named.scrollIntoView();
}

startTheme();
startFilter();
unfold();
addEventListener('hashchange', unfold);
// nothing is missing on paper
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('details')) one.open = true;
});
