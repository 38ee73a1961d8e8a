// How <bead-work> looks. Custom properties and parts are its public side: see docs/embedding.md.
export const CSS = `
:host {
  --back: var(--bead-work-background, light-dark(#f6f1e7, #0b0d10));
  --ink: var(--bead-work-ink, light-dark(#1d1b18, #ece7dc));
  --soft: light-dark(#5f5a51, #9aa0a6);
  --line: light-dark(#d9d1c2, #23282e);
  --first: light-dark(#a8321b, #ff8a73);
  --second: light-dark(#0b6672, #58cfdc);
  --third: light-dark(#5b4a9c, #a99cf0);
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  min-width: 0;
  overflow: hidden;
  border-radius: var(--bead-work-radius, 10px);
  background: var(--back);
  color: var(--ink);
  font-size: 15px;
  line-height: 1.45;
  text-align: start;
}
:host(:state(dark)) { color-scheme: dark; }
:host(:state(light)) { color-scheme: light; }
.stage, .below { font: var(--bead-work-font, inherit); }
:host([hidden]) { display: none; }
*, ::slotted(*) { box-sizing: border-box; }
[hidden] { display: none !important; }

.stage {
  position: relative;
  flex: 1 1 auto;
  min-height: 0;
  aspect-ratio: var(--bead-work-ratio, 16 / 10);
  container-type: inline-size;
  background: var(--back);
}
canvas {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  cursor: grab;
  opacity: 0;
  transition: opacity 0.25s;
}
canvas.drawn { opacity: 1; }
canvas:active { cursor: grabbing; }
/* a finger scrolls the page until the picture has been chosen */
canvas:focus { touch-action: none; }
/* around the picture and over it, where the element's round corners cut nothing off */
canvas:focus-visible { outline: none; }
.stage:has(canvas:focus-visible)::after {
  content: '';
  position: absolute;
  inset: 0;
  border: 2px solid var(--second);
  border-radius: var(--bead-work-radius, 10px);
  pointer-events: none;
}
button:focus-visible, select:focus-visible, input:focus-visible {
  outline: 2px solid var(--second);
  outline-offset: -2px;
}
.poster, .poster img, slot[name="poster"]::slotted(img) {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  object-fit: cover;
}
.poster { transition: opacity 0.25s; pointer-events: none; }
.poster.gone { opacity: 0; visibility: hidden; }

.message {
  position: absolute;
  inset: auto 0 0 0;
  margin: 0;
  padding: 0.7em 1em;
  background: color-mix(in srgb, var(--back) 88%, transparent);
  text-wrap: pretty;
}
.slow {
  position: absolute;
  inset: auto 5em 1.5em auto;
  margin: 0;
  font-size: 0.8em;
  color: var(--soft);
}
.dropped {
  position: absolute;
  inset: auto 10em 0.8em 1em;
  max-width: 46ch;
  margin: 0;
  font-size: 0.8em;
  color: var(--soft);
}
.play {
  position: absolute;
  inset: auto 0.7em 0.7em auto;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 50%;
  background: color-mix(in srgb, var(--back) 72%, transparent);
  color: var(--ink);
  cursor: pointer;
}
.play:hover { border-color: var(--soft); }
.play.inviting {
  inset: calc(50% - 36px) auto auto calc(50% - 36px);
  width: 72px;
  height: 72px;
}
.play svg { width: 40%; height: 40%; fill: currentColor; }
.legend {
  position: absolute;
  inset: 0.8em 0 auto 0;
  display: flex;
  margin: 0;
  padding: 0;
  list-style: none;
  pointer-events: none;
  font-variant-numeric: tabular-nums;
  text-align: center;
}
.legend li { flex: 1 1 0; min-width: 0; padding: 0 0.4em; }
.legend b { display: block; font-weight: 500; }
.legend small { color: var(--soft); }
.legend li:nth-child(1) b { color: var(--first); }
.legend li:nth-child(2) b { color: var(--second); }
.legend li:nth-child(3) b { color: var(--third); }

.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1px; background: var(--line); border-top: 1px solid var(--line); }
.plots figure { margin: 0; padding: 0.6em 1em 0.5em; background: var(--back); min-width: 0; }
.plots figcaption { display: flex; justify-content: space-between; gap: 1em; font-size: 0.85em; color: var(--soft); }
.plots output { color: var(--ink); font-variant-numeric: tabular-nums; }
.plots svg { display: block; width: 100%; height: 84px; overflow: visible; }
.plots polyline { fill: none; stroke-width: 1.75; vector-effect: non-scaling-stroke; stroke: var(--second); }
.plots .many polyline:nth-of-type(1) { stroke: var(--first); }
.plots .many polyline:nth-of-type(2) { stroke: var(--second); stroke-dasharray: 5 3; }
.plots .many polyline:nth-of-type(3) { stroke: var(--third); stroke-dasharray: 2 3; }
.plots line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.plots .scale { display: flex; justify-content: space-between; font-size: 0.75em; color: var(--soft); }

.panel { display: flex; flex-wrap: wrap; gap: 0.7em 1.4em; align-items: end; padding: 0.8em 1em; border-top: 1px solid var(--line); }
.panel label { display: grid; gap: 0.15em; font-size: 0.85em; color: var(--soft); flex: 1 1 9rem; min-width: 0; }
.panel label > span { display: flex; justify-content: space-between; gap: 0.6em; }
.panel output { color: var(--ink); font-variant-numeric: tabular-nums; white-space: nowrap; }
.panel input, .panel select { font: inherit; color: var(--ink); accent-color: var(--second); width: 100%; min-width: 0; }
.panel select, .panel input[type="text"] { background: var(--back); border: 1px solid var(--soft); border-radius: 6px; padding: 0.3em 0.4em; }
.panel input[type="checkbox"] { width: auto; justify-self: start; }
.panel .buttons { display: flex; gap: 0.5em; }
.panel button { font: inherit; color: var(--ink); background: none; border: 1px solid var(--soft); border-radius: 6px; padding: 0.3em 0.9em; min-height: 2.2em; cursor: pointer; }
.panel button:hover { border-color: var(--ink); }

.caption { padding: 0.6em 1em; }
/* text may stand there bare, with inline markup; of paragraphs the last one ends it */
.caption ::slotted(p) { margin: 0 0 0.4em; }
/* for who does not see the picture, and for who has come to it by keyboard */
.keys { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.keys kbd { font: inherit; color: var(--ink); }
.keys span { margin-inline-end: 0.5em; white-space: nowrap; }
@container (min-width: 30rem) {
  canvas:focus-visible ~ .keys {
    inset: auto 4.6em 0.8em 1em;
    width: auto;
    height: auto;
    clip-path: none;
    white-space: normal;
    font-size: 0.8em;
    color: var(--soft);
    background: color-mix(in srgb, var(--back) 72%, transparent);
    text-wrap: pretty;
    pointer-events: none;
  }
}

@media (prefers-reduced-motion: reduce) { canvas, .poster { transition: none; } }
@media print {
  .play, .panel, .slow { display: none !important; }
  .poster.gone.has { opacity: 1; visibility: visible; }
}
`;

let sheet: CSSStyleSheet | undefined;

/** One style sheet for all elements of the page; needs no leave of a content security policy. */
export function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}
