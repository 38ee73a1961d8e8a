// The one table of keys.
import { ACTS } from '../../www/element/steer';
import { type Act, actOf, rowsOf } from '../../www/keys';
import { expect, test } from './test';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  actOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held } as KeyboardEvent);

test('no key does two things, and the element lists each of its own', () => {
  const all: Act[] = [
    'next',
    'pin',
    'cut',
    'make',
    'duplicate',
    'delete',
    'undo',
    'redo',
    'controls',
    'help',
    ...ACTS,
  ];
  const keys = rowsOf(all).flatMap(({ on, control }) =>
    Object.keys(on).map((key) => `${control ?? ''}${key}`),
  );
  expect(new Set(keys).size).toBe(keys.length);
  for (const act of ACTS) expect(rowsOf([act]), act).toHaveLength(1);
  expect(rowsOf(ACTS).map(({ shown }) => shown)).not.toContain('P');
});

test('small and large letters are one; Ctrl and Alt are not ours unless the table says so', () => {
  expect(press('g')).toBe('hold');
  expect(press('G', { shiftKey: true })).toBe('hold');
  expect(press('.')).toBe('step');
  expect(press('r', { ctrlKey: true })).toBeNull();
  expect(press('f', { altKey: true })).toBeNull();
  expect(press('z', { metaKey: true })).toBe('undo');
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('redo');
  expect(press('toString')).toBeNull();
});
