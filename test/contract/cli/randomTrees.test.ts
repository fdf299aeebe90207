import assert from 'node:assert/strict';
import { fuzzTrees } from '../../laws/repositories/fuzzTrees.ts';

describe('contract: the command line in random repositories', function () {
  this.timeout(300_000);

  before(function () {
    // Pipes, devices and names that are not UTF-8 are as on Linux.
    if (process.platform !== 'linux') this.skip();
  });

  it('starts only git, changes only targets of a locale, prints nothing raw, and ends with a documented code', async () => {
    const { failures, trees, delivered } = await fuzzTrees({ seed: 1000, trees: 30, workers: 1, hangMs: 60_000 });
    assert.deepEqual(Object.fromEntries(failures), {});
    assert.equal(trees, 30);
    assert.ok(delivered > 10, `only ${delivered} files were written`);
  });
});
