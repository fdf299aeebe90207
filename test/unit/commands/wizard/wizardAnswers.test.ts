import assert from 'node:assert/strict';
import {
  choicesToRemember,
  firstAnswers,
  orderOptionsOf,
  type WizardAnswers,
  type FirstChoices,
} from '../../../../src/commands/wizard/wizardAnswers.ts';
import { parseLastChoices } from '../../../../src/orders/model/order/lastChoices.ts';
import type { LastChoices } from '../../../../src/orders/model/order/lastChoices.ts';

const input: FirstChoices = { targets: [], remembered: undefined, defaultTier: 'standard' };

const glossary = { id: '7', title: 'Product terms', unitCount: 5, source: 'en', targets: ['ja'] };

/** Answers with every option. */
const everything: WizardAnswers = {
  targets: ['ja', 'fr'],
  tier: 'pro',
  autoApprove: true,
  comment: 'Friendly and short',
  referenceId: 12,
  attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mimeType: 'image/png' }],
  files: [],
  extra: {
    edit: true,
    asGroup: true,
    usePreferred: true,
    unusedForms: true,
    tone: 'Informal',
    purpose: 'Business',
    glossary,
  },
  sameAsSource: [{ locale: 'ja', unit: { forms: [{ key: 'url', text: 'URL' }] } }],
  outdated: { byLocale: new Map(), chosen: [] },
  privateData: { decidedTexts: new Set(['ana@example.org']), allowedTexts: new Set(['ana@example.org']) },
};

const remembered: Required<LastChoices> = {
  targets: ['ja', 'fr'],
  tier: 'pro',
  comment: 'Friendly and short',
  referenceId: 12,
  edit: true,
  asGroup: true,
  usePreferred: true,
  unusedForms: true,
  tone: 'Informal',
  purpose: 'Business',
  glossary: { id: '7', title: 'Product terms' },
};

describe('firstAnswers', () => {
  it('are the defaults if nothing is remembered', () => {
    assert.deepEqual(firstAnswers(input), {
      targets: [],
      tier: 'standard',
      autoApprove: false,
      extra: {},
      sameAsSource: [],
      outdated: { byLocale: new Map(), chosen: [] },
    });
  });

  it('are those of the last order, with a review', () => {
    const { targets, tier, autoApprove, comment, referenceId, extra } = firstAnswers({ ...input, remembered });
    assert.deepEqual([targets, tier, autoApprove], [['ja', 'fr'], 'pro', false]);
    assert.deepEqual([comment, referenceId], ['Friendly and short', 12]);
    assert.deepEqual(extra, { ...everything.extra, glossary: { id: '7', title: 'Product terms' } });
  });

  it('are for the languages of the files on which the command was run', () => {
    assert.deepEqual(firstAnswers({ ...input, remembered, targets: ['de'] }).targets, ['de']);
  });

  it('never approve automatically, whatever is stored', () => {
    const stored = parseLastChoices({ ...remembered, autoApprove: true });
    assert.equal(firstAnswers({ ...input, remembered: stored }).autoApprove, false);
    const unparsed = { ...remembered, autoApprove: true };
    assert.equal(firstAnswers({ ...input, remembered: unparsed }).autoApprove, false);
  });
});

describe('choicesToRemember', () => {
  it('omits automatic approval, attachments, files, strings and private data', () => {
    assert.deepEqual(choicesToRemember(everything), remembered);
    assert.ok(!JSON.stringify(choicesToRemember(everything)).includes('example.org'));
  });

  it('holds nothing that was not chosen', () => {
    assert.deepEqual(choicesToRemember({ ...firstAnswers(input), targets: ['ja'] }), {
      targets: ['ja'],
      tier: 'standard',
    });
  });

  it('gives the next order the same choices after it was stored', () => {
    for (const answers of [everything, { ...firstAnswers(input), targets: ['ja'] }]) {
      const choices = choicesToRemember(answers);
      const stored = parseLastChoices(JSON.parse(JSON.stringify(choices)));
      assert.deepEqual(stored, choices);
      const next = firstAnswers({ ...input, ...(stored === undefined ? {} : { remembered: stored }) });
      assert.deepEqual(choicesToRemember(next), choices);
    }
  });
});

describe('orderOptionsOf', () => {
  it('are everything that is sent with an order', () => {
    assert.deepEqual(orderOptionsOf(everything), {
      tier: 'pro',
      autoApprove: true,
      edit: true,
      asGroup: true,
      usePreferred: true,
      tone: 'Informal',
      purpose: 'Business',
      comment: 'Friendly and short',
      referenceId: 12,
      attachments: everything.attachments,
      glossaryId: '7',
    });
  });

  it('have no member for what was not chosen', () => {
    assert.deepEqual(orderOptionsOf(firstAnswers(input)), { tier: 'standard', autoApprove: false });
  });

  it('include a reference number of 0', () => {
    assert.equal(orderOptionsOf({ ...firstAnswers(input), referenceId: 0 }).referenceId, 0);
  });
});
