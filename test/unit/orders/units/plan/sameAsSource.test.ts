import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import { draftTarget, planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import {
  findSameAsSource,
  type IsConfirmed,
  type SameAsSource,
} from '../../../../../src/orders/units/plan/sameAsSource.ts';
import { memoryProject } from '../../memoryProject.ts';

type Texts = Readonly<Record<string, string>>;

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'en-gb', 'ru', 'sco'];

/** Sentences, with keys that begin with `prefix`. */
function sentences(count: number, prefix = 's'): Texts {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index}`, `This is the text of the page ${index}.`]),
  );
}

function translated(texts: Texts, locale: string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key]) => [key, `${locale}: ${key} tradukita`]));
}

interface Case {
  readonly source: Texts;
  readonly targets: Readonly<Record<string, Texts>>;
  readonly isConfirmed?: IsConfirmed;
  readonly history?: PlanHistory;
}

async function find({ source, targets, isConfirmed = () => false, history = nothing }: Case) {
  const file = await openSourceFile(
    memoryProject({
      'locales/en.json': source,
      ...Object.fromEntries(Object.entries(targets).map(([locale, texts]) => [`locales/${locale}.json`, texts])),
    }),
    'locales/en.json',
    { patterns: [], sourceLocale: 'en' },
  );
  const opened = await Promise.all(Object.keys(targets).map((locale) => openTargetFile(file, locale)));
  const drafts = opened.map((target) => draftTarget({ source: file, history, languages }, target));
  return { file, opened, drafts, found: await findSameAsSource(file, drafts, isConfirmed) };
}

function keysOf(found: ReadonlyMap<string, SameAsSource>, locale: string): readonly string[] {
  return found.get(locale)?.untranslated.flatMap(({ forms }) => forms.map(({ key }) => key)) ?? [];
}

function reasonsOf(found: ReadonlyMap<string, SameAsSource>, locale: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (found.get(locale)?.right ?? []).map(({ forms: [{ key }], reason }) => [key, reason] as const),
  );
}

/** Finished locales of several languages, and one in which every other sentence is untranslated. */
function project(texts: Texts, values: Readonly<Record<string, Texts>> = {}): Case {
  const common = sentences(40);
  const half = Object.fromEntries(Object.entries(common).filter((_, index) => index % 2 === 0));
  return {
    source: { ...texts, ...common },
    targets: Object.fromEntries(
      ['de', 'fr', 'es', 'it', 'nl', 'pt'].map((locale) => [
        locale,
        {
          ...translated({ ...texts, ...common }, locale),
          ...(locale === 'pt' ? half : {}),
          ...values[locale],
        },
      ]),
    ),
  };
}

describe('findSameAsSource', () => {
  it('finds sentences and phrases that equal their source, and counts only these', async () => {
    const texts = { save: 'Save changes', error: 'The file could not be saved.', other: 'Other text' };
    const { found } = await find(project(texts, { pt: texts, de: { error: texts.error } }));
    assert.deepEqual(keysOf(found, 'de'), ['error']);
    assert.deepEqual(
      keysOf(found, 'pt').filter((key) => !/^s\d/u.test(key)),
      ['save', 'error', 'other'],
    );
    assert.deepEqual(keysOf(found, 'fr'), []);
  });

  it('finds them in a small file with one locale', async () => {
    const source = { title: 'Welcome', save: 'Save changes', hint: 'You can change this at any time.', no: 'No file' };
    const { found } = await find({
      source,
      targets: { de: { title: 'Willkommen', save: source.save, hint: source.hint, no: 'Keine Datei' } },
    });
    assert.deepEqual(keysOf(found, 'de'), ['save', 'hint']);
  });

  it('does not offer values without words, code and names', async () => {
    const texts = { dots: '…', link: 'https://a.org/b', count: '{{count}}', url: 'URL', name: 'GitHub', id: 'user_id' };
    const { found } = await find(project(texts, { pt: texts, de: texts }));
    assert.deepEqual(reasonsOf(found, 'de'), {
      dots: 'wordless',
      link: 'wordless',
      count: 'wordless',
      url: 'code',
      name: 'name',
      id: 'code',
    });
    assert.deepEqual(reasonsOf(found, 'pt'), reasonsOf(found, 'de'));
  });

  it('does not offer names of regions, languages, currencies and units that both languages have', async () => {
    const texts = {
      country: 'Sri Lanka',
      language: 'Afrikaans',
      otherLanguage: 'Hindi',
      rareLanguage: 'Cebuano',
      languageInLowerCase: 'Telugu',
      languageOfRegion: 'Hindi (IN)',
      unit: 'Kilometer',
      currency: 'Euro (EUR)',
      flag: '🇦🇴 Angola',
      month: 'August',
      germany: 'Germany',
      pounds: 'Pounds',
    };
    // The other sentences of this locale are untranslated, too.
    const base = project(texts);
    const untranslatedLocale = { ...base.source, ...texts };
    const { found } = await find({ ...base, targets: { de: untranslatedLocale, pl: untranslatedLocale } });
    const sameInBoth = {
      country: 'standard-name',
      language: 'standard-name',
      otherLanguage: 'standard-name',
      languageInLowerCase: 'standard-name',
      languageOfRegion: 'standard-name',
      currency: 'standard-name',
      flag: 'standard-name',
    };
    const sameInGerman = { rareLanguage: 'standard-name', unit: 'standard-name', month: 'standard-name' };
    assert.deepEqual(reasonsOf(found, 'de'), { ...sameInBoth, ...sameInGerman });
    assert.deepEqual(reasonsOf(found, 'pl'), sameInBoth);
    assert.ok(['germany', 'pounds'].every((key) => keysOf(found, 'de').includes(key)));
  });

  it('does not offer words that are equal in most locales, whatever their case', async () => {
    const texts = { wiki: 'Wiki', phrase: 'Open source' };
    const values = Object.fromEntries(['de', 'fr', 'es', 'it', 'pt'].map((locale) => [locale, texts]));
    const { found } = await find(project(texts, { ...values, es: { wiki: 'wiki', phrase: 'open source' } }));
    for (const locale of ['de', 'pt'])
      assert.deepEqual(reasonsOf(found, locale), { wiki: 'in-most-locales', phrase: 'in-most-locales' });
  });

  it('offers new sentences and phrases that are untranslated everywhere', async () => {
    const added = { ...sentences(8, 'new'), phrase: 'Enable the plugin' };
    const base = project(added);
    const { found } = await find({
      ...base,
      targets: Object.fromEntries(
        Object.entries(base.targets).map(([locale, texts]) => [locale, { ...texts, ...added }]),
      ),
    });
    assert.deepEqual(keysOf(found, 'de'), Object.keys(added));
  });

  it('offers words only where much is untranslated', async () => {
    const texts = { name: 'Name', design: 'Design' };
    const { found } = await find(project(texts, { pt: texts, de: texts }));
    assert.deepEqual(reasonsOf(found, 'de'), { name: 'same-word', design: 'same-word' });
    const source = { ...sentences(40), ...texts };
    const unfinished = await find({ source, targets: { de: source } });
    assert.deepEqual(keysOf(unfinished.found, 'de').slice(-2), ['name', 'design']);
  });

  it('does not offer a word that the locale’s own texts use', async () => {
    const common = sentences(40);
    const own = { a: 'Der Status der Seite', b: 'Ohne Status' };
    const source = { a: 'Condition of page', b: 'Without condition', ...common, status: 'Status', warning: 'Warning' };
    const { found } = await find({ source, targets: { de: { ...source, ...own } } });
    assert.equal(reasonsOf(found, 'de')['status'], 'same-word');
    assert.ok(keysOf(found, 'de').includes('warning'));
  });

  it('finds none in a locale of the source’s language', async () => {
    const source = sentences(20);
    const { found } = await find({ source, targets: { 'en-GB': source } });
    assert.equal(found.get('en-GB'), undefined);
  });

  it('finds none in Scots, which has many texts in common with English', async () => {
    const source = { hint: 'You can change this at any time.' };
    const { found } = await find({ source, targets: { sco: source, de: source } });
    assert.deepEqual([found.get('sco'), keysOf(found, 'de')], [undefined, ['hint']]);
  });

  it('does not offer what the user confirmed, unless its text has changed', async () => {
    const texts = { save: 'Save changes', error: 'The file could not be saved.' };
    const right = new Map([
      ['save', hashText('Save changes')],
      ['error', hashText('The file is gone.')],
    ]);
    const { found } = await find({
      ...project(texts, { pt: texts }),
      isConfirmed: (locale, { key, text }) => locale === 'pt' && right.get(key) === hashText(text),
    });
    assert.equal(reasonsOf(found, 'pt')['save'], 'confirmed');
    assert.ok(keysOf(found, 'pt').includes('error'));
  });

  it('does not offer what a translator has delivered, or what is on order', async () => {
    const texts = { save: 'Save changes', error: 'The file could not be saved.', open: 'Open the file now' };
    const identity = (key: string): string =>
      unitIdentity({ project: 'p1', file: 'locales/en.json', key, locale: 'pt', sourceHash: '' });
    const delivered = { sourceHash: hashText(texts.save), valueHash: hashText(texts.save), simulated: false };
    const { found } = await find({
      ...project(texts, { pt: texts }),
      history: { inFlight: new Set([identity('error')]), delivered: new Map([[identity('save'), delivered]]) },
    });
    assert.deepEqual(
      keysOf(found, 'pt').filter((key) => !/^s\d/u.test(key)),
      ['open'],
    );
  });

  it('offers a plural with its forms only if none of them is translated', async () => {
    const source = {
      ...sentences(30),
      day_one: '{{count}} day until the end of it',
      day_other: '{{count}} days until the end of it',
      hour_one: '{{count}} hour of the day is left',
      hour_other: '{{count}} hours of the day are left',
    };
    const { found } = await find({ source, targets: { de: { ...source, hour_one: '{{count}} Stunde' }, ru: source } });
    assert.deepEqual(
      found
        .get('de')
        ?.untranslated.filter(({ forms }) => forms[0].key.includes('#'))
        .map(({ forms }) => forms),
      [
        [
          { key: 'day#one', text: source.day_one },
          { key: 'day#other', text: source.day_other },
        ],
      ],
    );
    // The forms “few” and “many” are missing, so the plural is ordered anyway.
    assert.deepEqual(
      keysOf(found, 'ru').filter((key) => key.includes('#')),
      [],
    );
  });
});

describe('planOrder with values that equal their source', () => {
  const texts = { save: 'Save changes', error: 'The file could not be saved.', gone: 'Text' };
  const base = project(texts, { pt: { save: texts.save, error: texts.error, gone: '' } });

  it('orders only those that the user chose, and lists the others', async () => {
    const { file, opened, drafts, found } = await find(base);
    const pt = opened.filter(({ locale }) => locale === 'pt');
    const untranslated = new Map([...found].map(([locale, same]) => [locale, same.untranslated]));
    const request = {
      source: file,
      targets: pt,
      history: nothing,
      languages,
      drafts: new Map(drafts.map((draft) => [draft.target.locale, draft])),
    };
    const none = await planOrder({ ...request, sameAsSource: { found: untranslated, chosen: new Map() } });
    assert.deepEqual(
      none.jobs.map(({ title, reason }) => [title, reason]),
      [['gone', 'missing']],
    );
    assert.deepEqual(none.sameAsSource?.slice(0, 2), [
      { key: 'save', locale: 'pt' },
      { key: 'error', locale: 'pt' },
    ]);
    const chosen = new Map([['pt', new Set(['error'])]]);
    const some = await planOrder({ ...request, sameAsSource: { found: untranslated, chosen } });
    assert.deepEqual(
      some.jobs.map(({ title, reason, units }) => [title, reason, units[0]?.targetHash]),
      [
        ['error', 'same-as-source', hashText(texts.error)],
        ['gone', 'missing', undefined],
      ],
    );
    assert.deepEqual(some.sameAsSource?.length, (none.sameAsSource?.length ?? 0) - 1);
    assert.ok(!some.sameAsSource?.some(({ key }) => key === 'error'));
  });
});
