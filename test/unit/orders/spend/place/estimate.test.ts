import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import {
  estimateOf,
  estimateTarget,
  priceOf,
  pricesOf,
  type Prices,
} from '../../../../../src/orders/spend/place/estimate.ts';
import { draftTarget, planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import type { Language, LanguagePair } from '../../../../../src/service/interface/records.ts';
import { makePlannedJob } from '../../../../builders/plannedJob.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';
import { memoryProject } from '../../memoryProject.ts';
import type { Plan, PlannedJob } from '../../../../../src/orders/model/plan/plan.ts';
import type { PricedJob, Quote } from '../../../../../src/orders/model/order/quote.ts';
import { explainDifference, type PriceDifference } from '../../../../../src/orders/spend/place/quotePlan.ts';

const languages: readonly Language[] = [
  { code: 'en', name: 'English', localizedName: 'English', unitType: 'word' },
  { code: 'ja', name: 'Japanese', localizedName: '日本語', unitType: 'character' },
];
const pair = (source: string, target: string, tier: string, unitPrice: number): LanguagePair => ({
  source,
  target,
  tier,
  unitPrice,
  currency: 'USD',
});
const pairs = [
  pair('en', 'ja', 'standard', 0.07),
  pair('en', 'ja', 'pro', 0.12),
  pair('en', 'fr', 'standard', 0.05),
  pair('ja', 'en', 'standard', 0.03),
];

function pricesFrom(source: string, known: readonly TrackedJob[] = []): Prices {
  return pricesOf([source], { pairs, languages }, known);
}

let keys = 0;

function job(text: string, changes: Partial<PlannedJob> = {}): PlannedJob {
  keys += 1;
  const locale = changes.targetLocale ?? 'ja';
  return makePlannedJob({
    text,
    targetLocale: locale,
    targetLanguage: locale,
    units: [{ project: 'p', file: 'en.json', key: `key${keys}`, locale, sourceHash: 'h' }],
    ...changes,
  });
}

function planOf(...jobs: readonly PlannedJob[]): Plan {
  return { sourceLocale: 'en', sourceLanguage: 'en', jobs, skipped: [] };
}

const document = { name: 'a.md', content: new Uint8Array(), mimeType: 'text/markdown', targetExists: false };
const approved = (text: string, more: Partial<TrackedJob> = {}): TrackedJob =>
  makeTrackedJob({
    status: 'approved',
    tier: 'standard',
    sourceText: text,
    protectedText: { text, source: text, placeholders: [] },
    ...more,
  });

describe('priceOf', () => {
  for (const [units, unitPrice, price] of [
    [0, 0.07, 0],
    [1, 0.07, 0.07],
    [3, 0.07, 0.21],
    [1, 0.035, 0.04],
    [1, 0.145, 0.15],
    [3, 0.005, 0.02],
    [1, 0.0001, 0.01],
    [5, 0, 0],
    [12_345, 0.07, 864.15],
  ] as const)
    it(`is ${price} for ${units} at ${unitPrice}`, () => {
      assert.equal(priceOf(units, { unitPrice }), price);
    });
});

describe('estimateOf', () => {
  it('counts and prices each locale', () => {
    const plan = planOf(
      job('Save your changes'),
      job('Hello [[[{name}]]]!'),
      job('Save your changes', { targetLocale: 'fr' }),
    );
    const { locales, unitCount, credits, currency, omitted } = estimateOf(plan, { tier: 'standard' }, pricesFrom('en'));
    const common = { freeCount: 0, documentCount: 0, currency: 'USD' };
    assert.deepEqual(locales, [
      { locale: 'ja', jobCount: 2, unitCount: 4, credits: 0.28, ...common },
      { locale: 'fr', jobCount: 1, unitCount: 3, credits: 0.15, ...common },
    ]);
    assert.deepEqual([unitCount, credits, currency, omitted], [7, 0.43, 'USD', []]);
  });

  it('counts characters if the service does so for the source language', () => {
    const plan = { ...planOf(job('保存する', { targetLocale: 'en' })), sourceLanguage: 'ja' };
    const { locales } = estimateOf(plan, { tier: 'standard' }, pricesFrom('ja'));
    assert.deepEqual([locales[0]?.unitCount, locales[0]?.credits], [4, 0.12]);
  });

  it('is free for texts approved before, in the same language and tier only', () => {
    const plan = planOf(job('Hello'), job('Cart'), job('Later'), job('Hello', { targetLocale: 'fr' }));
    const known = [
      approved('Hello'),
      approved('Cart', { tier: 'pro' }),
      approved('Later', { status: 'reviewable' }),
      approved('Hello', { targetLocale: 'de' }),
    ];
    const { locales } = estimateOf(plan, { tier: 'standard' }, pricesFrom('en', known));
    assert.deepEqual(
      locales.map(({ freeCount, credits }) => [freeCount, credits]),
      [
        [1, 0.14],
        [0, 0.05],
      ],
    );
  });

  it('is not free for plural forms and texts that are translated again', () => {
    const plan = planOf(job('Hello', { isForm: true }), job('Hello', { retranslate: true }));
    assert.equal(estimateOf(plan, { tier: 'standard' }, pricesFrom('en', [approved('Hello')])).credits, 0.14);
  });

  it('says what the price does not include', () => {
    const tier = 'standard';
    assert.deepEqual(estimateOf(planOf(job('a', { document })), { tier, edit: true }, pricesFrom('en')).omitted, [
      'documents',
    ]);
    assert.deepEqual(estimateOf(planOf(job('a')), { tier, edit: true }, pricesFrom('en')).omitted, ['second-pass']);
    const unknown = estimateOf(planOf(job('a b', { targetLocale: 'fr' })), { tier: 'pro' }, pricesFrom('en'));
    assert.deepEqual([unknown.omitted, unknown.credits, unknown.unitCount], [['no-price'], 0, 2]);
    assert.equal(unknown.locales[0]?.credits, undefined);
  });

  it('is 0 for an empty plan', () => {
    const { locales, credits, unitCount } = estimateOf(planOf(), { tier: 'standard' }, pricesFrom('en'));
    assert.deepEqual([locales, credits, unitCount], [[], 0, 0]);
  });
});

describe('estimateTarget', () => {
  it('equals the estimate of the plan that is made of the draft', async () => {
    const source = await openSourceFile(
      memoryProject({
        'locales/en.json': {
          save: 'Save your changes',
          again: 'Save your changes',
          days_one: '{{count}} day',
          days_other: '{{count}} days',
          done: 'Done',
        },
        'locales/ja.json': { done: '完了' },
      }),
      'locales/en.json',
      { patterns: [], sourceLocale: 'en' },
    );
    const target = await openTargetFile(source, 'ja');
    const request = {
      source,
      history: { inFlight: new Set<string>(), delivered: new Map<string, never>() },
      languages: ['en', 'ja'],
    };
    const draft = draftTarget(request, target);
    const estimate = estimateTarget(draft, 'standard', pricesFrom('en'));
    // The equal texts are one job, and Japanese has one plural form.
    assert.deepEqual([estimate.jobCount, estimate.unitCount, estimate.credits], [2, 4, 0.28]);
    const plan = await planOrder({ ...request, targets: [target] });
    assert.deepEqual(estimateOf(plan, { tier: 'standard' }, pricesFrom('en')).locales, [estimate]);
  });
});

describe('explainDifference', () => {
  interface Priced {
    readonly job: PlannedJob;
    readonly unitCount: number;
    readonly credits: number;
  }

  function explain(
    priced: readonly Priced[],
    {
      known = [],
      edit = false,
      tier = 'standard',
      currency = 'USD',
    }: {
      readonly known?: readonly TrackedJob[];
      readonly edit?: boolean;
      readonly tier?: string;
      readonly currency?: string;
    } = {},
  ): readonly (readonly [PriceDifference['reason'], readonly string[], number])[] {
    const jobs = priced.map(({ job: planned, unitCount, credits }, index): PricedJob => ({
      ...planned,
      price: { key: `job_${index + 1}`, unitCount, credits, currency },
    }));
    const prices = pricesFrom('en', known);
    const credits = priced.reduce((sum, price) => sum + price.credits, 0);
    const options = { tier, edit, autoApprove: false };
    const quote: Quote = {
      plan: { ...planOf(), jobs },
      options,
      locales: [],
      unitCount: 0,
      credits,
      currency,
    };
    const estimate = estimateOf(quote.plan, options, prices);
    const differences = explainDifference(estimate, quote, prices);
    if (currency === 'USD')
      assert.equal(
        differences.reduce((sum, difference) => sum + difference.credits, 0).toFixed(4),
        (credits - estimate.credits).toFixed(4),
        'the differences add up to that of the totals',
      );
    return differences.map((difference) => [
      difference.reason,
      difference.jobs.map(({ title }) => title),
      difference.credits,
    ]);
  }

  it('finds nothing if the service counts and charges what was estimated', () => {
    assert.deepEqual(
      explain([
        { job: job('Save your changes'), unitCount: 3, credits: 0.21 },
        { job: job('[[[%s]]]'), unitCount: 0, credits: 0 },
      ]),
      [],
    );
  });

  it('names texts that were counted differently', () => {
    assert.deepEqual(
      explain([
        { job: job('one two'), unitCount: 3, credits: 0.21 },
        { job: job('three'), unitCount: 1, credits: 0.07 },
        { job: job('four five'), unitCount: 1, credits: 0.07 },
      ]),
      [['count', ['one two', 'four five'], 0]],
    );
  });

  it('recognizes texts that are free, or charged, unexpectedly', () => {
    const known = [approved('Goodbye')];
    assert.deepEqual(
      explain(
        [
          { job: job('Hello'), unitCount: 1, credits: 0 },
          { job: job('Goodbye'), unitCount: 1, credits: 0.07 },
        ],
        { known },
      ),
      [
        ['approved', ['Hello'], -0.07],
        ['not-approved', ['Goodbye'], 0.07],
      ],
    );
  });

  it('recognizes another price than the table has, apart from another count', () => {
    assert.deepEqual(explain([{ job: job('one two'), unitCount: 3, credits: 0.3 }]), [
      ['count', ['one two'], 0.07],
      ['unit-price', ['one two'], 0.09],
    ]);
  });

  it('attributes a higher price to the second pass if there is one', () => {
    assert.deepEqual(explain([{ job: job('one two'), unitCount: 2, credits: 0.21 }], { edit: true }), [
      ['second-pass', ['one two'], 0.07],
    ]);
  });

  it('says what could not be estimated', () => {
    assert.deepEqual(
      explain([
        { job: job('guide', { document }), unitCount: 100, credits: 7 },
        { job: job('vier', { targetLocale: 'de' }), unitCount: 1, credits: 0.05 },
      ]),
      [
        ['documents', ['guide'], 7],
        ['no-price', ['vier'], 0.05],
      ],
    );
    assert.deepEqual(explain([{ job: job('one'), unitCount: 1, credits: 8 }], { currency: 'JPY' }), [
      ['currency', ['one'], 8],
    ]);
  });
});
