import assert from 'node:assert/strict';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';

/** Orders a file's strings in a project, has them translated by their source texts, approves all, and delivers. */
async function deliver(
  files: Readonly<Record<string, string>>,
  { path, locale }: { readonly path: string; readonly locale: string },
  translations: Readonly<Record<string, string>>,
) {
  const setup = await createOrderSetup('manual', files);
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, path, [locale]));
  await window.jobs.fetchAndDeliver();
  for (const { id, sourceText } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[sourceText] ?? `? ${sourceText}` });
  }
  await window.jobs.fetchAndDeliver();
  const problems = window.jobs.all.flatMap((job) => job.problems.map(({ kind }) => kind));
  for (const { id } of window.jobs.all) await approveJob(window, id, {});
  return { setup, problems, sourceTexts: window.jobs.all.map(({ sourceText }) => sourceText).toSorted() };
}

describe('contract: files are ordered and delivered by the rules of the program that reads them', function () {
  this.timeout(30_000);

  it('Compose Multiplatform shows quotation marks and apostrophes as they are', async () => {
    const folder = 'composeApp/src/commonMain/composeResources';
    const { setup, problems } = await deliver(
      {
        [`${folder}/values/strings.xml`]:
          '<resources>\n    <string name="a">It\'s open</string>\n    <string name="b">Don\'t close</string>\n' +
          '    <string name="tip">Use "quotes" of %1$s, 100%%</string>\n</resources>\n',
        [`${folder}/values-fr/strings.xml`]: '<resources>\n    <string name="a">C\'est ouvert</string>\n</resources>\n',
      },
      { path: `${folder}/values/strings.xml`, locale: 'fr' },
      {
        "Don't close": "N'fermez pas",
        'Use "quotes" of %1$s, 100%%': 'Mettez les "guillemets" de [[[%1$s]]], 100%%',
      },
    );
    await using _ = setup;
    assert.deepEqual(problems, []);
    assert.equal(
      await setup.read(`${folder}/values-fr/strings.xml`),
      '<resources>\n    <string name="a">C\'est ouvert</string>\n    <string name="b">N\'fermez pas</string>\n' +
        '    <string name="tip">Mettez les "guillemets" de %1$s, 100%%</string>\n</resources>\n',
    );
  });

  it('Symfony reads Yes and No as texts, and every program reads a delivered No as one', async () => {
    const { setup } = await deliver(
      {
        'composer.json': '{"require": {"symfony/translation": "^7"}}',
        'translations/messages.en.yaml': 'confirm: Yes\ndeny: No\ntitle: Hello\n',
        'translations/messages.nb.yaml': 'title: Hei\n',
      },
      { path: 'translations/messages.en.yaml', locale: 'nb' },
      { Yes: 'On', No: 'Nei' },
    );
    await using _ = setup;
    assert.equal(await setup.read('translations/messages.nb.yaml'), 'confirm: "On"\ndeny: Nei\ntitle: Hei\n');
  });

  it('Docusaurus runs the imports and expressions of a document', async () => {
    const target = 'i18n/de/docusaurus-plugin-content-docs/current/intro.md';
    const { setup, problems, sourceTexts } = await deliver(
      {
        'docusaurus.config.js': 'module.exports = {};\n',
        'docs/intro.md': "import Tabs from '@theme/Tabs';\n\n# Hello\n\n<!-- truncate -->\n\nText with {variable}.\n",
        'i18n/de/docusaurus-plugin-content-docs/current/other.md': '# x\n',
      },
      { path: 'docs/intro.md', locale: 'de' },
      { Hello: 'Hallo', 'Text with {variable}.': 'Text mit [[[{variable}]]].' },
    );
    await using _ = setup;
    assert.deepEqual(problems, []);
    assert.deepEqual(sourceTexts, ['Hello', 'Text with {variable}.']);
    assert.equal(
      await setup.read(target),
      "import Tabs from '@theme/Tabs';\n\n# Hallo\n\n<!-- truncate -->\n\nText mit {variable}.\n",
    );
  });

  it('Xcode keeps the texts of an interface in the comments of its translations', async () => {
    const entry = (id: string, text: string, translation: string): string =>
      `/* Class = "UIButton"; normalTitle = "${text}"; ObjectID = "${id}"; */\n"${id}.normalTitle" = "${translation}";\n`;
    const path = 'App/de.lproj/Main.strings';
    const { setup } = await deliver(
      {
        'App/Base.lproj/Main.storyboard': '<document/>\n',
        [path]: entry('4a', 'Save changes', 'Sichern') + entry('4b', 'Discard', ''),
        'App/fr.lproj/Main.strings': entry('4a', 'Save changes', 'Enregistrer'),
      },
      { path, locale: 'de' },
      { Discard: 'Verwerfen' },
    );
    await using _ = setup;
    assert.equal(await setup.read(path), entry('4a', 'Save changes', 'Sichern') + entry('4b', 'Discard', 'Verwerfen'));
  });

  it('Go’s gotext finds a message by its id, and each placeholder in the list of its message', async () => {
    const argument = (id: string, argNum: number) => ({ id, string: `%[${argNum}]s`, type: 'string', argNum });
    const message = (id: string, translation: unknown, ...placeholders: readonly unknown[]) => ({
      id,
      message: id,
      translation,
      ...(placeholders.length === 0 ? {} : { placeholders }),
    });
    const years = {
      select: { feature: 'plural', arg: 'N', cases: { one: { msg: '{N} Jahr' }, other: { msg: '{N} Jahre' } } },
    };
    const file = (language: string, ...messages: readonly unknown[]): string =>
      JSON.stringify({ language, messages }, null, 4);
    const paired = '{Peer} of {Total} is connected';
    const { setup, problems, sourceTexts } = await deliver(
      {
        'locales/en/messages.gotext.json': file(
          'en',
          message(paired, paired, argument('Peer', 1), argument('Total', 2)),
          message('Good bye', 'Good bye'),
          message('{N} years', '{N} years', argument('N', 1)),
        ),
        'locales/de/messages.gotext.json': file(
          'de',
          message('{N} years', years, argument('N', 1)),
          message('Good bye', 'Auf Wiedersehen'),
        ),
      },
      { path: 'locales/en/messages.gotext.json', locale: 'de' },
      { [paired]: 'Von [[[{Total}]]] ist [[[{Peer}]]] verbunden' },
    );
    await using _ = setup;
    assert.deepEqual([problems, sourceTexts], [[], [paired]]);
    const delivered = JSON.parse(await setup.read('locales/de/messages.gotext.json')) as {
      readonly messages: readonly { readonly id: string }[];
    };
    assert.deepEqual(
      delivered.messages.toSorted((a, b) => a.id.localeCompare(b.id)),
      [
        message(paired, 'Von {Total} ist {Peer} verbunden', argument('Peer', 1), argument('Total', 2)),
        message('{N} years', years, argument('N', 1)),
        message('Good bye', 'Auf Wiedersehen'),
      ].toSorted((a, b) => a.id.localeCompare(b.id)),
    );
  });

  it('Hugo reads a text with the form other alone as one text', async () => {
    const { setup, sourceTexts } = await deliver(
      {
        'i18n/en.toml': '[search]\nother = "Search"\n\n[more]\nother = "Read more"\n',
        'i18n/pl.toml': '[search]\nother = "Szukaj"\n',
      },
      { path: 'i18n/en.toml', locale: 'pl' },
      { 'Read more': 'Czytaj dalej' },
    );
    await using _ = setup;
    assert.deepEqual(sourceTexts, ['Read more']);
    assert.equal(await setup.read('i18n/pl.toml'), '[search]\nother = "Szukaj"\n\n[more]\nother = "Czytaj dalej"\n');
  });

  it('Ruby reads Yes as a boolean, which is named and never sent', async () => {
    await using setup = await createOrderSetup('manual', {
      Gemfile: "gem 'rails'\n",
      'config/locales/en.yml': 'en:\n  confirm: Yes\n  title: Hello\n',
    });
    const { jobs, skipped } = await planFile(await setup.openWindow(), 'config/locales/en.yml', ['de']);
    assert.deepEqual(
      jobs.map(({ protectedText }) => protectedText.text),
      ['Hello'],
    );
    assert.deepEqual(
      skipped.map(({ key }) => key),
      ['confirm'],
    );
  });
});
