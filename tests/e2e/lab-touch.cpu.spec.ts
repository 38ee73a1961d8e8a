// The picture under fingers, and beads that are thrown.
import { idle, onScreen, open, openLab, pause } from './lab-page';
import { type CDPSession, expect, type Page, test } from './test';

test.use({ hasTouch: true });

interface Finger {
  x: number;
  y: number;
}

/** Fingers as the browser gets them from a touch screen. */
class Fingers {
  constructor(private readonly session: CDPSession) {}

  down = (...fingers: Finger[]) => this.#send('touchStart', fingers);
  to = (...fingers: Finger[]) => this.#send('touchMove', fingers);
  up = () => this.#send('touchEnd', []);

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: Finger[]): Promise<void> {
    const touchPoints = fingers.map(({ x, y }, id) => ({ x, y, id }));
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

const fingersOn = async (page: Page) => new Fingers(await page.context().newCDPSession(page));
const camera = (page: Page) => page.evaluate(() => window.lab.view()!.camera);

/** A place in the picture with nothing but background. */
async function beside(page: Page): Promise<Finger> {
  const box = (await page.locator('#canvas').boundingBox())!;
  return { x: box.x + box.width - 110, y: box.y + 0.85 * box.height };
}

test('one finger on a bead pulls it, one beside it turns the picture, two move it, and the page stays where it is', async ({
  page,
}) => {
  const problems = await openLab(page, '?gravity=0+0+0&damping=1');
  await pause(page);
  const fingers = await fingersOn(page);

  const bead = await onScreen(page, 12);
  const across = () =>
    page.evaluate(async () => (await window.lab.runners()[0]!.simulation.readState()).positions[36]!);
  const start = await across();
  await fingers.down(bead);
  for (const k of [1, 2, 3, 4]) await fingers.to({ x: bead.x + 15 * k, y: bead.y });
  await expect.poll(across).toBeGreaterThan(start + 0.8);
  await fingers.up();
  await idle(page);
  expect((await camera(page)).yaw).toBe(0);

  const { x, y } = await beside(page);
  await fingers.down({ x, y });
  for (const k of [1, 2, 3, 4]) await fingers.to({ x: x - 30 * k, y: y - 10 * k });
  await fingers.up();
  await expect.poll(async () => (await camera(page)).yaw).toBeGreaterThan(0.5);
  await idle(page);

  const turned = await camera(page);
  const spread = (apart: number, right = 0) => [
    { x: x - apart + right, y },
    { x: x + apart + right, y },
  ];
  await fingers.down(...spread(30));
  for (const apart of [40, 50, 60]) await fingers.to(...spread(apart));
  await expect.poll(async () => (await camera(page)).distance).toBeLessThan(0.6 * turned.distance);
  const closer = await camera(page);
  // twice as far apart, half as far away
  expect(closer.distance).toBeGreaterThan(0.4 * turned.distance);
  for (const right of [-20, -40, -60, -80]) await fingers.to(...spread(60, right));
  await fingers.up();
  await expect.poll(async () => (await camera(page)).target[0]).toBeGreaterThan(closer.target[0] + 0.1);
  // neither finger turned it
  expect((await camera(page)).yaw).toBe(turned.yaw);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(problems).toEqual([]);
});

test('a bead that is let go while it moves keeps its speed', async ({ page }) => {
  // nothing else changes a velocity here: no weight, no thread; the other ball only makes the picture wide
  await openLab(page, '?scene=pendant&solver=auto');
  const balls = [-6, 6].map((x) => ({ position: [x, 2, 0], radius: 0.5 }));
  const scene = { version: 1, gravity: [0, 0, 0], bodies: balls, joints: [] };
  await open(page, 'balls.json', JSON.stringify(scene));
  await expect(page.locator('#notice')).toContainText('balls.json is open');
  await pause(page);
  const velocity = () =>
    page.evaluate(async () => [
      ...(await window.lab.runners()[0]!.simulation.readState()).linearVelocities.slice(0, 3),
    ]);
  expect(await velocity()).toEqual([0, 0, 0]);
  const { x, y } = await onScreen(page, 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const underWay = page.evaluate(async () => {
    const { simulation } = window.lab.runners()[0]!;
    while ((await simulation.readState()).linearVelocities[0]! < 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
  // far ahead of the ball, so that it is on its way when the hand opens
  await page.mouse.move(x + 500, y - 40, { steps: 2 });
  await underWay;
  await page.mouse.up();
  await idle(page);
  const thrown = await velocity();
  expect(thrown[0]).toBeGreaterThan(1);
  await page.evaluate(() => window.lab.runners()[0]!.simulation.step(30));
  expect(await velocity()).toEqual(thrown);
});
