import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Lane } from '../../kill/trial.ts';
import { describeMoment, planTrials, runTrial, spread } from '../../kill/trials.ts';

/** Trials of each kind; `npm run kill` runs all of them. */
const share = 6;

describe('contract: a process that is killed', function () {
  this.timeout(180_000);
  let folder: string;
  let lane: Lane;
  let trials: Awaited<ReturnType<typeof planTrials>>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
    lane = new Lane(folder);
    trials = await planTrials(lane, folder, { seed: 1, random: { ordering: 0, project: 0, delivery: 0, recovery: 0 } });
  });

  after(async () => {
    await lane[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  for (const [name, what, leastTrials] of [
    ['ordering', 'orders', 50],
    ['project', 'orders 36 files of two folders', 10],
    ['delivery', 'delivers', 50],
    ['recovery', 'recovers a lost journal', 20],
  ] as const) {
    it(`${what}: everything once, completely, and leaves no temporary files`, async () => {
      const found: string[] = [];
      assert.ok(trials[name].length > leastTrials, `${trials[name].length} moments to be killed at`);
      for (const trial of spread(trials[name], share, 0.5)) {
        const { wasKilled, violations } = await runTrial(lane, trial);
        if (!wasKilled) found.push(`${describeMoment(trial.moment)}: not killed`);
        for (const { kind, what: violation } of violations)
          found.push(`${describeMoment(trial.moment)}: ${kind}: ${violation}`);
      }
      assert.deepEqual(found, []);
    });
  }
});
