// What an address or an attribute may say is what the crate takes, and nothing else; what is given to paste says it so.
import assert from 'node:assert/strict';
import test from 'node:test';
import { library, load } from './module.mjs';

const { PARAMETERS } = await load('www/parameters.ts');
const { readParameter } = await load('www/reading.ts');
const { readCompare, writeCompare, OWN, kebab } = await load('www/compare.ts');

/** Values of a parameter and how they are written: both ends of its range, just beyond, and what it is not. */
function valuesOf({ kind, choices = [], min = 0, max = 0 }) {
  if (kind === 'number' || kind === 'whole') {
    const beyond = kind === 'whole' ? 1 : 1e-3 * max;
    const values = [min, max, min - beyond, max + beyond, (min + max) / 2 + 0.25, 'auto', 'many'];
    return values.map((value) => [String(value), value]);
  }
  if (kind === 'vector')
    return [...[max, min, max + 1, min - 1].map((value) => [`0 ${value} 0`, [0, value, 0]]), ['0 1', [0, 1]]];
  if (kind === 'pair')
    return [
      ...[max, min, 1.01 * max, 0.99 * min].map((value) => [`1 ${value}`, [1, value]]),
      ['auto', 'auto'],
      ['1', [1]],
      ['1 1 1', [1, 1, 1]],
    ];
  if (kind === 'switch')
    return [
      ['on', true],
      ['off', false],
      ['auto', 'auto'],
      ['yes', 'yes'],
    ];
  return [...choices, 'none', 'toString'].map((value) => [value, value]);
}

test('an attribute is read exactly where the simulation takes its value: at both ends of every range, and just beyond', async () => {
  const { Simulation } = await library();
  const simulation = await Simulation.create({ machine: 'cpu', sceneOptions: { beads: 3 } });
  const takes = (name, value) => {
    try {
      simulation.setParameters({ [name]: value });
      return true;
    } catch (error) {
      // a value may be sound and yet not suit this scene
      return error.code !== 'parameter';
    }
  };
  const differ = [];
  let tried = 0;
  for (const info of PARAMETERS) {
    const { name } = info;
    const usual = simulation.parameters[name];
    for (const [text, value] of valuesOf(info)) {
      const reading = readParameter(info, text);
      const read = 'value' in reading && JSON.stringify(reading.value) === JSON.stringify(value);
      tried += 1;
      if (read !== takes(name, value)) differ.push(`${name}=${text} read: ${read}`);
    }
    simulation.setParameters({ [name]: usual });
  }
  simulation.destroy();
  assert.deepEqual(differ, []);
  assert(tried > 60);
});

test('compare is written as it is read: every parameter that one copy may have for itself', () => {
  const faults = [];
  const read = (text, most = 3) => readCompare(text, most, (fault) => faults.push(fault));
  for (const { name, kind, auto, choices = [], min, max } of OWN) {
    const numbers = kind === 'pair' ? [`${min},${max}`] : [`${max}`];
    const texts = kind === 'choice' ? choices : kind === 'switch' ? ['on', 'off'] : [...choices, ...numbers];
    for (const text of [...texts, ...(auto ? ['auto'] : [])]) {
      const word = `direct jacobi:${kebab(name)}=${text}`;
      assert.equal(writeCompare(read(word)), word);
    }
  }
  assert.deepEqual(faults, []);
  const mixed = 'direct:positions=up:substeps=2 auto:timestep=0.1 jacobi:colour=3 jacobi:iterations';
  assert.equal(writeCompare(read(mixed, 4)), 'direct:substeps=2 auto jacobi jacobi');
  const refused = faults.splice(0);
  assert.equal(refused.length, 4);
  for (const [k, words] of [
    'positions must be one of auto, pulled, projected, symplectic',
    'timestep for one alone: it is the same for all',
    "not 'colour=3'",
    "not 'iterations'",
  ].entries())
    assert(refused[k].includes(words), refused[k]);
  assert.deepEqual([read('jacobi nobody'), read('direct direct direct direct')], [[], []]);
  assert.match(faults[0], /compare must be up to 3 of/);
});

test('a scene of one’s own is to be saved first, and is said so', async () => {
  const { toPaste } = await load('www/element/snippet.ts');
  const own = toPaste({ src: 'mine.json' }, 'http://here/');
  assert.match(own.say, /Save the scene, put its file mine.json beside your page/);
  assert(own.lines.includes('<bead-work src="mine.json" autoplay></bead-work>'));
  assert.match(
    toPaste({ scene: 'ring' }, 'http://here/').lines,
    /^<iframe src="http.*embed\.html\?scene=ring"/,
  );
});
