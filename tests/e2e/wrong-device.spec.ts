// A graphics device that computes wrongly, as drivers do: what the browser is given to compile says something else than
// Beadwork wrote. Nobody is to see a simulation on it.
import type { BeadWorkElement } from '../../www/element';
import { expect, type Page, test } from './test';

test.use({ trusted: false });

declare global {
  interface Window {
    /** Of all buffers made, bytes. */
    sizes: number[];
  }
}

interface Wrong {
  /** Which kernel: something that only its text has. */
  where: string;
  /** What stands there instead. */
  instead: string;
}

const MOVED = 'poses[body].position = now.position';
const JACOBI = 'let change = step.gain * step.inverse_h * block_times(block, residual)';

const WRONGS: Record<string, Wrong> = {
  'is a hundredth off': { where: MOVED, instead: MOVED.replace('now', '1.01 * now') },
  // written so that no compiler sees it
  'finds no numbers': { where: MOVED, instead: `${MOVED} * bitcast<f32>(0x7fc00000u | step.count)` },
  'writes nothing': { where: MOVED, instead: '' },
};

/** Before anything of the page runs. */
async function breakDevice(page: Page, wrong: Wrong): Promise<void> {
  await page.addInitScript(({ where, instead }) => {
    const { prototype } = GPUDevice;
    const compile = prototype.createShaderModule;
    // the module brings its shaders without blanks
    const written = where.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = new RegExp(written.join('\\s*'));
    prototype.createShaderModule = function (this: GPUDevice, descriptor) {
      const code = descriptor.code.replace(found, instead);
      return compile.call(this, { ...descriptor, code });
    };
  }, wrong);
}

async function openApi(page: Page): Promise<void> {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
}

for (const [what, wrong] of Object.entries(WRONGS)) {
  test(`a device that ${what} computes nothing: the CPU does, and says why`, async ({ page }) => {
    await breakDevice(page, wrong);
    await openApi(page);
    const found = await page.evaluate(async () => {
      const { Simulation } = window.beadwork;
      const insisted = await Simulation.create({ machine: 'gpu' }).catch((error) => error);
      const first = await Simulation.create();
      const second = await Simulation.create({ scene: 'ragdolls' });
      await first.step(10);
      const { maxGapRadii } = await first.measure();
      const { machine, machineReason } = first;
      return {
        insisted: [insisted.code, insisted.message],
        machine,
        machineReason,
        second: second.machine,
        maxGapRadii,
      };
    });
    expect(found.insisted[0]).toBe('wrong-device');
    expect(found.insisted[1]).toMatch(/^The graphics device computes wrongly: in its check .*\.$/);
    expect([found.machine, found.second]).toEqual(['cpu', 'cpu']);
    expect(found.machineReason).toMatch(/seen to compute wrongly/);
    expect(found.maxGapRadii).toBeLessThan(0.01);
  });
}

test('the lab runs on the CPU then, and tells', async ({ page }) => {
  await breakDevice(page, WRONGS['is a hundredth off']!);
  await page.goto('/');
  await expect(page.locator('#runs-on')).toContainText('CPU');
  await expect(page.locator('#runs-on')).toContainText('compute wrongly');
  await expect(page.locator('#message')).toBeHidden();
  // one of its two copies was on the device, before the other was refused
  const machines = await page.evaluate(() =>
    window.lab.runners().map(({ simulation }) => simulation.machine),
  );
  expect(machines).toEqual(['cpu', 'cpu']);
});

test('a lab that was told to use the device offers the CPU', async ({ page }) => {
  await breakDevice(page, WRONGS['is a hundredth off']!);
  await page.goto('/?machine=gpu');
  const message = page.locator('#message');
  await expect(message).toHaveAttribute('data-code', 'wrong-device');
  await message.getByRole('button', { name: 'Run it on the CPU' }).click();
  await page.waitForURL(/machine=cpu/);
  await page.waitForFunction(() => window.lab?.runners()[0]?.simulation.machine === 'cpu');
  await expect(message).toBeHidden();
});

test('so does an element', async ({ page }) => {
  await breakDevice(page, WRONGS['writes nothing']!);
  await page.goto('/tests/e2e/pages/element.html');
  const machine = await page.evaluate(async () => {
    await customElements.whenDefined('bead-work');
    const element = document.body.appendChild(document.createElement('bead-work')) as BeadWorkElement;
    await element.ready;
    return element.machine;
  });
  expect(machine).toBe('cpu');
});

test('what a solver chosen later computes wrongly is told by a step', async ({ page }) => {
  await breakDevice(page, { where: JACOBI, instead: JACOBI.replace('step.gain', '1.01 * step.gain') });
  await openApi(page);
  const found = await page.evaluate(async () => {
    const { Simulation } = window.beadwork;
    const simulation = await Simulation.create();
    const codes = new Set<string>();
    const step = () => simulation.step().catch(({ code }) => codes.add(code));
    simulation.setParameters({ substeps: 2, positions: 'pulled' });
    for (let k = 0; k < 60; k++) await step();
    const before = [...codes];
    simulation.setParameters({ solver: 'jacobi' });
    // for as long as the check of its kernels takes
    while (codes.size === 0) await step();
    return { machine: simulation.machine, before, after: [...codes] };
  });
  expect(found).toEqual({ machine: 'gpu', before: [], after: ['wrong-device'] });
});

test('a device that was checked is not checked again, unless another scene has other kernels', async ({
  page,
}) => {
  // what is compiled for a scene and for the check of it
  await page.addInitScript(() => {
    const { prototype } = GPUDevice;
    const make = prototype.createBuffer;
    window.sizes = [];
    prototype.createBuffer = function (this: GPUDevice, descriptor) {
      window.sizes.push(descriptor.size);
      return make.call(this, descriptor);
    };
  });
  const buffers = async (scene: string) => {
    await openApi(page);
    return page.evaluate(async (scene) => {
      const { Simulation } = window.beadwork;
      await Simulation.create({ scene });
      const made = window.sizes.length;
      await Simulation.create({ scene });
      return made - (window.sizes.length - made);
    }, scene);
  };
  // those of the check's own simulations, and of a page that knows
  const first = await buffers('pendant');
  const second = await buffers('pendant');
  const other = await buffers('ragdolls');
  const fourth = await buffers('ragdolls');
  expect(first).toBeGreaterThan(second + 10);
  expect(other).toBeGreaterThan(fourth + 10);
  await page.evaluate(() => localStorage.clear());
  expect(await buffers('pendant')).toBe(first);
});
