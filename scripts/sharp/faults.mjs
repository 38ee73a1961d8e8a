// All faults, by subject. A fault is
//   name, what      one sentence
//   file, find, replace   `find` stands in the file exactly once
//   build           'wasm' where pages run what is built of it, 'site' where the built site or library is met
//   tests           where it should be seen, the cheapest first: see tests.mjs
import contacts from './faults/contacts.mjs';
import format from './faults/format.mjs';
import joints from './faults/joints.mjs';
import lab from './faults/lab.mjs';
import learn from './faults/learn.mjs';
import machines from './faults/machines.mjs';
import pages from './faults/pages.mjs';
import pictures from './faults/pictures.mjs';
import solvers from './faults/solvers.mjs';

export const faults = [
  ...solvers,
  ...joints,
  ...contacts,
  ...machines,
  ...format,
  ...pictures,
  ...pages,
  ...lab,
  ...learn,
];
