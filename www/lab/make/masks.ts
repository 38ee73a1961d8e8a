// Groups as people write them: numbers from 1 to 32, of which a mask has one bit each.
import { BeadworkError } from '../../errors';

const ALL = 0xffffffff;
const BITS = 32;

/** `1, 3` of 0b101. */
export function groupsOf(mask: number): string {
  if (mask === ALL) return 'all';
  const groups = Array.from({ length: BITS }, (_, bit) => bit + 1).filter((group) => hasGroup(mask, group));
  return groups.length > 0 ? groups.join(', ') : 'none';
}

const hasGroup = (mask: number, group: number): boolean => Math.floor(mask / 2 ** (group - 1)) % 2 === 1;

/** Null where nothing is said. */
export function maskOf(text: string, path: string): number | null {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  if (words.length === 1 && words[0] === 'all') return ALL;
  if (words.length === 1 && words[0] === 'none') return 0;
  if (!words.every((word) => /^\d+$/.test(word) && Number(word) >= 1 && Number(word) <= BITS))
    throw new BeadworkError(
      'parameter',
      `Groups are numbers from 1 to ${BITS}, like "1, 3", or "all", or "none".`,
      path,
    );
  return [...new Set(words.map(Number))].reduce((mask, group) => mask + 2 ** (group - 1), 0);
}
