// Elements without markup in strings: names and sentences from scenes and attributes stay text.

type Attributes = Record<string, string | number | boolean | undefined>;

const SVG = 'http://www.w3.org/2000/svg';

function fill<T extends Element>(element: T, attributes: Attributes, inside: (Node | string)[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...inside);
  return element;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, inside);
}

export function draw<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, name) as SVGElementTagNameMap[K], attributes, inside);
}

export function icon(path: string): SVGSVGElement {
  return draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: path }));
}
