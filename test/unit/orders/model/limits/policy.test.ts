import assert from 'node:assert/strict';
import { spendingAt } from '../../../../../src/orders/journal/account/periodSpending.ts';
import {
  parsePolicy,
  PolicySettingError,
  type PolicyFault,
} from '../../../../../src/orders/model/limits/parsePolicy.ts';
import {
  appliesTo,
  forbiddenLocales,
  forbiddenTiers,
  policiesOf,
  typedAmountRule,
  withoutForbidden,
  type Policy,
} from '../../../../../src/orders/model/limits/policy.ts';
import type { JournalEntry } from '../../../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { makeIntent, makeIntentJob } from '../../../../builders/journalEntries.ts';
import { exceededLimits, limitsOf, sumOfCredits } from '../../../../../src/orders/model/limits/budget.ts';

const user = { kind: 'user' } as const;
const workspace = { kind: 'workspace' } as const;
const folder = { kind: 'folder', project: 'p1', name: 'shop' } as const;

describe('parsePolicy', () => {
  it('returns nothing if there is no policy, and no limits for an empty one', () => {
    assert.equal(parsePolicy(undefined, user), undefined);
    assert.deepEqual(parsePolicy({}, folder), { origin: folder });
  });

  it('reads every limit, and 0 as an amount', () => {
    const value = {
      perOrder: 0,
      perDay: 20,
      perMonth: 100.5,
      perLocale: { ja: { perOrder: 5, perMonth: 0 }, pt_BR: {} },
      tiers: ['standard'],
      targetLocales: ['ja', 'zh-Hant', 'ptBR'],
      typeAmountAbove: 10,
    };
    assert.deepEqual(parsePolicy(value, workspace), { origin: workspace, ...value });
  });

  const amounts = ['50', '', -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, null, true, {}, []];
  const faults: readonly (readonly [unknown, PolicyFault, property: string, value: unknown])[] = [
    ...[null, 5, 'perOrder', true, [], [{ perOrder: 5 }]].map((value) => [value, 'object', '', value] as const),
    ...['perOrder', 'perDay', 'perMonth', 'typeAmountAbove'].flatMap((name) =>
      amounts.map((value) => [{ [name]: value }, 'amount', name, value] as const),
    ),
    ...amounts.map(
      (value) => [{ perLocale: { ja: { perMonth: value } } }, 'amount', 'perLocale.ja.perMonth', value] as const,
    ),
    [{ perorder: 5 }, 'unknown', 'perorder', 5],
    [{ budget: { perOrder: 5 } }, 'unknown', 'budget', { perOrder: 5 }],
    [{ perLocale: { ja: { perDay: 5 } } }, 'unknown', 'perLocale.ja.perDay', 5],
    [{ perLocale: [] }, 'object', 'perLocale', []],
    [{ perLocale: { ja: 5 } }, 'object', 'perLocale.ja', 5],
    [{ perLocale: { jp: { perOrder: 5 } } }, 'locale', 'perLocale.jp', { perOrder: 5 }],
    [{ perLocale: { japanese: { perOrder: 5 } } }, 'locale', 'perLocale.japanese', { perOrder: 5 }],
    [{ tiers: 'standard' }, 'list', 'tiers', 'standard'],
    [{ tiers: { standard: true } }, 'list', 'tiers', { standard: true }],
    [{ tiers: ['standard', 5] }, 'name', 'tiers.1', 5],
    [{ tiers: [' '] }, 'name', 'tiers.0', ' '],
    [{ targetLocales: 'ja' }, 'list', 'targetLocales', 'ja'],
    [{ targetLocales: ['ja', 'jp'] }, 'locale', 'targetLocales.1', 'jp'],
    [{ targetLocales: [null] }, 'locale', 'targetLocales.0', null],
  ];
  for (const [policy, fault, property, value] of faults) {
    const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
    it(`rejects ${shown} as ${property === '' ? 'a policy' : property}`, () => {
      for (const origin of [user, workspace, folder])
        assert.throws(
          () => parsePolicy(policy, origin),
          (error) => {
            assert.ok(error instanceof PolicySettingError, String(error));
            assert.deepEqual(
              [error.fault, error.property, error.value, error.origin],
              [fault, property, shown, origin],
            );
            return true;
          },
        );
    });
  }
});

