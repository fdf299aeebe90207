import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RehearsalTrials } from '../../kill/rehearsalTrials.ts';

/** Trials; `npm run kill` runs all of them. */
const share = 4;

describe('contract: the rehearsal of an order that is killed', function () {
  this.timeout(180_000);

  it('changes no file, and the next one removes what it left behind', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'killed-rehearsal-'));
    try {
      const trials = await RehearsalTrials.prepare(folder);
      const count = trials.boundaries.length;
      assert.ok(count >= 12, trials.boundaries.join('\n'));
      const found: string[] = [];
      for (let index = 0; index < share; index += 1) {
        const at = 1 + Math.floor(((index + 0.5) * count) / share);
        for (const violation of await trials.run(at)) found.push(`${at}, ${trials.boundaries[at - 1]}: ${violation}`);
      }
      assert.deepEqual(found, []);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
