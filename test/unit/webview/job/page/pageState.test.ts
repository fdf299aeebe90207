import assert from 'node:assert/strict';
import { present } from '../../../../../src/base/present.ts';
import {
  comparedRevisions,
  emptyState,
  hasDraft,
  parseState,
  stateAfter,
  type PageState,
} from '../../../../../src/webview/job/page/pageState.ts';
import type { PageRevision, PageSnapshot } from '../../../../../src/webview/shared/pageSnapshot.ts';

const typed: PageState = {
  jobId: '1',
  comment: 'c',
  orderComment: 'o',
  revisionComment: 'r',
  forTranslator: 'f',
  forService: 's',
  public: true,
  rating: 3,
  reviseOpen: true,
  approveOpen: true,
  orderOpen: true,
  doneCount: 0,
};

function snapshot(done?: PageSnapshot['done'], jobId = '1'): PageSnapshot {
  const language = { locale: 'en', label: 'English', direction: 'ltr' } as const;
  return {
    type: 'snapshot',
    jobId,
    title: '',
    status: 'reviewable',
    statusLabel: '',
    facts: [],
    highlights: [],
    problems: [],
    actions: [],
    notes: [],
    busy: false,
    source: { ...language, text: '' },
    translation: language,
    ...present({ done }),
  };
}

describe('parseState', () => {
  it('restores a stored state', () => {
    const state: PageState = { ...typed, compared: { older: 'a', newer: 'b' } };
    assert.deepEqual(parseState(JSON.parse(JSON.stringify(state))), state);
    assert.deepEqual(parseState(emptyState('1')), emptyState('1'));
  });

  for (const stored of [
    undefined,
    null,
    'x',
    5,
    [],
    {},
    { ...typed, jobId: 1 },
    { ...typed, comment: undefined },
    { ...typed, doneCount: '0' },
  ]) {
    it(`returns undefined for ${JSON.stringify(stored) ?? 'undefined'}`, () => {
      assert.equal(parseState(stored), undefined);
    });
  }

  it('omits invalid members', () => {
    assert.deepEqual(
      parseState({ ...emptyState('1'), rating: 'x', compared: { older: 1, newer: 2 }, revisionComment: 5 }),
      emptyState('1'),
    );
  });
});

describe('stateAfter', () => {
  it('keeps the user’s input as long as no action has succeeded', () => {
    assert.deepEqual(stateAfter(typed, snapshot()), typed);
  });

  it('clears only the form whose action succeeded', () => {
    assert.deepEqual(stateAfter(typed, snapshot({ intent: 'comment', count: 1 })), {
      ...typed,
      comment: '',
      doneCount: 1,
    });
    assert.deepEqual(stateAfter(typed, snapshot({ intent: 'orderComment', count: 1 })), {
      ...typed,
      orderComment: '',
      doneCount: 1,
    });
    assert.deepEqual(stateAfter(typed, snapshot({ intent: 'revise', count: 1 })), {
      ...typed,
      revisionComment: undefined,
      reviseOpen: false,
      doneCount: 1,
    });
    assert.deepEqual(stateAfter(typed, snapshot({ intent: 'approve', count: 1 })), {
      ...typed,
      forTranslator: '',
      forService: '',
      public: false,
      rating: undefined,
      approveOpen: false,
      doneCount: 1,
    });
    assert.deepEqual(stateAfter(typed, snapshot({ intent: 'copy', count: 1 })), { ...typed, doneCount: 1 });
  });

  it('clears a form once per success, also after a restart of the extension resets the count', () => {
    const done = { intent: 'comment', count: 1 } as const;
    const after = stateAfter(typed, snapshot(done));
    const again = { ...after, comment: 'more' };
    assert.equal(stateAfter(again, snapshot(done)).comment, 'more');
    const restarted = stateAfter(again, snapshot());
    assert.equal(restarted.comment, 'more');
    assert.equal(stateAfter(restarted, snapshot(done)).comment, '');
  });

  it('returns an empty state for another job', () => {
    assert.deepEqual(stateAfter(typed, snapshot(undefined, '2')), emptyState('2'));
    assert.deepEqual(stateAfter(undefined, snapshot()), emptyState('1'));
  });
});

describe('hasDraft', () => {
  it('finds every kind of input, and ignores what is only open', () => {
    const empty = { ...emptyState('1'), reviseOpen: true, approveOpen: true, orderOpen: true };
    assert.equal(hasDraft(empty), false);
    const drafts: readonly Partial<PageState>[] = [
      { comment: 'x' },
      { orderComment: 'x' },
      { revisionComment: 'x' },
      { forTranslator: 'x' },
      { forService: 'x' },
      { public: true },
      { rating: 1 },
    ];
    for (const draft of drafts) assert.equal(hasDraft({ ...empty, ...draft }), true, JSON.stringify(draft));
    assert.equal(hasDraft({ ...empty, comment: ' \n' }), false);
  });
});

describe('comparedRevisions', () => {
  const revisions: readonly PageRevision[] = ['a', 'b', 'c'].map((id) => ({ id, text: id, when: '' }));
  const ids = (chosen: PageState['compared'], of = revisions): readonly (string | undefined)[] => {
    const pair = comparedRevisions(of, chosen);
    return [pair?.older.id, pair?.newer.id];
  };

  it('returns the last two until the user selects two', () => {
    assert.deepEqual(ids(undefined), ['b', 'c']);
    assert.deepEqual(ids({ older: 'a', newer: 'b' }), ['a', 'b']);
    assert.deepEqual(ids({ older: 'c', newer: 'a' }), ['c', 'a']);
  });

  it('returns the last one instead of a revision that no longer exists', () => {
    assert.deepEqual(ids({ older: 'x', newer: 'a' }), ['b', 'a']);
  });

  it('returns undefined for fewer than two revisions', () => {
    assert.deepEqual(ids(undefined, revisions.slice(0, 1)), [undefined, undefined]);
    assert.deepEqual(ids({ older: 'a', newer: 'a' }, []), [undefined, undefined]);
  });
});
