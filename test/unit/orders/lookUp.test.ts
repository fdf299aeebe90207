import assert from 'node:assert/strict';
import { listJobsSince } from '../../../src/orders/lookUp.ts';
import type { JobStub } from '../../../src/service/records.ts';
import { scriptedClient } from './scriptedClient.ts';

const start = Date.UTC(2030, 0, 1);

/** A service that lists at most so many jobs, oldest first; `after` includes its own second or not. */
function listing(stubs: readonly JobStub[], options: { readonly cap?: number; readonly inclusive: boolean }) {
  let calls = 0;
  const client = scriptedClient({
    listJobs: ({ timestampAfter = 0 }) => {
      calls += 1;
      assert.ok(calls < 1000, 'it does not end');
      const second = Math.floor(timestampAfter / 1000) * 1000;
      const found = stubs.filter(({ createdAt = 0 }) => (options.inclusive ? createdAt >= second : createdAt > second));
      return Promise.resolve(found.slice(0, options.cap));
    },
  });
  return { client, calls: () => calls };
}

function stubs(count: number, perSecond: number): readonly JobStub[] {
  return Array.from({ length: count }, (_, index) => ({ id: String(index), createdAt: start + Math.floor(index / perSecond) * 1000 }));
}

describe('orders/lookUp: listing', () => {
  for (const inclusive of [true, false]) {
    it(`finds all jobs of a service that lists 200 at a time (${inclusive ? 'with' : 'without'} the second asked for)`, async () => {
      const { client, calls } = listing(stubs(1000, 7), { cap: 200, inclusive });
      assert.equal((await listJobsSince(client, start - 5000)).ids.length, 1000);
      assert.ok(calls() <= 9, String(calls()));
    });

    it(`asks a service that lists everything a few times at most (${String(inclusive)})`, async () => {
      const { client, calls } = listing(stubs(10_000, 10_000), { inclusive });
      assert.equal((await listJobsSince(client, start - 5000)).ids.length, 10_000);
      assert.ok(calls() <= 4, String(calls()));
    });

    it(`ends when a second has more jobs than can be listed, and finds those after it (${String(inclusive)})`, async () => {
      const crowded = [...stubs(500, 500), { id: 'later', createdAt: start + 5000 }];
      const { client } = listing(crowded, { cap: 200, inclusive });
      assert.ok((await listJobsSince(client, start - 5000)).ids.includes('later'));
    });
  }

  it('never asks for all of time as if it were none', async () => {
    const asked: (number | undefined)[] = [];
    const client = scriptedClient({
      listJobs: ({ timestampAfter }) => {
        asked.push(timestampAfter);
        return Promise.resolve([{ id: '1' }]);
      },
    });
    assert.deepEqual(await listJobsSince(client, 0), { ids: ['1'], isComplete: true });
    assert.deepEqual(asked, [1000]);
  });
});
