// The substeps and passes that a solver recommends are the defaults of simulations, attributes and addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { library, load } from './module.mjs';

const { readSettings } = await load('www/attributes.ts');

const read = (given) => readSettings((name) => given[name] ?? null, 3).settings;

test('an attribute that names the solver brings its split, but for what is said', () => {
  assert.deepEqual(read({ solver: 'xpbd' }).parameters, { solver: 'xpbd', substeps: 20, iterations: 1 });
  assert.deepEqual(read({ solver: 'xpbd', substeps: '4' }).parameters, {
    solver: 'xpbd',
    substeps: 4,
    iterations: 1,
  });
  assert.deepEqual(read({ solver: 'jacobi' }).parameters, { solver: 'jacobi' });
});

test('each copy of a comparison has its own', () => {
  const { compare, parameters } = read({ compare: 'xpbd direct xpbd:substeps=1' });
  assert.deepEqual(
    compare.map((one) => one.parameters),
    [{ substeps: 20, iterations: 1 }, {}, { substeps: 1, iterations: 1 }],
  );
  assert.deepEqual(parameters, {});
  const said = read({ compare: 'xpbd direct', substeps: '8', iterations: '2' });
  assert.deepEqual(said.compare[0].parameters, {});
});

test('a simulation takes it and gives it back; what somebody chose stays', async (t) => {
  const { Simulation, solvers } = await library();
  assert.deepEqual(solvers().find(({ name }) => name === 'xpbd').recommended, {
    substeps: 20,
    iterations: 1,
  });
  const simulation = await Simulation.create({
    machine: 'cpu',
    sceneOptions: { beads: 3 },
    parameters: { solver: 'xpbd' },
  });
  t.after(() => simulation.destroy());
  const split = () => [simulation.parameters.substeps, simulation.parameters.iterations];
  assert.deepEqual(split(), [20, 1]);
  await simulation.step(3);
  simulation.setParameters({ solver: 'jacobi' });
  assert.deepEqual(split(), [1, 20]);
  simulation.setParameters({ solver: 'xpbd', substeps: 4 });
  assert.deepEqual(split(), [4, 1]);
  // a number that is the default holds as well, in the next scene too
  simulation.setParameters({ substeps: 1, iterations: 12 });
  await simulation.load('pendant');
  assert.deepEqual(split(), [1, 12]);
  simulation.setParameters({ solver: 'jacobi' });
  simulation.setParameters({ solver: 'xpbd' });
  await simulation.load('bridge');
  assert.deepEqual(split(), [20, 12]);
  assert.throws(() => simulation.setParameters({ compliance: 2 }), { code: 'parameter', path: 'compliance' });
  assert.throws(() => simulation.setParameters({ passOrder: 'backwards' }), {
    code: 'parameter',
    path: 'passOrder',
  });
});
