import assert from 'node:assert/strict';
import {
  maxVisibleRows,
  parseReviewIntent,
  parseReviewMessage,
  reviewStrings,
} from '../../../../src/webview/review/reviewProtocol.ts';
import { reviewWords } from '../../../../src/webview/review/reviewWords.ts';
import { makeReviewRow } from '../../../builders/reviewRow.ts';

describe('parseReviewIntent', () => {
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
      assert.deepEqual(parseReviewIntent(intent), intent);
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
      assert.equal(parseReviewIntent(intent), undefined);
    });

  it('accepts no more visible rows than a screen has', () => {
    const jobIds = Array.from({ length: 500 }, (_, index) => String(index));
    const intent = parseReviewIntent({ type: 'visible', jobIds });
    assert.equal(intent?.type === 'visible' && intent.jobIds.length, maxVisibleRows);
  });
});

describe('parseReviewMessage', () => {
  const rows = {
    type: 'rows',
    reset: true,
    more: false,
    rows: [
      makeReviewRow('1', {
        problems: [{ severity: 'error', sentence: 'Missing.', location: { passage: 'source', start: 0, end: 1 } }],
      }),
    ],
    removed: ['2'],
    locales: { ja: 'Japanese' },
  };
  const good: readonly unknown[] = [
    rows,
    {
      type: 'results',
      results: [
        { jobId: '1', action: 'approve' },
        { jobId: '2', action: 'revise', sentence: 'No.' },
      ],
    },
    { type: 'scope' },
    { type: 'scope', jobIds: ['1'] },
    { type: 'checked', remaining: 3, failed: 0 },
    { type: 'state', loading: false, notice: 'Old.' },
    { type: 'state', loading: false, empty: 'Soon.' },
  ];
  for (const message of good)
    it(`accepts ${JSON.stringify(message).slice(0, 60)}`, () => {
      assert.deepEqual(parseReviewMessage(message), message);
    });

  const bad: readonly unknown[] = [
    { ...rows, rows: [{ ...rows.rows[0], problems: [{ sentence: 'x' }] }] },
    { ...rows, rows: [{ ...rows.rows[0], actions: ['delete'] }] },
    { ...rows, rows: [{ ...rows.rows[0], revisions: -1 }] },
    { ...rows, locales: { ja: 1 } },
    { ...rows, reset: 'yes' },
    { type: 'results', results: [{ jobId: '1', action: 'explode' }] },
    { type: 'scope', jobIds: [1] },
    { type: 'checked', remaining: 'many', failed: 0 },
    { type: 'state' },
    { type: 'state', loading: false, empty: 2 },
    { type: 'snapshot' },
    null,
  ];
  for (const message of bad)
    it(`ignores ${JSON.stringify(message).slice(-60)}`, () => {
      assert.equal(parseReviewMessage(message), undefined);
    });
});

describe('the words of the review page', () => {
  it('are complete', () => {
    assert.deepEqual(Object.keys(reviewWords()).toSorted(), [...reviewStrings].toSorted());
    assert.equal(reviewWords().revisionCount, 'Revision requests: {0} of 3');
  });
});
