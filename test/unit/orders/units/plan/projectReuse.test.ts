import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { RefusedFileError } from '../../../../../src/orders/model/errors/refusedFileError.ts';
import type { LastDelivery, PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import { combinePlans } from '../../../../../src/orders/model/plan/combinePlans.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { searchReuse, type FoundReuse, type SearchLimits } from '../../../../../src/orders/units/plan/searchReuse.ts';
import { memoryProject } from '../../memoryProject.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';
import { withoutStrings } from '../../../../../src/orders/model/plan/planDecisions.ts';
import type { ChosenFile } from '../../../../../src/orders/units/files/sourceDocument.ts';

type Files = Readonly<Record<string, unknown>>;

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const languages = ['en', 'de', 'fr', 'ru', 'zh-cn'];
const settings = { patterns: [], sourceLocale: 'en' };

interface Case {
  /** The sources to order. */
  readonly order: readonly string[];
  readonly locales?: readonly string[];
  readonly history?: PlanHistory;
  readonly selected?: ReadonlySet<string>;
  readonly limits?: SearchLimits;
  readonly dependencies?: readonly string[];
  /** The error of the file that it names. */
  readonly refused?: RefusedFileError;
}

/** Plans the order of files, and searches all files of the project. */
async function search(
  files: Files,
  { order, locales = ['de'], history = nothing, selected, limits, dependencies, refused }: Case,
): Promise<FoundReuse & { readonly plan: Plan; readonly progress: readonly string[] }> {
  const all = memoryProject(files, dependencies);
  const unlessRefused =
    <T>(work: (path: string) => Promise<T>) =>
    (path: string): Promise<T> =>
      refused?.path === path ? Promise.reject(refused) : work(path);
  const project = {
    ...all,
    size: unlessRefused((path) => all.size(path)),
    read: unlessRefused((path) => all.read(path)),
  };
  const sources = await Promise.all(order.map((path) => openSourceFile(project, path, settings)));
  const plans = await Promise.all(
    sources.map(async (source) => {
      const targets = await Promise.all(locales.map((locale) => openTargetFile(source, locale)));
      return { source, plan: await planOrder({ source, targets, history, languages, selected }) };
    }),
  );
  const plan = combinePlans(plans, []);
  assert.ok(plan !== undefined);
  const chosen = Object.keys(files).map((path): ChosenFile => ({ project, path, settings, isSelected: false }));
  const progress: string[] = [];
  const found = await searchReuse(
    { plan, sources, history, listFiles: () => Promise.resolve(chosen) },
    {
      signal: new AbortController().signal,
      onProgress: (searched, total) => progress.push(`${searched}/${total}`),
    },
    limits,
  );
  return { ...found, plan, progress };
}

/** Returns each string as `wanted keys: translation < location, … | other translation < …`. */
function summary({ strings }: FoundReuse): readonly string[] {
  return strings.map(
    ({ units, translations }) =>
      `${units.map(({ key }) => key).join(' ')}: ${translations
        .map(({ text, locations }) => `${text} < ${locations.map(({ file, key }) => `${file} ${key}`).join(', ')}`)
        .join(' | ')}`,
  );
}

function delivered(file: string, key: string, delivery: LastDelivery): PlanHistory {
  const identity = unitIdentity({ project: 'p1', file, key, locale: 'de', sourceHash: '' });
  return { ...nothing, delivered: new Map([[identity, delivery]]) };
}

const cart = 'locales/en/cart.json';
const cartDe = 'locales/de/cart.json';
const home = 'locales/en/home.json';
const homeDe = 'locales/de/home.json';
const other = 'locales/en/other.json';
const otherDe = 'locales/de/other.json';

describe('searchReuse', () => {
  it('finds translations under other keys of the same file, and in other files', async () => {
    const found = await search(
      {
        [cart]: { pay: 'Pay now', checkout: 'Pay now', back: 'Back' },
        [cartDe]: { checkout: 'Jetzt bezahlen' },
        [home]: { previous: 'Back', title: 'Welcome' },
        [homeDe]: { previous: 'Zurück', title: 'Willkommen' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), [`pay: Jetzt bezahlen < ${cartDe} checkout`, `back: Zurück < ${homeDe} previous`]);
    assert.deepEqual([found.uncheckedFiles, found.strings[0]?.hasValue], [0, false]);
    assert.deepEqual(found.progress.at(-1), '2/2');
  });

  it('lists all locations of one translation, and strings that need it together', async () => {
    const found = await search(
      {
        [cart]: { a: 'Back', b: 'Back', done: 'Back' },
        [cartDe]: { done: 'Zurück' },
        [home]: { c: 'Back' },
        [homeDe]: { c: 'Zurück' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), [`a b: Zurück < ${cartDe} done, ${homeDe} c`]);
  });

  it('finds translations that gettext kept when a message was obsolete', async () => {
    const template = 'locale/messages.pot';
    const german = 'locale/de/LC_MESSAGES/messages.po';
    const head = 'msgid ""\nmsgstr "Language: de\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';
    const files = {
      [template]: `msgid ""\nmsgstr ""\n\n${[
        'msgid "Search the archive"\nmsgstr ""',
        'msgctxt "menu"\nmsgid "Open"\nmsgstr ""',
        'msgid "One page"\nmsgid_plural "%d pages"\nmsgstr[0] ""\nmsgstr[1] ""',
        'msgid "One sheet"\nmsgid_plural "%d sheets"\nmsgstr[0] ""\nmsgstr[1] ""',
        'msgid "Unsure"\nmsgstr ""',
        'msgid "Same words"\nmsgstr ""',
        'msgid "Used %d"\nmsgstr ""',
      ].join('\n\n')}\n`,
      [german]: `${head}msgid "Used %d"\nmsgstr ""\n\n${[
        '#~ msgid "Search the archive"\n#~ msgstr "Archiv durchsuchen"',
        '#~ msgid "Open"\n#~ msgstr "Offen"',
        '#~ msgid "One page"\n#~ msgid_plural "%d pages"\n#~ msgstr[0] "Eine Seite"\n#~ msgstr[1] "%d Seiten"',
        '#~ msgid "One sheet"\n#~ msgid_plural "%d leaves"\n#~ msgstr[0] "Ein Blatt"\n#~ msgstr[1] "%d Blätter"',
        '#, fuzzy\n#~ msgid "Unsure"\n#~ msgstr "Sicher"',
        '#~ msgid "Same words"\n#~ msgstr "Same words"',
        // The live entry has no text.
        '#~ msgid "Used %d"\n#~ msgstr "Benutzt %d"',
      ].join('\n\n')}\n`,
    };
    const found = await search(files, { order: [template] });
    assert.deepEqual(summary(found).toSorted(), [
      `One page#one: Eine Seite < ${german} One page#one`,
      `One page#other: %d Seiten < ${german} One page#other`,
      `Search the archive: Archiv durchsuchen < ${german} Search the archive`,
      `Used %d: Benutzt %d < ${german} Used %d`,
    ]);
    const simulated = {
      valueHash: hashText('Archiv durchsuchen'),
      sourceHash: hashText('Search the archive'),
      simulated: true,
    };
    const history = delivered(template, 'Search the archive', simulated);
    const afterSimulation = await search(files, { order: [template], history });
    assert.ok(!summary(afterSimulation).some((line) => line.startsWith('Search')));
  });

  it('finds translations that Qt kept when a message had vanished', async () => {
    const message = (source: string, translation: string): string =>
      `<message><source>${source}</source>${translation}</message>`;
    const file = (language: string, messages: string): string =>
      `<TS version="2.1" language="${language}"><context><name>Main</name>${messages}</context></TS>`;
    const unfinished = '<translation type="unfinished"></translation>';
    const found = await search(
      {
        'translations/app_en.ts': file('en', message('Save', unfinished) + message('Open', unfinished)),
        'translations/app_de.ts': file(
          'de',
          message('Save', '<translation type="vanished">Speichern</translation>') +
            message('Open', '<translation type="obsolete">Offen</translation>'),
        ),
      },
      { order: ['translations/app_en.ts'] },
    );
    assert.deepEqual(summary(found), ['Main.Save: Speichern < translations/app_de.ts Main.Save']);
  });

  it('lists different translations without choosing one', async () => {
    const found = await search(
      {
        [cart]: { open: 'Open', state: 'Open', button: 'Open' },
        [cartDe]: { state: 'Offen', button: 'Öffnen' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), [`open: Offen < ${cartDe} state | Öffnen < ${cartDe} button`]);
  });

  it('needs exactly the same text, project, source locale and target locale', async () => {
    const files = {
      [cart]: { a: 'Back', b: 'back', c: 'Back.' },
      [cartDe]: { b: 'zurück', c: 'Zurück.' },
      'locales/fr/cart.json': { a: 'Retour' },
    };
    assert.deepEqual(summary(await search(files, { order: [cart] })), []);
    const chinese = await search(
      { [cart]: { a: 'Back', b: 'Back' }, 'locales/zh-CN/cart.json': { b: '返回' } },
      { order: [cart], locales: ['zh-CN'] },
    );
    assert.equal(chinese.strings.length, 1);
  });

  it('takes a plural form only from the same form of an equal plural', async () => {
    const files = {
      [cart]: {
        item_one: '{{count}} item',
        item_other: '{{count}} items',
        thing_one: '{{count}} item',
        thing_other: '{{count}} items',
        odd_one: '{{count}} item',
        odd_other: '{{count}} pieces',
      },
      'locales/ru/cart.json': {
        thing_one: '{{count}} вещь',
        thing_few: '{{count}} вещи',
        thing_many: '{{count}} вещей',
        odd_one: '{{count}} штука',
        odd_few: '{{count}} штуки',
        odd_many: '{{count}} штук',
      },
    };
    const found = await search(files, { order: [cart], locales: ['ru'] });
    const russian = 'locales/ru/cart.json';
    assert.deepEqual(
      summary(found).filter((line) => line.startsWith('item')),
      [
        `item#one: {{count}} вещь < ${russian} thing#one`,
        `item#few: {{count}} вещи < ${russian} thing#few`,
        `item#many: {{count}} вещей < ${russian} thing#many`,
      ],
    );
  });

  it('does not take a plural form for a string that is no plural', async () => {
    const found = await search(
      {
        [cart]: { file_one: 'File', file_other: 'Files', label: 'File', heading: 'Files' },
        [cartDe]: { file_one: 'Datei', file_other: 'Dateien' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), []);
  });

  it('needs the same context where the format has one', async () => {
    const entry = (id: string, text: string, context?: string): string =>
      `${context === undefined ? '' : `msgctxt "${context}"\n`}msgid "${id}"\nmsgstr "${text}"\n`;
    const file = (language: string, ...entries: readonly string[]): string =>
      [
        `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`,
        ...entries,
      ].join('\n');
    const source = file('', entry('Open', '', 'menu'), entry('Open', '', 'state'), entry('Close', ''));
    const other = file('', entry('Open', '', 'menu'), entry('Close', '', 'menu'));
    const found = await search(
      {
        'po/a.pot': source,
        'po/de/a.po': file('de'),
        'po/b.pot': other,
        'po/de/b.po': file('de', entry('Open', 'Öffnen', 'menu'), entry('Close', 'Schließen', 'menu')),
      },
      { order: ['po/a.pot'] },
    );
    assert.deepEqual(summary(found), ['menu.Open: Öffnen < po/de/b.po menu.Open']);
  });

  it('needs the same context in Qt, whatever the file', async () => {
    const message = (context: string, source: string, translation: string): string =>
      `<context><name>${context}</name><message><source>${source}</source>${translation}</message></context>`;
    const file = (language: string, ...messages: readonly string[]): string =>
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}" sourcelanguage="en">\n${messages.join('\n')}\n</TS>\n`;
    const open = '<translation type="unfinished"></translation>';
    const found = await search(
      {
        'i18n/app_en.ts': file('en', message('Main', 'Open', open), message('Main', 'Close', open)),
        'i18n/app_de.ts': file('de', message('Main', 'Open', open), message('Main', 'Close', open)),
        'i18n/tool_en.ts': file('en', message('Main', 'Open', open), message('Tool', 'Close', open)),
        'i18n/tool_de.ts': file(
          'de',
          message('Main', 'Open', '<translation>Öffnen</translation>'),
          message('Tool', 'Close', '<translation>Schließen</translation>'),
        ),
      },
      { order: ['i18n/app_en.ts'] },
    );
    assert.deepEqual(summary(found), ['Main.Open: Öffnen < i18n/tool_de.ts Main.Open']);
  });

  it('omits translations whose placeholders are wrong, and those that are too long', async () => {
    const found = await search(
      {
        [cart]: { a: 'Hello {{name}}', b: 'Hello {{name}}', c: 'Bye {{name}}', d: 'Bye {{name}}' },
        [cartDe]: { b: 'Hallo', d: 'Tschüs {{name}}' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), [`c: Tschüs {{name}} < ${cartDe} d`]);
    const table = (...rows: readonly string[]): string => ['id,source,target,max_length', ...rows, ''].join('\n');
    const limited = await search(
      {
        'lang/app_de.csv': table('a,Settings,,8', 'b,Settings,,20'),
        [cart]: { c: 'Settings' },
        [cartDe]: { c: 'Einstellungen' },
      },
      { order: ['lang/app_de.csv'] },
    );
    assert.deepEqual(summary(limited), [`b: Einstellungen < ${cartDe} c`]);
  });

  it('takes values only from formats that read them in the same way', async () => {
    const files = {
      [cart]: { greeting: 'Hello %s', plain: 'Sign out' },
      [cartDe]: {},
      'app/src/main/res/values/strings.xml':
        '<resources>\n  <string name="greeting">Hello %s</string>\n  <string name="out">Sign out</string>\n</resources>\n',
      'app/src/main/res/values-de/strings.xml':
        '<resources>\n  <string name="greeting">Hallo %s</string>\n  <string name="out">Abmelden</string>\n</resources>\n',
    };
    // i18next has no placeholders of printf, so its texts would be read in another way.
    assert.deepEqual(summary(await search(files, { order: [cart] })).slice(-1), [
      'plain: Abmelden < app/src/main/res/values-de/strings.xml out',
    ]);
  });

  it('compares how apostrophes are read', async () => {
    const found = await search(
      {
        'conf/messages': 'day=Today\nnext=Tomorrow\n',
        'conf/messages.fr': '',
        [cart]: { a: 'Today', b: 'Tomorrow' },
        'locales/fr/cart.json': { a: "Aujourd'hui", b: 'Demain' },
      },
      { order: ['conf/messages'], locales: ['fr'] },
    );
    // Play reads an apostrophe as a quote, and i18next as a letter.
    assert.deepEqual(summary(found), ['next: Demain < locales/fr/cart.json b']);
  });

  it('omits empty values, values that equal a source with words, and those that need work', async () => {
    const found = await search(
      {
        [cart]: { a: 'Save', b: 'Save', c: 'Save', n: '{{count}} / {{total}}', m: '{{count}} / {{total}}' },
        [cartDe]: { b: '', c: 'Save', m: '{{count}} / {{total}}' },
      },
      { order: [cart] },
    );
    assert.deepEqual(summary(found), [`n: {{count}} / {{total}} < ${cartDe} m`]);
    const po = (...lines: readonly string[]): string =>
      ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', '', ...lines, ''].join('\n');
    const fuzzy = await search(
      {
        'po/a.pot': po('msgid "Save"', 'msgstr ""'),
        'po/de/a.po': po('msgid "Save"', 'msgstr ""'),
        'po/b.pot': po('msgid "Save"', 'msgstr ""'),
        'po/de/b.po': po('#, fuzzy', 'msgid "Save"', 'msgstr "Laden"'),
      },
      { order: ['po/a.pot'] },
    );
    assert.deepEqual(summary(fuzzy), []);
  });

  it('omits simulated translations and those of an earlier source, until they are edited', async () => {
    const files = {
      [cart]: { a: 'Save' },
      [cartDe]: {},
      [home]: { b: 'Save' },
      [homeDe]: { b: 'Speichern' },
    };
    const of = (delivery: LastDelivery) => search(files, { order: [cart], history: delivered(home, 'b', delivery) });
    const current = { sourceHash: hashText('Save'), valueHash: hashText('Speichern'), simulated: false };
    assert.equal((await of(current)).strings.length, 1);
    assert.equal((await of({ ...current, simulated: true })).strings.length, 0);
    assert.equal((await of({ ...current, sourceHash: hashText('Store') })).strings.length, 0);
    assert.equal((await of({ ...current, simulated: true, valueHash: hashText('Lagern') })).strings.length, 1);
  });

  it('does not take the translations of strings that are ordered', async () => {
    const files = { [cart]: { a: 'Save', b: 'Save' }, [cartDe]: { a: 'Sichern', b: 'Speichern' } };
    const found = await search(files, { order: [cart], selected: new Set(['a', 'b']) });
    assert.deepEqual(summary(found), []);
    const one = await search(files, { order: [cart], selected: new Set(['a']) });
    assert.deepEqual(summary(one), [`a: Speichern < ${cartDe} b`]);
    assert.equal(one.strings[0]?.hasValue, true);
  });

  it('compares texts whatever the line ends of their files, and writes those of the source', async () => {
    const found = await search(
      {
        'config/locales/a.en.yml': 'en:\n  note: |\n    One\n    Two\n  end: x\n',
        'config/locales/a.de.yml': 'de:\n  end: y\n',
        'config/locales/b.en.yml': 'en:\r\n  text: |\r\n    One\r\n    Two\r\n',
        'config/locales/b.de.yml': 'de:\r\n  text: |\r\n    Eins\r\n    Zwei\r\n',
      },
      { order: ['config/locales/a.en.yml'] },
    );
    assert.deepEqual(
      found.strings.map(({ units, translations }) => [units[0]?.key, translations.map(({ text }) => text)]),
      [['note', ['Eins\nZwei\n']]],
    );
    const escaped = await search(
      { [cart]: { a: 'One\r\nTwo', b: 'One\nTwo' }, [cartDe]: { b: 'Eins\nZwei' } },
      { order: [cart] },
    );
    assert.deepEqual(summary(escaped), [`a: Eins\r\nZwei < ${cartDe} b`]);
  });

  it('reuses an ICU message as a whole', async () => {
    const message = '{count, plural, one {# file} other {# files}}';
    const translation = '{count, plural, one {# Datei} other {# Dateien}}';
    const found = await search(
      {
        'lib/l10n/app_en.arb': JSON.stringify({ '@@locale': 'en', a: message, b: message }),
        'lib/l10n/app_de.arb': JSON.stringify({ '@@locale': 'de', b: translation }),
      },
      { order: ['lib/l10n/app_en.arb'], dependencies: ['flutter'] },
    );
    assert.ok(found.plan.jobs.length > 1);
    assert.deepEqual(summary(found), [`a: ${translation} < lib/l10n/app_de.arb b`]);
    assert.deepEqual(
      withoutStrings(
        found.plan,
        found.strings.flatMap(({ units }) => units),
      ).jobs,
      [],
    );
  });

  it('goes on after a file that may not be used', async () => {
    const refused = new RefusedFileError('link', { path: homeDe, target: cartDe });
    const files = {
      [cart]: { pay: 'Pay' },
      [home]: { buy: 'Pay' },
      [homeDe]: {},
      [other]: { a: 'Pay' },
      [otherDe]: { a: 'Zahlen' },
    };
    const found = await search(files, { order: [cart], refused });
    assert.deepEqual([summary(found), found.uncheckedFiles], [['pay: Zahlen < locales/de/other.json a'], 1]);
  });

  it('says how many files it did not read, because of the limits or because they are broken', async () => {
    const files = {
      [cart]: { a: 'Save' },
      [cartDe]: {},
      [home]: { b: 'Save' },
      [homeDe]: { b: 'Speichern' },
      'locales/en/broken.json': '{ "b": "Save" ',
    };
    const found = await search(files, { order: [cart] });
    assert.deepEqual([found.strings.length, found.uncheckedFiles], [1, 1]);
    const limited = await search(files, { order: [cart], limits: { files: 1, bytes: 1_000_000 } });
    assert.equal(limited.strings.length, 0);
    assert.ok(limited.uncheckedFiles >= 1);
    const small = await search(files, { order: [cart], limits: { files: 100, bytes: 3 } });
    assert.deepEqual([small.strings.length, small.uncheckedFiles], [0, 2]);
  });

  it('stops when it is canceled, and lists no files if nothing is to be searched for', async () => {
    const project = memoryProject({ [cart]: { a: 'Save' }, [cartDe]: {} });
    const source = await openSourceFile(project, cart, settings);
    const target = await openTargetFile(source, 'de');
    const plan = await planOrder({ source, targets: [target], history: nothing, languages });
    const controller = new AbortController();
    await assert.rejects(
      searchReuse(
        {
          plan,
          sources: [source],
          history: nothing,
          listFiles: () => {
            controller.abort(new Error('canceled'));
            return Promise.resolve([{ project, path: cart, settings, isSelected: false }]);
          },
        },
        { signal: controller.signal },
      ),
      /canceled/u,
    );
    const empty = await searchReuse(
      {
        plan: { ...plan, jobs: [] },
        sources: [source],
        history: nothing,
        listFiles: () => assert.fail('no files are needed'),
      },
      { signal: new AbortController().signal },
    );
    assert.deepEqual(empty, { strings: [], uncheckedFiles: 0 });
  });
});

describe('withoutStrings', () => {
  it('removes strings from their jobs, and names a job after a string that remains', async () => {
    const { plan } = await search({ [cart]: { a: 'Save', b: 'Save', c: 'Load' }, [cartDe]: {} }, { order: [cart] });
    const [first] = plan.jobs;
    const [unit] = first?.units ?? [];
    assert.ok(unit?.key !== undefined && unit.targetFile !== undefined);
    const { key, targetFile } = unit;
    const rest = withoutStrings(plan, [{ ...unit, key, targetFile }]);
    assert.deepEqual(
      rest.jobs.map(({ title, units }) => [title, units.map((one) => one.key)]),
      [
        ['b', ['b']],
        ['c', ['c']],
      ],
    );
    assert.equal(withoutStrings(plan, []), plan);
  });
});
