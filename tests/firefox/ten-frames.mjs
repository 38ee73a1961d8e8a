// Ten frames of a simulation in a page, and its picture: what must be true of them on any machine.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/run.mjs';
import { coloursOf, FEWEST_COLOURS } from './page.mjs';

const FRAMES = 10;

/** With BEADWORK_PICTURES set, pictures are kept here. */
const folder = process.env.BEADWORK_PICTURES ? join(root, 'test-results', 'firefox') : null;

/** In the page. */
async function simulate([options, frames]) {
  const { Simulation, View } = window.beadwork;
  const simulation = await Simulation.create(options);
  await simulation.step(frames);
  const { time, ...arrays } = await simulation.readState();
  const { steps } = await simulation.measure();
  const canvas = Object.assign(document.createElement('canvas'), { width: 450, height: 300 });
  const view = await View.create(simulation, canvas);
  const png = await view.screenshot();
  const address = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(png);
  });
  view.destroy();
  simulation.destroy();
  return {
    found: {
      machine: simulation.machine,
      reason: simulation.machineReason,
      steps,
      frames: Math.round(time * 60),
      notFinite: Object.keys(arrays).filter((name) => !arrays[name].every(Number.isFinite)),
    },
    picture: address.split(',')[1],
  };
}

/** Takes ten frames of what `options` ask for; `expected` are the machine and the reason for it. */
export async function tenFrames(page, options, expected) {
  const { found, picture } = await page.evaluate(simulate, [options, FRAMES]);
  assert.deepEqual(found, { ...expected, steps: FRAMES, frames: FRAMES, notFinite: [] });
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const name = [options.scene, options.parameters?.solver, found.machine].filter(Boolean).join('-');
    writeFileSync(join(folder, `${name}.png`), Buffer.from(picture, 'base64'));
  }
  const colours = await coloursOf(page, picture);
  assert.ok(colours > FEWEST_COLOURS, `the picture has ${colours} colours`);
}
