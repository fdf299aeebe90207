import assert from 'node:assert/strict';
import { createSlots } from '../../../../src/service/http/slots.ts';

/** A signal that is never aborted. */
const { signal } = new AbortController();

describe('createSlots', () => {
  it('lets as many workers in as there are slots, and the others in the order in which they came', async () => {
    const slots = createSlots(2);
    const entered: string[] = [];
    const releases = new Map<string, () => void>();
    const enter = async (name: string): Promise<void> => {
      releases.set(name, await slots.take(signal));
      entered.push(name);
    };
    const workers = ['a', 'b', 'c', 'd'].map(enter);
    await Promise.all(workers.slice(0, 2));
    assert.deepEqual(entered, ['a', 'b']);
    releases.get('b')?.();
    await workers[2];
    assert.deepEqual(entered, ['a', 'b', 'c']);
    releases.get('a')?.();
    await workers[3];
    assert.deepEqual(entered, ['a', 'b', 'c', 'd']);
  });

  it('gives a slot that nobody waited for to the next worker', async () => {
    const slots = createSlots(1);
    (await slots.take(signal))();
    (await slots.take(signal))();
    assert.equal(typeof (await slots.take(signal)), 'function');
  });

  it('releases a slot only once, however often its worker says so', async () => {
    const slots = createSlots(1);
    const release = await slots.take(signal);
    release();
    release();
    await slots.take(signal);
    let isSecondIn = false;
    void slots.take(signal).then(() => (isSecondIn = true));
    await new Promise(setImmediate);
    assert.equal(isSecondIn, false);
  });

  it('rejects with the reason of a signal that was aborted before, and takes no slot', async () => {
    const slots = createSlots(1);
    const reason = new Error('Canceled by the user.');
    await assert.rejects(slots.take(AbortSignal.abort(reason)), reason);
    await assert.rejects(slots.take(AbortSignal.abort('no error')), { name: 'AbortError' });
    assert.equal(typeof (await slots.take(signal)), 'function');
  });

  it('rejects a worker that is canceled while it waits, and gives the slot to the next one', async () => {
    const slots = createSlots(1);
    const release = await slots.take(signal);
    const canceling = new AbortController();
    const canceled = slots.take(canceling.signal);
    const next = slots.take(signal);
    const reason = new Error('Canceled by the user.');
    canceling.abort(reason);
    await assert.rejects(canceled, reason);
    release();
    assert.equal(typeof (await next), 'function');
  });

  it('leaves a worker in its slot if it is canceled afterward', async () => {
    const slots = createSlots(1);
    const canceling = new AbortController();
    const release = await slots.take(canceling.signal);
    canceling.abort();
    let isSecondIn = false;
    const second = slots.take(signal).then(() => (isSecondIn = true));
    await new Promise(setImmediate);
    assert.equal(isSecondIn, false);
    release();
    await second;
    assert.equal(isSecondIn, true);
  });
});
