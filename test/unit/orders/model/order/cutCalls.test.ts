import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { present } from '../../../../../src/base/present.ts';
import { cutCalls, dividedLocales, type OrderCall } from '../../../../../src/orders/model/order/cutCalls.ts';
import { makePlannedJob } from '../../../../builders/plannedJob.ts';
import { maxRequestBytes } from '../../../../../src/service/interface/limits.ts';
import { projectOfJob } from '../../../../../src/orders/model/plan/plan.ts';
import type { PricedJob, Quote } from '../../../../../src/orders/model/order/quote.ts';

interface Wanted {
  readonly locale: string;
  readonly project?: string;
  /** A job whose text was approved earlier, so that it is free of charge and returns the earlier translation. */
  readonly isKnown?: boolean;
  readonly text?: string;
}

/** Returns the service's language code for a locale; several locales may have the same one. */
const languageOf = (locale: string): string => locale.slice(0, 2);

function quoteOf(wanted: readonly Wanted[], asGroup = false): Pick<Quote, 'plan' | 'options'> {
  const jobs = wanted.map(({ locale, project = 'p1', text = 'x', isKnown = false }, index): PricedJob => ({
    ...makePlannedJob({
      text,
      title: `key${index}`,
      targetLocale: locale,
      targetLanguage: languageOf(locale),
      units: [{ project, file: 'en.json', key: `key${index}`, locale, sourceHash: '' }],
    }),
    price: { key: `job_${index + 1}`, credits: isKnown ? 0 : 1, unitCount: 1 },
  }));
  return {
    plan: { sourceLocale: 'en', sourceLanguage: 'en', jobs, skipped: [] },
    options: { tier: 'standard', autoApprove: false, ...present({ asGroup: asGroup || undefined }) },
  };
}

const many = (count: number, locale = 'ja'): readonly Wanted[] => Array.from({ length: count }, () => ({ locale }));

/** Returns locale and number of jobs of each call, and whether it is a group. */
const shapes = (calls: readonly OrderCall[]): readonly (readonly [string | undefined, number, boolean])[] =>
  calls.map(({ jobs, asGroup }) => [jobs[0]?.job.targetLocale, jobs.length, asGroup]);