describe('policiesOf', () => {
  const byProject: Readonly<Record<string, readonly Policy[]>> = {
    p1: [
      { origin: user, perOrder: 5 },
      { origin: folder, perOrder: 1 },
    ],
    p2: [{ origin: user, perOrder: 5 }],
  };
  const policies = (project: string): readonly Policy[] => byProject[project] ?? [];

  it('returns the policies of all projects, each once', () => {
    assert.deepEqual(policiesOf({ simulated: false, policies }, ['p2', 'p1']), [
      { origin: user, perOrder: 5 },
      { origin: folder, perOrder: 1 },
    ]);
    assert.deepEqual(policiesOf({ simulated: false }, ['p1']), []);
  });

  it('does not even read the policies in the sandbox', () => {
    const invalid = (): never => {
      throw new PolicySettingError('amount', 'perDay', '50', user);
    };
    assert.deepEqual(policiesOf({ simulated: true, policies: invalid }, ['p1']), []);
    assert.throws(() => policiesOf({ simulated: false, policies: invalid }, ['p1']), PolicySettingError);
  });

  it('applies the policy of a folder to its project, and the others to all', () => {
    assert.deepEqual(
      [folder, user, workspace].map((origin) => [appliesTo({ origin }, 'p1'), appliesTo({ origin }, 'p2')]),
      [
        [true, false],
        [true, true],
        [true, true],
      ],
    );
  });
});

describe('forbidden tiers and target locales', () => {
  it('are those that a policy does not list, with its origin', () => {
    const policies: readonly Policy[] = [
      { origin: user, targetLocales: ['ja', 'fr', 'pt'] },
      { origin: workspace },
      { origin: folder, targetLocales: ['ja', 'pt_BR'], tiers: ['standard'] },
    ];
    const locales = ['ja', 'fr-CA', 'pt-BR', 'pt-PT', 'de'];
    const violations = forbiddenLocales(policies, locales);
    assert.deepEqual(violations, [
      { kind: 'locale', forbidden: ['de'], allowed: ['ja', 'fr', 'pt'], policy: user },
      { kind: 'locale', forbidden: ['fr-CA', 'pt-PT', 'de'], allowed: ['ja', 'pt_BR'], policy: folder },
    ]);
    assert.deepEqual(withoutForbidden(locales, violations), ['ja', 'pt-BR']);
    assert.deepEqual(forbiddenTiers(policies, ['standard', 'pro']), [
      { kind: 'tier', forbidden: ['pro'], allowed: ['standard'], policy: folder },
    ]);
    assert.deepEqual(forbiddenTiers(policies, ['standard']), []);
  });

  it('are all if a list is empty, and none without a list', () => {
    assert.deepEqual(forbiddenTiers([{ origin: user, tiers: [] }], ['pro']), [
      { kind: 'tier', forbidden: ['pro'], allowed: [], policy: user },
    ]);
    assert.deepEqual(forbiddenLocales([{ origin: user }], ['ja']), []);
  });
});

describe('typedAmountRule', () => {
  it('is that of the lowest amount, and only for prices above it', () => {
    const policies: readonly Policy[] = [
      { origin: user, typeAmountAbove: 50 },
      { origin: workspace },
      { origin: folder, typeAmountAbove: 10 },
    ];
    assert.deepEqual(typedAmountRule(policies, 60), { above: 10, policy: folder });
    assert.deepEqual(typedAmountRule(policies, 10.01), { above: 10, policy: folder });
    assert.equal(typedAmountRule(policies, 10), undefined);
    assert.deepEqual(typedAmountRule(policies.slice(0, 2), 60), { above: 50, policy: user });
    assert.equal(typedAmountRule([], 1e9), undefined);
  });

  it('applies to any price if the amount is 0, except to free orders', () => {
    const policies: readonly Policy[] = [{ origin: user, typeAmountAbove: 0 }];
    assert.deepEqual(typedAmountRule(policies, 0.01), { above: 0, policy: user });
    assert.equal(typedAmountRule(policies, 0), undefined);
  });
});

