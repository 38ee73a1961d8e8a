// Elements on a page that something happens to, and what they do all the while.
import type { BeadWorkElement } from '../../www/element';
import type { Page } from './test';

interface Noted {
  events: string[];
  /** Milliseconds that the page's clocks are ahead of the true ones. */
  ahead: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

/** Puts elements on a page, and notes what they tell. */
export async function openElements(page: Page, elements: Record<string, string>[]): Promise<void> {
  await page.setViewportSize({ width: 800, height: 1000 });
  await page.addInitScript(() => {
    window.noted = { events: [], ahead: 0 };
    const now = performance.now.bind(performance);
    performance.now = () => now() + window.noted.ahead;
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => frame((time) => act(time + window.noted.ahead));
  });
  await page.goto('/tests/e2e/pages/element.html');
  await page.waitForFunction(() => Boolean(customElements.get('bead-work')));
  await page.evaluate(async (list) => {
    for (const [i, attributes] of list.entries()) {
      const element = document.createElement('bead-work') as BeadWorkElement;
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.style.cssText = 'display: block; width: 200px; height: 120px';
      for (const type of ['devicelost', 'devicerestored', 'error'] as const)
        element.addEventListener(type, ({ detail }) => {
          window.noted.events.push(`${i} ${type}${detail ? ` ${detail.code}` : ''}`);
        });
      document.body.append(element);
    }
    await Promise.all(
      [...document.querySelectorAll('bead-work')].map((one) => (one as BeadWorkElement).ready),
    );
  }, elements);
}

interface Times {
  /** Of each element's simulation, s. */
  simulated: number[];
  /** The page's true clock before and after they were asked, s. */
  clock: [number, number];
}

export const times = (page: Page): Promise<Times> =>
  page.evaluate(async () => {
    const now = () => (performance.now() - window.noted.ahead) / 1000;
    const from = now();
    const simulated = await Promise.all(
      [...document.querySelectorAll('bead-work')].map(
        async (one) => (await (one as BeadWorkElement).simulation!.measure()).time,
      ),
    );
    return { simulated, clock: [from, now()] };
  });

export const least = async (page: Page) => Math.min(...(await times(page)).simulated);

/** Whether no element went on by more than time truly did and the frames of one picture. */
export const keptTime = (before: Times, after: Times): boolean =>
  after.simulated.every((time, i) => time - before.simulated[i]! < after.clock[1] - before.clock[0] + 0.1);

/** Whether every element has gone on since. */
export const wentOn = async (page: Page, since: Times, by = 0) =>
  (await times(page)).simulated.every((time, i) => time > since.simulated[i]! + by);

export const states = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('bead-work')].map((one) => (one as BeadWorkElement).state).join(' '),
  );
