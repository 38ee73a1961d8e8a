// The page inside an iframe: one element that fills it, made from the address, and driven by messages of its parent.
// The messages are written down in docs/embedding.md.
import './packed';
import { BeadWorkElement } from '../element';

const known = (name: string) => BeadWorkElement.observedAttributes.includes(name);

const query = new URLSearchParams(location.search);
const element = document.createElement('bead-work');
// a frame is there to be seen: it plays unless the address forbids it
element.setAttribute('autoplay', '');
for (const [name, value] of query) if (known(name)) element.setAttribute(name, value);
document.body.append(element);

/** The one page that is spoken to, where the address names it; measures are no secret. */
const parent = query.get('parent') ?? '*';

function post(beadwork: string, detail: object): void {
  if (window.parent === window) return;
  window.parent.postMessage({ ...detail, beadwork }, parent);
}

element.addEventListener('ready', () => {
  const { bodyCount, jointCount, parameters } = element.simulation!;
  post('ready', { bodyCount, jointCount, parameters });
});
element.addEventListener('measure', ({ detail }) => post('measure', { measures: detail }));
element.addEventListener('statechange', ({ detail }) => post('statechange', detail));
element.addEventListener('error', ({ detail }) => post('error', detail));

/** A null takes the attribute away. */
function set(attributes: unknown): void {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!known(name)) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

const acts: Record<string, (message: { attributes?: unknown; frames?: unknown }) => void> = {
  set: ({ attributes }) => set(attributes),
  play: () => element.play(),
  pause: () => element.pause(),
  step: ({ frames = 1 }) => void element.step(Number(frames)).catch(() => undefined),
  reset: () => void element.reset().catch(() => undefined),
};

addEventListener('message', (event: MessageEvent) => {
  // whoever holds the frame may drive it, and nobody else
  if (event.source !== window.parent || (parent !== '*' && event.origin !== parent)) return;
  const { data } = event;
  if (typeof data !== 'object' || data === null || typeof data.beadwork !== 'string') return;
  if (Object.hasOwn(acts, data.beadwork)) acts[data.beadwork]?.(data);
});
