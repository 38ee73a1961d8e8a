/** An element of index.html by its id; which ones there are, the page and this script agree on. */
export const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
