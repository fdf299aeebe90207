import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadEarlierVersion } from './earlierVersion.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, quoteFile } from './orderWindow.ts';

/** The last commit before journals had facts of the members that are checked below. */
const earlier = '9d61c7f0bf26908a6bef7bd8d99cf18ca2c19210';

const files = {
  'locales/en.json': { hello: 'Hello', bye: 'Goodbye', thanks: 'Thank you', later: 'See you later', more: 'Read more' },
};

describe('contract: windows of an earlier version', function () {
  this.timeout(120_000);
  it('read and order with a journal that this version has written, and this one goes on with it', async () => {
    await using version = await loadEarlierVersion(earlier);
    await using setup = await createOrderSetup('manual', files);
    const { client } = setup.fixture;
    // Somebody approves a text with another client, so that nobody on this machine has seen it.
    await client.orders.place({
      jobs: [{ key: 'job_1', text: 'Goodbye', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
    });
    const [foreign] = await client.jobs.list({ count: 1 });
    await setup.move(foreign?.id ?? '', 'start');
    await setup.move(foreign?.id ?? '', 'finish', { body_tgt: 'さようなら' });
    await client.jobs.approve(foreign?.id ?? '');
    // Another machine orders from another folder.
    const there = await setup.openWindow({
      journalFile: setup.journalFile.replace('journals', 'elsewhere'),
      projects: ['e1e1e1e1'],
    });
    await place(there, await quoteFile(there, 'locales/en.json', ['ja'], { selected: new Set(['thanks']) }));
    await there.jobs.fetchAndDeliver();

    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['hello', 'bye']) }));
    await window.jobs.fetchAndDeliver({ recover: true });
    const hello = window.jobs.all.find(({ title }) => title === 'hello')?.id ?? '';
    await setup.move(hello, 'start');
    await setup.move(hello, 'finish', { body_tgt: 'こんにちは' });
    await window.jobs.fetchAndDeliver({ recover: true });
    const journal = await readFile(setup.journalFile, 'utf8');
    for (const member of ['"since":', '"complete":true', '"unseen":true', '"type":"elsewhere"'])
      assert.ok(journal.includes(member), `the journal has ${member}`);

    const old = await version.openWindow(setup.windowOptions);
    await old.jobs.refresh({ recover: true });
    const shown = ({ jobs }: typeof window) =>
      jobs.all.map(({ id, title, status, translatedText }) => [id, title, status, translatedText]);
    assert.deepEqual(shown(old), shown(window));
    const result = await version.place(
      old,
      await version.quoteFile(old, 'locales/en.json', ['ja'], { selected: new Set(['later']) }),
    );
    assert.deepEqual([result.placedJobs, result.stopped], [1, undefined]);
    await old.context.client.jobs.approve(hello);
    await old.jobs.refresh();
    assert.match(await setup.read('locales/ja.json'), /こんにちは/u);
    assert.deepEqual(
      old.lines.filter((line) => /later version|cannot be read/u.test(line)),
      [],
    );
    await old.close();

    await window.jobs.fetchAndDeliver();
    assert.ok(window.jobs.all.some(({ title }) => title === 'later'));
    const again = await place(
      window,
      await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['more']) }),
    );
    assert.deepEqual([again.placedJobs, again.stopped], [1, undefined]);
  });
});
