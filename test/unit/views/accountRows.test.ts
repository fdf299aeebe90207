import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { accountRows, type AccountInput, type AccountRow } from '../../../src/views/accountRows.ts';
import { plain } from '../../../src/words/plain.ts';

const may = new Date(2026, 4).getTime();
const input = (changes: Partial<AccountInput> = {}): AccountInput => ({
  facts: {
    balance: { credits: 80.5, currency: 'USD' },
    me: { email: 'ann@example.com', fullName: 'Ann Lee', displayName: 'ann', languageCode: 'en' },
    stats: { creditsSpent: 120, currency: 'USD', userSince: may, billingType: 'Pre-pay', customerType: 'Retail' },
    preferredTranslators: [
      { source: 'en', target: 'ja', tier: 'pro', translators: [{ id: '7', lastLogin: may }, { id: '8' }] },
    ],
    failures: new Map(),
  },
  spending: {
    day: new Map([['ja', 2]]),
    month: new Map([
      ['ja', 10],
      ['fr', 2.3],
    ]),
    elsewhere: { day: 0, month: 0 },
    unpriced: { jobs: 0, credits: 0 },
    otherCurrencies: new Map(),
  },
  monthsInOtherCurrencies: [],
  months: [
    {
      month: may,
      credits: 12.3,
      byLocale: new Map([
        ['ja', 10],
        ['fr', 2.3],
      ]),
    },
  ],
  limits: [],
  sandbox: false,
  address: 'https://api.example.com/v2',
  rateLimits: 'production',
  ...changes,
});

/** Returns the rows as text, two spaces for each level, without the characters that isolate texts from outside. */
function textOf(rows: readonly AccountRow[], indent = ''): string {
  return rows
    .map(({ label, description, children = [] }) => {
      const texts = [label, ...(description === undefined ? [] : [description])].map(plain).join(': ');
      return `${indent}${texts.replace(/[\u2066-\u2069]/gu, '').replace(/\s/gu, ' ')}\n${textOf(children, `${indent}  `)}`;
    })
    .join('');
}

function idsOf(rows: readonly AccountRow[]): readonly string[] {
  return rows.flatMap(({ id, children = [] }) => [id, ...idsOf(children)]);
}

describe('accountRows', () => {
  it('shows balance, spending, user, translators and service', () => {
    const rows = accountRows(input());
    const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
      .format(may)
      .replace(/\s/gu, ' ');
    assert.equal(
      textOf(rows),
      `Balance: 80.50 USD
Spending: orders with this extension
  Today: 2.00 USD
  This month: 12.30 USD
  By month: 12.30 USD in total
    May 2026: 12.30 USD
      Japanese: 10.00 USD · ja
      French: 2.30 USD · fr
Account: ann
  Name: Ann Lee
  Email: ann@example.com
  Customer since: ${time}
  Billing: Pre-pay · Retail
  Spent at the service: 120.00 USD
Preferred translators: 2
  English to Japanese: Pro · 2
    Translator 7: last login ${time}
    Translator 8: last login unknown
Service: api.example.com
  Address: https://api.example.com/v2
  Translators: people, paid
  Rate limits: of production
`,
    );
    assert.equal(new Set(idsOf(rows)).size, idsOf(rows).length);
  });

  it('shows the spending against each budget and policy, and which are reached', () => {
    const policy = { kind: 'workspace' } as const;
    const limits = [
      { kind: 'order', budget: 20 },
      { kind: 'month', budget: 50 },
      { kind: 'day', budget: 2, policy },
      { kind: 'month', budget: 30, locale: 'ja', policy },
    ] as const;
    const [, spending] = accountRows(input({ limits, months: [] }));
    assert.equal(
      textOf(spending?.children ?? []),
      `Today · policy in the workspace settings: 2.00 USD of 2.00 USD, reached
This month: 12.30 USD of 50.00 USD
This month · Japanese · policy in the workspace settings: 10.00 USD of 30.00 USD
Each order: at most 20.00 USD
`,
    );
    assert.deepEqual(
      spending?.children?.map(({ isWarning = false }) => isWarning),
      [true, false, false, false],
    );
  });

  it('names the parts that could not be loaded, and shows the others', () => {
    const failures = new Map([
      ['balance', new ServiceError('network', 'down', { outcome: 'unknown' })],
      ['stats', new ServiceError('network', 'down', { outcome: 'unknown' })],
    ] as const);
    const { me } = input().facts;
    assert.ok(me !== undefined);
    const rows = accountRows(input({ facts: { me, failures } }));
    const [error] = rows;
    assert.equal(error?.kind, 'error');
    assert.equal(plain(error.label), 'Not loaded: balance, billing');
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['error', 'spending', 'person', 'service'],
    );
  });

  it('says that nothing is spent in the sandbox', () => {
    const text = textOf(accountRows(input({ sandbox: true, months: [] })));
    assert.match(text, /Balance: 80\.50 USD, simulated/u);
    assert.match(text, /Spending: nothing/u);
    assert.match(text, /Service: embedded sandbox/u);
  });

  it('shows an invalid budget as a warning, with the amounts', () => {
    const [, spending] = accountRows(input({ limits: { error: new Error('x') } }));
    assert.match(textOf(spending?.children ?? []), /^Invalid budget: .+\nToday: 2\.00 USD\n/u);
  });
});
