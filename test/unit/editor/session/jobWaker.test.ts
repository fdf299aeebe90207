import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/base/clock.ts';
import { createJobWaker, type JobWaker } from '../../../../src/editor/session/jobWaker.ts';

describe('createJobWaker', () => {
  const asked: (readonly string[])[] = [];
  const lines: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  let answer: () => Promise<void>;
  let waker: JobWaker;
  const clock: Clock = { now: () => 0, sleep: (ms) => new Promise((resolve) => pauses.push({ ms, end: resolve })) };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    for (const list of [asked, lines, pauses]) list.length = 0;
    answer = () => Promise.resolve();
    waker = createJobWaker({
      isKnown: (id) => !id.startsWith('x'),
      refresh: (ids) => {
        asked.push(ids);
        return answer();
      },
      clock,
      log: (line) => lines.push(line),
    });
  });

  afterEach(() => {
    waker.dispose();
  });

  it('refreshes the first job immediately, and the others together after a pause', async () => {
    for (const id of ['1', '2', '3', '2', '3']) waker.wake(id);
    await turn();
    assert.deepEqual(asked, [['1']]);
    assert.deepEqual(
      pauses.map(({ ms }) => ms),
      [1000],
    );
    pauses[0]?.end();
    await turn();
    assert.deepEqual(asked, [['1'], ['2', '3']]);
  });

  it('does not start a refresh while another one is running', async () => {
    let done = (): void => undefined;
    answer = () => new Promise((resolve) => (done = resolve));
    waker.wake('1');
    waker.wake('2');
    await turn();
    assert.equal(asked.length, 1);
    done();
    await turn();
    pauses[0]?.end();
    await turn();
    assert.deepEqual(asked, [['1'], ['2']]);
  });

  it('ignores ids that are not in the journal', async () => {
    for (let count = 0; count < 1000; count += 1) waker.wake(`x${count}`);
    await turn();
    assert.deepEqual(asked, []);
  });

  it('refreshes no more jobs than one call takes, even in a flood of callbacks', async () => {
    for (let count = 0; count < 10_000; count += 1) waker.wake(String(count));
    await turn();
    pauses[0]?.end();
    await turn();
    assert.deepEqual(
      asked.map(({ length }) => length),
      [1, 50],
    );
    pauses[1]?.end();
    await turn();
    assert.equal(asked.length, 2);
  });

  it('continues after a failed refresh, and logs the error', async () => {
    answer = () => Promise.reject(new Error('no connection'));
    waker.wake('1');
    await turn();
    assert.match(lines.join(), /no connection/);
    pauses[0]?.end();
    await turn();
    waker.wake('2');
    await turn();
    assert.deepEqual(asked, [['1'], ['2']]);
  });

  it('sends no request once it is disposed', async () => {
    waker.wake('1');
    waker.wake('2');
    waker.dispose();
    waker.wake('3');
    pauses[0]?.end();
    await turn();
    assert.deepEqual(asked, [['1']]);
  });
});
