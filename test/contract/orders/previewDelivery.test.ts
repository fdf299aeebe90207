import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { previewDeliveries } from '../../../src/orders/deliver/previewDeliveries.ts';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import { approveJob } from './reviewOne.ts';
import { place, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: preview of a delivery', () => {
  it('returns the file before and after the delivery, and writes nothing', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' },
      'locales/ja.json': { hello: 'こんにちは' },
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
    const [job] = window.jobs.all;
    assert.ok(job?.translatedText !== undefined);
    const before = await setup.read('locales/ja.json');
    const preview = await previewDelivery(window.context, job);
    assert.deepEqual([preview.targetFile, preview.before], ['locales/ja.json', before]);
    assert.deepEqual(JSON.parse(preview.after), { hello: 'こんにちは', bye: job.translatedText });
    assert.equal(await setup.read('locales/ja.json'), before);
  });

  it('has no content before a delivery that would create the file', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['fr']));
    await window.jobs.fetchAndDeliver();
    const [job] = window.jobs.all;
    assert.ok(job?.translatedText !== undefined);
    const { targetFile, before, after } = await previewDelivery(window.context, job);
    assert.deepEqual(
      [targetFile, before, JSON.parse(after)],
      ['locales/fr.json', undefined, { bye: job.translatedText }],
    );
  });
});

describe('contract: preview of several deliveries', () => {
  it('is what the deliveries then write, with the line of each string', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye', more: { deep: 'Deep' } },
      'locales/ja.json': { hello: 'こんにちは' },
    });
    const window = await setup.openWindow();
    for (const locale of ['ja', 'fr']) await place(window, await quoteFile(window, 'locales/en.json', [locale]));
    await window.jobs.fetchAndDeliver();
    const before = await setup.read('locales/ja.json');
    const { files, notPreviewed } = await previewDeliveries(window.context, window.jobs.all);
    assert.equal(notPreviewed.size, 0);
    assert.deepEqual(files.map(({ targetFile }) => targetFile).sort(), ['locales/fr.json', 'locales/ja.json']);
    assert.equal(await setup.read('locales/ja.json'), before, 'nothing is written');
    for (const { after, strings } of files) {
      const lines = after.split('\n');
      for (const { job, line } of strings)
        assert.ok(
          lines[line ?? -1]?.includes(job.translatedText ?? '?') === true,
          `${job.title} in line ${line ?? '?'}`,
        );
    }
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    for (const { targetFile, after } of files) assert.equal(await setup.read(targetFile), after, targetFile);
  });

  it('names the translations that are not in it', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye', hi: 'Hi' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['fr']));
    await window.jobs.fetchAndDeliver();
    const [first, second] = window.jobs.all;
    assert.ok(first !== undefined && second !== undefined);
    const elsewhere = { ...first, units: first.units.map((unit) => ({ ...unit, project: 'closed' })) };
    const selection = {
      ...second,
      units: second.units.map(({ project, file, locale, sourceHash }) => ({ project, file, locale, sourceHash })),
    };
    const gone = { ...second, units: second.units.map((unit) => ({ ...unit, file: 'locales/de.json' })) };
    const { files, notPreviewed } = await previewDeliveries(window.context, [elsewhere, selection, gone]);
    assert.deepEqual(files, []);
    assert.deepEqual([...notPreviewed.values()].sort(), ['no-file', 'no-project', 'unreadable']);
  });

  it('shows the other files if one has become a link, a folder, or can’t be decoded', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['de', 'fr', 'it', 'ja']));
    await window.jobs.fetchAndDeliver();
    const at = (name: string): string => path.join(setup.windowOptions.root, name);
    await symlink('en.json', at('locales/de.json'));
    await mkdir(at('locales/fr.json'));
    await setup.write('locales/it.json', Uint8Array.of(0x7b, 0xff, 0x7d));
    const { files, notPreviewed } = await previewDeliveries(window.context, window.jobs.all);
    assert.deepEqual(
      files.map(({ targetFile }) => targetFile),
      ['locales/ja.json'],
    );
    assert.deepEqual(
      [...notPreviewed].map(([{ targetLocale }, why]) => [targetLocale, why]).sort(),
      ['de', 'fr', 'it'].map((locale) => [locale, 'unreadable']),
    );
  });
});
