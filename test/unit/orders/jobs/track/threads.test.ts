import assert from 'node:assert/strict';
import type { TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import { Threads } from '../../../../../src/orders/jobs/track/threads.ts';
import type { Comment, UnreadableRow } from '../../../../../src/service/interface/records.ts';
import { ServiceError } from '../../../../../src/service/interface/serviceError.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';

const minute = 60_000;

describe('Threads', () => {
  interface Request {
    readonly jobId: string;
    readonly answer: (comments: readonly Comment[], unreadable?: UnreadableRow) => void;
    readonly fail: (error: Error) => void;
  }
  let now: number;
  let requests: Request[];
  let lines: string[];
  let read: string[];
  let threads: Threads;

  function makeThreads(simulated: boolean): Threads {
    return new Threads({
      clock: { now: () => now, sleep: () => Promise.resolve() },
      simulated,
      log: (line) => lines.push(line),
      client: {
        jobs: {
          comments: (jobId, options) =>
            new Promise((resolve, reject) => {
              const answer = (comments: readonly Comment[], unreadable?: UnreadableRow): void => {
                if (unreadable !== undefined) options?.onUnreadable?.(unreadable);
                resolve(comments);
              };
              requests.push({ jobId, answer, fail: reject });
            }),
        },
      },
    });
  }

  beforeEach(() => {
    now = Date.UTC(2030, 4, 17);
    requests = [];
    lines = [];
    read = [];
    threads = makeThreads(false);
    threads.onDidRead((jobId) => read.push(jobId));
  });

  const requested = (): readonly string[] => requests.map(({ jobId }) => jobId);
  const message = (author: string, body = 'Which one?'): Comment => ({ author, body });

  async function readThread(jobId: string, ...comments: readonly Comment[]): Promise<void> {
    const reading = threads.read(jobId);
    requests.at(-1)?.answer(comments);
    await reading;
  }

  /** Asks for the threads that are due, and answers all requests. Returns the jobs that were asked about. */
  async function readDue(from: Threads, jobs: readonly TrackedJob[]): Promise<readonly string[]> {
    requests = [];
    const reading = from.readDue(jobs);
    for (const { answer } of requests) answer([]);
    await reading;
    return requested();
  }

  it('have an open question if the last message is the translator’s and the job is not finished', async () => {
    const job = makeTrackedJob({ id: '1', status: 'pending' });
    await readThread('1', message('customer'), message('translator'));
    const question = threads.questionOf(job);
    assert.equal(question?.text, 'Which one?');
    assert.equal(threads.questionOf({ ...job, status: 'approved' }), undefined);
    await readThread('1', message('customer'), message('translator'), message('customer'));
    assert.equal(threads.questionOf(job), undefined);
    await readThread('1', message('translator'), message('customer'), message('translator'));
    assert.notEqual(threads.questionOf(job)?.id, question.id);
    assert.equal(threads.version, 3);
    assert.deepEqual(read, ['1', '1', '1']);
  });

  it('keep the question if the last message may be the one that cannot be read', async () => {
    const job = makeTrackedJob({ id: '1', status: 'pending' });
    await readThread('1', message('translator'));
    const reading = threads.read('1');
    requests.at(-1)?.answer([message('customer', 'Mine')], { problem: 'response.thread.1 has no text' });
    await reading;
    assert.deepEqual([threads.of('1')?.[0]?.body, threads.questionOf(job)?.text], ['Mine', 'Which one?']);
  });

  it('keep the answer to the later of two requests', async () => {
    const readings = [threads.read('1'), threads.read('1')];
    requests[1]?.answer([message('translator'), message('customer')]);
    await readings[1];
    requests[0]?.answer([message('translator')]);
    await readings[0];
    assert.equal(threads.of('1')?.length, 2);
  });

  it('are not requested again by those for whom they are new enough, also while a request runs', async () => {
    const reading = threads.readMany(['1']);
    await threads.readMany(['1'], { maxAgeMs: minute });
    assert.deepEqual(requested(), ['1']);
    requests[0]?.answer([]);
    assert.equal((await reading).size, 0);
    now += minute - 1;
    await threads.readMany(['1'], { maxAgeMs: minute });
    assert.deepEqual(requested(), ['1']);
    now += 1;
    void threads.readMany(['1'], { maxAgeMs: minute });
    assert.deepEqual(requested(), ['1', '1']);
  });

  it('name those that could not be read, and are no longer requested if the service refuses all', async () => {
    const reading = threads.readMany(['1', '2', '3', '4', '5']);
    assert.equal(requests.length, 4);
    requests[0]?.answer([]);
    for (const { fail } of requests.slice(1))
      fail(new ServiceError('no-credentials', 'No keys.', { outcome: 'not-sent' }));
    assert.deepEqual([...(await reading)], ['2', '3', '4', '5']);
    assert.deepEqual([lines.length, threads.of('1'), threads.of('2')], [1, [], undefined]);
  });

  it('are read a few at a time by a poll: those that have waited longest', async () => {
    const jobs = ['1', '2', '3', '4'].map((id) => makeTrackedJob({ id, status: id === '4' ? 'available' : 'pending' }));
    assert.deepEqual(await readDue(threads, jobs), ['1', '2']);
    now += 1;
    assert.deepEqual(await readDue(threads, jobs), ['3']);
    now += 30 * minute;
    assert.deepEqual(await readDue(threads, jobs), ['1', '2']);
    const simulated = makeThreads(true);
    await readDue(simulated, jobs);
    now += minute;
    assert.deepEqual([await readDue(simulated, jobs), await readDue(simulated, jobs)], [['3', '1'], ['2']]);
  });
});
