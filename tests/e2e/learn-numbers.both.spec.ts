// Every chapter's figures run, with WebGPU and without, and their numbers are the f64 twin's, or those of a formula, for the same input.
// On a software GPU a frame takes long: there the first of them do. Both compute in f32; what swings amplifies what that rounds
// away, so that only the first second is compared.
import {
  chapters,
  expectClose,
  expectNear,
  live,
  open,
  outOfSight,
  set,
  stepTo,
  values,
} from './learn-helpers';
import { KERNELS } from './learn-kernels';
import { expect, type Page, test } from './test';

/** What figures have in `data-value`, or in another of their data. */
const dataOfAll = (page: Page, selector: string, key = 'value') =>
  page
    .locator(selector)
    .evaluateAll((places, name) => places.map((place) => Number((place as SVGElement).dataset[name])), key);
const dataOf = async (page: Page, selector: string) => (await dataOfAll(page, selector))[0]!;

type Check = (page: Page, webgpu: boolean) => Promise<void>;
const some = <T extends readonly unknown[]>(all: T, webgpu: boolean) => (webgpu ? all.slice(0, 1) : all) as T;

const FRAME = 1 / 60;
const DEGREES = 180 / Math.PI;
const GRAVITY = 9.81;
/** kg m²: of chapter 15's bar of water of 0.9, 0.12 and 0.1 m, about its middle. */
const INERTIA = (10.8 * (0.9 ** 2 + 0.12 ** 2)) / 12;

const shown = (page: Page, names: string[]) =>
  Promise.all(
    names.map(async (name) =>
      Number(await page.locator(`[data-live="${name}"]`).last().getAttribute('data-value')),
    ),
  );

/** A recorded run is shown from the start, and dropped for another. */
async function expectRecorded(page: Page): Promise<void> {
  const width = () =>
    page
      .locator('#gaps .line')
      .first()
      .evaluate((line) => (line as SVGGraphicsElement).getBBox().width);
  expect(await width()).toBeGreaterThan(150);
  await expect(page.locator('.ahead')).toBeVisible();
  await stepTo(page, 2);
  expect(await width()).toBeGreaterThan(150);
  await page.locator('[data-do="restart"]').dispatchEvent('click');
  await expect.poll(width).toBe(0);
  await expect(page.locator('.ahead')).toBeHidden();
}

const START = 0.6;

/** m: of the box on the soft row, and of the one that moves as was asked for. */
const places = (page: Page) =>
  page
    .locator('#lab')
    .evaluate((lab) => [
      Number((lab as HTMLElement).dataset.place),
      Number((lab as HTMLElement).dataset.truth),
    ]);

/** C ← C + h u with u from implicit Euler of u′ = −ω² C − 2ζω u. */
function implicit(hertz: number, ratio: number, h: number, steps: number): number {
  const omega = 2 * Math.PI * hertz;
  let [c, u] = [START, 0];
  for (let i = 0; i < steps; i++) {
    u = (u - h * omega ** 2 * c) / (1 + 2 * ratio * omega * h + (h * omega) ** 2);
    c += h * u;
  }
  return c;
}

/** u = max(u*, −g/h) step by step, and λ = (m/h)(u − u*): a ball of 2 kg that falls 0.6 m, lifted with some newtons. */
function falling(lift: number, frames: number) {
  let [gap, u, force] = [0.6, 0, 0];
  for (let i = 0; i < frames; i++) {
    const free = u + FRAME * (lift / 2 - GRAVITY);
    u = Math.max(free, -gap / FRAME);
    force = (2 / FRAME) * (u - free);
    gap += FRAME * u;
  }
  return { u, force };
}

