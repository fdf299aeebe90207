import assert from 'node:assert/strict';
import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob } from './reviewOne.ts';
import { actionsFor } from '../../../src/orders/model/trackedJob.ts';
import { unitIdentity } from '../../../src/orders/model/unitName.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';

const source = '{\n  "hello": "Hello, {{name}}!",\n  "bye": "Goodbye"\n}\n';
const target = '\uFEFF{\r\n\t"hello" : "",\r\n\t"other": "他"\r\n}';

/** Orders strings and submits a translation for each key; nothing is approved yet. */
async function translate(
  setup: OrderSetup,
  translations: Readonly<Record<string, string>>,
  locales: readonly string[] = ['ja'],
): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(
    window,
    await quoteFile(window, 'locales/en.json', locales, { selected: new Set(Object.keys(translations)) }),
  );
  await window.jobs.fetchAndDeliver();
  for (const { id, title } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[title] });
  }
  await window.jobs.fetchAndDeliver();
  return window;
}

async function approveAll(window: OrderWindow): Promise<void> {
  for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
}

function holds({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ delivery }) => (delivery.kind === 'held' ? delivery.reason : delivery.kind));
}

describe('contract: delivering translations', function () {
  this.timeout(20_000);

  it('replaces and inserts values without changing any other byte', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': target });
    const window = await translate(setup, { hello: 'やあ、[[[{{name}}]]]！', bye: 'さようなら「"」' });
    assert.equal(await setup.read('locales/ja.json'), target);
    await approveAll(window);
    assert.equal(
      await setup.read('locales/ja.json'),
      '\uFEFF{\r\n\t"hello" : "やあ、{{name}}！",\r\n\t"bye" : "さようなら「\\"」",\r\n\t"other": "他"\r\n}',
    );
    assert.deepEqual(holds(window), ['delivered', 'delivered']);
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('creates a missing file and its folder', async () => {
    await using setup = await createOrderSetup('manual', { 'src/i18n/locales/en/shop.json': source });
    const window = await setup.openWindow();
    await place(
      window,
      await quoteFile(window, 'src/i18n/locales/en/shop.json', ['pt-BR'], { selected: new Set(['bye']) }),
    );
    await window.jobs.fetchAndDeliver();
    const [job] = window.jobs.all;
    await setup.move(job!.id, 'start');
    await setup.move(job!.id, 'finish', { body_tgt: 'Adeus' });
    await approveAll(window);
    assert.equal(await setup.read('src/i18n/locales/pt-BR/shop.json'), '{\n  "bye": "Adeus"\n}\n');
  });

  it('writes one translation to all units that share its text', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': '{"a":"Save","b":{"c":"Save"},"d":"Open"}',
      'locales/ja.json': '{}',
    });
    const window = await translate(setup, { a: '保存', 'b.c': '保存' });
    assert.equal(window.jobs.all.length, 1);
    await approveAll(window);
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { a: '保存', b: { c: '保存' } });
  });

  it('writes plural forms in the categories of the target', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': { day_one: '{{count}} day', day_other: '{{count}} days' },
      'locales/ru.json': {},
      'locales/ja.json': {},
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ru', 'ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ru.json')) as object), [
      'day_one',
      'day_few',
      'day_many',
      'day_other',
    ]);
    assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ja.json')) as object), ['day_other']);
  });

  for (const [what, change] of [
    ['the value that was there was changed', { 'locales/ja.json': '{ "bye": "手で" }' }],
    ['the value that was there was taken away', { 'locales/ja.json': '{}' }],
    ['the file was deleted and created again', { 'locales/ja.json': '{ "bye": "" }' }],
  ] as const) {
    it(`holds a translation when ${what}, and delivers it at the user's request`, async () => {
      await using setup = await createOrderSetup('manual', {
        'locales/en.json': source,
        'locales/ja.json': '{ "bye": "前の" }',
      });
      const window = await translate(setup, { bye: 'さようなら' });
      for (const [name, text] of Object.entries(change)) await setup.write(name, text);
      const deliveryEvents: number[] = [];
      window.jobs.onDidDeliver(({ held }) => deliveryEvents.push(held.size));
      await approveAll(window);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(holds(window), ['target-changed']);
      assert.deepEqual(deliveryEvents, [1]);
      assert.equal(await setup.read('locales/ja.json'), change['locales/ja.json']);
      const [job] = window.jobs.all;
      assert.ok(actionsFor(job!).has('deliver') && window.jobs.hasOpenJobs);
      await window.jobs.deliver(job!.id);
      assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { bye: 'さようなら' });
      assert.deepEqual(holds(window), ['delivered']);
    });
  }

  it('holds a translation whose source was changed, and lets the new text be ordered', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const window = await translate(setup, { bye: 'さようなら' });
    await setup.write('locales/en.json', source.replace('Goodbye', 'See you'));
    assert.deepEqual(
      (await planFile(window, 'locales/en.json', ['ja'], new Set(['bye']))).skipped.map(({ reason }) => reason),
      ['in-flight'],
    );
    await approveAll(window);
    assert.deepEqual(holds(window), ['source-changed']);
    await assert.rejects(stat(`${setup.windowOptions.root}/locales/ja.json`));
    assert.equal((await planFile(window, 'locales/en.json', ['ja'], new Set(['bye']))).jobs.length, 1);
  });

  it('holds a translation whose unit or file is missing, and silently one of another folder', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const window = await translate(setup, { bye: 'さようなら' });
    await setup.write('locales/en.json', '{ "hello": "Hello" }');
    await approveAll(window);
    assert.deepEqual(holds(window), ['unit-gone']);
    await setup.write('locales/en.json', '{ "hello": ');
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(holds(window), ['unreadable']);
    const otherWindow = await setup.openWindow({ projects: ['ffffffff'] });
    let deliveryEvents = 0;
    otherWindow.jobs.onDidDeliver(() => (deliveryEvents += 1));
    await otherWindow.jobs.fetchAndDeliver();
    assert.deepEqual([holds(otherWindow), deliveryEvents, otherWindow.jobs.hasOpenJobs], [['no-project'], 0, true]);
  });

  it('delivers to the other files when one cannot be read', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': source,
      'locales/ja.json': '{}',
      'locales/fr.json': '{}',
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja', 'fr'], { autoApprove: true }));
    await setup.write('locales/ja.json', Buffer.from([0x7b, 0xff, 0x7d]));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(holds(window).toSorted(), ['delivered', 'delivered', 'unreadable', 'unreadable']);
    assert.equal(Object.keys(JSON.parse(await setup.read('locales/fr.json')) as object).length, 2);
  });

  it('does not deliver errors automatically', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { hello: 'やあ！' });
    const [job] = window.jobs.all;
    await window.context.client.jobs.approve(job!.id);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(holds(window), ['problems']);
    assert.equal(await setup.read('locales/ja.json'), '{}');
    await window.jobs.deliver(job!.id);
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { hello: 'やあ！' });
  });

  it('delivers errors that the user has overridden', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { hello: 'やあ！' });
    await approveAll(window);
    assert.deepEqual(holds(window), ['delivered']);
  });

  it('delivers once, regardless of the number of windows', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { hello: 'やあ、[[[{{name}}]]]！', bye: 'さようなら' });
    for (const { id } of window.jobs.all) await window.context.client.jobs.approve(id);
    const windows = [window, await setup.openWindow(), await setup.openWindow()];
    await Promise.all(windows.map(({ jobs }) => jobs.fetchAndDeliver()));
    await Promise.all(windows.map(({ jobs }) => jobs.fetchAndDeliver()));
    assert.equal(typesOf(await setup.journal()).filter((type) => type === 'delivered').length, 1);
    for (const one of windows) assert.deepEqual(holds(one), ['delivered', 'delivered']);
  });

  it('recognizes a delivery that was written before a crash, and does not write it twice', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { bye: 'さようなら' });
    await approveAll(window);
    const bytes = await setup.readBytes('locales/ja.json');
    const { mtimeMs } = await stat(`${setup.windowOptions.root}/locales/ja.json`);
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
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.deepEqual(holds(other), ['delivered']);
    assert.deepEqual(await setup.readBytes('locales/ja.json'), bytes);
    assert.equal((await stat(`${setup.windowOptions.root}/locales/ja.json`)).mtimeMs, mtimeMs);
    // It can be undone like any other delivery.
    await undoDelivery(other.context, lastDelivery(other.context)!);
    assert.equal(await setup.read('locales/ja.json'), '{}');
  });

  it('settles an interrupted delivery even if the service cannot be reached', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    await approveAll(await translate(setup, { bye: 'さようなら' }));
    const lines = (await readFile(setup.journalFile, 'utf8')).split('\n');
    const keep = lines
      .slice(
        0,
        lines.findIndex((line) => line.includes('"type":"delivered"')),
      )
      .join('\n');
    await truncate(setup.journalFile, Buffer.byteLength(keep) + 1);
    const other = await setup.openWindow();
    const deliveryEvents: string[] = [];
    other.jobs.onDidDeliver(({ written }) => deliveryEvents.push(...written.map(({ file }) => file)));
    await setup.fault('500', 'GET /v2/', { times: 100 });
    await assert.rejects(other.jobs.fetchAndDeliver());
    assert.deepEqual(
      [deliveryEvents, other.context.ledger.deliveries.size, other.context.ledger.pendingWrites.size],
      [['locales/ja.json'], 1, 0],
    );
  });
});

