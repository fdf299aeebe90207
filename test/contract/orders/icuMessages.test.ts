import assert from 'node:assert/strict';
import { appendFile, readFile, rm, truncate } from 'node:fs/promises';
import { parse } from '@formatjs/icu-messageformat-parser';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import { approveJob, cancelJob } from './reviewOne.ts';
import { actionsFor, type TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

const source = '{\n  "cart": "{count, plural, =0 {Nothing} one {# tin} other {# tins}} ",\n  "bye": "Goodbye"\n}\n';
const target = '{\n  "bye": "Pa"\n}\n';
const words: Readonly<Record<string, string>> = {
  'cart (=0)': 'Nic',
  'cart (one)': '[[[#]]] puszka',
  'cart (few)': '[[[#]]] puszki',
  'cart (many)': '[[[#]]] puszek',
  'cart (other)': '[[[#]]] puszki',
};
const joined = '{count, plural, =0 {Nic} one {# puszka} few {# puszki} many {# puszek} other {# puszki}} ';

async function order(setup: OrderSetup): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, 'locales/en.json', ['pl']));
  await window.jobs.fetchAndDeliver();
  return window;
}

async function translate(setup: OrderSetup, window: OrderWindow, texts = words): Promise<void> {
  for (const { id, title, status } of window.jobs.all) {
    if (status !== 'available' || texts[title] === undefined) continue;
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: texts[title] });
  }
  await window.jobs.fetchAndDeliver();
}

function named({ jobs }: OrderWindow, title: string): TrackedJob {
  const job = jobs.all.find((one) => one.title === title);
  assert.ok(job, `There is no job ${title}.`);
  return job;
}

function holds({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ delivery }) => (delivery.kind === 'held' ? delivery.reason : delivery.kind));
}

async function valueOf(setup: OrderSetup): Promise<unknown> {
  return (JSON.parse(await setup.read('locales/pl.json')) as Record<string, unknown>)['cart'];
}

