import assert from 'node:assert/strict';
import { commentCallback, job as jobTypes } from '../answerTypes.ts';
import { listenForCallbacks, type Callback, type CallbackListener } from '../callbackListener.ts';
import type { ContractCases } from '../contractCase.ts';
import { orderJobs, readJob, statusOf, textJob } from '../jobs.ts';
import { integer, okEmpty, string } from '../replies.ts';
import type { Service } from '../service.ts';

/** Starts a sandbox whose simulated people take about a second per step; its clock moves only by control calls. */
function startFast({ another }: Service): Promise<Service> {
  return another({ pace: 'fast' });
}

/** Orders a job with a callback address. */
async function orderWithCallback(
  service: Service,
  url: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await orderJobs(service, textJob({ callback_url: url, ...more }));
}

function isJobIn(status: string, bodySrc?: string): (callback: Callback) => boolean {
  return ({ form, record }) =>
    form.has('job') && record['status'] === status && (bodySrc === undefined || record['body_src'] === bodySrc);
}

/** §6: what the service reports on its own. */
export const eventCases: ContractCases = {
  '§6 Events, rule 1: Callback: when a job has a callback_url, the': async (given) => {
    await using service = await startFast(given);
    await using listener = await listenForCallbacks();
    await orderWithCallback(service, listener.url);
    for (const status of ['available', 'pending', 'reviewable']) {
      await service.pass(1);
      const { method, record } = await listener.next(isJobIn(status));
      assert.equal(method, 'POST');
      assert.equal(await statusOf(service, String(record['job_id'])), status);
    }
    await orderWithCallback(service, listener.url, { body_src: 'Approved at once', auto_approve: 1 });
    for (const status of ['available', 'pending', 'approved']) {
      await service.pass(1);
      await listener.next(isJobIn(status, 'Approved at once'));
    }
    await customerActsCallBack(service, listener);
    await orderJobs(service, textJob({ body_src: 'Without a callback' }));
    for (let step = 0; step < 3; step += 1) await service.pass(1);
    await orderWithCallback(service, listener.url, { body_src: 'The last' });
    await service.pass(1);
    await listener.next(isJobIn('available', 'The last'));
    assert.ok(!listener.received.some(({ record }) => record['body_src'] === 'Without a callback'));
  },

  '§6 Events, rule 2: No other event kinds are named.': async (given) => {
    await using service = await startFast(given);
    await using listener = await listenForCallbacks();
    await orderWithCallback(service, listener.url, { custom_data: 'mine' });
    for (let step = 0; step < 3; step += 1) await service.pass(1);
    const id = String((await listener.next(isJobIn('reviewable'))).record['job_id']);
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: 'Is this formal?' }));
    await service.pass(1);
    // Public material has one more event: a translator's comment.
    const { record } = await listener.next(({ form }) => form.has('comment'));
    commentCallback(record, service.wire, 'comment');
    assert.equal(String(record['job_id']), id);
    assert.ok(string(record['body']) !== '' && integer(record['ctime']) > 0);
    assert.equal(record['custom_data'], 'mine');
    for (const { form } of listener.received)
      assert.ok(['job', 'comment'].includes([...form.keys()].join()), [...form.keys()].join());
  },

  '§6 Events, rule 3: Payload of the callback: not shown.': async (given) => {
    await using service = await startFast(given);
    await using listener = await listenForCallbacks();
    const text = 'A & B + “C” 100 % 日本 😀';
    await orderWithCallback(service, listener.url, { body_src: text, custom_data: '{"key":"a&b"}' });
    await orderWithCallback(service, listener.url, { body_src: 'word '.repeat(13_000) });
    for (let step = 0; step < 3; step += 1) await service.pass(1);
    const { contentType, form, record } = await listener.next(isJobIn('reviewable', text));
    assert.match(contentType, /^application\/x-www-form-urlencoded\b/u);
    assert.deepEqual([...form.keys()], ['job']);
    const job = await readJob(service, String(record['job_id']));
    for (const name of [
      'job_id',
      'order_id',
      'status',
      'body_src',
      'body_tgt',
      'lc_src',
      'lc_tgt',
      'tier',
      'credits',
      'unit_count',
      'custom_data',
      'ctime',
    ]) {
      assert.equal(record[name], job[name], name);
    }
    for (const callback of listener.received) jobTypes(callback.record, service.wire, 'job');
    assert.ok(
      listener.received.every(({ record: { body_src } }) => string(body_src).length < 60_000),
      'A body over 60 KB must not be sent.',
    );
  },

  // Recorded: every 15 minutes for up to 12 hours, until the answer is 200.
  '§6 Events, rule 4: Retry behaviour and delivery guarantees: not shown.': async (service) => {
    let refusals = 2;
    await using listener = await listenForCallbacks(({ record }) =>
      record['body_src'] === 'Never taken' || refusals-- > 0 ? 503 : 200,
    );
    const tries = (text: string): number =>
      listener.received.filter(({ record }) => record['body_src'] === text).length;
    await orderWithCallback(service, listener.url, { body_src: 'Taken at last' });
    await listener.next(isJobIn('available', 'Taken at last'));
    for (const count of [2, 3]) {
      const minutes = await minutesUntil(service, () => tries('Taken at last') === count);
      assert.ok(minutes >= 14, `${minutes} minutes`);
    }
    await orderWithCallback(service, listener.url, { body_src: 'Never taken' });
    await listener.next(isJobIn('available', 'Never taken'));
    await minutesUntil(service, () => tries('Never taken') === 3);
    for (let minute = 0; minute < 13 * 60; minute += 5) await service.pass(5 * 60);
    await orderWithCallback(service, listener.url, { body_src: 'First mark' });
    await listener.next(isJobIn('available', 'First mark'));
    const given = tries('Never taken');
    await service.pass(3600);
    await orderWithCallback(service, listener.url, { body_src: 'Second mark' });
    await listener.next(isJobIn('available', 'Second mark'));
    assert.equal(tries('Never taken'), given, 'Retries must end after twelve hours.');
    assert.equal(tries('Taken at last'), 3, 'An accepted callback must not be repeated.');
  },
};

