import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleProjects } from '../../../src/commands/samples/sampleProjects.ts';
import { LocaleFileIndex } from '../../../src/locales/localeFileIndex.ts';
import { openSourceFile } from '../../../src/orders/units/files/localeFile.ts';
import { TranslationGaps } from '../../../src/orders/units/gaps/translationGaps.ts';
import { noPorts } from '../../unit/orders/noPorts.ts';
import { projectRoot } from '../../host/paths.ts';
import { approveAll } from './orderEachAlone.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';
import { countMissing } from '../../../src/orders/spend/place/estimate.ts';

const samples = path.join(projectRoot, 'media', 'samples');
const noHistory = { inFlight: new Set<string>(), delivered: { get: () => undefined } };
const signal = new AbortController().signal;

/** The facts of each sample: its locale files, how many strings it lacks, and the file to which they are delivered. */
const expected = {
  shop: {
    localeFiles: ['locales/de.json', 'locales/en.json', 'locales/ja.json'],
    missing: 6,
    target: 'locales/ja.json',
    contains: ['{{count}}', '<a href=\\"/terms\\">', '{{name}}', '"items_other"'],
  },
  rails: {
    localeFiles: ['config/locales/de.yml', 'config/locales/en.yml', 'config/locales/pl.yml'],
    missing: 8,
    target: 'config/locales/pl.yml',
    contains: ['%{name}', 'few:', 'many:'],
  },
  android: {
    localeFiles: ['values', 'values-de', 'values-fr'].map((folder) => `app/src/main/res/${folder}/strings.xml`),
    missing: 6,
    target: 'app/src/main/res/values-fr/strings.xml',
    contains: ['<xliff:g id="name" example="Ada">%1$s</xliff:g>', '<b>', 'quantity="one"'],
  },
  apple: {
    localeFiles: [
      'Tides/Localizable.xcstrings',
      'Tides/en.lproj/InfoPlist.strings',
      'Tides/ja.lproj/InfoPlist.strings',
    ],
    missing: 3,
    target: 'Tides/Localizable.xcstrings',
    contains: ['%@', '%lld'],
  },
} as const;

/** Reads all files of a sample as they are shipped. */
async function readSample(id: string): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(samples, id);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const)),
  );
}

/** Returns a file's lines without the commas at their ends: a value that follows adds one. */
function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/,$/u, ''));
}

describe('contract: sample projects', function () {
  this.timeout(30_000);

  it('are small', async () => {
    const files = await Promise.all((await readdir(samples)).map(readSample));
    const size = files.flatMap((all) => Object.values(all)).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    assert.ok(size > 0 && size < 30_000, `${size} bytes`);
    assert.deepEqual((await readdir(samples)).sort(), sampleProjects.map(({ id }) => id).sort());
  });

  for (const { id, file, incompleteLocale } of sampleProjects) {
    const { localeFiles, missing, target, contains } = expected[id];

    it(`are recognized, and lack strings in one language: ${id}`, async () => {
      const files = await readSample(id);
      const index = new LocaleFileIndex([], 'en');
      for (const name of Object.keys(files)) index.add(name);
      await index.detect(signal);
      assert.deepEqual([...index.localeFiles].sort(), [...localeFiles].sort());
      await using setup = await createOrderSetup('manual', files);
      const { context, project } = await setup.openWindow();
      const codes = (await context.client.service.languages()).map(({ code }) => code);
      const source = await openSourceFile(project, file, context.layouts(project.id, file));
      const gaps = new TranslationGaps([source], { history: noHistory, languages: codes }, noPorts);
      const counted = await countMissing(gaps, { tier: 'standard', prices: undefined }, signal);
      assert.deepEqual(counted, { count: missing, locales: [incompleteLocale] });
    });

    it(`are ordered and delivered, and nothing else changes: ${id}`, async () => {
      const files = await readSample(id);
      await using setup = await createOrderSetup('instant', files);
      const window = await setup.openWindow();
      const { stopped, placedJobs } = await place(window, await quoteFile(window, file, [incompleteLocale]));
      assert.equal(stopped, undefined);
      assert.ok(placedJobs >= 3);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.flatMap(({ problems }) => problems),
        [],
      );
      await approveAll(window);
      for (const [name, text] of Object.entries(files))
        if (name !== target) assert.equal(await setup.read(name), text, name);
      const delivered = await setup.read(target);
      for (const part of contains) assert.ok(delivered.includes(part), `${part} in ${delivered}`);
      const now = linesOf(delivered);
      let at = 0;
      for (const line of linesOf(files[target] ?? '').filter((each) => !/"" *$/u.test(each))) {
        at = now.indexOf(line, at) + 1;
        assert.notEqual(at, 0, `“${line}” in ${delivered}`);
      }
      assert.deepEqual((await planFile(window, file, [incompleteLocale])).jobs, []);
    });
  }
});
