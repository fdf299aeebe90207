import assert from 'node:assert/strict';
import { ThreadLoader } from '../../../../../src/webview/review/host/threadLoader.ts';

describe('ThreadLoader', () => {
  interface Request {
    readonly jobId: string;
    readonly answer: () => void;
    readonly fail: () => void;
  }
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
        new Promise((resolve) => {
          requests.push({
            jobId,
            answer: () => {
              resolve(true);
            },
            fail: () => {
              resolve(false);
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
    await settle(() => requests[0]?.answer());
    assert.deepEqual(asked(), ['1', '2', '50']);
  });

  it('requests a thread once for each version of its job, also if that fails', async () => {
    loader.show(['1']);
    await settle(() => requests[0]?.fail());
    loader.show(['1']);
    assert.deepEqual([asked(), loaded, loader.hasFailed('1')], [['1'], ['1'], true]);
    versions.set('1', 'v2');
    loader.show(['1']);
    await settle(() => requests[1]?.answer());
    assert.deepEqual([asked(), loader.hasFailed('1')], [['1', '1'], false]);
  });

  it('requests nothing while the page is hidden', () => {
    loader.pause(true);
    loader.show(['1']);
    assert.deepEqual(asked(), []);
    loader.pause(false);
    assert.deepEqual(asked(), ['1']);
  });

  it('checks threads again that failed or are old, and counts what remains', async () => {
    loader.noteRead('1');
    loader.noteRead('2');
    now = 50_000;
    loader.noteRead('3');
    now = 70_000;
    loader.check(['1', '2', '3', 'gone']);
    assert.deepEqual(asked(), ['1', '2']);
    assert.deepEqual(loader.checkProgress, { remaining: 2, failed: 0 });
    await settle(() => requests[0]?.answer());
    await settle(() => requests[1]?.fail());
    assert.deepEqual(loader.checkProgress, { remaining: 0, failed: 1 });
    assert.deepEqual([loader.hasFailed('1'), loader.hasFailed('2')], [false, true]);
    loader.check([]);
    assert.deepEqual(loader.checkProgress, { remaining: 0, failed: 0 });
  });

  it('requests all threads again in another session', async () => {
    loader.show(['1', '2']);
    await settle(() => requests[0]?.answer());
    loader.reset();
    assert.deepEqual(asked(), ['1', '2', '1']);
    await settle(() => requests[1]?.answer());
    assert.deepEqual(asked(), ['1', '2', '1', '2'], 'the answer was about the session before');
  });

  it('does not request a thread that was read for another view', () => {
    loader.noteRead('1');
    loader.show(['1', '2']);
    assert.deepEqual(asked(), ['2']);
  });
});