describe('limits of policies', () => {
  const noon = new Date('2030-05-15T12:00:00').getTime();
  const none = new Map<string, number>();

  it('are added to the budgets, never merged with them', () => {
    const policies: readonly Policy[] = [
      { origin: workspace, perOrder: 9, perLocale: { ja: { perOrder: 2, perMonth: 3 } }, tiers: [] },
      { origin: folder, perDay: 0 },
    ];
    assert.deepEqual(limitsOf({ perOrder: 5, perMonth: 50 }, policies), [
      { kind: 'order', budget: 5 },
      { kind: 'month', budget: 50 },
      { kind: 'order', budget: 9, policy: workspace },
      { kind: 'order', budget: 2, locale: 'ja', policy: workspace },
      { kind: 'month', budget: 3, locale: 'ja', policy: workspace },
      { kind: 'day', budget: 0, policy: folder },
    ]);
  });

  it('are all named if several are exceeded, with what was spent for each', () => {
    const limits = limitsOf({ perOrder: 5 }, [
      { origin: user, perMonth: 20, perLocale: { pt: { perOrder: 4, perMonth: 6 }, de: { perOrder: 0 } } },
      { origin: folder, perOrder: 7 },
    ]);
    const spending = {
      order: none,
      day: none,
      month: new Map([
        ['fr', 12],
        ['pt-PT', 3],
      ]),
    };
    const price = new Map([
      ['pt-BR', 4],
      ['ja', 2],
    ]);
    assert.deepEqual(exceededLimits(limits, spending, price), [
      { kind: 'order', budget: 5, spent: 0, price: 6 },
      { kind: 'month', budget: 20, policy: user, spent: 15, price: 6 },
      { kind: 'month', budget: 6, locale: 'pt', policy: user, spent: 3, price: 4 },
    ]);
  });

  it('of 0 allow only free orders', () => {
    const limits = limitsOf({}, [{ origin: user, perOrder: 0 }]);
    const spending = { order: none, day: none, month: none };
    assert.deepEqual(exceededLimits(limits, spending, new Map([['ja', 0]])), []);
    assert.deepEqual(exceededLimits(limits, spending, new Map([['ja', 0.01]])), [
      { kind: 'order', budget: 0, policy: user, spent: 0, price: 0.01 },
    ]);
  });

  it('do not stop an order of another language after theirs has been spent', () => {
    const limits = limitsOf({}, [{ origin: user, perLocale: { ja: { perMonth: 5 } } }]);
    const spending = { order: none, day: none, month: new Map([['ja', 9]]) };
    assert.deepEqual(exceededLimits(limits, spending, new Map([['fr', 100]])), []);
    assert.equal(
      exceededLimits(
        limits,
        spending,
        new Map([
          ['fr', 1],
          ['ja-JP', 1],
        ]),
      ).length,
      1,
    );
  });

  it('count the spending on each language: confirmed, open and recovered orders, of all journals', () => {
    const ordered = (id: string, locale: string, credits: number, more = {}): JournalEntry =>
      makeIntent({ id, at: noon, credits, jobs: [makeIntentJob({ targetLocale: locale, credits })], ...more });
    const recovered: JournalEntry = {
      type: 'recovered',
      jobId: '9',
      at: noon,
      project: 'p',
      sourceLocale: 'en',
      targetLocale: 'ja',
      simulated: false,
      title: 't',
      protectedText: { text: 't', source: 't', placeholders: [] },
      units: [],
      credits: 0.5,
      createdAt: noon,
    };
    const [own, other] = [new Ledger(), new Ledger()];
    const yesterday = noon - 24 * 3600_000;
    const entries: readonly JournalEntry[] = [
      ordered('open', 'ja', 1),
      ordered('charged', 'ja', 5),
      { type: 'placed', intent: 'charged', at: noon, orderId: 'o', creditsUsed: 4, known: [] },
      ordered('refused', 'ja', 50),
      { type: 'refused', intent: 'refused', at: noon, reason: 'credits', message: '' },
      ordered('earlier', 'fr', 2, { at: yesterday }),
      ordered('simulated', 'fr', 70, { simulated: true }),
      recovered,
    ];
    for (const entry of entries) own.apply(entry);
    other.apply(ordered('sibling', 'ja-JP', 0.25));
    const { day, month } = spendingAt(own, noon, { siblings: [other] });
    const sums = [day, month].map((credits) => ['ja', 'fr', undefined].map((locale) => sumOfCredits(credits, locale)));
    assert.deepEqual(sums, [
      [6.75, 0, 6.75],
      [6.75, 2, 8.75],
    ]);
    assert.equal(sumOfCredits(spendingAt(own, noon, { except: 'charged' }).month, 'ja'), 1.5);
  });
});
