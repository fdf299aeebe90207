import assert from 'node:assert/strict';
import { knownMessages, pageNews, type KnownMessages } from '../../../../../src/webview/job/page/pageNews.ts';
import { makeSnapshot, type SnapshotInput } from '../../../../../src/webview/shared/host/makeSnapshot.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';
import type { PageComment, PageSnapshot } from '../../../../../src/webview/shared/pageSnapshot.ts';

const strings = { labeled: '{0} : {1}' };

const message = (body: string, author: PageComment['author'] = 'translator'): PageComment => ({
  author,
  authorLabel: 'Translator',
  body,
  when: '',
});

/** Returns what is announced for each of these snapshots, which follow each other. */
function announced(...snapshots: readonly PageSnapshot[]): readonly (readonly string[])[] {
  let before: PageSnapshot | undefined;
  let known: KnownMessages | undefined;
  return snapshots.map((now) => {
    const news = pageNews(now, before, known, strings);
    known = knownMessages(now, known);
    before = now;
    return news;
  });
}

describe('pageNews', () => {
  const base = makeSnapshot(makeTrackedJob({ orderId: '7' }), { busy: false }, { languages: [], orderJobs: [] });
  const order = { facts: [], jobs: [] };
  const old = [message('One'), message('Mine', 'customer')];
  const more = [...old, message('$1 {0} {1}')];

  it('returns new messages of translators, with the author as the language writes it', () => {
    assert.deepEqual(announced(base, { ...base, comments: old }, { ...base, comments: more }), [
      [],
      [],
      ['Translator : $1 {0} {1}'],
    ]);
  });

  it('returns no message again that was known before a failure', () => {
    const failed = { ...base, comments: [], commentsFailed: true } as const;
    const loaded = { ...base, comments: old };
    assert.deepEqual(announced(failed, loaded, failed, loaded), [[], [], [], []]);
    assert.deepEqual(announced(loaded, { ...base, comments: [] }, { ...base, comments: more }).at(-1), [
      'Translator : $1 {0} {1}',
    ]);
  });

  it('treats the messages of an order in the same way', () => {
    const failed = { ...base, order: { ...order, comments: [], commentsFailed: true } } as const;
    const loaded = { ...base, order: { ...order, comments: old } };
    const answered = { ...base, order: { ...order, comments: more } };
    assert.deepEqual(announced(failed, loaded, failed, answered), [[], [], [], ['Translator : $1 {0} {1}']]);
  });

  it('returns nothing about another job', () => {
    assert.deepEqual(announced({ ...base, comments: old }, { ...base, jobId: '2', comments: more }), [[], []]);
  });
});

describe('makeSnapshot', () => {
  const job = makeTrackedJob({ orderId: '7' });
  const facts: SnapshotInput = { languages: [], orderJobs: [] };
  const read = { detail: { revisions: [], incomplete: [] }, hasFailed: false };
  const unreadable = { ...read, detail: { revisions: [], incomplete: ['comments'] } } as const;
  const of = (details: SnapshotInput['details'], changes: Partial<SnapshotInput> = {}) =>
    makeSnapshot(job, { busy: false }, { ...facts, details, ...changes });

  it('marks messages that could not be loaded', () => {
    assert.equal(of(read).commentsFailed, undefined);
    assert.equal(of({ ...read, hasFailed: true }).commentsFailed, true);
    assert.equal(of(unreadable).commentsFailed, true);
    const comments = [{ author: 'translator', body: 'One' }];
    assert.equal(of(unreadable, { comments }).commentsFailed, undefined);
    const failed = of(read, { order: { isIncomplete: true } });
    assert.equal(failed.order?.commentsFailed, true);
  });
});
