// What an address or an attribute may say is what the crate takes, and nothing else.
import type { BeadworkError } from '../../www/beadwork';
import type { ParameterInfo } from '../../www/parameters';
import { expect, test } from './test';

test('an attribute is read exactly where the simulation takes its value: at both ends of every range, and just beyond', async ({
  page,
}) => {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  const { tried, differ } = await page.evaluate(async () => {
    const { PARAMETERS } = await import('/www/parameters.ts' as string);
    const { readParameter } = await import('/www/reading.ts' as string);
    const simulation = await window.beadwork.Simulation.create({ sceneOptions: { beads: 3 } });
    const takes = (name: string, value: unknown) => {
      try {
        simulation.setParameters({ [name]: value });
        return true;
      } catch (error) {
        // a value may be sound and yet not suit this scene
        return (error as BeadworkError).code !== 'parameter';
      }
    };
    const differ: string[] = [];
    let tried = 0;
    for (const info of PARAMETERS as ParameterInfo[]) {
      const { name, kind, min = 0, max = 0 } = info;
      const usual = simulation.parameters[name];
      const values: [string, unknown][] = [];
      if (kind === 'number' || kind === 'whole') {
        const beyond = kind === 'whole' ? 1 : 1e-3 * max;
        for (const value of [min, max, min - beyond, max + beyond, (min + max) / 2 + 0.25, 'auto', 'many'])
          values.push([String(value), value]);
      } else if (kind === 'vector') {
        for (const value of [max, min, max + 1, min - 1]) values.push([`0 ${value} 0`, [0, value, 0]]);
        values.push(['0 1', [0, 1]]);
      } else if (kind === 'pair') {
        for (const value of [max, min, 1.01 * max, 0.99 * min]) values.push([`1 ${value}`, [1, value]]);
        values.push(['auto', 'auto'], ['1', [1]], ['1 1 1', [1, 1, 1]]);
      } else if (kind === 'switch') {
        values.push(['on', true], ['off', false], ['auto', 'auto'], ['yes', 'yes']);
      } else {
        for (const value of [...(info.choices ?? []), 'none', 'toString']) values.push([value, value]);
      }
      for (const [text, value] of values) {
        const reading = readParameter(info, text);
        const read = 'value' in reading && JSON.stringify(reading.value) === JSON.stringify(value);
        tried += 1;
        if (read !== takes(name, value)) differ.push(`${name}=${text} read: ${read}`);
      }
      simulation.setParameters({ [name]: usual });
    }
    simulation.destroy();
    return { tried, differ };
  });
  expect(differ).toEqual([]);
  expect(tried).toBeGreaterThan(60);
});