/** Checks that each customer action on a job causes a callback. */
async function customerActsCallBack(service: Service, listener: CallbackListener): Promise<void> {
  const act = async (id: string, data: Readonly<Record<string, unknown>>): Promise<void> => {
    okEmpty(await service.put(`/v2/translate/job/${id}`, data));
  };
  const acted = 'The customer acts';
  await orderWithCallback(service, listener.url, { body_src: acted });
  for (let step = 0; step < 3; step += 1) await service.pass(1);
  const id = String((await listener.next(isJobIn('reviewable', acted))).record['job_id']);
  await act(id, { action: 'revise', comment: 'Again.' });
  await listener.next(isJobIn('revising', acted));
  await service.pass(1);
  await act(id, { action: 'approve' });
  await listener.next(isJobIn('approved', acted));
  await act(id, { action: 'archive' });
  await listener.next(isJobIn('archived', acted));

  const rejected = 'The customer rejects';
  await orderWithCallback(service, listener.url, { body_src: rejected });
  for (let step = 0; step < 3; step += 1) await service.pass(1);
  await act(String((await listener.next(isJobIn('reviewable', rejected))).record['job_id']), {
    action: 'reject',
    reason: 'other',
    comment: 'No.',
  });
  await listener.next(isJobIn('rejected', rejected));

  const canceled = 'The customer cancels';
  await orderWithCallback(service, listener.url, { body_src: canceled });
  await service.pass(1);
  okEmpty(
    await service.delete(
      `/v2/translate/job/${String((await listener.next(isJobIn('available', canceled))).record['job_id'])}`,
    ),
  );
  await listener.next(isJobIn('canceled', canceled));
}

/** Moves the clock minute by minute until the condition holds; returns the number of minutes. */
async function minutesUntil(service: Service, condition: () => boolean): Promise<number> {
  for (let minutes = 0; minutes < 12 * 60; minutes += 1) {
    if (condition()) return minutes;
    await service.pass(60);
  }
  return assert.fail('it came to be so');
}
