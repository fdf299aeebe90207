import assert from 'node:assert/strict';
import { earlierApprovals, withRetranslated } from '../../../../../src/orders/spend/place/earlierApprovals.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import type { PlannedJob } from '../../../../../src/orders/units/plan/plan.ts';
import { wireJob, type Quote } from '../../../../../src/orders/spend/place/quote.ts';
import type { TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import { makePlannedJob } from '../../../../builders/plannedJob.ts';
import { scriptedClient } from '../../scriptedClient.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';

const job = (text: string, more: Partial<PlannedJob> = {}): PlannedJob => makePlannedJob({ text, ...more });

function quoteOf(...jobs: readonly (readonly [job: PlannedJob, credits: number, unitCount?: number])[]): Quote {
  return {
    plan: {
      sourceLocale: 'en',
      sourceLanguage: 'en',
      skipped: [],
      jobs: jobs.map(([one, credits, unitCount = 1], index) => {
        const unit = { project: 'p1', file: 'en.json', key: `key${index}`, locale: 'ja', sourceHash: 'h' };
        return { ...one, units: [unit], price: { key: `job_${index + 1}`, credits, unitCount } };
      }),
    },
    options: { tier: 'standard', autoApprove: false },
    locales: [],
    unitCount: jobs.length,
    credits: 0,
  };
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

/** A journal without jobs, and a service that knows none. */
function context() {
  return { client: scriptedClient({ getJobs: () => Promise.resolve([]) }), ledger: new Ledger() };
}

describe('earlierApprovals', () => {
  it('returns jobs that are free of charge, with the previously approved job if it is known', async () => {
    const before = tracked('Hello');
    const quote = quoteOf([job('Hello'), 0], [job('Goodbye'), 0.1], [job('Cart'), 0]);
    const [hello, , cart] = quote.plan.jobs;
    const { usable, unusable } = await earlierApprovals(context(), quote, [before]);
    const earlier = { id: 'Hello', title: 'other.key', text: '訳', problems: [], isFromElsewhere: true };
    assert.deepEqual(usable, [{ job: hello, earlier }, { job: cart }]);
    assert.deepEqual(unusable, []);
  });

  it('ignores plural forms, texts without units to charge, documents, and jobs that are translated again', async () => {
    const document = { name: 'a.md', content: new Uint8Array(), mimeType: 'text/markdown', targetExists: false };
    const quote = quoteOf(
      [job('a', { isForm: true }), 0],
      [job('b'), 0, 0],
      [job('c', { document }), 0],
      [job('d', { retranslate: true }), 0],
    );
    assert.deepEqual((await earlierApprovals(context(), quote, [])).usable, []);
  });

  it('returns jobs separately if the earlier translation is too long for them or has errors', async () => {
    const error = { kind: 'missing-placeholder', severity: 'error', text: '{n}' } as const;
    const known = [
      tracked('Hello', { translatedText: '長い訳' }),
      tracked('Broken', { problems: [error] }),
      tracked('Twice', { problems: [error] }),
      tracked('Twice'),
    ];
    const quote = quoteOf(
      [job('Hello', { maxChars: 2 }), 0],
      [job('Broken'), 0],
      [job('Twice'), 0],
      [job('Hello', { maxChars: 3 }), 0],
    );
    const { usable, unusable } = await earlierApprovals(context(), quote, known);
    assert.deepEqual(unusable, quote.plan.jobs.slice(0, 2));
    assert.deepEqual(
      usable.map((approval) => approval.job),
      quote.plan.jobs.slice(2),
    );
  });

  it('uses only approved translations by people of the same text into the same locale', async () => {
    const others = [
      tracked('Hello', { simulated: true }),
      tracked('Hello', { targetLocale: 'fr' }),
      tracked('Hello', { status: 'reviewable' }),
      tracked('Hello ', {}),
    ];
    const quote = quoteOf([job('Hello'), 0]);
    assert.deepEqual((await earlierApprovals(context(), quote, others)).usable, [{ job: quote.plan.jobs[0] }]);
  });
});

describe('withRetranslated', () => {
  it('forces a new translation of the given jobs', () => {
    const quote = quoteOf([job('Hello'), 0], [job('Cart'), 0]);
    const { jobs } = withRetranslated(quote.plan, quote.plan.jobs.slice(1));
    const forced = jobs.map((one, index) => {
      const price = { key: `job_${index + 1}`, credits: 0, unitCount: 1 };
      return wireJob(quote, { ...one, price }, index + 1, '').force;
    });
    assert.deepEqual(forced, [undefined, true]);
  });
});