const CHECKS: Record<string, [title: string, check: Check]> = {
  '04-lagrangian': [
    'λ, V, arms and A of a joint are the twin’s after as many steps',
    async (page) => {
      const thread = page.locator('#thread');
      await thread.scrollIntoViewIfNeeded();
      await thread.evaluate(async (element) => {
        const work = element as HTMLElementTagNameMap['bead-work'];
        await work.ready;
        work.pause();
        work.simulation!.reset();
        await work.simulation!.step(30);
      });
      for (const { joint, ...wanted } of values.thread.joints) {
        await page.locator('#joint').fill(String(joint));
        await expect(page.locator('#joint-value')).toHaveText(String(joint));
        for (const [names, value] of [
          [['lx', 'ly', 'lz'], wanted.lambda],
          [['vx', 'vy', 'vz'], wanted.velocity],
          [['ax', 'ay', 'az'], wanted.arm],
          [['along', 'across'], wanted.block],
        ] as [string[], number[]][]) {
          const scale = Math.max(1, ...value.map(Math.abs));
          // f32 over thirty steps of a swinging thread, against f64
          await expect
            .poll(
              async () =>
                Math.max(...(await shown(page, names)).map((x, i) => Math.abs(x - value[i]!))) / scale,
            )
            .toBeLessThan(2e-3);
        }
      }
      expectClose([await shown(page, ['h', 'beta'])], [[1 / 60, 0.2]], 'parameters', 1e-6);
    },
  ],
  '05-jacobi': [
    'forces and velocities after each pass are those of the CPU reference',
    async (page, webgpu) => {
      if (webgpu) await expect(page.locator('#lab')).toHaveClass(/running/);
      const next = page.locator('#next');
      let pass = 0;
      for (const { rounds, lambda, speed } of values.jacobi.slice(0, webgpu ? 2 : 5)) {
        while (pass < rounds) {
          await next.click();
          await next.click();
          pass++;
        }
        await expect(page.locator('#where b')).toHaveText(`Pass ${rounds}, second half: beads gather.`);
        const shown = async (name: string) =>
          page
            .locator(`#hall [data-${name}]`)
            .evaluateAll(
              (places, key) => places.map((place) => Number((place as SVGElement).dataset[key])),
              name,
            );
        (await shown('lambda')).forEach((value, l) => {
          expect(Math.abs(value - lambda[l])).toBeLessThan(1e-3);
        });
        (await shown('speed')).forEach((value, i) => {
          expect(Math.abs(value - speed[i])).toBeLessThan(1e-5);
        });
      }
      await page.locator('#hall [data-key="bead-2"]').focus();
      await expect(page.locator('#lab .explanation')).toContainText('GPU thread 2 reads λ₁ and λ₂');
    },
  ],
  '07-warm-starting': [
    'gaps and residuals by pass of the three starts',
    async (page, webgpu) => {
      await expectRecorded(page);
      const { starts } = values.warm;
      for (const [at, { frame }] of some(starts.warm, webgpu).entries()) {
        await stepTo(page, frame);
        expectNear(await live(page, 'time'), frame / 60, 1e-6, 'time');
        for (const name of ['Warm', 'Article', 'Cold']) {
          const { gap, residuals } = starts[name.toLowerCase()][at];
          const what = `of ${name} after frame ${frame}`;
          // a gap of millimetres between f32 positions of a few metres
          expectNear(await live(page, `gap${name}`), gap, 3e-3, `gap ${what}`);
          expectNear(await live(page, `left${name}`), residuals.at(-1), 3e-3, `residual ${what}`);
          expectNear(await live(page, `begin${name}`), residuals[0], 3e-3, `first residual ${what}`);
        }
      }
    },
  ],
  '08-drift': [
    'gaps and energy with β and without',
    async (page, webgpu) => {
      await expectRecorded(page);
      for (const { input, ...wanted } of some(values.drift, webgpu)) {
        await set(page, '#sliders', input);
        for (const [at, { frame }] of some(wanted.with, webgpu).entries()) {
          await stepTo(page, frame);
          for (const [run, suffix] of [
            [wanted.with[at], ''],
            [wanted.without[at], '0'],
          ]) {
            const what = `${suffix ? 'without' : 'with'} β, ${JSON.stringify(input)}, frame ${frame}`;
            // positions of up to 8 m are rounded by half a µm
            const gap = await live(page, `gap${suffix}`);
            expect(Math.abs(gap - 1000 * run.gap), `gap ${what}: ${gap}`).toBeLessThan(0.003 + 20 * run.gap);
            // of some 60 000 J that are at play, in f32
            const lost = await live(page, `lost${suffix}`);
            expect(Math.abs(lost - run.lost), `energy ${what}: ${lost}`).toBeLessThan(
              0.5 + 0.02 * Math.abs(run.lost),
            );
          }
        }
      }
    },
  ],
  '09-faster': [
    'passes of every solver, and what is left; the exercise takes the race’s count as well',
    async (page, webgpu) => {
      const rows = page.locator('#results tbody tr');
      // the recorded race stands there until there is another, and settings are in sight
      await expect(rows).toHaveCount(5);
      await expect(page.locator('#curves .line')).toHaveCount(5);
      await expect(page.locator('[name="beads"]')).toBeVisible();
      for (const { beads, ratio, results } of some(values.race, webgpu)) {
        await set(page, '#sliders', { beads, ratio: Math.log10(ratio) });
        await page.locator('#start').click();
        await expect(page.locator('#verdict')).toContainText(`${beads} beads`, { timeout: 60_000 });
        await expect(rows).toHaveCount(5);
        await expect(page.locator('#start')).toBeEnabled();
        const shown = await rows.evaluateAll((lines) =>
          lines.map((line) =>
            [...line.querySelectorAll<HTMLElement>('td')].map(({ dataset }) => dataset.value),
          ),
        );
        for (const [k, { solver, passes, left: wanted }] of results.entries()) {
          const what = `${solver}, ${beads} beads, ${ratio} ×`;
          const [needed, left] = shown[k]!;
          if (passes === null) expect(needed, what).toBeUndefined();
          // where a curve is flat, f32 crosses the goal a few passes sooner or later
          else expectNear(Number(needed), passes, passes < 100 ? 0 : 0.03, what);
          expect(Math.abs(Number(left) - wanted), `${what}: ${left} left`).toBeLessThan(1e-3);
        }
        if (beads !== 12) continue;
        const conjugate = page.locator('[data-exercise="conjugate"]');
        await conjugate.locator('input').fill('11');
        await conjugate.locator('input').press('Tab');
        await expect(conjugate).toHaveAttribute('data-verdict', 'right');
        await expect(conjugate.locator('.verdict')).toHaveText(/the race counted 11/);
      }
    },
  ],
  '10-stiffness': [
    'hω, the critical radius, the gap and what the guard makes of an inertia',
    async (page, webgpu) => {
      // the linearised eigenproblem of 40 beads gives 0.111 m
      expect(0.09 * (0.5 * (await live(page, 'homega'))) ** 2).toBeCloseTo(0.111, 3);
      await expectRecorded(page);
      for (const { beads, radius, homega, bound } of some(values.stiffness.swings, webgpu)) {
        await set(page, '#sliders', { beads, radius });
        // the twin's forces are those of its exact solver after ten steps, a few millionths from the weights
        expectNear(await live(page, 'homega'), homega, 1e-4, `hω of ${beads} beads of ${radius} m`);
        expectNear(await live(page, 'bound'), bound, 1e-4, `the bound for ${beads} beads of ${radius} m`);
      }
      for (const { beads, radius, guard, frames, gapRadii, raised } of some(values.stiffness.runs, webgpu)) {
        const what = `of ${beads} beads of ${radius} m, guard ${guard}`;
        await set(page, '#sliders', { beads, radius, guard: guard ? 'on' : 'off' });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        await stepTo(page, frames);
        const gap = await live(page, 'gap');
        // two anchors some metres down are each rounded by half a µm, twice; and a share of what grows from it where the chain shakes
        expect(Math.abs(gap - gapRadii), `gap ${what}: ${gap}`).toBeLessThan(2e-6 / radius + 0.05 * gapRadii);
        expectNear(await live(page, 'raised'), raised, 2e-3, `I_eff / I ${what}`);
      }
    },
  ],
  '12-in-place-and-in-time': [
    'gaps, energies and distances of the three necklaces',
    async (page, webgpu) => {
      for (const { input, shown } of some(values.positions.cases, webgpu)) {
        await set(page, '#sliders', input);
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        for (const { frame, ways } of some(shown, webgpu)) {
          await stepTo(page, frame);
          expectNear(await live(page, 'time'), frame / 60, 1e-6, 'time');
          for (const [i, { gap, gained, off }] of ways.entries()) {
            const way = ['pulled', 'projected', 'symplectic'][i]!;
            const name = way[0]!.toUpperCase() + way.slice(1);
            const what = `of ${way}, ${JSON.stringify(input)}, frame ${frame}`;
            // positions of some metres are rounded by half a µm; where a gap is closed, that is most of what is left
            const open = await live(page, `gap${name}`);
            expect(Math.abs(open - 1000 * gap), `gap ${what}: ${open}`).toBeLessThan(
              0.004 + 0.03 * 1000 * gap,
            );
            // of some 10 000 J that are at play, in f32
            const joules = await live(page, `gained${name}`);
            expect(Math.abs(joules - gained), `energy ${what}: ${joules}`).toBeLessThan(
              0.3 + 0.02 * Math.abs(gained),
            );
            const distance = await live(page, `off${name}`);
            expect(Math.abs(distance - 1000 * off), `distance ${what}: ${distance}`).toBeLessThan(
              0.05 + 0.02 * 1000 * off,
            );
          }
        }
        expect(await live(page, 'fellBack')).toBe(0);
      }
    },
  ],
  '13-soft-rows': [
    'the box that runs is where implicit Euler has it, and the other where the exact swing is',
    async (page, webgpu) => {
      for (const { hertz, ratio, substeps, frames } of some(
        [
          { hertz: 30, ratio: 0, substeps: 1, frames: 3 },
          { hertz: 5, ratio: 0.3, substeps: 3, frames: 6 },
          { hertz: 2, ratio: 0, substeps: 1, frames: 17 },
        ],
        webgpu,
      )) {
        await set(page, '#sliders', { hertz, ratio, substeps });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        await stepTo(page, frames);
        const [row, exact] = await places(page);
        const wanted = implicit(hertz, ratio, FRAME / substeps, frames * substeps);
        // some hundred substeps in f32
        expect(Math.abs(row! - wanted), `${hertz} Hz: ${row}, not ${wanted}`).toBeLessThan(2e-5);
        const [omega, time] = [2 * Math.PI * hertz, frames * FRAME];
        const own = omega * Math.sqrt(1 - ratio ** 2);
        const swing =
          START *
          Math.exp(-ratio * omega * time) *
          (Math.cos(own * time) + ((ratio * omega) / own) * Math.sin(own * time));
        expect(Math.abs(exact! - swing), `${hertz} Hz asked for: ${exact}, not ${swing}`).toBeLessThan(2e-5);
      }
    },
  ],
  '15-motors-and-servos': [
    'the motor gains speed by what the brake leaves, then holds it and pushes with what the brake takes',
    async (page, webgpu) => {
      expectNear(await live(page, 'inertia'), INERTIA, 1e-9, 'I');
      for (const { speed, most, brake, frames, state } of some(
        [
          { speed: 6, most: 2, brake: 0.5, frames: 30, state: 'saturated' },
          { speed: 1, most: 6, brake: 2, frames: 40, state: 'held' },
          // too weak: turned back
          { speed: 6, most: 1, brake: 3, frames: 30, state: 'saturated' },
        ],
        webgpu,
      )) {
        await set(page, '#motor', { speed, most, brake });
        await expect(page.locator('#wheel')).toHaveAttribute('data-frame', '0');
        await stepTo(page, frames, '#wheel');
        const gained = (frames * FRAME * (most - brake)) / INERTIA;
        const wanted = Math.min(speed, gained);
        // some ten steps of f32; a bounded row's last 10⁻³ of the way goes by the change of its force
        expect(Math.abs((await live(page, 'now')) - wanted), `${most} N m against ${brake}`).toBeLessThan(
          2e-4,
        );
        expect(Math.abs((await live(page, 'torqueNow')) - (gained > speed ? brake : most))).toBeLessThan(
          2e-2,
        );
        await expect(page.locator('#motor-state')).toHaveText(state);
        if (most > brake)
          expectNear(await live(page, 'reach'), (speed * INERTIA) / (most - brake), 1e-9, 't');
        expectNear(await live(page, 'most'), FRAME * most, 1e-9, 'h τ');
      }
    },
  ],
  '16-push-never-pull': [
    'the ball falls, lands and lies as the two lines say',
    async (page, webgpu) => {
      for (const { lift, frames } of some(
        [
          { lift: 0, frames: [5, 20, 21, 22, 40] },
          { lift: 12, frames: [32, 34, 36, 60] },
          // more than its weight: it never comes down
          { lift: 25, frames: [10] },
        ],
        webgpu,
      )) {
        await set(page, '#hand', { lift });
        await expect(page.locator('#lab')).toHaveAttribute('data-frame', '0');
        for (const frame of webgpu ? frames.slice(0, 4) : frames) {
          await stepTo(page, frame);
          const { u, force } = falling(lift, frame);
          // heights of half a metre in f32, once by h and once by h² and the mass
          const off = [(await live(page, 'speed')) - u, (await live(page, 'force')) - force];
          expect(Math.abs(off[0]!), `speed in frame ${frame}, lifted by ${lift}`).toBeLessThan(1e-4);
          expect(Math.abs(off[1]!), `force in frame ${frame}, lifted by ${lift}`).toBeLessThan(1e-2);
          expect(Math.abs((await live(page, 'stairs')) - force), 'where the lines meet').toBeLessThan(1e-2);
        }
        const { force } = falling(lift, Number(await page.locator('#lab').getAttribute('data-frame')));
        await expect(page.locator('#state')).toHaveText(
          force > 0 ? 'the floor pushes' : 'the ball is in the air',
        );
        expectNear(await live(page, 'resting'), Math.max(0, 2 * GRAVITY - lift), 1e-9, 'at rest');
      }
    },
  ],
  '17-stacks': [
    'one solve from nothing finds what the twin finds, and a stack that stands carries what is above',
    async (page, webgpu) => {
      const { passes, found } = values.stacks;
      // what is written on the page, for readers on paper
      for (const [solver, sizes] of Object.entries<number[]>(found))
        for (const [k, wanted] of sizes.entries())
          await expect(page.locator(`[data-live="${solver}-${passes[k]}"]`)).toHaveText(
            String(Number(Number(wanted.toFixed(2)).toPrecision(4))),
          );
      for (const [solver, doublings] of [
        ['gauss-seidel', 0],
        ['mass-splitting', 4],
        ['chebyshev', 5],
        ['jacobi', 2],
      ] as const) {
        await set(page, '#stack', { solver, doublings });
        await expect(page.locator('#lab')).toHaveAttribute('data-frame', '0');
        await stepTo(page, 1);
        // ten boxes of f32, a little out of true
        expectNear(
          (await dataOfAll(page, '#bars .left', 'value'))[0]!,
          found[solver]![doublings]!,
          2e-3,
          solver,
        );
        await expect(page.locator('#found .now')).toHaveAttribute('data-live', `${solver}-${2 ** doublings}`);
      }
      await set(page, '#stack', { solver: 'gauss-seidel', doublings: 0 });
      await stepTo(page, 1);
      // as the words say
      expectNear(
        (await dataOfAll(page, '#bars .right', 'right'))[0]!,
        10.74,
        0.02,
        'the right stack after a frame',
      );
      // nine more boxes on the device show no more
      if (webgpu) return;
      await stepTo(page, 150);
      // one pass that forgets melts; what is remembered stands
      expect(await live(page, 'sunk')).toBeGreaterThan(1);
      const right = await dataOfAll(page, '#bars .right', 'right');
      for (const [i, weight] of right.entries())
        expectNear(weight, 10 - i, 0.02, `the weight on contact ${i}`);
    },
  ],
  '18-a-ragdoll-solved': [
    'joints of the thrown ragdoll stay shut, those of Jacobi open as the twin’s do',
    async (page, webgpu) => {
      const { frames, direct, jacobi } = values.ragdoll;
      const written = await page.locator('#lab [data-live="gapJacobi"]').textContent();
      // the page has it before anything runs
      expectNear(Number(written), 1000 * jacobi.gap, 0.001, 'what is written');
      await stepTo(page, 5);
      expect(await live(page, 'gapJacobi')).toBeGreaterThan(100 * (await live(page, 'gapDirect')));
      await expect(page.locator('#asked')).toBeVisible();
      expect(await dataOf(page, '#asked-off')).toBeLessThan(0.05);
      await expect(page.locator('#asked-count')).toHaveText('5');
      if (webgpu) return;
      await stepTo(page, frames);
      expectNear(await live(page, 'gapJacobi'), 1000 * jacobi.gap, 0.02, 'the largest gap of Jacobi, mm');
      expectNear(await live(page, 'overJacobi'), DEGREES * jacobi.over, 0.05, 'how far it passes its stops');
      expect(jacobi.gap).toBeGreaterThan(0.05);
      // single precision shuts to hundredths of a millimetre
      expect(direct.gap).toBeLessThan(1e-4);
      expect(await live(page, 'gapDirect')).toBeLessThan(0.1);
      expect(await live(page, 'overDirect')).toBeLessThan(0.1);
      // a step more or less may find a stop one round later
      const counted = (wanted: (rounds: number) => boolean) => direct.rounds.filter(wanted).length;
      expect(Math.abs((await live(page, 'oneRound')) - counted((each) => each === 1))).toBeLessThanOrEqual(4);
      expect(Math.abs((await live(page, 'mostRounds')) - Math.max(...direct.rounds))).toBeLessThanOrEqual(1);
      expect(await live(page, 'steps')).toBe(frames);
    },
  ],
  '19-the-sparse-net': [
    'both nets are the twin’s',
    async (page, webgpu) => {
      for (const [k, { frame }] of values.net.shown[0].entries()) {
        // later the two ways of rounding have parted
        if (frame > (webgpu ? 1 : 20)) break;
        await stepTo(page, frame);
        const [exact, relaxed] = values.net.shown.map((way: { gap: number; residual: number }[]) => way[k]);
        expectNear(await live(page, 'time'), frame / 60, 1e-6, 'time');
        // radii of 0.1 m in f32
        expect(Math.abs((await live(page, 'gapExact')) - 1000 * exact.gap)).toBeLessThan(0.01);
        expect(await live(page, 'leftExact')).toBeLessThan(0.1);
        expectNear(await live(page, 'gapPasses'), 1000 * relaxed.gap, 0.05, `gap in frame ${frame}`);
        expectNear(
          await live(page, 'leftPasses'),
          1000 * relaxed.residual,
          0.05,
          `residual in frame ${frame}`,
        );
      }
    },
  ],
  '20-small-steps': [
    'gaps and distances of many passes, small steps and the exact chain',
    async (page, webgpu) => {
      await expectRecorded(page);
      for (const { input, shown } of some(values.smallSteps, webgpu)) {
        await set(page, '#sliders', input);
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        for (const { frame, ways } of some(shown, webgpu)) {
          await stepTo(page, frame);
          expectNear(await live(page, 'time'), frame / 60, 1e-6, 'time');
          for (const [i, { worst, off }] of ways.entries()) {
            const way = ['Passes', 'Steps', 'Exact'][i]!;
            const what = `of ${way}, ${JSON.stringify(input)}, frame ${frame}`;
            // positions of some ten metres are rounded by half a µm; what is open by less is rounding
            const gap = await live(page, `worst${way}`);
            expect(Math.abs(gap - 1000 * worst), `gap ${what}: ${gap}`).toBeLessThan(0.004 + 30 * worst);
            const distance = await live(page, `off${way}`);
            expect(Math.abs(distance - 1000 * off), `distance ${what}: ${distance}`).toBeLessThan(
              0.05 + 0.02 * 1000 * off,
            );
          }
        }
        // the claim of the page, in its own numbers
        const [many, small] = [await live(page, 'offPasses'), await live(page, 'offSteps')];
        expect(await live(page, 'timesOff')).toBeCloseTo(many / small, 9);
      }
    },
  ],
  '21-penalties-that-learn': [
    'gaps, distances, forces and penalties of both necklaces',
    async (page, webgpu) => {
      await expectRecorded(page);
      const kept = [1, 2, 5, 10, 20, 30, 50, 100];
      for (const { input, shown } of some(values.penalties, webgpu)) {
        const { passes, ratio } = input;
        await set(page, '#sliders', { passes, ratio, held: kept.indexOf(input.held) });
        await expect(page.locator('#lab')).toHaveAttribute('aria-busy', 'false');
        for (const { frame, ways } of some(shown, webgpu)) {
          await stepTo(page, frame);
          for (const [i, { gap, off, forces, penalties }] of ways.entries()) {
            const what = `of ${i ? 'held' : 'learning'}, ${JSON.stringify(input)}, frame ${frame}`;
            const name = ['Learns', 'Held'][i]!;
            // positions of up to twenty metres are rounded by a µm
            const open = await live(page, `gap${name}`);
            expect(Math.abs(open - 1000 * gap), `gap ${what}: ${open}`).toBeLessThan(0.008 + 30 * gap);
            const distance = await live(page, `off${name}`);
            expect(Math.abs(distance - 1000 * off), `distance ${what}: ${distance}`).toBeLessThan(
              0.1 + 0.02 * 1000 * off,
            );
            const bars = (row: number) => dataOfAll(page, `#bars ${i ? '.held' : '.bar'}[data-row="${row}"]`);
            const most = Math.max(...forces);
            for (const [k, joint] of [0, 19, 38].entries()) {
              const force = (await bars(0))[joint]!;
              expect(Math.abs(force - forces[k]), `λ of joint ${joint} ${what}: ${force}`).toBeLessThan(
                0.02 * most,
              );
              expectNear((await bars(1))[joint]!, penalties[k], 0.02, `penalty of joint ${joint} ${what}`);
            }
          }
        }
      }
    },
  ],
};

