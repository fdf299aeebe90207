import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PullTrials } from '../../kill/pullTrials.ts';

/** Trials; `npm run kill` runs more of them. */
const share = 3;

describe('contract: pull of the command line that is killed', function () {
  this.timeout(180_000);

  it('leaves whole files, and the next pull delivers the rest once', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'killed-pull-'));
    try {
      await using trials = await PullTrials.prepare(folder);
      const count = trials.boundaries.length;
      assert.ok(count > 50, `${count} moments to be killed at`);
      const found: string[] = [];
      for (let index = 0; index < share; index += 1) {
        const at = 1 + Math.floor(((index + 0.5) * count) / share);
        const violations = (await trials.run(at)) ?? ['was not killed'];
        for (const violation of violations) found.push(`${at}, ${trials.boundaries[at - 1]}: ${violation}`);
      }
      assert.deepEqual(found, []);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
