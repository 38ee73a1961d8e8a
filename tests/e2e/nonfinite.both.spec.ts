// Numbers that are not finite: found in the step that meets them, and gone again with its rejection.

import type { State } from '../../www/beadwork';
import { expect, type Page, test, withModule } from './test';

test.use({ painted: true });

let page: Page;
withModule((opened) => {
  page = opened;
});

test('written into any array, it is found by the next frame, which goes back and names the bead', async () => {
  const found = await page.evaluate(async () => {
    const faults: string[] = [];
    const arrays = [
      ['positions', 3 * 4, 4],
      ['rotations', 4 * 3 + 2, 3],
      ['linearVelocities', 3 * 2 + 1, 2],
      ['angularVelocities', 3 * 5, 5],
      ['multipliers', 3 * 3, 3],
    ] as const;
    for (const [solver, scene, sceneOptions] of [
      ['auto', 'pendant', { beads: 8 }],
      ['auto', 'tree', { depth: 2 }],
      ['jacobi', 'pendant', { beads: 8 }],
      ['conjugate-gradient', 'pendant', { beads: 8 }],
    ] as const) {
      const simulation = await window.beadwork.Simulation.create({
        scene,
        sceneOptions,
        parameters: { solver },
      });
      await simulation.step(20);
      const good = await simulation.readState();
      simulation.writeState(good);
      for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        for (const [name, at, bead] of arrays) {
          const what = `${solver} ${scene} ${name} ${wrong}`;
          const state: State = { ...good, [name]: good[name].slice() };
          state[name][at] = wrong;
          simulation.writeState(state);
          const error = await simulation.step().catch((thrown) => thrown);
          // joint 3 of the tree has other ends
          const named = error?.path === `bodies[${bead}]` || (scene === 'tree' && name === 'multipliers');
          if (error?.code !== 'non-finite' || !named) faults.push(`${what}: ${error?.code} ${error?.path}`);
          const after = await simulation.readState();
          if (after.time !== good.time || after[name].some((x, i) => x !== good[name][i]))
            faults.push(`${what}: not back`);
        }
      }
      await simulation.step(5);
      if (!(await simulation.measure()).finite) faults.push(`${solver}: did not go on`);
      simulation.destroy();
    }
    return faults;
  });
  expect(found).toEqual([]);
});

test('legal and absurd: it ends in a sentence that says what to change, and changing it helps', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const out = [];
    for (const [scene, parameters] of [
      ['net', { solver: 'article' }],
      ['net', { solver: 'jacobi', relaxation: 2, iterations: 200 }],
      ['tree', { solver: 'jacobi', relaxation: 2, warmStart: 1, stabilisation: 1, timestep: 0.1 }],
    ] as const) {
      const simulation = await Simulation.create({ scene, parameters });
      let error: { code: string; path: string; message: string } | undefined;
      for (let i = 0; i < 200 && !error; i += 1) {
        await simulation.step(10).catch((thrown) => {
          error = thrown;
        });
      }
      const { finite, time } = await simulation.measure();
      simulation.setParameters({
        solver: 'auto',
        relaxation: 'auto',
        warmStart: 'auto',
        stabilisation: 'auto',
      });
      simulation.reset();
      await simulation.step(60);
      out.push({
        code: error?.code,
        path: /^bodies\[\d+\]$/.test(error?.path ?? ''),
        message: error?.message ?? '',
        said: error?.message.includes(`${time.toFixed(2)} s`),
        finite,
        after: (await simulation.measure()).finite,
      });
      simulation.destroy();
    }
    return out;
  });
  const advice = [/choose another/, /relaxation to 'auto'/, /relaxation to 'auto'/];
  found.forEach(({ message, ...rest }, i) => {
    expect(rest).toEqual({ code: 'non-finite', path: true, said: true, finite: true, after: true });
    expect(message).toMatch(advice[i]!);
  });
});

test('several steps at once all hear of it, and one going back is enough', async () => {
  const found = await page.evaluate(async () => {
    const simulation = await window.beadwork.Simulation.create();
    await simulation.step(6);
    const good = await simulation.readState();
    simulation.writeState(good);
    const state = { ...good, positions: good.positions.slice() };
    state.positions[3] = Number.NaN;
    simulation.writeState(state);
    const code = (error: { code: string }) => error.code;
    const all = await Promise.all([1, 2, 3].map((n) => simulation.step(n).then(() => 'stepped', code)));
    await simulation.step(2);
    const { time } = await simulation.measure();
    simulation.destroy();
    return { all, frames: Math.round((time - good.time) * 60) };
  });
  expect(found).toEqual({ all: ['non-finite', 'non-finite', 'non-finite'], frames: 2 });
});

test('what is not finite is not drawn, and what is stays in the picture', async () => {
  const found = await page.evaluate(async () => {
    const { Simulation, View } = window.beadwork;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    document.body.append(canvas);
    const simulation = await Simulation.create({
      scene: 'necklaces',
      sceneOptions: { chains: 2, beads: 6, tilt: 0 },
    });
    const view = await View.create(simulation, canvas, { ground: null });
    const pixels = async () => {
      const picture = await createImageBitmap(await view.screenshot());
      const context = new OffscreenCanvas(320, 240).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      return context.getImageData(0, 0, 320, 240).data;
    };
    const whole = await pixels();
    const good = await simulation.readState();
    const differences = [];
    for (const name of ['positions', 'rotations'] as const) {
      for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const state = { ...good, [name]: good[name].slice() };
        // the second necklace, all of it
        state[name].fill(wrong, state[name].length / 2);
        simulation.writeState(state);
        const now = await pixels();
        const changed = [0, 0];
        let bright = 0;
        for (let i = 0; i < now.length; i += 4) {
          const x = (i / 4) % 320;
          const difference = Math.abs(now[i]! - whole[i]!) + Math.abs(now[i + 1]! - whole[i + 1]!);
          changed[x < 150 ? 0 : x > 170 ? 1 : 0]! += difference > 24 ? 1 : 0;
          if (x > 170 && now[i]! > 120) bright += 1;
        }
        differences.push({ changed, bright });
      }
    }
    simulation.writeState(good);
    const again = await pixels();
    let off = 0;
    again.forEach((value, i) => {
      off += value === whole[i] ? 0 : 1;
    });
    view.destroy();
    simulation.destroy();
    return { differences, off };
  });
  for (const { changed, bright } of found.differences) {
    const [left, right] = changed as [number, number];
    // the light that one necklace takes from the other
    expect(left).toBeLessThan(200);
    expect(right).toBeGreaterThan(200);
    expect(bright).toBe(0);
  }
  expect(found.off).toBe(0);
});
