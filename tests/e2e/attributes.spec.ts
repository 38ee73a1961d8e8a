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

test('compare is written as it is read: every parameter that one copy may have for itself', async ({
  page,
}) => {
  await page.goto('/tests/e2e/pages/api.html');
  const found = await page.evaluate(async () => {
    const { readCompare, writeCompare, OWN, kebab } = await import('/www/compare.ts' as string);
    const faults: string[] = [];
    const read = (text: string, most = 3) => readCompare(text, most, (fault: string) => faults.push(fault));
    const differ: string[] = [];
    for (const { name, kind, auto, choices = [], min, max } of OWN as ParameterInfo[]) {
      const numbers = kind === 'pair' ? [`${min},${max}`] : [`${max}`];
      const texts =
        kind === 'choice' ? choices : kind === 'switch' ? ['on', 'off'] : [...choices, ...numbers];
      for (const text of [...texts, ...(auto ? ['auto'] : [])]) {
        const word = `jacobi:${kebab(name)}=${text}`;
        const back = writeCompare(read(`direct ${word}`));
        if (back !== `direct ${word}`) differ.push(`${word} came back as ${back}`);
      }
    }
    const sound = faults.splice(0);
    const left = writeCompare(
      read('direct:positions=up:substeps=2 auto:timestep=0.1 jacobi:colour=3 jacobi:iterations', 4),
    );
    const refused = faults.splice(0);
    const none = [read('jacobi nobody'), read('direct direct direct direct')];
    return { differ, sound, left, refused, none, last: faults };
  });
  expect(found.differ).toEqual([]);
  expect(found.sound).toEqual([]);
  expect(found.left).toBe('direct:substeps=2 auto jacobi jacobi');
  expect(found.refused).toHaveLength(4);
  expect(found.refused[0]).toContain('positions must be one of auto, pulled, projected, symplectic');
  expect(found.refused[1]).toContain('timestep for one alone: it is the same for all');
  expect(found.refused[2]).toContain("not 'colour=3'");
  expect(found.refused[3]).toContain("not 'iterations'");
  expect(found.none).toEqual([[], []]);
  expect(found.last[0]).toContain('compare must be up to 3 of');
});