/** Each figure of the page takes a step, in sight. */
async function expectRuns(page: Page): Promise<void> {
  for (const figure of await page.locator('figure:has(canvas.stage)').all()) {
    await figure.scrollIntoViewIfNeeded();
    const before = Number(await figure.getAttribute('data-frame'));
    await figure.locator('[data-do="step"]').dispatchEvent('click');
    await expect.poll(async () => Number(await figure.getAttribute('data-frame'))).toBeGreaterThan(before);
  }
  for (const work of await page.locator('bead-work').all()) {
    await work.scrollIntoViewIfNeeded();
    const time = () =>
      work.evaluate(async (element) => {
        const work = element as HTMLElementTagNameMap['bead-work'];
        await work.ready;
        return (await work.simulations[0]!.measure()).time;
      });
    const before = await time();
    await work.evaluate((element) => (element as HTMLElementTagNameMap['bead-work']).play());
    await expect.poll(time).toBeGreaterThan(before);
  }
}

/** Those that show the device's own kernels, and one whose bodies touch; others compute on the CPU here. Long runs have all of both. */
const onTheDevice = (name: string) => name in KERNELS || name === '17-stacks' || process.env.BEADWORK_LONG;

for (const { number, name } of chapters) {
  const { [name]: [title, check] = [] } = CHECKS;
  const { [name]: [kernel, edited] = [] } = KERNELS;
  const tag = onTheDevice(name) ? [] : ['@cpu'];
  test(`chapter ${number} runs${title ? `: ${title}` : ''}`, { tag }, async ({ page, webgpu }) => {
    // figures stand still until they are told to move
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { problems } = await open(page, name);
    const refused = page.locator('figure:has(canvas.stage) .missing[data-code]');
    expect(await refused.allTextContents()).toEqual([]);
    await outOfSight(page);
    await check?.(page, webgpu);
    if (webgpu && edited) await test.step(kernel!, () => edited(page));
    await expectRuns(page);
    expect(problems).toEqual([]);
  });
}
