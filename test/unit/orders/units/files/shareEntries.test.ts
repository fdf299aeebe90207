import assert from 'node:assert/strict';
import { noHistory, type PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { openSources } from '../../../../../src/orders/units/files/sourceDocument.ts';
import { targetLocalesOf } from '../../../../../src/orders/units/gaps/planDrafts.ts';
import { TranslationGaps } from '../../../../../src/orders/units/gaps/translationGaps.ts';
import { memoryProject } from '../../memoryProject.ts';

const { signal } = new AbortController();
const settings = { patterns: [], sourceLocale: 'en' };

type Files = Readonly<Record<string, string>>;

/** Returns the missing keys by target file and source, without the pairs that have none. */
async function missingIn(
  files: Files,
  options: {
    readonly chosen?: readonly string[];
    readonly locales?: readonly string[];
    readonly history?: PlanHistory;
  } = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { chosen = Object.keys(files), locales, history = noHistory } = options;
  const project = memoryProject(files);
  const chosenFiles = chosen.map((path) => ({ project, path, settings, isSelected: false }));
  const { sources, into } = await openSources(chosenFiles, { signal });
  const languages = ['de', 'fr', 'ja', 'nl', 'en-gb'];
  const noPorts = { rightAsItIs: () => new Map(), openHistory: () => Promise.resolve(undefined) };
  const gaps = new TranslationGaps(sources, { history, languages }, noPorts);
  const targets = await gaps.statesIn(locales ?? (into.length > 0 ? into : targetLocalesOf(sources)), signal);
  const rows = targets.map(
    ({ source, target, states }) => [`${target.path} ← ${source.path}`, states.missing] as const,
  );
  return Object.fromEntries(rows);
}

/** A PO file: texts and their translations. */
function poFile(entries: Readonly<Record<string, string>>): string {
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
  return [header, ...Object.entries(entries).map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`)].join('\n');
}

function xliffFile(locale: string, entries: Readonly<Record<string, string>>): string {
  const units = Object.entries(entries).map(
    ([id, text]) => `<trans-unit id="${id}"><source>${id}</source>${text && `<target>${text}</target>`}</trans-unit>`,
  );
  return `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="${locale}" datatype="plaintext"><body>
${units.join('\n')}
</body></file></xliff>
`;
}

function qtFile(locale: string, entries: Readonly<Record<string, string>>): string {
  const messages = Object.entries(entries).map(
    ([id, text]) =>
      `<message><source>${id}</source><translation${text ? '' : ' type="unfinished"'}>${text}</translation></message>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="${locale}">
<context><name>Main</name>
${messages.join('\n')}
</context></TS>
`;
}

describe('bilingual files without a template', () => {
  const texts = { 'Save file': 'x', 'Open file': '' };
  const layouts: readonly (readonly [name: string, files: Files])[] = [
    ['gettext', { 'po/de.po': poFile(texts), 'po/fr.po': poFile(texts), 'po/ja.po': poFile(texts) }],
    [
      'Django',
      {
        'shop/locale/de/LC_MESSAGES/django.po': poFile(texts),
        'shop/locale/fr/LC_MESSAGES/django.po': poFile(texts),
        'shop/locale/ja/LC_MESSAGES/django.po': poFile(texts),
      },
    ],
    [
      'Qt',
      {
        'translations/app_de.ts': qtFile('de', texts),
        'translations/app_fr.ts': qtFile('fr', texts),
        'translations/app_ja.ts': qtFile('ja', texts),
      },
    ],
    [
      'Symfony and Angular',
      {
        'translations/messages.de.xlf': xliffFile('de', texts),
        'translations/messages.fr.xlf': xliffFile('fr', texts),
        'translations/messages.ja.xlf': xliffFile('ja', texts),
      },
    ],
  ];
  for (const [name, files] of layouts) {
    it(`are each the source of their own translations only: ${name}`, async () => {
      const missing = await missingIn(files);
      assert.deepEqual(
        Object.keys(missing),
        Object.keys(files).map((path) => `${path} ← ${path}`),
      );
      for (const keys of Object.values(missing)) assert.equal(keys.length, 1);
    });
  }

  const uneven = {
    'po/de.po': poFile({ a: 'A', b: 'B' }),
    'po/fr.po': poFile({ a: 'A', c: '' }),
    'po/ja.po': poFile({ a: 'A', b: 'B', c: 'C', d: '' }),
  };

  it('lack an entry of their siblings once, whichever of them has it', async () => {
    assert.deepEqual(await missingIn(uneven), {
      'po/de.po ← po/de.po': [],
      'po/fr.po ← po/fr.po': ['c'],
      'po/de.po ← po/ja.po': ['c', 'd'],
      'po/fr.po ← po/ja.po': ['b', 'd'],
      'po/ja.po ← po/ja.po': ['d'],
    });
  });

  it('are compared with their siblings even if only one of them is chosen', async () => {
    assert.deepEqual(await missingIn(uneven, { chosen: ['po/de.po'] }), {
      'po/de.po ← po/de.po': [],
      'po/de.po ← po/ja.po': ['c', 'd'],
    });
  });

  it('have every entry once for a new locale', async () => {
    assert.deepEqual(await missingIn(uneven, { locales: ['nl'] }), { 'po/nl.po ← po/ja.po': ['a', 'b', 'c', 'd'] });
  });

  it('of another region are translations, because the program itself has the texts', async () => {
    const files = { 'po/de.po': poFile(texts), 'po/en_GB.po': poFile({ 'Save file': '', 'Open file': '' }) };
    assert.deepEqual(await missingIn(files), {
      'po/de.po ← po/de.po': ['Open file'],
      'po/en_GB.po ← po/en_GB.po': ['Save file', 'Open file'],
    });
  });

  it('have no shares if there is a template, or a file of the source locale', async () => {
    const withTemplate = { 'po/app.pot': poFile({ a: '', b: '' }), ...uneven };
    assert.deepEqual(Object.keys(await missingIn(withTemplate)), [
      'po/de.po ← po/app.pot',
      'po/fr.po ← po/app.pot',
      'po/ja.po ← po/app.pot',
    ]);
    const withSource = { 'po/en.po': poFile({ a: '', b: '' }), ...uneven };
    assert.deepEqual(Object.keys(await missingIn(withSource)), [
      'po/de.po ← po/en.po',
      'po/fr.po ← po/en.po',
      'po/ja.po ← po/en.po',
    ]);
  });

  it('count an entry as on order that an earlier version ordered from a sibling', async () => {
    const unit = {
      project: 'p1',
      file: 'po/ja.po',
      key: 'c',
      locale: 'fr',
      targetFile: 'po/fr.po',
      sourceHash: 'hash',
    };
    const history = { ...noHistory, waiting: [{ unit, sourceLocale: 'en' }] };
    const missing = await missingIn(uneven, { history });
    assert.deepEqual(missing['po/fr.po ← po/fr.po'], []);
    assert.deepEqual(missing['po/de.po ← po/ja.po'], ['c', 'd']);
  });

  it('have rows that grow with the files, not with their square', async () => {
    const locales = 'af be bg ca cs da el eo es et eu fi ga gl he hi hr hu id is it ka ko lt lv mk'.split(' ');
    const files = Object.fromEntries(locales.map((locale) => [`po/${locale}.po`, poFile(texts)]));
    const project = memoryProject(files);
    const chosenFiles = Object.keys(files).map((path) => ({ project, path, settings, isSelected: false }));
    const { sources } = await openSources(chosenFiles, { signal });
    assert.equal(sources.length, locales.length);
    assert.equal(sources.flatMap(({ targetLocales }) => targetLocales).length, locales.length);
  });
});
