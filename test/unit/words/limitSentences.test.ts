import assert from 'node:assert/strict';
import type { PeriodSpending } from '../../../src/orders/journal/account/periodSpending.ts';
import { PolicySettingError, type PolicyFault } from '../../../src/orders/model/limits/parsePolicy.ts';
import type { PolicyOrigin } from '../../../src/orders/model/limits/policy.ts';
import { errorSentence, orderingErrorSentence } from '../../../src/words/errorSentence.ts';
import {
  limitLines,
  limitReasons,
  notOfferedLine,
  originText,
  spendingLines,
} from '../../../src/words/limitSentences.ts';
import { plain } from '../../../src/words/plain.ts';
import type { Words } from '../../../src/words/words.ts';
import type { ExceededLimit, Limit } from '../../../src/orders/model/limits/budget.ts';
import { OverBudgetError, PolicyError } from '../../../src/orders/model/limits/limitErrors.ts';

const user: PolicyOrigin = { kind: 'user' };
const workspace: PolicyOrigin = { kind: 'workspace' };
const folder: PolicyOrigin = { kind: 'folder', project: 'p1', name: 'web-shop' };
const origins = [user, workspace, folder];

/** Returns a text without the characters that isolate text from outside. */
const shown = (text: Words): string => plain(text).replace(/[\u2068\u2069]/gu, '');
const amounts = (text: string): readonly string[] => (text.match(/\d+\.\d{2}/gu) ?? []).toSorted();

const exceeded = (kind: ExceededLimit['kind'], more: Partial<ExceededLimit> = {}): ExceededLimit => ({
  kind,
  budget: 10,
  spent: 6,
  price: 4.5,
  ...more,
});

describe('originText', () => {
  it('differs for each level, and names the folder', () => {
    assert.equal(new Set(origins.map((origin) => shown(originText(origin)))).size, 3);
    assert.match(shown(originText(folder)), /web-shop/u);
  });
});

describe('limitReasons', () => {
  it('names every exceeded limit with its origin, its language and the amounts', () => {
    const limits = [
      exceeded('month'),
      exceeded('order', { policy: user, spent: 0 }),
      exceeded('order', { policy: workspace }),
      exceeded('day', { policy: folder }),
      exceeded('month', { policy: workspace, locale: 'ja' }),
      exceeded('order', { policy: folder, locale: 'pt-BR', spent: 0 }),
    ];
    const reasons = limitReasons(new OverBudgetError(limits, 'USD')).map(shown);
    assert.equal(new Set(reasons).size, limits.length);
    for (const [index, { policy, spent }] of limits.entries()) {
      const reason = reasons[index] ?? '';
      assert.ok(
        reason.includes(policy === undefined ? 'humanTranslation.budget.perMonth' : shown(originText(policy))),
        reason,
      );
      assert.deepEqual(amounts(reason), spent === 0 ? ['10.00', '4.50'] : ['10.00', '4.50', '6.00'], reason);
      assert.doesNotMatch(reason, /\{\d\}/u);
    }
    assert.match(reasons[4] ?? '', /Japanese/u);
    assert.match(reasons[5] ?? '', /Brazilian Portuguese/u);
  });

  it('names forbidden tiers and languages with what is allowed, before exceeded limits', () => {
    const error = new PolicyError(
      [
        { kind: 'locale', forbidden: ['fr', 'de'], allowed: ['ja'], policy: folder },
        { kind: 'tier', forbidden: ['pro'], allowed: [], policy: user },
      ],
      [exceeded('day')],
      'USD',
    );
    const [languages = '', tiers = '', day = ''] = limitReasons(error).map(shown);
    assert.match(languages, /web-shop.*Japanese.*French, German/u);
    assert.ok(tiers.includes(shown(originText(user))), tiers);
    assert.deepEqual(amounts(day), ['10.00', '4.50', '6.00']);
    const sentence = shown(errorSentence(error));
    for (const part of [languages, tiers, day]) assert.ok(sentence.includes(part), sentence);
  });

  it('names only a few of many languages', () => {
    const forbidden = 'ar bg cs da de el es et fi fr he hr hu id it ko lt lv nl pl'.split(' ');
    const violation = { kind: 'locale', forbidden, allowed: forbidden, policy: workspace } as const;
    const sentence = shown(errorSentence(new PolicyError([violation])));
    assert.match(sentence, /Arabic.*12 more.*12 more/u);
    assert.match(shown(notOfferedLine(violation)), /Arabic.*17 more$/u);
  });
});

