// Chapter 19's own elimination: its fill, products and levels against the crate's, and against a product of numbers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './module.mjs';

const { eliminate, play } = await load('www/learn/19-elimination.ts');
const { coupled, netOf, SHAPES, shapeOf } = await load('www/learn/19-net.ts');
const { orderOf } = await load('www/learn/19-orders.ts');
const ofCrate = (await load('www/generated/tutorial.json')).default.net.eliminations;

const countsOf = ({ fill, products, levels }) => ({ fill, products, levels });

test('counts what the crate’s counts, by the same order, for every net', () => {
  assert(ofCrate.length > 12);
  for (const one of ofCrate) {
    const net = netOf(one.rows, one.columns);
    const near = coupled(net);
    assert.equal(near.length, one.joints);
    const found = eliminate(near, orderOf('dissection', net, near));
    assert.equal(found.own, one.own);
    assert.deepEqual(countsOf(found), countsOf(one), `${one.rows} × ${one.columns}`);
    // its own order, which is sorted by levels, fills as much
    if (one.order) assert.deepEqual(countsOf(eliminate(near, one.order)), countsOf(one));
  }
});

test('is the same by columns and played on the graph, and fills what a product of numbers fills', () => {
  const near = coupled(netOf(4, 4));
  const orders = [near.map((_, joint) => joint), near.map((_, joint) => (joint * 7) % near.length)];
  for (const order of orders) {
    const factor = eliminate(near, order);
    const played = play(near, order, order.length);
    assert.equal(played.filled.length, factor.fill);
    assert.equal(played.products, factor.products);
    // Cholesky on numbers: what is not zero
    const count = order.length;
    const l = order.map((one, i) =>
      order.map((other, k) => (i === k ? 9 : near[one].includes(other) ? 0.3 + 0.01 * (i + k) : 0)),
    );
    for (let k = 0; k < count; k++) {
      const root = Math.sqrt(l[k][k]);
      for (let i = k; i < count; i++) l[i][k] /= root;
      for (let j = k + 1; j < count; j++) for (let i = j; i < count; i++) l[i][j] -= l[i][k] * l[j][k];
      const below = Array.from({ length: count - k - 1 }, (_, i) => k + 1 + i);
      assert.deepEqual(
        below.filter((i) => l[i][k] !== 0),
        factor.below[k],
      );
    }
  }
});

test('a chain and a tree fill nothing, a ring one row, a net two', () => {
  const fills = SHAPES.map((shape) => {
    const near = coupled(shapeOf(shape).net);
    return eliminate(near, [...near.keys()]).fill;
  });
  assert.deepEqual(fills, [0, 0, 3, 5]);
  // any ring: n − 3
  const ring = Array.from({ length: 20 }, (_, k) => [(k + 19) % 20, (k + 1) % 20].sort((a, b) => a - b));
  assert.equal(eliminate(ring, [...ring.keys()]).fill, 17);
});
