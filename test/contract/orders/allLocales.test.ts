import assert from 'node:assert/strict';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';

describe('contract: JSON and YAML files that hold all locales', function () {
  this.timeout(30_000);

  const json = { en: { a: 'Hello there', b: 'Save changes' }, de: { a: 'Hallo' } };
  const yaml = '_version: 2\na:\n  en: Hello there\n  de: Hallo\nb:\n  en: Save changes\n';

  for (const { path, text, german, french } of [
    {
      path: 'src/i18n/translations.json',
      text: `${JSON.stringify(json, null, 2)}\n`,
      german: `${JSON.stringify({ ...json, de: { a: 'Hallo', b: 'B' } }, null, 2)}\n`,
      french: `${JSON.stringify({ ...json, fr: { a: 'A', b: 'B' } }, null, 2)}\n`,
    },
    {
      path: 'locales/app.yml',
      text: yaml,
      german: `${yaml}  de: B\n`,
      french: yaml.replace('Hallo\n', 'Hallo\n  fr: A\n').concat('  fr: B\n'),
    },
  ])
    it(`takes translations into a locale that ${path} has, and one that it lacks`, async () => {
      for (const [locale, expected] of [
        ['de', german],
        ['fr', french],
      ] as const) {
        await using setup = await createOrderSetup('manual', { [path]: text });
        const window = await setup.openWindow();
        await place(window, await quoteFile(window, path, [locale]));
        await window.jobs.fetchAndDeliver();
        for (const { id, title } of window.jobs.all) {
          await setup.move(id, 'start');
          await setup.move(id, 'finish', { body_tgt: title.toUpperCase() });
        }
        await window.jobs.fetchAndDeliver();
        for (const { id } of window.jobs.all) await approveJob(window, id, {});
        assert.equal(await setup.read(path), expected);
        assert.deepEqual((await planFile(window, path, [locale])).jobs, []);
      }
    });
});
