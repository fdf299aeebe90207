import assert from 'node:assert/strict';
import path from 'node:path';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

const files = { 'locales/en.json': { hello: 'Hello', bye: 'Goodbye' } };
const minute = 60_000;

/** Two windows of one machine that both know the two jobs of an order. */
async function openTwo(setup: OrderSetup): Promise<readonly [OrderWindow, OrderWindow]> {
  const refreshFile = path.join(path.dirname(setup.journalFile), '..', 'refreshes', 'journal.jsonl');
  const [one, other] = [await setup.openWindow({ refreshFile }), await setup.openWindow({ refreshFile })];
  await place(one, await quoteFile(one, 'locales/en.json', ['ja']));
  await one.jobs.fetchAndDeliver();
  await other.jobs.fetchAndDeliver();
  return [one, other];
}

const statuses = ({ jobs }: OrderWindow): readonly string[] => jobs.all.map(({ status }) => status).sort();

describe('contract: windows of one machine', function () {
  this.timeout(20_000);

  it('request each change once, and deliver what another window has fetched', async () => {
    await using setup = await createOrderSetup('manual', files);
    const [one, other] = await openTwo(setup);
    const id = one.jobs.all[0]?.id ?? '';
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: 'こんにちは' });
    other.requests.length = 0;
    one.clockOffset += 1;
    await one.jobs.fetchAndDeliver({ maxAgeMs: 0 });
    await other.jobs.fetchAndDeliver({ maxAgeMs: minute });
    assert.deepEqual(statuses(other), ['available', 'reviewable']);
    assert.deepEqual(other.requests, []);
    await one.context.client.jobs.approve(id, {});
    one.clockOffset += minute;
    other.clockOffset += minute;
    await one.jobs.fetchAndDeliver({ maxAgeMs: 0 });
    await other.jobs.fetchAndDeliver({ maxAgeMs: minute });
    assert.deepEqual(other.requests, []);
    assert.deepEqual(statuses(other), ['approved', 'available']);
  });

  it('keep a newer status than another window has fetched', async () => {
    await using setup = await createOrderSetup('manual', files);
    const [one, other] = await openTwo(setup);
    const id = one.jobs.all[0]?.id ?? '';
    await setup.move(id, 'start');
    one.clockOffset += 1;
    await one.jobs.fetchAndDeliver({ maxAgeMs: 0 });
    await setup.move(id, 'finish', { body_tgt: 'こんにちは' });
    other.clockOffset += 2000;
    await other.jobs.fetchJobsAndDeliver([id]);
    await other.jobs.fetchAndDeliver({ maxAgeMs: minute });
    assert.deepEqual(statuses(other), ['available', 'reviewable']);
    await one.jobs.fetchAndDeliver({ maxAgeMs: 0 });
    assert.deepEqual(statuses(one), ['available', 'reviewable']);
  });

  it('never use another window’s refresh for a refresh by the user', async () => {
    await using setup = await createOrderSetup('manual', files);
    const [one, other] = await openTwo(setup);
    await one.jobs.fetchAndDeliver({ maxAgeMs: 0 });
    other.requests.length = 0;
    await other.jobs.fetchAndDeliver();
    assert.ok(other.requests.length > 0);
  });
});
