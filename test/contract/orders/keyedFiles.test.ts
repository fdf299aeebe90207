import assert from 'node:assert/strict';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, quoteFile } from './orderWindow.ts';

/** A source and the translation of its strings by their texts, and the file that is expected. */
interface Delivery {
  readonly name: string;
  readonly source: readonly [path: string, text: string];
  /** The translation's file before the order; '' if it does not exist. */
  readonly target: readonly [path: string, text: string];
  readonly locale: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly delivered: string;
}

const salesforce = 'xmlns="http://soap.sforce.com/2006/04/metadata"';
const poHeader = (locale: string): string => `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n`;

const deliveries: readonly Delivery[] = [
  {
    name: 'Factorio',
    source: ['locale/en/stall.cfg', 'hello=Hello\n[item-name]\na=Iron\nb=[item=iron] of __1__\n'],
    target: ['locale/sv-SE/stall.cfg', '[item-name]\na=Järn\n'],
    locale: 'sv-SE',
    translations: { Hello: 'Hej', '[item=iron] of __1__': '[[[[item=iron]]]] av [[[__1__]]]' },
    delivered: 'hello=Hej\n\n[item-name]\na=Järn\nb=[item=iron] av __1__\n',
  },
  {
    name: 'Minecraft',
    source: ['assets/stall/lang/en_us.lang', '# Items\nitem.a=Apple\nitem.b=§6%s§r sold\n'],
    target: ['assets/stall/lang/de_de.lang', '# Items\nitem.a=Apfel\n'],
    locale: 'de-DE',
    translations: { '§6%s§r sold': '[[[§6%s§r]]] verkauft' },
    delivered: '# Items\nitem.a=Apfel\nitem.b=§6%s§r verkauft\n',
  },
  {
    name: 'Inno Setup',
    source: ['setup/Default.isl', '[Messages]\nA=Install [name]?%n%nNow\nB=Stop\n'],
    target: ['setup/German.isl', '; German\n[Messages]\nB=Halt\n'],
    locale: 'de',
    translations: { 'Install [name]?%n%nNow': '[[[[name]]]] installieren?[[[%n%n]]]Jetzt' },
    delivered: '; German\n[Messages]\nA=[name] installieren?%n%nJetzt\nB=Halt\n',
  },
  {
    name: 'RimWorld',
    source: [
      'Languages/English/Keyed/Stall.xml',
      '<LanguageData>\n  <A.Save>Save {0}</A.Save>\n  <B>Sell</B>\n</LanguageData>\n',
    ],
    target: ['Languages/German/Keyed/Stall.xml', '<LanguageData>\n  <A.Save>TODO</A.Save>\n</LanguageData>\n'],
    locale: 'de',
    translations: { 'Save {0}': '[[[{0}]]] sichern', Sell: 'Kauf & Verkauf' },
    delivered: '<LanguageData>\n  <A.Save>{0} sichern</A.Save>\n  <B>Kauf &amp; Verkauf</B>\n</LanguageData>\n',
  },
  {
    name: 'WiX, whose translation does not exist yet',
    source: [
      'en-us.wxl',
      '<WixLocalization Culture="en-us">\n  <String Id="A" Value="Save [1]" />\n</WixLocalization>\n',
    ],
    target: ['fr-fr.wxl', ''],
    locale: 'fr-FR',
    translations: { 'Save [1]': 'Sauver [[[[1]]]]' },
    delivered: '<WixLocalization Culture="fr-fr">\n  <String Id="A" Value="Sauver [1]" />\n</WixLocalization>\n',
  },
  {
    name: 'Salesforce',
    source: [
      'app/labels/CustomLabels.labels-meta.xml',
      `<CustomLabels ${salesforce}>\n    <labels>\n        <fullName>A</fullName>\n        <value>Save</value>\n    </labels>\n</CustomLabels>\n`,
    ],
    target: [
      'app/translations/nl_NL.translation-meta.xml',
      `<Translations ${salesforce}>\n    <customLabels>\n        <label><!-- Save --></label>\n        <name>A</name>\n    </customLabels>\n</Translations>\n`,
    ],
    locale: 'nl-NL',
    translations: { Save: 'Opslaan' },
    delivered: `<Translations ${salesforce}>\n    <customLabels>\n        <label>Opslaan</label>\n        <name>A</name>\n    </customLabels>\n</Translations>\n`,
  },
  {
    name: 'Kodi, whose source is British English',
    source: [
      'resources/language/resource.language.en_gb/strings.po',
      `${poHeader('en_GB')}\nmsgctxt "#1"\nmsgid "Save"\nmsgstr ""\n\nmsgctxt "#2"\nmsgid "Stop"\nmsgstr ""\n`,
    ],
    target: [
      'resources/language/resource.language.de_de/strings.po',
      `${poHeader('de_DE')}\nmsgctxt "#1"\nmsgid "Save"\nmsgstr ""\n`,
    ],
    locale: 'de-DE',
    translations: { Save: 'Sichern', Stop: 'Halt' },
    delivered: `${poHeader('de_DE')}\nmsgctxt "#1"\nmsgid "Save"\nmsgstr "Sichern"\n\nmsgctxt "#2"\nmsgid "Stop"\nmsgstr "Halt"\n`,
  },
  {
    name: 'a shop whose paths have the locale in two spellings',
    source: ['snippet/en_US/storefront.en-US.json', '{\n  "a": "Save"\n}\n'],
    target: ['snippet/de_DE/storefront.de-DE.json', '{}\n'],
    locale: 'de-DE',
    translations: { Save: 'Sichern' },
    delivered: '{\n  "a": "Sichern"\n}\n',
  },
];

describe('contract: files of games, installers and others', function () {
  this.timeout(30_000);

  for (const { name, source, target, locale, translations, delivered } of deliveries) {
    it(`are ordered and delivered: ${name}`, async () => {
      const [path, text] = source;
      const [targetPath, targetText] = target;
      const files = { [path]: text, ...(targetText === '' ? {} : { [targetPath]: targetText }) };
      await using setup = await createOrderSetup('manual', files);
      const window = await setup.openWindow();
      await place(window, await quoteFile(window, path, [locale]));
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.map(({ sourceText }) => sourceText).toSorted(),
        Object.keys(translations).toSorted(),
      );
      for (const { id, sourceText } of window.jobs.all) {
        await setup.move(id, 'start');
        await setup.move(id, 'finish', { body_tgt: translations[sourceText] ?? '' });
      }
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.flatMap(({ problems }) => problems.map(({ kind }) => kind)),
        [],
      );
      for (const { id } of window.jobs.all) await approveJob(window, id, {});
      assert.equal(await setup.read(targetPath), delivered);
    });
  }
});