describe('orderingErrorSentence', () => {
  const says = (error: unknown): boolean => plain(orderingErrorSentence(error)).endsWith(' Nothing was ordered.');

  it('says for policies that nothing was ordered only if nothing was', () => {
    const violation = { kind: 'tier', forbidden: ['pro'], allowed: [], policy: user } as const;
    assert.ok(says(new PolicyError([violation])));
    assert.ok(says(new OverBudgetError([exceeded('month', { policy: user })], 'USD')));
    assert.ok(says(new PolicySettingError('amount', 'perDay', '50', user)));
    assert.ok(!says(new PolicyError([violation], [exceeded('order', { policy: user })], 'USD')));
  });
});

describe('policySettingSentence', () => {
  const faults: readonly PolicyFault[] = ['amount', 'list', 'name', 'locale', 'object', 'unknown'];

  it('names the property, the value and the origin of each fault, and how to correct it', () => {
    const sentences = faults.flatMap((fault) =>
      origins.map((origin) => {
        const sentence = shown(errorSentence(new PolicySettingError(fault, 'perLocale.ja.perOrder', '50', origin)));
        for (const part of ['humanTranslation.policy.perLocale.ja.perOrder', '"50"', shown(originText(origin))])
          assert.ok(sentence.includes(part), sentence);
        return sentence;
      }),
    );
    assert.equal(new Set(sentences).size, faults.length * origins.length);
  });

  it('names the setting if the whole policy is invalid, and shortens what is long', () => {
    assert.match(
      shown(errorSentence(new PolicySettingError('object', '', null, user))),
      /“humanTranslation\.policy”.*null/u,
    );
    const long = new PolicySettingError('unknown', 'x'.repeat(500), ['y'.repeat(500)], workspace);
    assert.ok(shown(errorSentence(long)).length < 300);
  });
});

describe('spendingLines', () => {
  const period: PeriodSpending = {
    day: new Map(),
    month: new Map(),
    elsewhere: { day: 1.5, month: 2.5 },
    unpriced: { jobs: 2, credits: 3.5 },
    otherCurrencies: new Map([['EUR', 4.5]]),
  };
  const nothing: PeriodSpending = {
    ...period,
    elsewhere: { day: 0, month: 0 },
    unpriced: { jobs: 0, credits: 0 },
    otherCurrencies: new Map(),
  };
  const limit = (kind: Limit['kind']): Limit => ({ kind, budget: 10 });
  const lines = (limits: readonly Limit[], spent: PeriodSpending, unknown = {}): readonly string[] =>
    spendingLines({ limits, period: spent }, unknown, 'USD').map(shown);

  it('names what was ordered elsewhere, unknown prices, and other currencies, where a day or month is limited', () => {
    assert.deepEqual(lines([limit('month')], period).map(amounts), [['1.50', '2.50'], ['3.50'], ['4.50']]);
    assert.match(lines([limit('day')], period).join('\n'), /EUR/u);
    assert.deepEqual(lines([limit('order')], period), []);
    assert.deepEqual(lines([limit('day'), limit('month')], nothing), []);
  });

  it('says what was spent without the extension, in each limited period or else in the month', () => {
    const unknown = { day: 5.5, month: 12.4 };
    const amountsFor = (...limits: readonly Limit[]): readonly unknown[] =>
      lines(limits, nothing, unknown).map(amounts);
    assert.deepEqual(amountsFor(), [['12.40']]);
    assert.deepEqual(amountsFor(limit('month')), [['12.40']]);
    assert.deepEqual(amountsFor(limit('day')), [['5.50']]);
    assert.deepEqual(amountsFor(limit('day'), limit('month')), [['12.40'], ['5.50']]);
    assert.deepEqual(lines([limit('month')], nothing, { day: 1 }), []);
  });
});

describe('limitLines', () => {
  it('shows budgets and policies that concern the order: spent, and spent after it', () => {
    const spending = {
      order: new Map<string, number>(),
      day: new Map([['ja', 1]]),
      month: new Map([
        ['ja', 2],
        ['fr', 3],
      ]),
    };
    const lines = limitLines(
      [
        { kind: 'order', budget: 10 },
        { kind: 'day', budget: 20, policy: workspace },
        { kind: 'month', budget: 30, policy: folder },
        { kind: 'month', budget: 40, locale: 'ja', policy: user },
        { kind: 'month', budget: 50, locale: 'fr', policy: user },
      ],
      { spending, price: new Map([['ja-JP', 4]]) },
      'USD',
    ).map(shown);
    assert.deepEqual(lines.map(amounts), [
      ['10.00'],
      ['1.00', '20.00', '5.00'],
      ['30.00', '5.00', '9.00'],
      ['2.00', '40.00', '6.00'],
    ]);
    assert.ok(lines[1]?.includes(shown(originText(workspace))));
    assert.match(lines[2] ?? '', /web-shop/u);
    assert.match(lines[3] ?? '', /^Japanese/u);
  });
});
