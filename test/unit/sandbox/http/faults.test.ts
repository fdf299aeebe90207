import assert from 'node:assert/strict';
import { FaultQueue } from '../../../../src/sandbox/http/faults.ts';

describe('sandbox/faults', () => {
  it('affects calls by method and path prefix, first in, first out, as many times as given', () => {
    const faults = new FaultQueue();
    faults.add({ match: 'GET /v2/translate', times: 2, fault: 'html' });
    faults.add({ match: 'GET /v2/translate/jobs', times: 1, fault: '500' });
    const take = (method: string, path: string): string | undefined => faults.take(method, path)?.fault;
    assert.equal(take('POST', '/v2/translate/jobs'), undefined);
    assert.equal(take('GET', '/v2/account/me'), undefined);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => take('GET', '/v2/translate/jobs/1')),
      ['html', 'html', '500', undefined],
    );
  });

  it('removes all faults', () => {
    const faults = new FaultQueue();
    faults.add({ match: 'GET /', times: 9, fault: 'slow', ms: 1 });
    faults.clear();
    assert.equal(faults.take('GET', '/'), undefined);
  });
});
