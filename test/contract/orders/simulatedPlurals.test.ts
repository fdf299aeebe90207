import assert from 'node:assert/strict';
import { createOrderSetup } from './orderSetup.ts';
import { place, quoteFile } from './orderWindow.ts';

const locales = ['ar', 'cs', 'fr', 'ro', 'sr', 'ru', 'uk'];

/** Source files whose form for 1 shows no number, by the program that reads them. */
const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  i18next: {
    'locales/en.json':
      '{ "day_one": "1 day", "day_other": "{{count}} days", "a_one": "A tin", "a_other": "{{count}} tins" }',
    'package.json': '{ "dependencies": { "i18next": "^25.0.0" } }',
  },
  'ICU in JSON': {
    'locales/en.json': JSON.stringify({ days: '{n, plural, one {One day left} other {# days left}}' }),
    'package.json': '{ "dependencies": { "react-intl": "^7.0.0" } }',
  },
  Flutter: {
    'lib/l10n/app_en.arb': JSON.stringify({ '@@locale': 'en', days: '{n, plural, one {1 day} other {{n} days}}' }),
  },
  Rails: {
    'config/locales/en.yml': 'en:\n  days:\n    one: "<b>1</b> day"\n    other: "<b>%{count}</b> days"\n',
    Gemfile: "gem 'rails'\ngem 'rails-i18n'\n",
  },
  Android: {
    'app/src/main/res/values/strings.xml':
      '<resources>\n    <plurals name="days">\n        <item quantity="one">1 day</item>\n' +
      '        <item quantity="other">%d days</item>\n    </plurals>\n</resources>\n',
  },
  Laravel: {
    'lang/en/shop.php': "<?php\n\nreturn [\n    'days' => 'One day|:count days',\n];\n",
    'composer.json': '{ "require": { "laravel/framework": "^11.0" } }',
  },
};

describe('contract: plural forms whose source lacks the number', function () {
  this.timeout(30_000);

  for (const [name, files] of Object.entries(sources)) {
    it(`are translated by simulated translators without an error: ${name}`, async () => {
      await using setup = await createOrderSetup('manual', files);
      const window = await setup.openWindow();
      await place(window, await quoteFile(window, Object.keys(files)[0]!, locales));
      await window.jobs.fetchAndDeliver();
      for (const { id } of window.jobs.all) {
        await setup.move(id, 'start');
        await setup.move(id, 'finish');
      }
      await window.jobs.fetchAndDeliver();
      assert.ok(window.jobs.all.length >= locales.length);
      const errors = window.jobs.all.flatMap(({ title, targetLocale, translatedText = '', problems }) =>
        problems
          .filter(({ severity }) => severity === 'error')
          .map(({ kind, text }) => `${title} ${targetLocale}: ${kind} ${text} in ${translatedText}`),
      );
      assert.deepEqual(errors, []);
      const asked = window.jobs.all.filter(({ protectedText }) => protectedText?.numbers !== undefined);
      assert.ok(asked.length > 0);
    });
  }
});
