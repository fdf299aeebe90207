import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { formatCustomData } from '../../../src/orders/model/order/customData.ts';
import { hashText } from '../../../src/orders/model/hash.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

const source = {
  hello: 'Hello, {{name}}!',
  bye: 'Goodbye',
  again: 'Goodbye',
  day_one: '{{count}} day',
  day_other: '{{count}} days',
};

/** A job as somebody who knows how this extension works could order it. */
async function plant(
  setup: OrderSetup,
  invalidMembers: Readonly<Record<string, unknown>>,
  job: { readonly text?: string; readonly targetLanguage?: string } = {},
): Promise<void> {
  const validData = {
    ht: 1,
    p: 'a1b2c3d4',
    i: '0'.repeat(12),
    n: 1,
    h: hashText('Goodbye'),
    l: 'ja',
    f: 'locales/en.json',
    k: 'bye',
  };
  await setup.fixture.client.orders.place({
    jobs: [
      {
        key: 'job_1',
        text: 'Goodbye',
        sourceLanguage: 'en',
        targetLanguage: 'ja',
        tier: 'standard',
        autoApprove: true,
        customData: JSON.stringify({ ...validData, ...invalidMembers }),
        ...job,
      },
    ],
  });
}

describe('contract: a journal that was lost', function () {
  this.timeout(20_000);

  it('is rebuilt from the service, and delivers the jobs that were in progress', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/ru.json': {} });
    const first = await setup.openWindow();
    await place(first, await quoteFile(first, 'locales/en.json', ['ru']));
    await first.jobs.fetchAndDeliver();
    assert.equal(first.jobs.all.length, 6);
    await rm(setup.journalFile);

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(window.jobs.all, []);
    await window.jobs.fetchAndDeliver({ recover: true });
    const shape = ({ title, units, targetLocale, sourceText }: TrackedJob) =>
      JSON.stringify([title, units.map(({ key }) => key), targetLocale, sourceText]);
    assert.deepEqual(window.jobs.all.map(shape).toSorted(), first.jobs.all.map(shape).toSorted());
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ru'])).jobs, []);
    for (const { id } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish');
      await window.context.client.jobs.approve(id);
    }
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ru.json')) as object), [
      'hello',
      'bye',
      'again',
      'day_one',
      'day_few',
      'day_many',
      'day_other',
    ]);
  });

  it('does not overwrite a value that was added to the target since the order', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': source });
    const first = await setup.openWindow();
    await place(
      first,
      await quoteFile(first, 'locales/en.json', ['ja'], { autoApprove: true, selected: new Set(['bye', 'hello']) }),
    );
    await first.jobs.fetchAndDeliver();
    await rm(setup.journalFile);
    const edited = (await setup.read('locales/ja.json')).replace(/"bye": ".*"/u, '"bye": "手で"');
    await setup.write('locales/ja.json', edited);
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.equal(await setup.read('locales/ja.json'), edited);
    const states = new Map(window.jobs.all.map(({ title, delivery }) => [title, delivery.kind]));
    assert.deepEqual([states.get('hello'), states.get('bye')], ['delivered', 'held']);
  });

  it('delivers a job that was finished while its folder was closed', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const first = await setup.openWindow();
    await place(first, await quoteFile(first, 'locales/en.json', ['ja'], { selected: new Set(['hello', 'bye']) }));
    await first.jobs.fetchAndDeliver();
    const finished = first.jobs.all.find(({ title }) => title === 'hello')!.id;
    await setup.move(finished, 'start');
    await setup.move(finished, 'finish');
    await first.context.client.jobs.approve(finished);
    await rm(setup.journalFile);

    const other = await setup.openWindow({ projects: ['00000000'] });
    await other.jobs.fetchAndDeliver({ recover: true });
    const noted = [...other.context.ledger.jobsElsewhere.values()].map(({ status, project }) => `${status} ${project}`);
    assert.deepEqual(noted.toSorted(), ['approved a1b2c3d4', 'available a1b2c3d4']);
    assert.deepEqual(other.jobs.all, []);

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(window.jobs.all.map(({ title, status }) => `${title} ${status}`).toSorted(), [
      'bye available',
      'hello approved',
    ]);
    assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ja.json')) as object), ['hello']);
  });

  it('fetches each foreign job once', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    await setup.fixture.client.orders.place({
      jobs: [{ key: 'job_1', text: 'Not ours', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
    });
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    window.requests.length = 0;
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(new Set(window.requests), new Set(['GET /v2/translate/jobs']));
    assert.ok(window.requests.length <= 3, 'The list must be read to its end.');
    assert.deepEqual(window.jobs.all, []);
  });

  it('recovers jobs whose custom data matches the project', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': source });
    await plant(setup, {});
    await plant(
      setup,
      JSON.parse(
        formatCustomData({
          project: 'a1b2c3d4',
          intent: '1',
          number: 1,
          sourceHash: hashText('Hello, {{name}}!'),
          locale: 'ja',
          file: 'locales/en.json',
          key: 'hello',
        }),
      ) as Record<string, unknown>,
      { text: 'Hello, [[[{{name}}]]]!' },
    );
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(Object.keys(JSON.parse(await setup.read('locales/ja.json')) as object), ['hello', 'bye', 'again']);
  });

  for (const [what, invalidMembers, job] of [
    ['a hash that no text has', { h: hashText('Other') }, {}],
    ['a text that is not the file’s', {}, { text: 'Buy now!' }],
    ['a key with another text', { k: 'hello' }, {}],
    ['a key that is not there', { k: 'nothing' }, {}],
    [
      'a plural form that the language does not have',
      { k: 'day#few', h: hashText('{{count}} days') },
      { text: '[[[{{count}}]]] days' },
    ],
    ['a path that leads out', { f: '../project/locales/en.json' }, {}],
    ['a path from the root', { f: '/locales/en.json' }, {}],
    ['a path with dots in it', { f: 'locales/./en.json' }, {}],
    ['a file that is no locale file', { f: 'package.json', k: 'name', h: hashText('Goodbye') }, {}],
    ['a project that is not open', { p: 'ffffffff' }, {}],
    ['a locale that is a path', { l: '../../evil' }, {}],
    ['a locale that is the source’s own', { l: 'en' }, { targetLanguage: 'ja' }],
    ['a locale of another language', { l: 'de' }, {}],
  ] as const) {
    it(`does not recover ${what}`, async () => {
      await using setup = await createOrderSetup('instant', {
        'locales/en.json': source,
        'package.json': { name: 'Goodbye' },
      });
      await plant(setup, invalidMembers, job);
      const window = await setup.openWindow();
      await window.jobs.fetchAndDeliver({ recover: true });
      assert.deepEqual(window.jobs.all, []);
      assert.deepEqual((await readdir(setup.windowOptions.root, { recursive: true })).toSorted(), [
        'locales',
        'locales/en.json',
        'package.json',
      ]);
    });
  }
});
