// What chapters ask of kernels and show of them: only where there is WebGPU. Who runs it: learn-numbers.both.spec.ts.
import { exerciseOf, expectClose, expectVerdict, set, stepTo, values } from './learn-helpers';
import { expect, type Page } from './test';

/** Gives chapter 3 another joint. */
export async function putJoint(page: Page, input: (typeof values.ballJoint)[number]['input']) {
  await page.evaluate((to) => {
    const form = document.querySelector<HTMLFormElement>('#numbers')!;
    const put = (name: string, value: number) => {
      (form.elements.namedItem(name) as HTMLInputElement).value = String(value);
    };
    for (const body of ['A', 'B'] as const) {
      put(`mass${body}`, to[body].mass);
      put(`inertia${body}`, to[body].inertia);
      for (const name of ['arm', 'linear', 'angular']) {
        for (const [i, axis] of ['x', 'y', 'z'].entries()) put(`${name}${body}${axis}`, to[body][name][i]);
      }
    }
    for (const [i, axis] of ['x', 'y', 'z'].entries()) put(`gap${axis}`, to.gap[i]);
    put('dt', to.dt);
    put('stabilisation', to.stabilisation);
    (form.elements.namedItem('pinned') as HTMLInputElement).checked = to.pinned;
    form.dispatchEvent(new Event('input', { bubbles: true }));
  }, input);
}

export const KERNELS: Record<string, [title: string, check: (page: Page) => Promise<void>]> = {
  '03-ball-joint': [
    'the kernels give the same λ',
    async (page) => {
      const general = values.ballJoint[2];
      await putJoint(page, general.input);
      await page.locator('#ask').click();
      await expect(page.locator('#gpu-words')).toContainText('The GPU answers');
      const found = JSON.parse((await page.locator('#gpu-words').getAttribute('data-value'))!);
      // f32 on both sides of a division by h²
      expectClose([found], [general.lambda], 'λ from the GPU', 1e-5);
    },
  ],
  '06-edit-the-shader': [
    'a kernel takes over, an error has its line, one click restores; half of every change is right, half of every force is not',
    async (page) => {
      const compiler = page.locator('#compiler');
      await page.locator('[data-experiment="bias"]').click();
      await expect(compiler).toHaveText('Your kernel is running.');
      const content = page.locator('#editor .cm-content');
      await content.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText('nonsense!\n');
      await expect(compiler).toHaveClass(/faulty/);
      await expect(compiler).toContainText('Line 1:');
      await expect(page.locator('#editor .cm-faulty')).toContainText('nonsense');
      await page.locator('#restore').click();
      await expect(compiler).toContainText('as it stands in the repository');
      await expect(page.locator('#editor .cm-faulty')).toHaveCount(0);

      const text = await page.evaluate(async () => {
        const { kernels } = await import(`${'/www/beadwork.ts'}`);
        return kernels().find(({ name }: { name: string }) => name === 'update_multipliers').source as string;
      });
      const write = async (kernel: string) => {
        await page.locator('#editor .cm-content').click();
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(kernel);
      };
      await page.locator('#lab').scrollIntoViewIfNeeded();
      await write(text.replace('let change =', 'let change = 0.5 *'));
      await expectVerdict(page, 'half-as-bold', 'wrong', /frames to go/);
      await expect(exerciseOf(page, 'half-as-bold')).toHaveAttribute('data-verdict', 'right', {
        timeout: 60_000,
      });
      await write(text.replace('let change =', 'let change = 0.7 *'));
      await expectVerdict(page, 'half-as-bold', 'wrong', /0\.70 of the force/);
      const line = text.match(/multipliers\[l\]\.lambda \+= change;/)![0];
      await write(text.replace(line, 'multipliers[l].lambda = 0.5 * (multipliers[l].lambda + change);'));
      await expectVerdict(page, 'half-as-bold', 'wrong', /only the change/);
      await write(text);
      await expectVerdict(page, 'half-as-bold', 'open');
    },
  ],
  '11-hardware': [
    'two solvers are measured',
    async (page) => {
      await page.locator('#measure').click();
      await expect(page.locator('#times tbody tr')).toHaveCount(2, { timeout: 60_000 });
    },
  ],
  '14-six-axes': [
    'the edited kernel takes the long way round, and the one of the repository the short one',
    async (page) => {
      const figure = page.locator('#hands');
      const run = async (fields: Record<string, string | number>, frames: number) => {
        await set(page, '#hand', fields);
        await expect(figure).toHaveAttribute('aria-busy', 'false');
        await expect(page.locator('#edit-words')).toHaveText('The edited kernel is running.');
        await expect(figure).toHaveAttribute('data-frame', '0');
        await stepTo(page, frames, '#hands');
        const way = (id: string) =>
          page.locator(id).evaluate((cell) => Number((cell as HTMLElement).dataset.value));
        return [await way('#stock-way'), await way('#edited-way')] as const;
      };
      // a spring of half a hertz with a damping ratio of 0.3 is within 1° of its rest after four seconds
      const arcsine = await run({ mistake: 'arcsine', sign: 'minus', start: 20 }, 240);
      expect(Math.abs(arcsine[0] + 20), `${arcsine[0]}`).toBeLessThan(1);
      expect(arcsine[1], 'nearly a whole turn').toBeGreaterThan(250);
      const same = await run({ mistake: 'arcsine', sign: 'plus' }, 30);
      // the shader's asin is good to some 1e-4 of an angle
      expect(Math.abs(same[0] - same[1]), 'alike with q').toBeLessThan(0.1);
      const unsigned = await run({ mistake: 'unsigned', sign: 'minus' }, 60);
      expect(unsigned[1]).toBeGreaterThan(100);
      // read as 0 whatever it is: nothing draws it
      const world = await run({ mistake: 'world', sign: 'plus' }, 60);
      expect(Math.abs(world[1])).toBeLessThan(0.01);
      expect(Math.abs(world[0])).toBeGreaterThan(10);
    },
  ],
};
