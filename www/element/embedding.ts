// The page on embedding: one live element, and the lines that would give it to somebody else's page.
import { kebab, readSettings, SCENE_OPTIONS } from '../attributes';
import { byId, make } from '../dom';
import { scenes } from '../element';
import { startTheme } from '../theme';
import { parameterRows } from './attribute-table';
import { frame, type Shown, snippet } from './snippet';

const live = byId('live');

const READY: Record<string, Record<string, string>> = {
  // as the lab opens
  pendant: {
    scene: 'pendant',
    compare: 'jacobi direct',
    beads: '12',
    'mass-ratio': '100',
    iterations: '10',
    controls: 'iterations mass-ratio',
  },
  ragdolls: { scene: 'ragdolls', count: '3', solver: 'direct' },
  car: { scene: 'car' },
  stack: { scene: 'stack', controls: 'substeps mass-ratio' },
  settings: {
    scene: 'pendant',
    compare: 'jacobi:iterations=10 jacobi:iterations=50 jacobi:iterations=10:substeps=5',
    plots: 'gap',
    controls: 'mass-ratio',
  },
  steps: {
    scene: 'necklaces',
    chains: '1',
    beads: '40',
    compare: 'gauss-seidel:iterations=20:substeps=1 gauss-seidel:iterations=1:substeps=20 direct:substeps=1',
    plots: 'gap',
  },
  xpbd: {
    scene: 'necklaces',
    chains: '1',
    beads: '40',
    compare: 'xpbd:iterations=20:substeps=1 xpbd:iterations=1:substeps=20 direct:substeps=1',
    plots: 'gap',
  },
  curtain: { scene: 'curtain', chains: '40', solver: 'direct', 'colour-by': 'load' },
  net: {
    scene: 'net',
    rows: '12',
    columns: '16',
    solver: 'chebyshev',
    plots: 'gap residual',
    controls: 'iterations',
  },
  ring: { scene: 'ring', solver: 'direct', controls: 'beads gravity' },
};

function shown(): Shown {
  const { settings } = readSettings((name) => live.getAttribute(name));
  const found: Shown = { ...settings, autoplay: true };
  const plots = live.getAttribute('plots')?.split(' ');
  const controls = live.getAttribute('controls');
  const alt = live.getAttribute('alt');
  if (plots) found.plots = plots;
  if (controls !== null) found.controls = controls;
  if (alt) found.alt = alt;
  return found;
}

function write(): void {
  byId('lines').textContent = snippet(shown());
  byId('frame').textContent = frame(shown());
}

/** Names between commas, as code. */
function list(id: string, names: readonly string[]): void {
  byId(id).replaceChildren(...names.flatMap((name, i) => [...(i > 0 ? [', '] : []), make('code', {}, name)]));
}

startTheme();
const theme = () => live.setAttribute('theme', document.documentElement.dataset.theme ?? 'dark');
theme();
addEventListener('themechange', theme);
list(
  'scenes',
  scenes().map(({ name }) => name),
);
byId('parameters').replaceWith(...parameterRows());
list('options', SCENE_OPTIONS.map(kebab));
write();
byId('local').hidden = !/^(localhost|127\.|\[::1\])/.test(location.hostname);
new MutationObserver(write).observe(live, { attributes: true });
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-ready]')) {
  button.addEventListener('click', () => {
    for (const name of live.getAttributeNames())
      if (!['id', 'autoplay', 'theme'].includes(name)) live.removeAttribute(name);
    for (const [name, value] of Object.entries(READY[button.dataset.ready ?? ''] ?? {}))
      live.setAttribute(name, value);
  });
}
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
  const words = button.textContent ?? '';
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard
      .writeText(byId(button.dataset.copies ?? '').textContent ?? '')
      .then(
        () => true,
        () => false,
      );
    button.textContent = copied ? 'Copied' : 'Select and copy by hand';
    setTimeout(() => {
      button.textContent = words;
    }, 1500);
  });
}
