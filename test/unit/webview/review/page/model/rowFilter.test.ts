import assert from 'node:assert/strict';
import {
  hasErrors,
  hasNoFindings,
  isClean,
  isFiltering,
  matchingRows,
  noFilter,
  valuesOf,
  type RowFilter,
  type Sorting,
} from '../../../../../../src/webview/review/page/model/rowFilter.ts';
import { makeReviewRow, reviewNow as now } from '../../../../../builders/reviewRow.ts';

const error = { severity: 'error', sentence: 'Missing.' } as const;
const warning = { severity: 'warning', sentence: 'Unusual.' } as const;
const hour = 60 * 60 * 1000;
const rows = [
  makeReviewRow('1', { title: 'b.title', file: 'z.json', order: '7', until: now + 90 * hour }),
  makeReviewRow('2', { title: 'key10', locale: 'fr', problems: [error], until: now + 2 * hour }),
  makeReviewRow('3', { title: 'key9', locale: 'fr', translation: 'Über {count}', isUnanswered: true }),
];

describe('the filter of the review list', () => {
  const matching = (filter: Partial<RowFilter>, sorting: Sorting = 'file', scope?: ReadonlySet<string>) =>
    matchingRows(rows, { ...noFilter, ...filter }, { sorting, scope, now }).map(({ id }) => id);

  it('finds keys and texts in upper and lower case', () => {
    assert.deepEqual(matching({ text: ' ÜBER' }), ['3']);
    assert.deepEqual(matching({ text: 'KEY' }), ['3', '2']);
    assert.deepEqual(matching({ text: 'nowhere' }), []);
  });

  it('combines languages, files, orders, findings, unanswered messages and ending review periods', () => {
    assert.deepEqual(matching({ locale: 'fr' }), ['3', '2']);
    assert.deepEqual(matching({ file: 'z.json' }), ['1']);
    assert.deepEqual(matching({ order: '7' }), ['1']);
    assert.deepEqual(matching({ findings: true }), ['2']);
    assert.deepEqual(matching({ questions: true }), ['3']);
    assert.deepEqual(matching({ expiring: true }), ['2']);
    assert.deepEqual(matching({ locale: 'fr', findings: true, questions: true }), []);
  });

  it('shows only the jobs that were selected elsewhere', () => {
    assert.deepEqual(matching({}, 'file', new Set(['1', '2'])), ['2', '1']);
  });

  it('sorts by remaining time, file and key, or language; numbers in keys by their value', () => {
    assert.deepEqual(matching({}, 'urgency'), ['2', '1', '3']);
    assert.deepEqual(matching({}, 'file'), ['3', '2', '1']);
    assert.deepEqual(matching({}, 'locale'), ['3', '2', '1']);
  });

  it('knows whether it hides rows, and which values it offers', () => {
    assert.equal(isFiltering(noFilter), false);
    assert.equal(isFiltering({ ...noFilter, expiring: true }), true);
    assert.deepEqual(valuesOf(rows, 'locale'), ['fr', 'ja']);
    assert.deepEqual(valuesOf([makeReviewRow('1', { order: '10' }), makeReviewRow('2', { order: '9' })], 'order'), [
      '9',
      '10',
    ]);
  });
});

describe('a clean translation', () => {
  it('has no findings and no unanswered message, and its whole text is shown', () => {
    assert.equal(isClean(makeReviewRow('1')), true);
    const { isUnanswered, ...unknown } = makeReviewRow('1');
    assert.equal(isUnanswered, false);
    assert.equal(isClean(unknown), false, 'its thread is not known');
    assert.equal(hasNoFindings(unknown), true);
    assert.equal(isClean(makeReviewRow('1', { isUnanswered: true })), false);
    assert.equal(isClean(makeReviewRow('1', { problems: [warning] })), false);
    assert.equal(isClean(makeReviewRow('1', { truncated: true })), false);
    assert.equal(isClean(makeReviewRow('1', { actions: ['comment'] })), false);
    assert.equal(hasErrors(makeReviewRow('1', { problems: [warning] })), false);
    assert.equal(hasErrors(makeReviewRow('1', { problems: [warning, error] })), true);
  });
});
