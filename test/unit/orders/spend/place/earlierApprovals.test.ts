import assert from 'node:assert/strict';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import type { TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import { makePlannedJob } from '../../../../builders/plannedJob.ts';
import { scriptedClient } from '../../scriptedClient.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';
import { withRetranslated } from '../../../../../src/orders/model/plan/planDecisions.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';
import type { PlannedJob } from '../../../../../src/orders/model/plan/plan.ts';
import { newJob, earlierApprovals, type EarlierApprovals } from '../../../../../src/orders/spend/place/quotePlan.ts';

const job = (text: string, more: Partial<PlannedJob> = {}): PlannedJob => makePlannedJob({ text, ...more });

function planOf(...jobs: readonly PlannedJob[]): Plan {
  return {
    sourceLocale: 'en',
    sourceLanguage: 'en',
    skipped: [],
    jobs: jobs.map((one, index) => {
      const unit = { project: 'p1', file: 'en.json', key: `key${index}`, locale: 'ja', sourceHash: 'h' };
      return { ...one, units: [unit] };
    }),
  };
}

/** Finds the earlier approvals of a plan in the standard tier, in a journal without jobs from elsewhere. */
function approvalsOf(plan: Plan, known: readonly TrackedJob[]): Promise<EarlierApprovals> {
  const context = { client: scriptedClient({ getJobs: () => Promise.resolve([]) }), ledger: new Ledger() };
  return earlierApprovals(context, { plan, tier: 'standard' }, known);
}

const tracked = (sourceText: string, more: Partial<TrackedJob> = {}): TrackedJob =>
  makeTrackedJob({
    id: sourceText,
    status: 'approved',
    title: 'other.key',
    tier: 'standard',
    sourceText,
    translatedText: '訳',
    ...more,
  });

describe('earlierApprovals', () => {
  it('returns jobs that were approved before, with the previous translation', async () => {
    const plan = planOf(job('Hello'), job('Goodbye'));
    const { usable, unusable } = await approvalsOf(plan, [tracked('Hello')]);
    const earlier = { id: 'Hello', title: 'other.key', text: '訳', problems: [], isFromElsewhere: true };
    assert.deepEqual(usable, [{ job: plan.jobs[0], earlier }]);
    assert.deepEqual(unusable, []);
  });

  it('ignores plural forms, documents, and jobs that are translated again', async () => {
    const document = { name: 'a.md', content: new Uint8Array(), mimeType: 'text/markdown', targetExists: false };
    const plan = planOf(job('a', { isForm: true }), job('b', { document }), job('c', { retranslate: true }));
    const approvals = await approvalsOf(
      plan,
      ['a', 'b', 'c'].map((text) => tracked(text)),
    );
    assert.deepEqual(approvals, { usable: [], unusable: [] });
  });

  it('returns jobs separately if the earlier translation is too long for them or has errors', async () => {
    const error = { kind: 'missing-placeholder', severity: 'error', text: '{n}' } as const;
    const known = [
      tracked('Hello', { translatedText: '長い訳' }),
      tracked('Broken', { problems: [error] }),
      tracked('Twice', { problems: [error] }),
      tracked('Twice'),
    ];
    const plan = planOf(job('Hello', { maxChars: 2 }), job('Broken'), job('Twice'), job('Hello', { maxChars: 3 }));
    const { usable, unusable } = await approvalsOf(plan, known);
    assert.deepEqual(unusable, plan.jobs.slice(0, 2));
    assert.deepEqual(
      usable.map((approval) => approval.job),
      plan.jobs.slice(2),
    );
  });

  it('uses only approved translations by people of the same text into the same locale in the same tier', async () => {
    const others = [
      tracked('Hello', { simulated: true }),
      tracked('Hello', { targetLocale: 'fr' }),
      tracked('Hello', { status: 'reviewable' }),
      tracked('Hello', { tier: 'pro' }),
      tracked('Hello ', {}),
    ];
    assert.deepEqual(await approvalsOf(planOf(job('Hello')), others), { usable: [], unusable: [] });
  });
});

describe('withRetranslated', () => {
  it('forces a new translation of the given jobs', () => {
    const plan = planOf(job('Hello'), job('Cart'));
    const jobs = withRetranslated(plan, plan.jobs.slice(1)).jobs.map((one, index) => {
      return { ...one, price: { key: `job_${index + 1}`, credits: 0, unitCount: 1 } };
    });
    const quote = { plan: { ...plan, jobs }, options: { tier: 'standard', autoApprove: false } };
    const forced = jobs.map((one, index) => newJob(quote, one, index + 1, '').force);
    assert.deepEqual(forced, [undefined, true]);
  });
});
