// Chapters, exercises and puzzles.
const NUMBERS = ['learn', 'learn-text', 'learn-numbers'];

export default [
  {
    name: 'chapter-number',
    what: 'A chapter’s text has a wrong number.',
    file: 'learn/03-ball-joint.html',
    find: '\\live{impulseY}{0.408}',
    replace: '\\live{impulseY}{0.418}',
    tests: [{ page: NUMBERS, grep: 'chapter 3 can be read without WebGPU' }],
  },
  {
    name: 'matrix-sign',
    what: 'Chapter 3 changes velocities the wrong way.',
    file: 'www/learn/joint.ts',
    find: '-dt * inverseMass[i]! * x',
    replace: 'dt * inverseMass[i]! * x',
    tests: [{ page: 'learn-03-ball-joint', grep: 'every matrix is the twin' }],
  },
  {
    name: 'fill-miscounted',
    what: 'Chapter 19 couples a joint to itself where it is eliminated.',
    file: 'www/learn/19-elimination.ts',
    find: 'if (other !== at) others.add(other);',
    replace: 'others.add(other);',
    tests: [
      { page: 'learn-19-the-sparse-net', grep: 'counts what the crate' },
      { node: 'learn-19-the-sparse-net', grep: 'counts what the crate' },
    ],
  },
  {
    name: 'exercise-takes-wrong',
    what: 'An exercise of chapter 7 takes the other root for right.',
    file: 'www/learn/07-warm-starting.ts',
    find: 'if (near(given, 0.366, 0.01)) return wrong(',
    replace: 'if (near(given, 0.366, 0.01)) return right(',
    tests: [{ page: 'learn-exercises', grep: 'chapter 7: each answer' }],
  },
  {
    name: 'number-with-comma',
    what: 'A number with a comma for its point is not read.',
    file: 'www/learn/exercise.ts',
    find: "text.replaceAll(',', '.').replaceAll('−', '-')",
    replace: "text.replaceAll('−', '-')",
    tests: [
      { page: 'learn-exercises', grep: 'chapter 1: each answer' },
      { node: ['learn-exercises', 'exercise'] },
    ],
  },
  {
    name: 'stable-omega',
    what: 'Chapter 7 draws the roots of another polynomial.',
    file: 'www/learn/07-warm-starting.ts',
    find: 'const square = p * p - p;',
    replace: 'const square = p * p - 1;',
    tests: [{ page: ['learn-05-11', 'learn-numbers'], grep: 'chapter 7: what is stable' }],
  },
  {
    name: 'record-overwritten',
    what: 'What was recorded is drawn over what has run, not after it.',
    file: 'www/learn/recorded.ts',
    find: 'recorded.filter(([time]) => time > now)',
    replace: 'recorded.filter(([time]) => time > 2 * now + 1)',
    tests: [
      { page: ['learn-07-10-twin', 'learn-numbers'], grep: 'recorded run from the start' },
      {
        page: ['learn-without-webgpu', 'learn-without-pictures', 'learn-numbers'],
        grep: 'show what was recorded',
      },
    ],
  },
  {
    name: 'solver-in-one-file',
    what: 'The whole solver in one file closes no gap.',
    file: 'www/learn/hanging-chain.js',
    find: 'const BETA = 0.2;',
    replace: 'const BETA = 0;',
    tests: [
      { page: ['learn-index'], grep: 'one file that runs by itself' },
      { node: ['whole-solver', 'learn-index'], grep: 'one file' },
    ],
  },
  {
    name: 'puzzle-takes-a-mistake',
    what: 'A puzzle is solved where one number of each item is right.',
    file: 'www/learn/puzzles/judge.ts',
    find: 'wanted.every((value, k) => Math.abs(found[k]! - value) <= within)',
    replace: 'wanted.some((value, k) => Math.abs(found[k]! - value) <= within)',
    tests: [
      { page: 'puzzles', grep: 'compiles and is not right yet' },
      { page: 'puzzles', grep: 'mistakes' },
    ],
  },
  {
    name: 'puzzle-without-truth',
    what: 'What a puzzle holds for true has a wrong sign.',
    file: 'www/learn/puzzles/thomas.ts',
    find: 'if (pivot) pivots[i]! -= factor * couplings![i - 1]!;',
    replace: 'if (pivot) pivots[i]! += factor * couplings![i - 1]!;',
    tests: [
      { page: 'puzzles-truth', grep: 'dense solve' },
      { node: 'puzzles-truth', grep: 'dense solve' },
    ],
  },
];
