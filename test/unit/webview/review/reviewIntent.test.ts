import assert from 'node:assert/strict';
import { parseIntent } from '../../../../src/webview/shared/host/parseIntent.ts';
import { reviewIntent } from '../../../../src/webview/review/reviewIntent.ts';
import { maxVisibleRows } from '../../../../src/webview/review/reviewMessages.ts';

describe('reviewIntent', () => {
  const good: readonly unknown[] = [
    { type: 'ready' },
    { type: 'refresh' },
    {
      type: 'approve',
      items: [
        { jobId: '1', override: false, hash: 'h' },
        { jobId: '2', override: true },
      ],
    },
    { type: 'revise', jobIds: ['1'], comment: 'Shorter' },
    { type: 'reject', jobIds: ['1'], comment: 'No', reason: 'quality', followUp: 'cancel' },
    { type: 'comment', jobId: '1', comment: 'Hello' },
    { type: 'openFile', jobId: '1' },
    { type: 'openJob', jobId: '1' },
    { type: 'details' },
    { type: 'details', jobId: '1' },
    { type: 'visible', jobIds: ['1'] },
    { type: 'queued', jobIds: ['1'] },
    { type: 'check', jobIds: [] },
  ];
  for (const intent of good)
    it(`accepts ${JSON.stringify(intent)}`, () => {
      assert.deepEqual(parseIntent(reviewIntent, intent), intent);
    });

  const bad: readonly unknown[] = [
    undefined,
    'ready',
    { type: 'archive', jobId: '1' },
    { type: 'approve', items: [{ jobId: '1' }] },
    { type: 'approve', items: [{ jobId: 1, override: false }] },
    { type: 'approve', items: { length: 1 } },
    { type: 'revise', jobIds: '1', comment: 'Shorter' },
    { type: 'revise', jobIds: ['1'] },
    { type: 'reject', jobIds: ['1'], comment: 'No', reason: 'mood', followUp: 'cancel' },
    { type: 'reject', jobIds: ['1'], comment: 'No', reason: 'quality' },
    { type: 'comment', jobId: '1' },
    { type: 'openFile' },
    { type: 'details', jobId: 7 },
    { type: 'visible', jobIds: [7] },
    { type: 'queued' },
  ];
  for (const intent of bad)
    it(`ignores ${JSON.stringify(intent)}`, () => {
      assert.equal(parseIntent(reviewIntent, intent), undefined);
    });

  it('accepts no more visible rows than a screen has', () => {
    const jobIds = Array.from({ length: 500 }, (_, index) => String(index));
    const intent = parseIntent(reviewIntent, { type: 'visible', jobIds });
    assert.equal(intent?.type === 'visible' && intent.jobIds.length, maxVisibleRows);
  });
});
