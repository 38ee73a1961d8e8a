// Elements found and made. Without markup in strings: names and sentences from scenes and attributes stay text.

/** The element that a selector finds; which ones there are, a page and its script agree on. */
export function get<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** The same, by its id. */
export const byId = <T extends HTMLElement = HTMLElement>(id: string): T => get<T>(`#${id}`);

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

/** An HTML element; an attribute that is `true` stands without a value, one that is `false` is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, inside);
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, name) as SVGElementTagNameMap[K], attributes, inside);
}

export function icon(path: string): SVGSVGElement {
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path }));
}
