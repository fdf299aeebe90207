import assert from 'node:assert/strict';
import { listJobsSince } from '../../../../../src/orders/spend/reconcile/listJobsSince.ts';
import type { JobStub } from '../../../../../src/service/interface/records.ts';
import { scriptedClient } from '../../scriptedClient.ts';

const start = Date.UTC(2030, 0, 1);

/** A service that lists at most `cap` jobs, oldest first; `inclusive` is whether `after` includes its own second. */
function listing(stubs: readonly JobStub[], options: { readonly cap?: number; readonly inclusive: boolean }) {
  let calls = 0;
  const client = scriptedClient({
    listJobs: ({ timestampAfter = 0 }) => {
      calls += 1;
      assert.ok(calls < 1000, 'The list does not end.');
      const second = Math.floor(timestampAfter / 1000) * 1000;
      const found = stubs.filter(({ createdAt = 0 }) => (options.inclusive ? createdAt >= second : createdAt > second));
      return Promise.resolve(found.slice(0, options.cap));
    },
  });
  return { client, calls: () => calls };
}

function stubs(count: number, perSecond: number): readonly JobStub[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    createdAt: start + Math.floor(index / perSecond) * 1000,
  }));
}

/** Names whether a list includes the second that it starts from. */
function bound(inclusive: boolean): string {
  return inclusive ? 'inclusive' : 'exclusive';
}

describe('listJobsSince', () => {
  for (const inclusive of [true, false]) {
    it(`finds all jobs if the service lists 200 at a time (${bound(inclusive)})`, async () => {
      const { client, calls } = listing(stubs(1000, 7), { cap: 200, inclusive });
      assert.equal((await listJobsSince(client, start - 5000)).ids.length, 1000);
      assert.ok(calls() <= 9, String(calls()));
    });

    it(`sends at most four requests if the service lists everything (${bound(inclusive)})`, async () => {
      const { client, calls } = listing(stubs(10_000, 10_000), { inclusive });
      assert.equal((await listJobsSince(client, start - 5000)).ids.length, 10_000);
      assert.ok(calls() <= 4, String(calls()));
    });

    it(`finds later jobs if a second has more than can be listed (${bound(inclusive)})`, async () => {
      const crowded = [...stubs(500, 500), { id: 'later', createdAt: start + 5000 }];
      const { client } = listing(crowded, { cap: 200, inclusive });
      assert.ok((await listJobsSince(client, start - 5000)).ids.includes('later'));
    });
  }

  for (const cap of [3, 10, 25]) {
    for (const inclusive of [true, false]) {
      it(`finds all jobs if the service lists ${cap} at a time (${bound(inclusive)})`, async () => {
        const { client, calls } = listing(stubs(60, 1), { cap, inclusive });
        const { ids, isComplete } = await listJobsSince(client, start - 5000);
        assert.deepEqual([new Set(ids).size, isComplete], [60, true]);
        assert.ok(calls() <= 70, String(calls()));
      });
    }
  }

  it('requests 200 at a time, because a service may list only ten by default', async () => {
    const asked: (number | undefined)[] = [];
    const client = scriptedClient({
      listJobs: ({ timestampAfter = 0, count = 10 }) => {
        asked.push(count);
        return Promise.resolve(
          stubs(40, 5)
            .filter(({ createdAt = 0 }) => createdAt >= timestampAfter)
            .slice(0, count),
        );
      },
    });
    assert.deepEqual((await listJobsSince(client, start)).ids.length, 40);
    assert.ok(asked.every((count) => count === 200));
  });

  it('reports a list as incomplete if a second has too many jobs, or the newest jobs come first', async () => {
    for (const inclusive of [true, false]) {
      const { ids, isComplete } = await listJobsSince(
        listing([...stubs(30, 30), { id: 'later', createdAt: start + 5000 }], { cap: 20, inclusive }).client,
        start - 5000,
      );
      assert.deepEqual([ids.includes('later'), ids.length, isComplete], [true, 21, false]);
    }
    const newestFirst = scriptedClient({ listJobs: () => Promise.resolve(stubs(60, 1).toReversed().slice(0, 20)) });
    assert.deepEqual((await listJobsSince(newestFirst, start)).isComplete, false);
    const few = scriptedClient({ listJobs: () => Promise.resolve(stubs(6, 1).toReversed()) });
    const { ids, isComplete } = await listJobsSince(few, start);
    assert.deepEqual([ids, isComplete], [['5', '4', '3', '2', '1', '0'], true]);
    const unreadable = scriptedClient({
      listJobs: (_filter, options) => {
        options?.onUnreadable?.({ problem: 'response[0].job_id is absent' });
        return Promise.resolve([]);
      },
    });
    assert.deepEqual(await listJobsSince(unreadable, start), { ids: [], newest: undefined, isComplete: false });
  });

  for (const [count, cap, isWhole] of [
    [40, 200, true],
    [40, 40, true],
    [60, 40, false],
    [300, 200, false],
  ] as const)
    it(`${isWhole ? 'is complete' : 'is incomplete'} if ${count} jobs have one time and the service lists ${cap} of either end`, async () => {
      const all = stubs(count, count);
      const client = scriptedClient({
        listJobs: ({ timestampAfter }) =>
          Promise.resolve(
            timestampAfter === undefined
              ? all.toReversed().slice(0, cap)
              : all.filter(({ createdAt = 0 }) => createdAt >= timestampAfter).slice(0, cap),
          ),
      });
      assert.equal((await listJobsSince(client, start - 5000)).isComplete, isWhole);
    });

  it('ends after a bounded number of requests, whatever the service lists', async () => {
    let calls = 0;
    const client = scriptedClient({
      listJobs: () => {
        calls += 1;
        return Promise.resolve([{ id: String(calls), createdAt: start + calls * 1000 }]);
      },
    });
    assert.equal((await listJobsSince(client, start)).isComplete, false);
    assert.equal(calls, 5000);
  });

  it('requests jobs after the first second of the epoch rather than after time 0', async () => {
    const asked: (number | undefined)[] = [];
    const client = scriptedClient({
      listJobs: ({ timestampAfter }) => {
        asked.push(timestampAfter);
        return Promise.resolve([{ id: '1' }]);
      },
    });
    assert.deepEqual(await listJobsSince(client, 0), { ids: ['1'], newest: undefined, isComplete: true });
    assert.deepEqual(asked, [1000]);
  });
});
