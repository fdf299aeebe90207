import assert from 'node:assert/strict';
import { loadEarlierVersion } from './earlierVersion.ts';
import { createOrderSetup } from './orderSetup.ts';
import { planFile } from './orderWindow.ts';
import { approveJob } from './reviewOne.ts';

/** The last commit before files of Compose, and files whose keys are their source texts, were read by their own rules. */
const earlier = '9d61c7f0bf26908a6bef7bd8d99cf18ca2c19210';

const resources = (...lines: readonly string[]): string => `<resources>\n${lines.join('')}</resources>\n`;

const composeFolder = 'composeApp/src/commonMain/composeResources';

interface EarlierOrder {
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly target: string;
  /** The translations, by title of the job. */
  readonly translations: Readonly<Record<string, string>>;
  readonly delivered: string;
}

const orders: Readonly<Record<string, EarlierOrder>> = {
  'Compose, whose quotation marks and backslashes were those of Android': {
    files: {
      [`${composeFolder}/values/strings.xml`]: resources(
        '  <string name="apostrophe">Don\\\'t do it</string>\n',
        '  <string name="lines">One\\nTwo \\"three\\"</string>\n',
        '  <string name="spaces">Two  words</string>\n',
        '  <plurals name="n"><item quantity="one">An \\@ item</item><item quantity="other">\\@ items</item></plurals>\n',
      ),
      [`${composeFolder}/values-de/strings.xml`]: resources(),
    },
    source: `${composeFolder}/values/strings.xml`,
    target: `${composeFolder}/values-de/strings.xml`,
    translations: {
      apostrophe: 'Nicht',
      lines: 'Eins\nZwei "drei"',
      spaces: 'Zwei Wörter',
      'n#one': 'Ein @',
      'n#other': 'Mehrere @',
    },
    delivered: resources(
      '  <string name="apostrophe">Nicht</string>\n',
      '  <string name="lines">Eins\\nZwei "drei"</string>\n',
      '  <string name="spaces">Zwei Wörter</string>\n',
      '  <plurals name="n">\n    <item quantity="one">Ein @</item>\n    <item quantity="other">Mehrere @</item>\n  </plurals>\n',
    ),
  },
  'Laravel, from the translation of another language': {
    files: {
      'composer.json': '{"require":{"laravel/framework":"^12"}}\n',
      'lang/de.json': '{\n  "Save": "Speichern",\n  "Good bye": "Auf Wiedersehen"\n}\n',
      'lang/fr.json': '{\n  "Save": "Enregistrer"\n}\n',
    },
    source: 'lang/de.json',
    target: 'lang/fr.json',
    translations: { 'Good bye': 'Au revoir' },
    delivered: '{\n  "Save": "Enregistrer",\n  "Good bye": "Au revoir"\n}\n',
  },
  'natural keys, from the translation of another language': {
    files: {
      'package.json': '{}\n',
      'lang/de.json': '{\n  "Save all": "Alles speichern",\n  "Log in now": "Jetzt anmelden"\n}\n',
      'lang/fr.json': '{\n  "Save all": "Tout enregistrer"\n}\n',
    },
    source: 'lang/de.json',
    target: 'lang/fr.json',
    translations: { 'Log in now': 'Se connecter' },
    delivered: '{\n  "Save all": "Tout enregistrer",\n  "Log in now": "Se connecter"\n}\n',
  },
};