describe('cutCalls', () => {
  const anyOrder = fc.record({
    asGroup: fc.boolean(),
    parts: fc.array(
      fc.record({
        locale: fc.constantFrom('ja', 'fr', 'es-MX', 'es-AR'),
        project: fc.constantFrom('p1', 'p2'),
        isKnown: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
        count: fc.oneof(fc.nat(4), fc.nat(700)),
      }),
      { maxLength: 6 },
    ),
  });
  const holds = (check: (calls: readonly OrderCall[], quote: ReturnType<typeof quoteOf>) => void): void => {
    fc.assert(
      fc.property(anyOrder, ({ asGroup, parts }) => {
        const quote = quoteOf(
          parts.flatMap(({ count, ...part }) => Array.from({ length: count }, () => part)),
          asGroup,
        );
        check(cutCalls(quote), quote);
      }),
    );
  };

  it('orders every job exactly once, with its number and price', () => {
    holds((calls, { plan }) => {
      const ordered = calls.flatMap(({ jobs }) => jobs).toSorted((a, b) => a.number - b.number);
      assert.deepEqual(
        ordered.map(({ number }) => number),
        plan.jobs.map((_, index) => index + 1),
      );
      assert.ok(ordered.every(({ number, job }) => job === plan.jobs[number - 1]));
    });
  });

  it('keeps the order of the plan within a call', () => {
    holds((calls) => {
      for (const { jobs } of calls)
        assert.ok(jobs.every(({ number }, index) => index === 0 || number > (jobs[index - 1]?.number ?? 0)));
    });
  });

  it('never mixes locales, not even two with the same language code', () => {
    holds((calls) => {
      for (const { jobs } of calls) assert.equal(new Set(jobs.map(({ job }) => job.targetLocale)).size, 1);
    });
  });

  it('never mixes projects', () => {
    holds((calls) => {
      for (const { project, jobs } of calls)
        assert.ok(jobs.every(({ job }) => job.units.every((unit) => unit.project === project)));
    });
  });

  it('puts at most 50 jobs into a call, and 2 to 300 into a group', () => {
    holds((calls) => {
      for (const { jobs, asGroup } of calls)
        assert.ok(
          asGroup ? jobs.length >= 2 && jobs.length <= 300 : jobs.length >= 1 && jobs.length <= 50,
          String(jobs.length),
        );
    });
  });

  it('groups all jobs that need a translator if one translator is requested and there are at least two', () => {
    holds((calls, { options }) => {
      const fresh = Map.groupBy(
        calls.flatMap(({ jobs, asGroup }) =>
          jobs.flatMap(({ job }) => (job.price.credits === 0 ? [] : [{ job, asGroup }])),
        ),
        ({ job }) => `${projectOfJob(job)} ${job.targetLocale}`,
      );
      for (const jobs of fresh.values())
        assert.ok(jobs.every(({ asGroup }) => asGroup === (options.asGroup === true && jobs.length > 1)));
    });
  });

  for (const [count, sizes] of [
    [1, []],
    [2, [2]],
    [300, [300]],
    [301, [151, 150]],
    [601, [201, 200, 200]],
  ] as const) {
    it(`makes ${sizes.length === 0 ? 'no group' : `groups of ${sizes.join(' and ')}`} of ${count} jobs`, () => {
      const calls = cutCalls(quoteOf(many(count), true));
      assert.deepEqual(
        calls.flatMap(({ jobs, asGroup }) => (asGroup ? [jobs.length] : [])),
        sizes,
      );
    });
  }

  it('collects the jobs of each locale even if the plan mixes locales', () => {
    const calls = cutCalls(
      quoteOf(
        [{ locale: 'ja' }, { locale: 'fr' }, { locale: 'ja' }, { locale: 'de' }, { locale: 'fr' }, { locale: 'ja' }],
        true,
      ),
    );
    assert.deepEqual(
      calls.map(({ jobs }) => jobs.map(({ number }) => number)),
      [[1, 3, 6], [2, 5], [4]],
    );
    assert.deepEqual(
      calls.map(({ asGroup }) => asGroup),
      [true, true, false],
    );
  });

  it('adds no job that reuses an earlier translation to a group', () => {
    const known = { locale: 'ja', isKnown: true };
    assert.deepEqual(shapes(cutCalls(quoteOf([known, { locale: 'ja' }, known], true))), [
      ['ja', 1, false],
      ['ja', 2, false],
    ]);
    assert.deepEqual(shapes(cutCalls(quoteOf([known, { locale: 'ja' }, { locale: 'ja' }], true))), [
      ['ja', 2, true],
      ['ja', 1, false],
    ]);
  });

  it('keeps each call within the size limit of a request', () => {
    const long = { locale: 'ja', text: 'x'.repeat(maxRequestBytes / 15) };
    const wanted = Array.from({ length: 7 }, () => long);
    assert.deepEqual(shapes(cutCalls(quoteOf(wanted))), [
      ['ja', 4, false],
      ['ja', 3, false],
    ]);
    assert.deepEqual(shapes(cutCalls(quoteOf(wanted, true))), [
      ['ja', 4, true],
      ['ja', 3, true],
    ]);
  });
});

describe('dividedLocales', () => {
  const divided = (wanted: readonly Wanted[], asGroup: boolean): readonly unknown[] => {
    const quote = quoteOf(wanted, asGroup);
    return dividedLocales(cutCalls(quote), quote.options);
  };

  it('returns locales with more than one group', () => {
    assert.deepEqual(divided([...many(300), ...many(301, 'fr'), ...many(1, 'de')], true), [
      { locale: 'fr', jobCount: 301, projectCount: 1 },
    ]);
    const folders = ['p1', 'p2'].flatMap((project) => [1, 2].map(() => ({ locale: 'fr', project })));
    assert.deepEqual(divided(folders, true), [{ locale: 'fr', jobCount: 4, projectCount: 2 }]);
    assert.deepEqual(
      divided([...many(300), ...Array.from({ length: 90 }, () => ({ locale: 'ja', isKnown: true }))], true),
      [],
    );
  });

  it('returns locales with more than one call if no single translator is requested', () => {
    assert.deepEqual(divided([...many(50), ...many(51, 'fr')], false), [
      { locale: 'fr', jobCount: 51, projectCount: 1 },
    ]);
    assert.deepEqual(divided([...many(30), ...many(30, 'fr')], false), []);
  });
});