describe('contract: undoing a delivery', function () {
  this.timeout(20_000);

  it("restores the exact bytes, and delivers again only at the user's request", async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': target });
    const before = await setup.readBytes('locales/ja.json');
    const window = await translate(setup, { hello: 'やあ、[[[{{name}}]]]！', bye: 'さようなら' });
    for (const { id } of window.jobs.all) await window.context.client.jobs.approve(id);
    await window.jobs.fetchAndDeliver();
    const after = await setup.readBytes('locales/ja.json');
    assert.notDeepEqual(after, before);
    const delivery = lastDelivery(window.context);
    assert.ok(delivery !== undefined);
    assert.deepEqual(await undoDelivery(window.context, delivery), { file: 'locales/ja.json', units: 2 });
    assert.deepEqual(await setup.readBytes('locales/ja.json'), before);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(holds(window), ['undone', 'undone']);
    assert.deepEqual(await setup.readBytes('locales/ja.json'), before);
    await assert.rejects(
      undoDelivery(window.context, delivery),
      (error) => error instanceof OrderError && error.reason === 'nothing-to-undo',
    );
    assert.equal((await planFile(window, 'locales/en.json', ['ja'])).jobs.length, 2);
    for (const { id } of window.jobs.all) await window.jobs.deliver(id);
    assert.deepEqual(await setup.readBytes('locales/ja.json'), after);
  });

  it('does not touch a file that was changed since the delivery', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { bye: 'さようなら' });
    await approveAll(window);
    const changed = (await setup.read('locales/ja.json')).replace('さようなら', 'さよなら');
    await setup.write('locales/ja.json', changed);
    await assert.rejects(
      undoDelivery(window.context, lastDelivery(window.context)!),
      (error) => error instanceof OrderError && error.reason === 'changed-since',
    );
    assert.equal(await setup.read('locales/ja.json'), changed);
  });

  it('deletes a file that the delivery created', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const window = await translate(setup, { bye: 'さようなら' });
    await approveAll(window);
    await undoDelivery(window.context, lastDelivery(window.context)!);
    await assert.rejects(setup.read('locales/ja.json'));
  });
});

