import assert from 'node:assert/strict';
import {
  withoutChanged,
  nextDueIn,
  queueApproval,
  removeApproval,
  takeDue,
  undoMs,
} from '../../../../../../src/webview/review/page/model/approvalQueue.ts';

describe('the queue of approvals', () => {
  const first = queueApproval([], { id: '1', hash: 'a' }, { now: 0, override: false });
  const both = queueApproval(first, { id: '2' }, { now: 1000, override: true });

  it('sends an approval after five seconds, with the hash that was shown', () => {
    assert.deepEqual(takeDue(both, undoMs - 1), { due: [], waiting: both });
    assert.deepEqual(takeDue(both, undoMs).due, [{ jobId: '1', hash: 'a', override: false }]);
    assert.deepEqual(takeDue(both, undoMs + 1000).due, [
      { jobId: '1', hash: 'a', override: false },
      { jobId: '2', override: true },
    ]);
  });

  it('says when the next approval is sent', () => {
    assert.equal(nextDueIn([], 0), undefined);
    assert.equal(nextDueIn(both, 2000), undoMs - 2000);
    assert.equal(nextDueIn(both, 60_000), 0);
  });

  it('has a job once, and none that was taken back', () => {
    const again = queueApproval(both, { id: '1', hash: 'b' }, { now: 2000, override: false });
    assert.deepEqual(
      again.map(({ jobId, hash }) => [jobId, hash]),
      [
        ['2', undefined],
        ['1', 'b'],
      ],
    );
    assert.deepEqual(
      removeApproval(again, '2').map(({ jobId }) => jobId),
      ['1'],
    );
  });

  it('drops translations that are gone or have changed since they were shown', () => {
    const { queue, changed } = withoutChanged(both, (id) => (id === '1' ? { hash: 'other' } : undefined));
    assert.deepEqual([queue, changed], [[], ['1']]);
    assert.deepEqual(
      withoutChanged(first, () => ({ hash: 'a' })),
      { queue: first, changed: [] },
    );
  });
});
