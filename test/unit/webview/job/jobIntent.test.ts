import assert from 'node:assert/strict';
import { parseIntent } from '../../../../src/webview/shared/host/parseIntent.ts';
import { jobIntent } from '../../../../src/webview/job/jobIntent.ts';

describe('jobIntent', () => {
  const good: readonly unknown[] = [
    { type: 'ready' },
    ...[
      'reject',
      'cancel',
      'cancelAndOrder',
      'archive',
      'showChanges',
      'deliver',
      'undoDelivery',
      'insert',
      'copy',
      'openFile',
      'refresh',
    ].map((type) => ({ type })),
    { type: 'approve', override: false },
    { type: 'approve', override: true, rating: 1, forTranslator: '' },
    { type: 'approve', override: false, rating: 5 },
    { type: 'approve', override: false, forService: 'Quick.', public: true },
    { type: 'approve', override: true, translationHash: 'abc' },
    { type: 'revise', comment: 'Shorter' },
    { type: 'comment', comment: 'Hello' },
    { type: 'orderComment', comment: 'Hello' },
    { type: 'compareRevisions', older: 'a', newer: 'b' },
    { type: 'openJob', jobId: '5' },
    { type: 'showOrder', shown: true },
    { type: 'keepOpen' },
  ];
  for (const intent of good) {
    it(`accepts ${JSON.stringify(intent)}`, () => {
      assert.deepEqual(parseIntent(jobIntent, intent), intent);
    });
  }

  const bad: readonly unknown[] = [
    undefined,
    null,
    'ready',
    7,
    [],
    {},
    [{ type: 'ready' }],
    { type: 'Ready' },
    { type: 'toString' },
    { type: ['ready'] },
    { type: 'snapshot' },
    { type: 'approve' },
    { type: 'approve', override: 'yes' },
    { type: 'approve', override: 1 },
    ...[0, 6, 2.5, '3', null, NaN, Infinity].map((rating) => ({ type: 'approve', override: false, rating })),
    { type: 'approve', override: false, translationHash: 5 },
    { type: 'approve', override: false, translationHash: null },
    { type: 'approve', override: false, forTranslator: 5 },
    { type: 'approve', override: false, forService: 5 },
    { type: 'approve', override: false, public: 1 },
    { type: 'approve', override: false, public: 'true' },
    { type: 'revise' },
    { type: 'revise', comment: 5 },
    { type: 'revise', body: 'x' },
    { type: 'comment' },
    { type: 'comment', comment: null },
    { type: 'orderComment' },
    { type: 'compareRevisions', older: 'a' },
    { type: 'openJob', jobId: 5 },
    { type: 'openJob' },
    { type: 'showOrder', shown: 'yes' },
    { type: 'comment', body: 'x' },
  ];
  for (const message of bad) {
    it(`refuses ${JSON.stringify(message) ?? 'undefined'}`, () => {
      assert.equal(parseIntent(jobIntent, message), undefined);
    });
  }

  it('removes unknown members of an intent', () => {
    assert.deepEqual(parseIntent(jobIntent, { type: 'archive', jobId: '2', override: true }), { type: 'archive' });
  });
});