describe('contract: planning after deliveries', function () {
  this.timeout(20_000);

  it('reports a source as changed if it changed since its delivery and the target was not edited', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const window = await translate(setup, { hello: 'やあ、[[[{{name}}]]]！', bye: 'さようなら' });
    await approveAll(window);
    await setup.write('locales/en.json', source.replace('Goodbye', 'See you').replace('Hello', 'Hi'));
    await setup.write('locales/ja.json', (await setup.read('locales/ja.json')).replace('やあ', 'よう'));
    const { jobs } = await planFile(window, 'locales/en.json', ['ja']);
    assert.deepEqual(
      jobs.map(({ title, reason }) => [title, reason]),
      [['bye', 'changed']],
    );
  });

  it('does not count a simulated translation', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': source, 'locales/ja.json': '{}' });
    const sandbox = await setup.openWindow({ simulated: true });
    await place(sandbox, await quoteFile(sandbox, 'locales/en.json', ['ja'], { autoApprove: true }));
    await sandbox.jobs.fetchAndDeliver();
    assert.deepEqual(
      sandbox.jobs.all.map(({ delivery }) => delivery.kind === 'delivered' && delivery.simulated),
      [true, true],
    );
    // Another service, with a journal of its own next to the sandbox's.
    const real = await setup.openWindow({
      journalFile: setup.journalFile.replace('journal.jsonl', 'real.jsonl'),
    });
    const { jobs } = await planFile(real, 'locales/en.json', ['ja']);
    assert.deepEqual(
      jobs.map(({ reason }) => reason),
      ['simulated', 'simulated'],
    );
    const { delivered } = await planHistory(
      real.context.ledger,
      await real.context.journal.siblings(),
      () => undefined,
    );
    const units = jobs.flatMap((job) => job.units);
    assert.deepEqual(
      units.map((unit) => delivered.get(unitIdentity(unit))?.simulated),
      [true, true],
    );
    await setup.write(
      'locales/ja.json',
      (await setup.read('locales/ja.json')).replaceAll(/"bye": ".*"/gu, '"bye": "さようなら"'),
    );
    assert.deepEqual(
      (await planFile(real, 'locales/en.json', ['ja'])).jobs.map(({ title }) => title),
      ['hello'],
    );
  });
});
