// What stands in the way of a release.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { faults } from '../../scripts/release.mjs';

test('only a release is published', () => {
  const release = {
    version: '1.2.3',
    crate: '1.2.3',
    changelog: '## 1.2.3 (2026-11-21)',
    pasted: [{ path: 'README.md', version: '1.2.3' }],
    changes: '',
    tags: ['v1.2.3'],
  };
  assert.deepEqual(faults(release), []);
  for (const [slip, says] of [
    [{ changes: ' M README.md' }, 'not committed'],
    [{ changes: null }, 'no git checkout'],
    [{ tags: ['v1.2.2'] }, 'no tag v1.2.3'],
    [{ crate: '1.2.2' }, 'Cargo.toml'],
    [{ changelog: '## 1.2.3 (unreleased)' }, 'CHANGELOG.md'],
    [{ pasted: [{ path: 'README.md', version: '1.2.2' }] }, 'README.md'],
  ]) {
    const found = faults({ ...release, ...slip });
    assert.equal(found.length, 1, says);
    assert(found[0].includes(says), found[0]);
  }
  // npm runs it before it publishes anything
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(scripts.prepublishOnly, 'node scripts/release.mjs');
});
