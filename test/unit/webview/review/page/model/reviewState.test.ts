import assert from 'node:assert/strict';
import {
  emptyReviewState,
  parseReviewState,
  withDrafts,
  withoutGone,
  type ReviewState,
} from '../../../../../../src/webview/review/page/model/reviewState.ts';
import { noFilter } from '../../../../../../src/webview/review/page/model/rowFilter.ts';

describe('the state of the review page', () => {
  const state: ReviewState = {
    filter: { ...noFilter, text: 'cart', findings: true },
    sorting: 'file',
    scope: ['1', '2'],
    focused: '2',
    selected: ['1'],
    hasDetails: true,
    editor: { jobId: '2', action: 'reject' },
    drafts: { 2: { revise: 'Shorter', reject: { reason: 'other', followUp: 'cancel', comment: 'No.' } } },
    queued: ['1'],
    top: { jobId: '3', offset: 12 },
  };

  it('survives a reload', () => {
    assert.deepEqual(parseReviewState(JSON.parse(JSON.stringify(state))), state);
  });

  it('forgets what was selected or open in rows that are gone, and keeps everything else', () => {
    const rows = (...ids: string[]): ReadonlyMap<string, unknown> => new Map(ids.map((id) => [id, {}]));
    assert.equal(withoutGone(state, rows('1', '2', '3')), state);
    assert.deepEqual(withoutGone(state, rows('2')), { ...state, selected: [] });
    assert.deepEqual(withoutGone(state, rows('1')), { ...state, editor: undefined });
  });

  it('gets defaults for everything that is invalid', () => {
    for (const value of [undefined, null, 7, 'state', [], {}])
      assert.deepEqual(parseReviewState(value), emptyReviewState);
    assert.deepEqual(
      parseReviewState({
        filter: 7,
        sorting: 'random',
        scope: 'all',
        focused: 4,
        selected: [1, '2'],
        editor: { jobId: '1', action: 'approve' },
        drafts: { 1: 'text', 2: { revise: 4 } },
        queued: {},
        top: { jobId: '3', offset: -1 },
      }),
      { ...emptyReviewState, selected: ['2'], drafts: { 2: {} } },
    );
  });

  it('keeps the drafts of a job apart from those of others, and forgets empty ones', () => {
    const one = withDrafts({}, '1', { revise: 'a' });
    const two = withDrafts(one, '2', { comment: 'b' });
    assert.deepEqual(two, { 1: { revise: 'a' }, 2: { comment: 'b' } });
    assert.deepEqual(withDrafts(two, '1', { revise: undefined }), { 2: { comment: 'b' } });
    assert.deepEqual(withDrafts(two, '2', { revise: 'c' })[2], { comment: 'b', revise: 'c' });
  });

  it('keeps a limited number of drafts', () => {
    let drafts: ReviewState['drafts'] = {};
    for (let id = 0; id < 700; id += 1) drafts = withDrafts(drafts, String(id), { revise: 'x' });
    assert.equal(Object.keys(drafts).length, 500);
    assert.ok('699' in drafts);
  });
});
