import assert from 'node:assert/strict';
import { parseLastChoices, type LastChoices } from '../../../../../src/orders/model/order/lastChoices.ts';

const least: LastChoices = { targets: ['ja'], tier: 'standard' };
const all: Required<LastChoices> = {
  targets: ['ja', 'pt-BR'],
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

describe('parseLastChoices', () => {
  it('returns stored choices unchanged', () => {
    for (const choices of [least, all])
      assert.deepEqual(parseLastChoices(JSON.parse(JSON.stringify(choices))), choices);
  });

  it('ignores damaged memory as a whole', () => {
    for (const stored of [undefined, null, 7, 'ja', [], {}, { tier: 'pro' }, { targets: ['ja'] }])
      assert.equal(parseLastChoices(stored), undefined);
    const damage: Readonly<Record<keyof LastChoices, unknown>> = {
      targets: 'ja',
      tier: 1,
      comment: null,
      referenceId: '12',
      edit: 'yes',
      asGroup: 1,
      usePreferred: {},
      unusedForms: [],
      tone: 5,
      purpose: false,
      glossary: { id: 7, title: 'Product terms' },
    };
    for (const [name, value] of Object.entries(damage))
      assert.equal(parseLastChoices({ ...all, [name]: value }), undefined, name);
    assert.equal(parseLastChoices({ ...least, targets: ['ja', 3] }), undefined);
  });

  it('drops what it doesn’t know, such as automatic approval', () => {
    assert.deepEqual(parseLastChoices({ ...all, autoApprove: true, attachments: ['https://example.com/a.png'] }), all);
  });
});
