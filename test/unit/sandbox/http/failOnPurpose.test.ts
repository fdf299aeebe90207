import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { systemClock } from '../../../../src/base/clock.ts';
import { failOnPurpose, type Exchange } from '../../../../src/sandbox/http/failOnPurpose.ts';

const hour = 3_600_000;

describe('sandbox/failOnPurpose', () => {
  it('stops waiting and removes its timer when the sandbox ends', async () => {
    const timer = mock.method(globalThis, 'setTimeout');
    try {
      const slow = { match: 'GET /', fault: 'slow', ms: hour, times: 1 } as const;
      const response = await failOnPurpose(
        slow,
        {} as Exchange,
        { clock: systemClock, ending: AbortSignal.abort() },
        () => Promise.resolve(new Response('late')),
      );
      assert.equal(await response?.text(), 'late');
      assert.deepEqual(
        timer.mock.calls.filter((call) => call.arguments[1] === hour),
        [],
      );
    } finally {
      timer.mock.restore();
    }
  });
});
