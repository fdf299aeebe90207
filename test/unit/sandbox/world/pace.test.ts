import assert from 'node:assert/strict';
import { queueJob, type JobStatus, type SandboxJob } from '../../../../src/sandbox/records/job.ts';
import { estimateSeconds, etaSeconds, nextStep } from '../../../../src/sandbox/world/pace.ts';

const hour = 3_600_000;
const base = queueJob(
  {
    id: 7,
    orderId: 1,
    slug: 's',
    bodySrc: 'Hello',
    lcSrc: 'en',
    lcTgt: 'ja',
    tier: 'standard',
    unitCount: 100,
    cents: 7,
    autoApprove: false,
    position: 1,
  },
  0,
);
const jobIn = (status: JobStatus): SandboxJob => ({ ...base, status, since: 1000 });

describe('sandbox/pace', () => {
  it('empties the queue immediately and then waits for control calls at pace manual', () => {
    assert.deepEqual(nextStep(jobIn('queued'), 'manual'), { at: 1000, kind: 'drain' });
    for (const status of ['available', 'pending'] as const) assert.equal(nextStep(jobIn(status), 'manual'), undefined);
  });

  it('ends the review period after 120 hours at every pace', () => {
    for (const pace of ['instant', 'fast', 'real', 'manual'] as const) {
      assert.deepEqual(nextStep(jobIn('reviewable'), pace), { at: 1000 + 120 * hour, kind: 'window-ends' });
    }
  });

  it('returns a job to the pool if a revision takes more than a day', () => {
    assert.deepEqual(nextStep(jobIn('revising'), 'manual'), { at: 1000 + 24 * hour, kind: 'return' });
    assert.deepEqual(nextStep({ ...jobIn('revising'), unitCount: 1_000_000 }, 'real'), {
      at: 1000 + 24 * hour,
      kind: 'return',
    });
    assert.deepEqual(nextStep(jobIn('revising'), 'fast'), { at: 2000, kind: 'submit' });
  });

  it('does nothing in a final state or on hold', () => {
    for (const status of ['approved', 'canceled', 'archived', 'hold'] as const)
      assert.equal(nextStep(jobIn(status), 'instant'), undefined);
  });

  it('answers a comment before the review period ends, but only after a translator has the job', () => {
    const asked = { ...jobIn('reviewable'), unansweredSince: 5000 };
    assert.deepEqual(nextStep(asked, 'fast'), { at: 6000, kind: 'reply' });
    assert.equal(nextStep({ ...asked, status: 'available' }, 'fast')?.kind, 'start');
  });

  it('takes minutes to hours at the real pace', () => {
    assert.ok(estimateSeconds(100, 'real') > 20 * 60);
    assert.ok(estimateSeconds(1000, 'real') > estimateSeconds(100, 'real'));
    assert.equal(estimateSeconds(100, 'instant'), 0);
  });

  it('submits a job with a second pass after that pass', () => {
    const once = nextStep(jobIn('pending'), 'real')!.at;
    const twice = nextStep({ ...jobIn('pending'), edit: true }, 'real')!.at;
    assert.equal(twice - 1000, (once - 1000) * 1.5);
    assert.ok(estimateSeconds(100, 'real', true) > estimateSeconds(100, 'real'));
    assert.ok(
      etaSeconds({ ...jobIn('pending'), edit: true }, 'real', 1000) > etaSeconds(jobIn('pending'), 'real', 1000),
    );
  });

  it('counts down the ETA until there is a translation', () => {
    assert.equal(etaSeconds(jobIn('pending'), 'fast', 1000), 1);
    assert.equal(etaSeconds(jobIn('pending'), 'fast', 60_000), 0);
    assert.equal(etaSeconds(jobIn('reviewable'), 'fast', 1000), -1);
  });
});
