import assert from 'node:assert/strict';
import { maxRowCharacters } from '../../../../../src/webview/review/reviewMessages.ts';
import { reviewRow, ReviewRows } from '../../../../../src/webview/review/host/reviewRows.ts';
import { makeTrackedJob, makeUnitRef } from '../../../../builders/trackedJob.ts';

describe('the rows of translations to review', () => {
  const job = makeTrackedJob({
    id: '7',
    translatedText: '訳',
    translationHash: 'h',
    orderId: '5',
    units: [makeUnitRef()],
  });

  it('have what is needed to decide', () => {
    const row = reviewRow(
      {
        ...job,
        protectedText: {
          text: '[[[{n}]]] [[[{n}]]]',
          source: '{n} {n}',
          placeholders: [0, 4].map((start) => ({ start, end: start + 3, text: '{n}', syntax: 'brace' as const })),
        },
        revisionsRequested: 3,
        reviewUntil: 99,
      },
      { comments: 2, isUnanswered: true, previous: '旧' },
    );
    assert.deepEqual(
      [row.placeholders, row.file, row.order, row.hash, row.until, row.comments, row.isUnanswered, row.previous],
      [['{n}'], 'ja.json', '5', 'h', 99, 2, true, '旧'],
    );
    assert.deepEqual(row.actions, ['approve', 'reject', 'comment'], 'all revision requests have been used');
    assert.deepEqual(JSON.parse(JSON.stringify(row)), row, 'a row is plain JSON');
  });

  it('truncate long texts, and say so', () => {
    const row = reviewRow({ ...job, sourceText: 'x'.repeat(maxRowCharacters + 1) }, undefined);
    assert.deepEqual([row.source.length, row.truncated], [maxRowCharacters, true]);
    assert.equal(reviewRow(job, undefined).truncated, undefined);
  });

  it('show no difference if the last revision changed nothing', () => {
    assert.equal(reviewRow(job, { comments: 0, isUnanswered: false, previous: '訳' }).previous, undefined);
  });

  it('are sent once, and again when they change', () => {
    const rows = new ReviewRows();
    const other = makeTrackedJob({ id: '8', status: 'approved' });
    const facts = () => undefined;
    assert.equal(rows.isEmpty, true);
    const first = rows.changes([job, other], facts);
    assert.deepEqual([first.rows.map(({ id }) => id), first.locales], [['7'], { ja: 'Japanese' }]);
    assert.equal(rows.isEmpty, false);
    assert.deepEqual(rows.changes([{ ...job }, other], facts).rows, []);
    assert.equal(rows.changes([{ ...job, translationHash: 'i' }], facts).rows.length, 1);
    assert.equal(
      rows.changes([{ ...job, translationHash: 'i' }], () => ({ comments: 1, isUnanswered: false })).rows.length,
      1,
    );
    assert.deepEqual(rows.changes([other], facts).removed, ['7']);
    rows.reset();
    assert.equal(rows.changes([job], facts).rows.length, 1);
  });
});
