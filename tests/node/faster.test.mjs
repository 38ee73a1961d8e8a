// Which machine is taken where both can be had, by clocks that the tests turn.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { timed, fasterOf, quickerOf, isSoftware, shortly } = await load('www/faster.ts');

/** A machine whose steps take so long, one after the other, and what was done with it. */
function machine(...lengths) {
  const did = { steps: 0, freed: 0 };
  let time = 0;
  const make = async () => ({
    step: async () => {
      time += lengths[Math.min(did.steps, lengths.length - 1)];
      did.steps += 1;
    },
    free: () => {
      did.freed += 1;
    },
  });
  return { did, tried: () => timed(make, () => time) };
}

test('the middle of ten steps counts, without the first one, which compiles', async () => {
  const { did, tried } = machine(900, 2, 2, 2, 2, 2, 2, 2, 80, 2, 2);
  assert.deepEqual(await tried(), { took: 2 });
  assert.deepEqual(did, { steps: 11, freed: 1 });
});

test('slow steps are few: none begins after a quarter of a second', async () => {
  const { did, tried } = machine(100);
  assert.deepEqual(await tried(), { took: 100 });
  assert.deepEqual(did, { steps: 4, freed: 1 });
  const slow = machine(5000);
  assert.deepEqual(await slow.tried(), { took: 5000 });
  assert.deepEqual(slow.did, { steps: 2, freed: 1 });
});

test('what is refused, when it is made or stepped, is told and freed', async () => {
  const error = new Error('no');
  const refuses = () => Promise.reject(error);
  assert.deepEqual(await timed(refuses, () => 0), { refused: error });
  let freed = 0;
  const free = () => {
    freed += 1;
  };
  assert.deepEqual(
    await timed(
      async () => ({ step: refuses, free }),
      () => 0,
    ),
    { refused: error },
  );
  assert.equal(freed, 1);
});

test('on a software adapter the faster one is taken, and the reason has both times', () => {
  const software = 'The graphics adapter is software';
  assert.deepEqual(fasterOf({ took: 3.14 }, { took: 0.42 }), {
    machine: 'cpu',
    reason: `${software}: a step takes 3.1 ms there and 0.4 ms on the CPU.`,
  });
  assert.deepEqual(fasterOf({ took: 4.2 }, { took: 81.7 }), {
    machine: 'gpu',
    reason: `${software}: a step takes 4.2 ms there and 82 ms on the CPU.`,
  });
  // none has the advantage: the one with the same bits everywhere
  assert.equal(fasterOf({ took: 1 }, { took: 1 }).machine, 'cpu');
});

test('what one machine refuses the other takes, and what both refuse nobody', () => {
  const [one, other] = [new Error('gpu'), new Error('cpu')];
  assert.equal(fasterOf({ refused: one }, { took: 1000 }).machine, 'cpu');
  assert.equal(fasterOf({ took: 1000 }, { refused: other }).machine, 'gpu');
  assert.deepEqual(fasterOf({ refused: one }, { refused: other }), { refused: one });
});

test('a short step is had from the CPU where it is done before a card has launched its dispatches', () => {
  // 100 dispatches of 5 µs
  assert.equal(quickerOf({ took: 0.49 }, 100).machine, 'cpu');
  assert.equal(quickerOf({ took: 0.51 }, 100).machine, 'gpu');
  assert.equal(quickerOf({ refused: new Error('cpu') }, 1e6).machine, 'gpu');
  assert.match(quickerOf({ took: 0.12 }, 100).reason, /0\.1 ms on the CPU.*100 launches.*0\.5 ms\.$/);
});

test('software is known by its flag, and by the names that it goes by', () => {
  for (const info of [
    { isFallbackAdapter: true, vendor: 'x' },
    { vendor: 'google', architecture: 'swiftshader' },
    { vendor: 'mesa', description: 'llvmpipe (LLVM 15.0.6, 256 bits)' },
    { device: 'lavapipe' },
    { vendor: 'microsoft', architecture: 'warp' },
    { description: 'Microsoft Basic Render Driver' },
  ])
    assert.equal(isSoftware(info), true, JSON.stringify(info));
  for (const info of [
    {},
    { vendor: 'nvidia', architecture: 'ampere' },
    { vendor: 'apple', architecture: 'metal-3', isFallbackAdapter: false },
    { description: 'Timewarper 3000' },
  ])
    assert.equal(isSoftware(info), false, JSON.stringify(info));
});

test('times have the digits that say something', () => {
  assert.deepEqual([0.014, 0.42, 3.14, 41.6].map(shortly), ['0.01 ms', '0.4 ms', '3.1 ms', '42 ms']);
});
