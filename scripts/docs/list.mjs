// The documents that the site shows as pages, by group and in order: where each stands in the repository and on the site.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Titles of the groups; of each file in docs/ what it tells. What a contributor needs stays in the repository. */
const GROUPS = {
  'Get started': {
    start:
      'Install it, run a first simulation, make a scene of your own; solvers, figures and limits in short.',
    examples: 'Whole programs, from a canvas to three.js, Babylon.js, PlayCanvas, React, Vue and Svelte.',
    scenes: 'The format of a scene: bodies, shapes, joints, contacts, pushes, rays.',
    embedding: 'A frame or an element in any page: attributes, events, bundlers, strict policies.',
    three: 'Meshes that follow bodies, bodies made from meshes, dragging.',
    members: 'Adding and removing bodies and joints while a simulation runs.',
  },
  'How it works': {
    joints: 'What each kind of joint holds and leaves free, how it yields and breaks, and how exact it is.',
    'limits-and-drives': 'Stops, motors, servos and dry friction, and how other engines call them.',
    contacts: 'Shapes that touch, friction, restitution; what stands, what falls, and what a step costs.',
    solvers:
      'The equation that all of them solve, each solver in a formula, where it fails, and what was measured.',
  },
  'What to rely on': {
    limits: 'What is promised, what is refused, what is survived, each with its test.',
    browsers: 'What runs where: with WebGPU, without it, in a worker, in Node.',
    'benchmarks/README': 'Every table of times, gaps and errors, and the command that makes it.',
  },
  'The project': {
    '../CHANGELOG': 'What each version brought.',
    credits: 'The papers and engines that Beadwork stands on.',
    licence: 'MIT or Apache-2.0, at your choice.',
  },
};

/** Programs that the page of examples shows whole: their titles and files. */
const PROGRAMS = {
  'In a scene of three.js': 'examples/three/main.ts',
  'In React Three Fiber': 'examples/react-three-fiber/main.jsx',
  'In Babylon.js': 'examples/babylon/main.js',
  'In PlayCanvas': 'examples/playcanvas/main.js',
  'The element in React': 'examples/web/react/main.jsx',
  'The element in Vue': 'examples/web/vue/main.js',
  'The element in Svelte': 'examples/web/svelte/Article.svelte',
};

/** Of a program: its title by its first line, unless one is given, and its text. */
function program(path, title) {
  const text = readFileSync(join(root, path), 'utf8').trim();
  const language = /\.(ts|jsx?)$/.test(path) ? 'ts' : '';
  const [first, ...lines] = text.split('\n');
  return title
    ? `## ${title}\n\n\`${path}\`\n\n\`\`\`${language}\n${text}\n\`\`\``
    : `## ${first.replace(/^\/\/ /, '')}\n\n\`\`\`${language}\n${lines.join('\n').trim()}\n\`\`\``;
}

function examplesPage() {
  const small = readdirSync(join(root, 'examples/api'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const parts = [
    '# Examples\n\nEach is a whole program; all of them are in the folder `examples` of the repository. Tests compile, run or open them.',
    ...small.map((name) => program(`examples/api/${name}`)),
    ...Object.entries(PROGRAMS).map(([title, path]) => program(path, title)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Made of the two licences, which are no Markdown. */
const LICENCES = { 'MIT License': 'LICENSE-MIT', 'Apache License, Version 2.0': 'LICENSE-APACHE' };

export const readDocument = (source) => {
  if (source === 'docs/examples.md') return examplesPage();
  if (source !== 'docs/licence.md') return readFileSync(join(root, source), 'utf8');
  const texts = Object.entries(LICENCES).map(
    ([title, path]) => `## ${title}\n\n\`\`\`\n${readFileSync(join(root, path), 'utf8').trim()}\n\`\`\`\n`,
  );
  return `# Licence\n\nBeadwork is licensed under MIT or Apache-2.0, at your choice.\n\n${texts.join('\n')}`;
};

const titleOf = (source) => readDocument(source).match(/^# (.*)$/m)?.[1] ?? source;

function pageOf(name, about = '') {
  const source = posix.normalize(`docs/${name}.md`);
  const page = posix
    .normalize(`docs/${name.replace('../CHANGELOG', 'changelog')}.html`)
    .replace(/README\.html$/, 'index.html');
  return { source, page, about, title: titleOf(source) };
}

/** Groups of pages, as the list beside every page shows them. */
export const groups = () =>
  Object.entries(GROUPS).map(([title, names]) => ({
    title,
    pages: Object.entries(names).map(([name, about]) => pageOf(name, about)),
  }));

/** The tables that the measured documents link to. */
const measured = () =>
  readdirSync(join(root, 'docs/benchmarks'))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => pageOf(`benchmarks/${name.slice(0, -3)}`, 'Measured figures, and how they were made.'));

const ABOUT = 'Scenes, joints, contacts, solvers and limits of Beadwork.';

/** Every page by its address on the site: `docs/scenes.html`. The contents have no document of their own. */
export function allPages() {
  const all = [...groups().flatMap(({ pages }) => pages), ...measured()];
  return new Map([
    ['docs/index.html', { source: null, page: 'docs/index.html', title: 'Documentation', about: ABOUT }],
    ...all.map((one) => [one.page, one]),
  ]);
}

/** The paths of these pages, as inputs of a build. */
export const docPages = () => [...allPages().keys()].map((page) => join(root, page));
