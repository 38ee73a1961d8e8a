// Two records of the benchmark beside each other: how far the rows of a scene, each as a share of the scene's time, were from
// one run to the other.
//
//     share = ms of a row / geometric mean of the ms of the rows that both runs have
//
// A machine that was slower on one day cancels out; what is left is what the order of the rows is worth.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './setup/command-line.mjs';
import { main, root, SetupError } from './setup/run.mjs';

const usage = `npm run compare-records -- FIRST.json SECOND.json [--out docs/benchmarks/twice.md]
Both are records of the benchmark. Scenes are alike by name, options and contract, rows by solver, way, execution, passes and substeps.`;

const percent = (x) => `${(100 * x).toFixed(0)} %`;
const middle = (sorted) => sorted[Math.floor(sorted.length / 2)];

const nameOf = ({ solver, positions, contactSolver, execution, iterations, substeps }) =>
  [contactSolver ? `contacts: ${contactSolver}` : solver, positions, execution, iterations, substeps]
    .filter((part) => part !== null)
    .join(', ');

/** Old records have no contracts. */
const alike = (one, other) =>
  one.scene === other.scene &&
  JSON.stringify(one.options) === JSON.stringify(other.options) &&
  (!one.contract || !other.contract || one.contract === other.contract);

/** Rows that both have, with how much larger the second's share is. */
function compared(first, second) {
  const of = new Map(second.rows.map((row) => [nameOf(row), row]));
  const pairs = first.rows
    .map((row) => [row, of.get(nameOf(row))])
    .filter(([one, other]) => one.wall && other?.wall);
  const mean = (which) =>
    Math.exp(
      pairs.reduce((sum, pair) => sum + Math.log(pair[which].wall.median), 0) / Math.max(1, pairs.length),
    );
  const slower = mean(1) / mean(0);
  return {
    slower,
    rows: pairs.map(([one, other]) => {
      const ratio = other.wall.median / one.wall.median / slower;
      return { name: nameOf(one), off: Math.max(ratio, 1 / ratio) - 1 };
    }),
  };
}

const run = (name, { date, command, machine: { adapter, browser } }) =>
  `- ${name}: ${date}, ${adapter}, ${browser || 'native'}, \`${command}\``;

main(() => {
  const asked = commandLine('compare-records', usage, { out: 'docs/benchmarks/twice.md' });
  if (asked.words.length !== 2) throw new SetupError(`Two records are wanted.\n\n${usage}`);
  const [first, second] = asked.words.map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')));
  const all = [];
  const lines = first.scenes.flatMap((scene) => {
    const other = second.scenes.find((one) => alike(one, scene));
    const { slower, rows } = compared(scene, other ?? { rows: [] });
    if (rows.length < 2) return [];
    all.push(...rows);
    rows.sort((a, b) => a.off - b.off);
    const [furthest, near] = [rows.at(-1), rows.filter(({ off }) => off <= 0.2).length];
    const cells = [scene.scene, scene.beads.toLocaleString('en'), rows.length, slower.toFixed(2)];
    return [
      `| ${[...cells, percent(middle(rows).off), near, percent(furthest.off), `\`${furthest.name}\``].join(' | ')} |`,
    ];
  });
  if (all.length === 0) throw new SetupError('The two records have no scene in common.');
  all.sort((a, b) => a.off - b.off);
  const words = `# The table twice

${run('first', first)}
${run('second', second)}

A row's **share** is its time over the geometric mean of its scene's rows in the same run. So a slower hour cancels out (**slower** is its ratio). **Off** is how far
the shares of the two runs are from one another.

Of ${all.length} rows that both runs have, the one in the middle is off by ${percent(middle(all).off)}, and ${all.filter(({ off }) => off <= 0.2).length} are within 20 %.

| scene | bodies | rows | slower | off, in the middle | within 20 % | furthest off | which |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
  writeFileSync(join(root, asked.out), words);
  console.log(`Written: ${asked.out}`);
});