describe('contract: strings that an earlier version ordered from texts that it read otherwise', function () {
  this.timeout(120_000);

  for (const [title, { files, source, target, translations, delivered }] of Object.entries(orders))
    it(`are on order, are delivered, and are not ordered again: ${title}`, async () => {
      await using version = await loadEarlierVersion(earlier);
      await using setup = await createOrderSetup('manual', files);
      const locale = /de\/strings/u.test(target) ? 'de' : 'fr';
      const old = await version.openWindow(setup.windowOptions);
      await version.place(old, await version.quoteFile(old, source, [locale]));
      await old.jobs.refresh();
      await old.close();

      const window = await setup.openWindow();
      await window.jobs.fetchAndDeliver();
      const planned = async (): Promise<readonly string[]> =>
        (await planFile(window, source, [locale])).jobs.map((job) => job.title);
      assert.deepEqual(await planned(), []);
      assert.deepEqual(window.jobs.all.map((job) => job.title).toSorted(), Object.keys(translations).toSorted());
      for (const job of window.jobs.all) {
        await setup.move(job.id, 'start');
        await setup.move(job.id, 'finish', { body_tgt: translations[job.title] ?? '' });
      }
      await window.jobs.fetchAndDeliver();
      for (const { id } of window.jobs.all) await approveJob(window, id, {});
      assert.deepEqual(new Set(window.jobs.all.map(({ delivery }) => delivery.kind)), new Set(['delivered']));
      assert.equal(await setup.read(target), delivered);
      assert.deepEqual(await planned(), []);
    });

  it('are not ordered again while their translation is held', async () => {
    await using version = await loadEarlierVersion(earlier);
    await using setup = await createOrderSetup('manual', {
      'composer.json': '{"require":{"laravel/framework":"^12"}}\n',
      'lang/de.json': { Save: 'Speichern', 'Hello :name': 'Hallo :name' },
      'lang/fr.json': { Save: 'Enregistrer' },
    });
    const old = await version.openWindow(setup.windowOptions);
    await version.place(old, await version.quoteFile(old, 'lang/de.json', ['fr']));
    await old.jobs.refresh();
    const [job] = old.jobs.all;
    await old.close();
    await setup.move(job?.id ?? '', 'start');
    await setup.move(job?.id ?? '', 'finish', { body_tgt: 'Bonjour' });
    await setup.fixture.client.jobs.approve(job?.id ?? '');

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(window.jobs.all[0]?.delivery, { kind: 'held', reason: 'problems' });
    assert.deepEqual((await planFile(window, 'lang/de.json', ['fr'])).jobs, []);
    await window.jobs.deliver(job?.id ?? '');
    assert.match(await setup.read('lang/fr.json'), /"Hello :name": "Bonjour"/u);
    assert.deepEqual((await planFile(window, 'lang/de.json', ['fr'])).jobs, []);
  });

  it('are delivered to the paragraphs that were ordered, though these have other numbers now', async () => {
    await using version = await loadEarlierVersion(earlier);
    const document = (...texts: readonly string[]): string =>
      `import Tabs from '@theme/Tabs';\n\n# ${texts[0] ?? ''}\n\n${texts[1] ?? ''}\n\nexport const a = 1;\n\n${texts[2] ?? ''}\n`;
    await using setup = await createOrderSetup('manual', {
      'package.json': { dependencies: { '@docusaurus/core': '3' } },
      'docusaurus.config.js': "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n",
      'docs/intro.md': document('Welcome', 'First paragraph.', 'Second paragraph.'),
      'docs/other.md': '# Other\n',
      'i18n/fr/docusaurus-plugin-content-docs/current/other.md': '# Autre\n',
    });
    const translations = new Map([
      ['h1', 'Bienvenue'],
      ['p2', 'Premier.'],
      ['p4', 'Second.'],
    ]);
    const old = await version.openWindow(setup.windowOptions);
    const selected = new Set(translations.keys());
    await version.place(old, await version.quoteFile(old, 'docs/intro.md', ['fr'], { selected }));
    await old.jobs.refresh();
    await old.close();

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    assert.deepEqual((await planFile(window, 'docs/intro.md', ['fr'])).jobs, []);
    for (const { id, title } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: translations.get(title) ?? '' });
    }
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    assert.equal(
      await setup.read('i18n/fr/docusaurus-plugin-content-docs/current/intro.md'),
      document('Bienvenue', 'Premier.', 'Second.'),
    );
    assert.deepEqual(new Set(window.jobs.all.map(({ delivery }) => delivery.kind)), new Set(['delivered']));
    assert.deepEqual((await planFile(window, 'docs/intro.md', ['fr'])).jobs, []);
  });

  it('are on order though they are plural forms now: inlang', async () => {
    await using version = await loadEarlierVersion(earlier);
    const messages = (match: Readonly<Record<string, string>>): string =>
      `${JSON.stringify({ items: [{ declarations: ['input count', 'local p = count: plural'], selectors: ['p'], match }] }, undefined, 2)}\n`;
    await using setup = await createOrderSetup('manual', {
      'messages/en.json': messages({ 'p=one': 'An item', 'p=other': 'Some items' }),
      'messages/de.json': {},
    });
    const old = await version.openWindow(setup.windowOptions);
    await version.place(old, await version.quoteFile(old, 'messages/en.json', ['de']));
    await old.jobs.refresh();
    await old.close();

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    assert.deepEqual((await planFile(window, 'messages/en.json', ['de'])).jobs, []);
    for (const { id, sourceText } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: sourceText === 'An item' ? 'Ein Teil' : 'Einige Teile' });
    }
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    assert.equal(await setup.read('messages/de.json'), messages({ 'p=one': 'Ein Teil', 'p=other': 'Einige Teile' }));
    assert.deepEqual((await planFile(window, 'messages/en.json', ['de'])).jobs, []);
  });

  it('are never delivered over another paragraph, if they were code', async () => {
    await using version = await loadEarlierVersion(earlier);
    const document = (code: string, ...texts: readonly string[]): string =>
      `${code}\n\n# ${texts[0] ?? ''}\n\n${texts[1] ?? ''}\n\nexport const a = 1;\n\n${texts[2] ?? ''}\n`;
    const translated = 'i18n/fr/docusaurus-plugin-content-docs/current/intro.md';
    const french = document("import Tabs from '@theme/Tabs';", 'Bienvenue', 'Premier.', 'Second.');
    await using setup = await createOrderSetup('manual', {
      'package.json': { dependencies: { '@docusaurus/core': '3' } },
      'docusaurus.config.js': "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n",
      'docs/intro.md': document("import Tabs from '@theme/Tabs';", 'Welcome', 'First paragraph.', 'Second paragraph.'),
      [translated]: french,
    });
    const old = await version.openWindow(setup.windowOptions);
    const selected = new Set(['p1', 'p3', 'p4']);
    await version.place(old, await version.quoteFile(old, 'docs/intro.md', ['fr'], { selected }));
    await old.jobs.refresh();
    await old.close();
    // The imported name and a paragraph change after the order.
    const changed = document("import Tab from '@theme/Tab';", 'Welcome', 'First paragraph.', 'Another second one.');
    await setup.write('docs/intro.md', changed);

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    for (const { id, title } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: `Translation of ${title}` });
    }
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
    for (const { id } of window.jobs.all) await window.jobs.deliver(id);
    for (const { title, delivery } of window.jobs.all)
      assert.deepEqual(delivery, { kind: 'held', reason: 'unit-gone' }, title);
    assert.equal(await setup.read(translated), french);
  });

  const angularFile = (target: string, ...units: readonly string[]): string =>
    [
      '<?xml version="1.0" encoding="UTF-8" ?>',
      '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
      `  <file source-language="en" ${target}datatype="plaintext" original="ng2.template">`,
      '    <body>',
      ...units.map((unit) => `      ${unit}`),
      '    </body>',
      '  </file>',
      '</xliff>',
      '',
    ].join('\n');

  it('are joined to the one text that they are, if a message in an attribute divided them: Angular', async () => {
    await using version = await loadEarlierVersion(earlier);
    const element = '<x id="ICU" equiv-text="{n, plural, =0 {...} =1 {...} other {...}}"/>';
    const unit = (...target: readonly string[]): string =>
      [
        '<trans-unit id="a" datatype="html">',
        `        <source>You have ${element} now</source>`,
        ...target.map((text) => `        <target>${text}</target>`),
        '      </trans-unit>',
      ].join('\n');
    const target = 'src/locale/messages.pl.xlf';
    await using setup = await createOrderSetup('manual', {
      'package.json': { dependencies: { '@angular/core': '17' } },
      'src/locale/messages.xlf': angularFile('', unit()),
      [target]: angularFile('target-language="pl" ', unit()),
    });
    const old = await version.openWindow(setup.windowOptions);
    await version.place(old, await version.quoteFile(old, 'src/locale/messages.xlf', ['pl']));
    await old.jobs.refresh();
    await old.close();

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    const planned = async (): Promise<number> =>
      (await planFile(window, 'src/locale/messages.xlf', ['pl'])).jobs.length;
    assert.equal(await planned(), 0);
    assert.equal(window.jobs.all.length, 5);
    for (const { id, title, protectedText } of window.jobs.all) {
      await setup.move(id, 'start');
      const text = protectedText?.text
        .replace('You have', 'Masz')
        .replace('now', title.includes('other') ? 'teraz' : '');
      await setup.move(id, 'finish', { body_tgt: text });
    }
    await window.jobs.fetchAndDeliver();
    for (const [index, { id }] of window.jobs.all.entries()) {
      if (index === 4) assert.equal(await setup.read(target), angularFile('target-language="pl" ', unit()));
      await approveJob(window, id, { override: true });
    }
    assert.deepEqual(new Set(window.jobs.all.map(({ delivery }) => delivery.kind)), new Set(['delivered']));
    assert.equal(await setup.read(target), angularFile('target-language="pl" ', unit(`Masz ${element} teraz`)));
    assert.equal(await planned(), 0);
  });

  it('are joined from the branches of the text that was ordered: keys that are the source', async () => {
    await using version = await loadEarlierVersion(earlier);
    const message = (one: string, other: string): string => `{count, plural, one {${one}} other {${other}}}`;
    const key = message('# file saved', '# files saved');
    await using setup = await createOrderSetup('manual', {
      'package.json': '{"dependencies":{"react-intl":"6"}}\n',
      'lang/de.json': { 'Save all': 'Alles speichern', [key]: message('# Datei gespeichert', '# Dateien gespeichert') },
      'lang/fr.json': { 'Save all': 'Tout enregistrer' },
    });
    const old = await version.openWindow(setup.windowOptions);
    await version.place(old, await version.quoteFile(old, 'lang/de.json', ['fr']));
    await old.jobs.refresh();
    await old.close();

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    const planned = async (): Promise<readonly string[]> =>
      (await planFile(window, 'lang/de.json', ['fr'])).jobs.map(({ title }) => title);
    assert.deepEqual(await planned(), []);
    for (const { id, sourceText } of window.jobs.all) {
      await setup.move(id, 'start');
      const text = sourceText.includes('Dateien') ? '[[[#]]] fichiers' : '[[[#]]] fichier';
      await setup.move(id, 'finish', { body_tgt: text });
    }
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
    assert.deepEqual(new Set(window.jobs.all.map(({ delivery }) => delivery.kind)), new Set(['delivered']));
    const french = JSON.parse(await setup.read('lang/fr.json')) as Record<string, string>;
    assert.match(french[key] ?? '', /one \{# fichier\}.*other \{# fichiers\}/u);
    assert.deepEqual(await planned(), []);
  });

  it('can be delivered to the element of a list that has its own translation, or kept', async () => {
    await using version = await loadEarlierVersion(earlier);
    const german = 'items:\n  - id: b\n    text: Beta zwei\n';
    await using setup = await createOrderSetup('manual', {
      'locales/en.yml': 'items:\n  - id: a\n    text: Alpha one\n  - id: b\n    text: Beta two\n',
      'locales/de.yml': german,
    });
    const old = await version.openWindow(setup.windowOptions);
    await version.place(old, await version.quoteFile(old, 'locales/en.yml', ['de']));
    await old.jobs.refresh();
    await old.close();

    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver();
    for (const { id, title } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: `Translation of ${title}` });
    }
    await window.jobs.fetchAndDeliver();
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    const deliveries = (): readonly unknown[] =>
      window.jobs.all.map(({ title, delivery }) => [title, delivery.kind === 'held' ? delivery.reason : delivery.kind]);
    assert.deepEqual(deliveries(), [
      ['items.1.id', 'unit-gone'],
      ['items.1.text', 'unit-gone'],
    ]);
    assert.equal(await setup.read('locales/de.yml'), german);

    const [identifier, text] = window.jobs.all.map(({ id }) => id);
    assert.deepEqual(await window.jobs.placesOf(text ?? ''), []);
    const places = await window.jobs.placesOf(text ?? '', { translatedToo: true });
    assert.deepEqual(
      places.map(({ key }) => key),
      ['items.b.text'],
    );
    assert.deepEqual(await window.jobs.placesOf(identifier ?? '', { translatedToo: true }), []);
    const [place] = places;
    assert.ok(place !== undefined);
    await assert.rejects(window.jobs.deliverTo(text ?? '', place), { reason: 'wrong-state' });
    await window.jobs.deliverTo(text ?? '', place, { translatedToo: true });
    await window.jobs.keepUndelivered(identifier ?? '');
    assert.deepEqual(deliveries(), [
      ['items.1.id', 'none'],
      ['items.1.text', 'delivered'],
    ]);
    assert.equal(await setup.read('locales/de.yml'), german.replace('Beta zwei', 'Translation of items.1.text'));
  });
});
