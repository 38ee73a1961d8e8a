// Runs before `npm publish` and stops it unless what would be published is a release: whole, of one version everywhere,
// at a commit with its tag. Then builds anew, so that the package is of that commit and of nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite, buildWasm } from './build.mjs';
import { npmPackages } from './setup/npm-packages.mjs';
import { capture, isMain, main, root, SetupError } from './setup/run.mjs';

/** Texts that name the version in lines to be pasted. */
const PASTED = ['README.md', 'docs/start.md', 'docs/embedding.md', 'examples/web/blog.html'];

function facts() {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  return {
    version: JSON.parse(read('package.json')).version,
    crate: read('Cargo.toml').match(/^version = "(.*)"/m)?.[1],
    changelog: read('CHANGELOG.md').match(/^## .*/m)?.[0],
    pasted: PASTED.flatMap((path) =>
      [...read(path).matchAll(/beadwork@([\d.]+)/g)].map(([, it]) => ({ path, version: it })),
    ),
    changes: capture('git', ['status', '--porcelain']),
    tags: capture('git', ['tag', '--points-at', 'HEAD'])?.split('\n') ?? [],
  };
}

/** What stands in the way of a release, a sentence each. */
export function faults({ version, crate, changelog, pasted, changes, tags }) {
  const found = [];
  if (changes === null) found.push('This is no git checkout.');
  else if (changes !== '') found.push('There are changes that are not committed.');
  if (!tags.includes(`v${version}`)) found.push(`This commit has no tag v${version}.`);
  if (crate !== version) found.push(`Cargo.toml says ${crate}, package.json ${version}.`);
  if (!changelog?.match(/^## (\S+) \(\d{4}-\d\d-\d\d\)$/) || changelog.split(' ')[1] !== version)
    found.push(`CHANGELOG.md opens with "${changelog}", not with "## ${version} (the day)".`);
  for (const { path, version: old } of pasted)
    if (old !== version) found.push(`${path} has lines to paste for ${old}.`);
  return found;
}

if (isMain(import.meta.url)) {
  main(async () => {
    const found = faults(facts());
    if (found.length > 0) throw new SetupError(`Not published.\n  ${found.join('\n  ')}`);
    await npmPackages();
    await buildWasm();
    await buildSite();
  });
}
