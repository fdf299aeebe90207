import assert from 'node:assert/strict';
import { newJob } from '../../../../../src/orders/spend/place/quotePlan.ts';
import { jobComment, type PricedJob, type OrderOptions } from '../../../../../src/orders/model/order/quote.ts';

const unit = { project: 'p', file: 'locales/en.json', key: 'title', locale: 'ja', sourceHash: 'h' };

function pricedJob(changes: Partial<PricedJob> = {}): PricedJob {
  return {
    title: 'title',
    protectedText: { text: 'Hi [[[{name}]]]', source: 'Hi {name}', placeholders: [] },
    targetLocale: 'ja-JP',
    targetLanguage: 'ja',
    units: [unit],
    reason: 'missing',
    price: { key: 'job_1', unitCount: 2, credits: 0.1 },
    ...changes,
  };
}

function wired(job: PricedJob, options: Partial<OrderOptions> = {}) {
  const plan = { sourceLocale: 'en-US', sourceLanguage: 'en', jobs: [job], skipped: [] };
  return newJob({ plan, options: { tier: 'standard', autoApprove: false, ...options } }, job, 3, 'custom data');
}

describe('newJob', () => {
  const attachments = [{ url: 'https://example.com/cart.png', filename: 'cart.png', mimeType: 'image/png' }];

  it('sends every option that the user chose', () => {
    assert.deepEqual(
      wired(pricedJob({ note: 'A greeting', maxChars: 20 }), {
        tier: 'pro',
        autoApprove: true,
        comment: 'Be brief',
        edit: true,
        purpose: 'Web shop',
        tone: 'Friendly',
        glossaryId: '115',
        usePreferred: true,
        attachments,
      }),
      {
        key: 'job_3',
        title: 'title',
        text: 'Hi [[[{name}]]]',
        sourceLanguage: 'en',
        targetLanguage: 'ja',
        tier: 'pro',
        autoApprove: true,
        comment: 'Be brief\n\nA greeting',
        services: ['translation', 'edit'],
        purpose: 'Web shop',
        tone: 'Friendly',
        glossaryId: '115',
        usePreferred: true,
        attachments,
        maxChars: 20,
        customData: 'custom data',
      },
    );
  });

  it('sends nothing that the user did not choose', () => {
    const plain = {
      key: 'job_3',
      title: 'title',
      text: 'Hi [[[{name}]]]',
      sourceLanguage: 'en',
      targetLanguage: 'ja',
      tier: 'standard',
      autoApprove: false,
      customData: 'custom data',
    };
    assert.deepEqual(wired(pricedJob()), plain);
    assert.deepEqual(wired(pricedJob(), { comment: '', edit: false, usePreferred: false }), plain);
  });

  it('asks for a new translation of a plural form, or if the user pays for one', () => {
    const isForced = (changes: Partial<PricedJob>): boolean => wired(pricedJob(changes)).force === true;
    assert.equal(isForced({}), false);
    assert.equal(isForced({ isForm: true }), true);
    assert.equal(isForced({ retranslate: true }), true);
    assert.equal(isForced({ isForm: true, retranslate: true }), true);
  });

  it('orders a document by its identifier, without a text', () => {
    const document = { name: 'a.md', content: Buffer.from('A'), mimeType: 'text/markdown', targetExists: false };
    const job = pricedJob({ document, price: { key: 'job_1', unitCount: 1, credits: 1, identifier: 'abc' } });
    assert.deepEqual(wired(job, { purpose: 'Web shop' }), {
      key: 'job_3',
      title: 'title',
      autoApprove: false,
      purpose: 'Web shop',
      customData: 'custom data',
      identifier: 'abc',
    });
    assert.throws(() => wired(pricedJob({ document })), /was not quoted/u);
  });
});

describe('jobComment', () => {
  it('is the comment on the order, then the note of the job, without empty ones', () => {
    for (const [note, comment, expected] of [
      [undefined, undefined, ''],
      ['', '', ''],
      ['A note', '', 'A note'],
      ['', 'A comment', 'A comment'],
      ['A note', 'A comment', 'A comment\n\nA note'],
    ] as const)
      assert.equal(jobComment(note === undefined ? {} : { note }, comment === undefined ? {} : { comment }), expected);
  });
});
