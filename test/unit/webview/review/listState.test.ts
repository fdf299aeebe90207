import assert from 'node:assert/strict';
import { listState } from '../../../../src/webview/review/listState.ts';

const loaded = { refreshing: false, refreshedAt: 1, failures: [] };

describe('listState', () => {
  it('counts the strings that are being translated', () => {
    const jobs = ['queued', 'available', 'pending', 'revising', 'approved', 'canceled', 'unclear'].map((status) => ({
      status,
    }));
    assert.match(listState(loaded, jobs, undefined).empty ?? '', /^4 strings are being translated\./u);
    assert.match(listState(loaded, jobs.slice(0, 1), undefined).empty ?? '', /^1 string is being translated\./u);
  });

  it('promises nothing if no string is being translated, or the jobs are not known', () => {
    assert.deepEqual(listState(loaded, [{ status: 'approved' }], undefined), { type: 'state', loading: false });
    const failed = listState({ ...loaded, error: new Error('offline') }, [{ status: 'queued' }], undefined);
    assert.equal(failed.empty, undefined);
    assert.ok(failed.notice);
  });
});
