import assert from 'node:assert/strict';
import { parseJobCommandArgument, parseJobsCommandArgument } from '../../../src/editor/jobCommandArgument.ts';

describe('parseJobCommandArgument', () => {
  it('returns the job and the answers', () => {
    const argument = { jobId: '7', override: false, rating: 5, public: true, reason: 'other', followUp: 'cancel' };
    assert.deepEqual(parseJobCommandArgument(argument), argument);
    assert.deepEqual(parseJobCommandArgument({ jobId: 7 }), { jobId: '7' });
  });

  it('ignores members that are unknown or have another type', () => {
    const argument = { jobId: {}, rating: '5', confirmed: 'yes', reason: 'mood', followUp: 'requeue', rethrow: true };
    for (const value of [undefined, null, 'text', [{ jobId: '7' }], argument])
      assert.deepEqual(parseJobCommandArgument(value), {});
  });
});

const rowsOf = (selected: unknown, clicked?: unknown) => parseJobsCommandArgument(clicked, selected).rows;

describe('the context of a page’s menu', () => {
  const context = {
    webview: 'humanTranslation.review',
    webviewSection: 'row',
    preventDefaultContextMenuItems: true,
    canApprove: true,
    canRevise: false,
    canReject: true,
    jobId: '7',
    translationHash: 'h',
  };

  it('names a job with the translation that is shown, and gives no answers', () => {
    assert.deepEqual(parseJobCommandArgument(context), { jobId: '7', translationHash: 'h' });
    assert.equal(rowsOf(undefined, context), undefined);
  });

  it('names all selected jobs if the row is one of them', () => {
    const jobs = [{ jobId: '7', translationHash: 'h' }, { jobId: '8' }];
    assert.deepEqual(parseJobsCommandArgument({ ...context, jobs }), {
      jobId: '7',
      translationHash: 'h',
      rows: jobs,
    });
  });
});

describe('parseJobsCommandArgument', () => {
  it('returns two jobs or more, without other rows', () => {
    const rows = [{ jobId: '1', translationHash: 'h' }, { kind: 'order' }, { jobId: '2', title: 'two' }];
    assert.deepEqual(rowsOf(rows), [{ jobId: '1', translationHash: 'h' }, { jobId: '2' }]);
    assert.equal(rowsOf(rows.slice(0, 2)), undefined);
    assert.equal(rowsOf(undefined), undefined);
  });

  it('returns the jobs of groups, each once, also if only one row was clicked', () => {
    const group = { kind: 'group', jobs: [{ jobId: '1', translationHash: 'h' }, { jobId: '2' }] };
    const all = [{ jobId: '1', translationHash: 'h' }, { jobId: '2' }];
    assert.deepEqual(rowsOf(undefined, group), all);
    assert.deepEqual(rowsOf([group, { jobId: '2' }], { jobId: '2' }), all);
    assert.deepEqual(rowsOf([], { jobs: [{ jobId: '3' }] }), [{ jobId: '3' }]);
    assert.equal(rowsOf([{ jobId: '2' }], { jobId: '2' }), undefined);
  });
});
