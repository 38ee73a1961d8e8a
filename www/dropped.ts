// Pairs of bodies that touch and are left out for want of room, in words.

/** Empty where there are none. */
export function droppedWords(pairs: number): string {
  if (pairs === 0) return '';
  const what = pairs === 1 ? '1 pair of bodies' : `${pairs.toLocaleString('en')} pairs of bodies`;
  return `${what} found no room since the last look, and nothing keeps them apart meanwhile. Fewer bodies in a heap leave room for all.`;
}
