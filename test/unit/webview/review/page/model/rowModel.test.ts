import assert from 'node:assert/strict';
import type { ReviewRow } from '../../../../../../src/webview/review/reviewMessages.ts';
import { RowActions } from '../../../../../../src/webview/review/page/model/rowActions.ts';
import { noFilter } from '../../../../../../src/webview/review/page/model/rowFilter.ts';
import { RowModel } from '../../../../../../src/webview/review/page/model/rowModel.ts';
import { emptyReviewState } from '../../../../../../src/webview/review/page/model/reviewState.ts';
import { makeReviewRow, reviewNow } from '../../../../../builders/reviewRow.ts';

describe('the rows of the review page', () => {
  const message = (rows: readonly ReviewRow[], changes: { reset?: boolean; more?: boolean; removed?: string[] } = {}) =>
    ({ type: 'rows', reset: false, more: false, removed: [], locales: { ja: 'Japanese' }, rows, ...changes }) as const;
  const never = (): boolean => false;

  it('arrive in portions', () => {
    const model = new RowModel();
    assert.equal(model.store(message([makeReviewRow('1')], { reset: true, more: true }), noFilter, never), true);
    assert.equal(model.isComplete, false);
    model.store(message([makeReviewRow('2')]), noFilter, never);
    assert.equal(model.isComplete, true);
    model.list(emptyReviewState, reviewNow);
    assert.deepEqual(model.ids, ['1', '2']);
    assert.equal(model.localeNames.get('ja'), 'Japanese');
    model.store(message([], { removed: ['1'] }), noFilter, never);
    model.list(emptyReviewState, reviewNow);
    assert.deepEqual(
      model.listed.map(({ id }) => id),
      ['2'],
    );
  });

  it('are listed again only if that can change the list', () => {
    const model = new RowModel();
    model.store(message([makeReviewRow('1')], { reset: true }), noFilter, never);
    const answered = makeReviewRow('1', { comments: 3, isUnanswered: true });
    assert.equal(model.store(message([answered]), noFilter, never), false);
    assert.equal(model.store(message([makeReviewRow('1')]), { ...noFilter, questions: true }, never), true);
    assert.equal(model.store(message([makeReviewRow('1', { title: 'other' })]), noFilter, never), true);
  });

  it('show the difference if the translation changed while its approval was waiting', () => {
    const model = new RowModel();
    model.store(message([makeReviewRow('1', { translation: 'old' })], { reset: true }), noFilter, never);
    model.store(message([makeReviewRow('1', { translation: 'new' })]), noFilter, () => true);
    assert.equal(model.rows.get('1')?.previous, 'old');
  });
});

describe('the actions of the review page', () => {
  it('end with a result for each job', () => {
    const actions = new RowActions();
    actions.start(['1', '2'], { action: 'revise', drafts: { revise: 'Shorter' } });
    assert.deepEqual(actions.statusOf('1'), { kind: 'sending', action: 'revise' });
    assert.equal(actions.isRunning('2'), true);
    actions.finish({ jobId: '1', action: 'revise' });
    assert.equal(actions.statusOf('1'), undefined);
    const sent = actions.finish({ jobId: '2', action: 'revise', sentence: 'Refused.' });
    assert.deepEqual(sent?.drafts, { revise: 'Shorter' });
    assert.deepEqual(actions.statusOf('2'), { kind: 'failed', action: 'revise', sentence: 'Refused.' });
    actions.ask('2');
    assert.deepEqual(actions.statusOf('2'), { kind: 'asking' });
    actions.clear('2');
    assert.equal(actions.statusOf('2'), undefined);
  });
});
