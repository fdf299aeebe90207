import assert from 'node:assert/strict';
import type { Estimate, LocaleEstimate } from '../../../src/orders/spend/place/estimate.ts';
import { countLines, differenceLines, estimateText } from '../../../src/words/estimateSentences.ts';
import { plain } from '../../../src/words/plain.ts';
import { makePlannedJob } from '../../builders/plannedJob.ts';
import type { PricedJob } from '../../../src/orders/model/order/quote.ts';
import type { PriceDifference } from '../../../src/orders/spend/place/quotePlan.ts';

const estimate: LocaleEstimate = {
  locale: 'ja',
  jobCount: 12,
  unitCount: 48,
  credits: 2.4,
  currency: 'USD',
  freeCount: 0,
  documentCount: 0,
};

/** Shows a text without the characters that isolate parts from outside. */
const show = (text: Parameters<typeof plain>[0]): string => plain(text).replaceAll(/[\u2066-\u2069]/gu, '');

describe('estimateText', () => {
  for (const [changes, unitType, text] of [
    [{}, 'word', 'about 48 words · 2.40 USD (Standard)'],
    [{ unitCount: 1, credits: 0.05 }, 'word', 'about 1 word · 0.05 USD (Standard)'],
    [{}, 'character', 'about 48 characters · 2.40 USD (Standard)'],
    [{}, undefined, 'about 48 units · 2.40 USD (Standard)'],
    [{ freeCount: 2 }, 'word', 'about 48 words · 2.40 USD (Standard) · 2 strings approved earlier'],
    [{ freeCount: 1 }, 'word', 'about 48 words · 2.40 USD (Standard) · 1 string approved earlier'],
    [{ credits: undefined }, 'word', 'about 48 words · not offered as Standard'],
    [{ jobCount: 1, documentCount: 1, unitCount: 0, credits: undefined }, 'word', 'price only by quote'],
    [{ jobCount: 0, unitCount: 0, credits: 0 }, 'word', ''],
  ] as const)
    it(`is “${text}”`, () => {
      assert.equal(show(estimateText({ ...estimate, ...changes } as LocaleEstimate, 'standard', unitType)), text);
    });
});

describe('differenceLines', () => {
  const jobs = (...titles: readonly string[]): readonly PricedJob[] =>
    titles.map((text, index) => ({
      ...makePlannedJob({ text }),
      price: { key: `job_${index + 1}`, credits: 1, unitCount: 1 },
    }));
  const total: Estimate = {
    locales: [],
    jobs: new Map(),
    unitCount: 1,
    credits: 2.4,
    currency: 'USD',
    omitted: [],
  };
  const linesOf = (...differences: readonly PriceDifference[]): readonly string[] =>
    differenceLines(differences, total, 'USD').map(show);

  it('says nothing if there are no differences, or only documents', () => {
    assert.deepEqual(linesOf(), []);
    assert.deepEqual(linesOf({ reason: 'documents', jobs: jobs('a.md'), credits: 7 }), []);
  });

  it('has a line for each reason, with its amount', () => {
    assert.deepEqual(
      linesOf(
        { reason: 'count', jobs: jobs('a', 'b', 'c', 'd'), credits: 0.1 },
        { reason: 'count', jobs: jobs('a'), credits: 0 },
        { reason: 'approved', jobs: jobs('e'), credits: -0.07 },
        { reason: 'not-approved', jobs: jobs('f', 'g'), credits: 0.14 },
        { reason: 'second-pass', jobs: jobs('a'), credits: 1.2 },
        { reason: 'unit-price', jobs: jobs('a'), credits: -0.5 },
        { reason: 'no-price', jobs: jobs('a'), credits: 0.5 },
        { reason: 'documents', jobs: jobs('a.md'), credits: 7 },
        { reason: 'currency', jobs: jobs('a'), credits: 5 },
      ),
      [
        'The quote differs from the estimate of 2.40 USD:',
        '• The service counted 4 strings differently: “a”, “b”, “c” and 1 more (0.10 USD more)',
        '• The service counted 1 string differently: “a”',
        '• 1 string is free, because the same text was approved before (0.07 USD less)',
        '• 2 strings aren’t free, although the same texts were approved before: “f”, “g” (0.14 USD more)',
        '• The estimate didn’t include the second pass by an editor (1.20 USD more)',
        '• The service charges a different price than its table says for Japanese (0.50 USD less)',
        '• The service’s table of prices doesn’t include Japanese in this tier (0.50 USD more)',
        '• Only the service counts documents (7.00 USD more)',
        '• The service’s table of prices is in another currency',
      ],
    );
  });

  it('shows titles as text', () => {
    const [, line = ''] = differenceLines([{ reason: 'count', jobs: jobs('a\nb'), credits: 0 }], total, 'USD').map(
      plain,
    );
    assert.doesNotMatch(line, /\n/u);
  });
});

describe('countLines', () => {
  it('says that the estimate is the same, or lists what differs', () => {
    const same = { text: 'one two', estimated: 2, counted: 2 };
    assert.deepEqual(countLines([same], 'word').map(show), ['The estimate is the same.']);
    const other = { text: 'three\n four', estimated: 2, counted: 1 };
    assert.deepEqual(countLines([same, other], 'word').map(show), [
      'The estimate is 4 words. The service counts these strings differently:',
      '• 1 instead of 2: “three four”',
    ]);
    const many = Array.from({ length: 10 }, () => other);
    assert.equal(countLines(many, 'word').map(show).at(-1), '… and 2 more');
  });
});
