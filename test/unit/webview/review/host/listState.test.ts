import assert from 'node:assert/strict';
import { listState } from '../../../../../src/webview/review/host/listState.ts';
import { makeTrackedJob, makeUnitRef } from '../../../../builders/trackedJob.ts';

const loaded = { refreshing: false, refreshedAt: 1, failures: [] };

describe('listState', () => {
  it('counts the strings that are being translated', () => {
    const jobs = ['queued', 'available', 'pending', 'revising', 'approved', 'canceled', 'unclear'].map((status) =>
      makeTrackedJob({ status, units: [makeUnitRef()] }),
    );
    assert.match(listState(loaded, jobs, undefined).empty ?? '', /^4 strings are being translated\./u);
    assert.match(listState(loaded, jobs.slice(0, 1), undefined).empty ?? '', /^1 string is being translated\./u);
  });

  it('counts all strings of a job, and documents separately', () => {
    const status = 'pending';
    const plurals = makeTrackedJob({ status, units: [makeUnitRef(), makeUnitRef({ key: 'b' })] });
    const unknown = makeTrackedJob({ status });
    assert.match(listState(loaded, [plurals, unknown], undefined).empty ?? '', /^3 strings are being translated\./u);
    const document = makeTrackedJob({ status, document: { name: 'guide.md', size: 10, ready: false } });
    assert.match(listState(loaded, [document], undefined).empty ?? '', /^1 document is being translated\./u);
    const { empty = '' } = listState(loaded, [unknown, document, document], undefined);
    assert.match(empty, /^1 string is being translated\..* 2 documents are being translated\./u);
  });

  it('promises nothing if no string is being translated, or the jobs are not known', () => {
    assert.deepEqual(listState(loaded, [makeTrackedJob({ status: 'approved' })], undefined), {
      type: 'state',
      loading: false,
    });
    const failed = listState(
      { ...loaded, error: new Error('offline') },
      [makeTrackedJob({ status: 'queued' })],
      undefined,
    );
    assert.equal(failed.empty, undefined);
    assert.ok(failed.notice);
  });
});