describe('contract: ICU messages, a job for each branch', function () {
  this.timeout(30_000);

  it('orders the target’s forms, waits for the last one, delivers one message, and undoes that', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const window = await order(setup);
    assert.deepEqual(window.jobs.all.map(({ title }) => title).toSorted(), Object.keys(words).toSorted());
    assert.deepEqual((await planFile(window, 'locales/en.json', ['pl'])).skipped, [
      { key: 'cart', locale: 'pl', reason: 'in-flight' },
    ]);
    await translate(setup, window);

    const deliveryCounts: number[] = [];
    window.jobs.onDidDeliver(({ written, held }) => deliveryCounts.push(written.length, held.size));
    const titles = Object.keys(words);
    for (const [index, title] of titles.entries()) {
      assert.equal(await setup.read('locales/pl.json'), target, `Something was written before ${title}.`);
      await approveJob(window, named(window, title).id, {});
      if (index === titles.length - 1) continue;
      assert.deepEqual(named(window, title).delivery, { kind: 'held', reason: 'waits-for-branches' });
      assert.ok(!actionsFor(named(window, title)).has('deliver'));
      assert.ok(window.jobs.hasOpenJobs);
    }
    assert.deepEqual(deliveryCounts, [1, 0], 'Waiting branches must not be reported.');
    assert.equal(await valueOf(setup), joined);
    parse(joined);
    assert.deepEqual(new Set(holds(window)), new Set(['delivered']));
    assert.deepEqual((await planFile(window, 'locales/en.json', ['pl'])).jobs, []);

    const delivery = lastDelivery(window.context);
    assert.ok(delivery !== undefined);
    assert.deepEqual(await undoDelivery(window.context, delivery), { file: 'locales/pl.json', units: 1 });
    assert.equal(await setup.read('locales/pl.json'), target);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(new Set(holds(window)), new Set(['undone']));
    assert.equal((await planFile(window, 'locales/en.json', ['pl'])).jobs.length, 5);
    await window.jobs.deliver(named(window, 'cart (few)').id);
    assert.equal(await valueOf(setup), joined);
    assert.deepEqual(new Set(holds(window)), new Set(['delivered']));
  });

  it('continues after a reload, and delivers once after a crash', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const first = await order(setup);
    await translate(setup, first);
    for (const title of ['cart (one)', 'cart (few)']) await approveJob(first, named(first, title).id, {});
    const second = await setup.openWindow();
    await second.jobs.fetchAndDeliver();
    assert.deepEqual(named(second, 'cart (few)').delivery, { kind: 'held', reason: 'waits-for-branches' });
    for (const title of ['cart (=0)', 'cart (many)', 'cart (other)'])
      await approveJob(second, named(second, title).id, {});
    assert.equal(await valueOf(setup), joined);
    const bytes = await setup.readBytes('locales/pl.json');

    // The journal as it was before the delivery was recorded, with half of the entry.
    const lines = (await readFile(setup.journalFile, 'utf8')).split('\n');
    const keep = lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"type":"delivered"')),
      )
      .join('\n');
    await truncate(setup.journalFile, Buffer.byteLength(keep) + 1);
    await appendFile(setup.journalFile, '{"type":"deliv');
    const third = await setup.openWindow();
    await third.jobs.fetchAndDeliver();
    assert.deepEqual(new Set(holds(third)), new Set(['delivered']));
    assert.deepEqual(await setup.readBytes('locales/pl.json'), bytes);
    await third.jobs.fetchAndDeliver();
    assert.equal((await readFile(setup.journalFile, 'utf8')).match(/"type":"delivered"/gu)?.length, 1);
  });

  it('finds the branches again when the journal is lost', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const first = await order(setup);
    await translate(setup, first);
    await approveJob(first, named(first, 'cart (one)').id, {});
    await rm(setup.journalFile);
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    const shape = ({ title, units, sourceText }: TrackedJob): string =>
      JSON.stringify([title, sourceText, units.map(({ key, branch }) => [key, branch])]);
    assert.deepEqual(window.jobs.all.map(shape).toSorted(), first.jobs.all.map(shape).toSorted());
    assert.deepEqual((await planFile(window, 'locales/en.json', ['pl'])).jobs, []);
    for (const title of Object.keys(words))
      if (title !== 'cart (one)') await approveJob(window, named(window, title).id, {});
    assert.equal(await valueOf(setup), joined);
  });

  it('writes no message with an error in a branch, until the error is overridden', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const window = await order(setup);
    await translate(setup, window, { ...words, 'cart (few)': 'kilka puszek' });
    assert.deepEqual(
      named(window, 'cart (few)')
        .problems.map(({ kind, severity }) => [kind, severity])
        .filter(([, severity]) => severity === 'error'),
      [['missing-placeholder', 'error']],
    );
    for (const { id } of window.jobs.all) await window.context.client.jobs.approve(id);
    await window.jobs.fetchAndDeliver();
    assert.equal(await setup.read('locales/pl.json'), target);
    assert.deepEqual(holds(window).toSorted(), [
      'problems',
      'waits-for-branches',
      'waits-for-branches',
      'waits-for-branches',
      'waits-for-branches',
    ]);
    await window.jobs.deliver(named(window, 'cart (few)').id);
    assert.equal(await valueOf(setup), joined.replace('few {# puszki}', 'few {kilka puszek}'));
  });

  it('holds a message whose source or value was changed, and previews its delivery', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const window = await order(setup);
    await translate(setup, window, { 'cart (few)': words['cart (few)']! });
    const preview = await previewDelivery(window.context, named(window, 'cart (few)'), window.jobs.all);
    assert.match(
      preview.after,
      /"\{count, plural, =0 \{Nothing\} one \{# tin\} few \{# puszki\} many \{# tins\} other \{# tins\}\} "/u,
    );
    await translate(setup, window);
    await setup.write('locales/pl.json', '{ "cart": "ręcznie", "bye": "Pa" }');
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    assert.deepEqual(new Set(holds(window)), new Set(['target-changed']));
    assert.equal(await valueOf(setup), 'ręcznie');
    await window.jobs.deliver(named(window, 'cart (many)').id);
    assert.equal(await valueOf(setup), joined);
  });

  it('orders canceled branches again, but not those that wait for others', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/pl.json': target });
    const window = await order(setup);
    await cancelJob(window, named(window, 'cart (many)').id);
    await translate(setup, window);
    for (const { id, status } of window.jobs.all) if (status === 'reviewable') await approveJob(window, id, {});
    assert.deepEqual(
      (await planFile(window, 'locales/en.json', ['pl'])).jobs.map(({ title }) => title),
      ['cart (many)'],
    );
    await place(window, await quoteFile(window, 'locales/en.json', ['pl']));
    await window.jobs.fetchAndDeliver();
    await translate(setup, window);
    for (const { id, status } of window.jobs.all) if (status === 'reviewable') await approveJob(window, id, {});
    assert.equal(await valueOf(setup), joined);
  });
});
