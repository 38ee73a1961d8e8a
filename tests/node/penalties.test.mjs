// Chapter 21: one bead on a spring, against closed forms.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { hung, KAPPAS } = await load('www/learn/21-spring.ts');
/** mm: what gravity opens in a step of a sixtieth of a second. */
const OPEN = 9810 / 3600;

const near = (found, wanted, share, what) =>
  assert(Math.abs(found - wanted) <= share * Math.abs(wanted), `${what} is ${found}, not ${wanted}`);

test('an explicit spring explodes above κ = 4 and not below', () => {
  for (const kappa of KAPPAS) {
    const most = Math.max(...hung('explicit', kappa, 1, 100).map(Math.abs));
    if (kappa > 4) assert(most > 1e6, `κ = ${kappa}: ${most}`);
    // at 4 it grows by as much each step
    else if (kappa < 4) assert(most < 10 * OPEN, `κ = ${kappa}: ${most}`);
  }
});

test('a spring that is solved sags by h² g/κ', () => {
  for (const kappa of KAPPAS) near(hung('solved', kappa, 1, 4000).at(-1), OPEN / kappa, 1e-9, `κ = ${kappa}`);
});

test('where λ learns, each pass of the first step leaves a share 1/(1 + κ), and the gap goes', () => {
  for (const kappa of KAPPAS)
    for (const passes of [2, 5, 10]) {
      const gaps = hung('learning', kappa, passes, 600);
      // a small difference of what gravity opens and what λ takes back, in f64
      const off = Math.abs(gaps[0] - OPEN / (1 + kappa) ** passes);
      assert(off < 1e-13 * OPEN, `κ = ${kappa}, ${passes} passes: ${gaps[0]} mm, ${off} off`);
      assert(Math.abs(gaps.at(-1)) <= 1.5 * gaps[0] + 1e-9, `κ = ${kappa}, ${passes} passes: ${gaps.at(-1)}`);
    }
});
