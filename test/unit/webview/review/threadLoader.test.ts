import assert from 'node:assert/strict';
import { ThreadLoader, type ThreadFacts } from '../../../../src/webview/review/threadLoader.ts';

describe('ThreadLoader', () => {
  interface Request {
    readonly jobId: string;
    readonly answer: (facts: ThreadFacts) => void;
    readonly fail: () => void;
  }
  const none: ThreadFacts = { comments: 0, isUnanswered: false };
  let requests: Request[];
  let loaded: string[];
  let versions: Map<string, string>;
  let now: number;
  let loader: ThreadLoader;

  beforeEach(() => {
    requests = [];
    loaded = [];
    now = 0;
    versions = new Map(Array.from({ length: 100 }, (_, index) => [String(index), 'v1']));
    loader = new ThreadLoader({
      load: (jobId) =>
        new Promise((resolve, reject) => {
          requests.push({
            jobId,
            answer: resolve,
            fail: () => {
              reject(new Error('unreachable'));
            },
          });
        }),
      jobOf: (id) => {
        const version = versions.get(id);
        return version === undefined ? undefined : { id, version };
      },
      onLoaded: (jobId) => {
        loaded.push(jobId);
      },
      now: () => now,
    });
  });

  const asked = (): readonly string[] => requests.map(({ jobId }) => jobId);
  const settle = async (act: () => void): Promise<void> => {
    act();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };

  it('requests at most two threads at a time, and none that is no longer in view', async () => {
    loader.show(['1', '2', '3', '4']);
    assert.deepEqual(asked(), ['1', '2']);
    loader.show(['50']);
    await settle(() => requests[0]?.answer(none));
    assert.deepEqual(asked(), ['1', '2', '50']);
  });

  it('requests a thread once for each version of its job, also if that fails', async () => {
    loader.show(['1']);
    await settle(() => requests[0]?.fail());
    loader.show(['1']);
    assert.deepEqual([asked(), loaded, loader.factsOf('1')], [['1'], ['1'], undefined]);
    versions.set('1', 'v2');
    loader.show(['1']);
    await settle(() => requests[1]?.answer({ comments: 2, isUnanswered: true }));
    assert.deepEqual([asked(), loader.factsOf('1')?.comments], [['1', '1'], 2]);
  });

  it('requests nothing while the page is hidden', () => {
    loader.pause(true);
    loader.show(['1']);
    assert.deepEqual(asked(), []);
    loader.pause(false);
    assert.deepEqual(asked(), ['1']);
  });

  it('checks threads again that failed or are old, and counts what remains', async () => {
    loader.store('1', none);
    loader.store('2', none);
    now = 50_000;
    loader.store('3', none);
    now = 70_000;
    loader.check(['1', '2', '3', 'gone']);
    assert.deepEqual(asked(), ['1', '2']);
    assert.deepEqual(loader.checkProgress, { remaining: 2, failed: 0 });
    await settle(() => requests[0]?.answer({ comments: 1, isUnanswered: true }));
    await settle(() => requests[1]?.fail());
    assert.deepEqual(loader.checkProgress, { remaining: 0, failed: 1 });
    assert.equal(loader.factsOf('1')?.isUnanswered, true);
    loader.check([]);
    assert.deepEqual(loader.checkProgress, { remaining: 0, failed: 0 });
  });

  it('requests a thread again after the user wrote a message', async () => {
    loader.show(['1']);
    await settle(() => requests[0]?.answer(none));
    loader.forget('1');
    assert.deepEqual(asked(), ['1', '1']);
  });
});
