import assert from 'node:assert/strict';
import { present } from '../../../../../src/base/present.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { OrderError } from '../../../../../src/orders/model/orderError.ts';
import { countDraftedUnits, draftTarget, planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { newJob } from '../../../../../src/orders/spend/place/quotePlan.ts';
import { protect } from '../../../../../src/placeholders/protect.ts';
import { memoryProject } from '../../memoryProject.ts';
import { unitIdentity, unitIdentityWithText } from '../../../../../src/orders/model/unitName.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';
import { planPassage } from '../../../../../src/orders/units/plan/planDocuments.ts';

const settings = { patterns: [], sourceLocale: 'en' };

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const languages = ['en', 'ja', 'ru', 'fr', 'pt-br', 'zh-tw'];

async function plan(
  source: Readonly<Record<string, unknown>> | string,
  targets: Readonly<Record<string, unknown>>,
  { history = nothing, selected }: { readonly history?: PlanHistory; readonly selected?: readonly string[] } = {},
): Promise<Plan> {
  const files = Object.fromEntries(
    Object.entries(targets).flatMap(([locale, content]) =>
      content === undefined ? [] : [[`locales/${locale}.json`, content]],
    ),
  );
  const file = await openSourceFile(
    memoryProject({ 'locales/en.json': source, ...files }),
    'locales/en.json',
    settings,
  );
  const opened = await Promise.all(Object.keys(targets).map((locale) => openTargetFile(file, locale)));
  return planOrder({
    source: file,
    targets: opened,
    history,
    languages,
    ...present({ selected: selected === undefined ? undefined : new Set(selected) }),
  });
}

function identity(key: string, locale = 'ja'): string {
  return unitIdentity({ project: 'p1', file: 'locales/en.json', key, locale, sourceHash: '' });
}

function keysOf({ jobs }: Plan): readonly (readonly (string | undefined)[])[] {
  return jobs.map(({ units }) => units.map(({ key }) => key));
}

describe('planOrder', () => {
  it('orders missing and empty units, with the target file and the hash of an existing value', async () => {
    const { jobs, sourceLanguage } = await plan(
      { a: 'One', b: 'Two', c: 'Three' },
      { ja: { a: '一', b: '' }, 'pt-BR': undefined },
    );
    assert.equal(sourceLanguage, 'en');
    assert.deepEqual(
      jobs.map(({ title, targetLocale, targetLanguage, reason }) => [title, targetLocale, targetLanguage, reason]),
      [
        ['b', 'ja', 'ja', 'missing'],
        ['c', 'ja', 'ja', 'missing'],
        ['a', 'pt-BR', 'pt-br', 'missing'],
        ['b', 'pt-BR', 'pt-br', 'missing'],
        ['c', 'pt-BR', 'pt-br', 'missing'],
      ],
    );
    assert.deepEqual(jobs[0]!.units, [
      {
        project: 'p1',
        file: 'locales/en.json',
        key: 'b',
        locale: 'ja',
        targetFile: 'locales/ja.json',
        sourceHash: hashText('Two'),
      },
    ]);
    assert.equal(jobs[2]!.units[0]?.targetFile, 'locales/pt-BR.json');
    const selected = await plan({ a: 'One' }, { ja: { a: '一' } }, { selected: ['a'] });
    assert.deepEqual([selected.jobs[0]?.reason, selected.jobs[0]?.units[0]?.targetHash], ['selected', hashText('一')]);
  });

  it('does not plan a target again that has been drafted', async () => {
    const source = await openSourceFile(
      memoryProject({ 'locales/en.json': { a: 'One', b: { c: 'Two' } }, 'locales/ja.json': { b: '二' } }),
      'locales/en.json',
      settings,
    );
    const target = await openTargetFile(source, 'ja');
    const request = { history: nothing, languages };
    const draft = draftTarget({ ...request, source }, target);
    assert.deepEqual(countDraftedUnits(draft), { missing: 2, simulated: 0 });

    const planned = await planOrder({ ...request, source, targets: [target] });
    assert.deepEqual(
      planned.skipped.map(({ key, reason }) => [key, reason]),
      [['b.c', 'unwritable']],
    );
    const drafted = { ...source, syntaxesOf: () => assert.fail('The target is planned again.') };
    const drafts = new Map([['ja', draft]]);
    assert.deepEqual(await planOrder({ ...request, source: drafted, targets: [target], drafts }), planned);
  });

  it('skips units that cannot be written to the target, and orders the others', async () => {
    const { jobs, skipped } = await plan(
      { menu: { file: 'File', edit: 'Edit' }, bye: 'Goodbye' },
      { ja: { menu: 'メニュー' } },
    );
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['bye'],
    );
    assert.deepEqual(skipped, [
      { key: 'menu.file', locale: 'ja', reason: 'unwritable' },
      { key: 'menu.edit', locale: 'ja', reason: 'unwritable' },
    ]);
  });

  it('orders only the missing forms of a plural that was delivered in part', async () => {
    const source = { ship_one: 'Ships in {{count}} day', ship_other: 'Ships in {{count}} days' };
    const { jobs } = await plan(source, { ru: { ship_one: 'день', ship_few: 'дня' } });
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['ship#many', 'ship#other'],
    );
  });

  it('treats an empty target file as one without units', async () => {
    assert.deepEqual(keysOf(await plan({ a: 'One' }, { ja: '\n' })), [['a']]);
  });

  it('orders units with a simulated translation or one of an older text, unless edited since', async () => {
    const delivered = new Map([
      [identity('same'), { sourceHash: hashText('Same'), valueHash: hashText('同'), simulated: false }],
      [identity('changed'), { sourceHash: hashText('Before'), valueHash: hashText('前'), simulated: false }],
      [identity('edited'), { sourceHash: hashText('Before'), valueHash: hashText('前'), simulated: false }],
      [identity('simulated'), { sourceHash: hashText('Simulated'), valueHash: hashText('偽'), simulated: true }],
      [identity('corrected'), { sourceHash: hashText('Corrected'), valueHash: hashText('偽'), simulated: true }],
    ]);
    const { jobs } = await plan(
      {
        same: 'Same',
        changed: 'After',
        edited: 'After all',
        simulated: 'Simulated',
        corrected: 'Corrected',
        byHand: 'By hand',
      },
      { ja: { same: '同', changed: '前', edited: '前の', simulated: '偽', corrected: '直', byHand: '手' } },
      { history: { ...nothing, delivered } },
    );
    assert.deepEqual(
      jobs.map(({ title, reason }) => [title, reason]),
      [
        ['changed', 'changed'],
        ['simulated', 'simulated'],
      ],
    );
  });

  it('reports skipped units with their reasons', async () => {
    const inFlight = new Set([
      identity('pending'),
      unitIdentityWithText({
        project: 'p1',
        file: 'locales/en.json',
        key: 'waiting',
        locale: 'ja',
        sourceHash: hashText('Old'),
      }),
    ]);
    const { jobs, skipped } = await plan(
      '{ "pending": "Pending", "waiting": "New", "brackets": "a [[[b]]]", "blank": " ", "half": "\\uD83D" }',
      { ja: {} },
      { history: { ...nothing, inFlight } },
    );
    assert.deepEqual(
      jobs.map(({ title }) => title),
      ['waiting'],
    );
    assert.deepEqual(
      skipped.map(({ key, reason }) => [key, reason]),
      [
        ['pending', 'in-flight'],
        ['brackets', 'unprotectable'],
        ['blank', 'empty'],
        ['half', 'not-translatable'],
      ],
    );
    const again = await plan({ waiting: 'Old' }, { ja: {} }, { history: { ...nothing, inFlight } });
    assert.deepEqual(
      again.skipped.map(({ reason }) => reason),
      ['in-flight'],
    );
  });

  it('orders equal texts once, with all their notes', async () => {
    const planned = await plan(
      '{\n  // A button\n  "a": "Save",\n  "b": "Open",\n  "c": {\n    // A menu\n    "d": "Save"\n  }\n}',
      { ja: {} },
    );
    assert.deepEqual(keysOf(planned), [['a', 'c.d'], ['b']]);
    assert.match(planned.jobs[0]!.note!, /Key: a\nA button\n\nKey: c\.d\nA menu/u);
  });

  it('keeps the note of ten thousand equal texts short', async () => {
    const { jobs } = await plan(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 'OK'])),
      { ja: {} },
    );
    assert.equal(jobs.length, 1);
    assert.equal(jobs[0]!.units.length, 10_000);
    assert.match(jobs[0]!.note!, /… and in 9980 more places\.$/u);
    assert.ok(jobs[0]!.note!.length < 1000);
  });

  it('orders plurals in the categories of the target, with example numbers', async () => {
    const source = { day_one: '{{count}} day', day_other: '{{count}} days' };
    assert.deepEqual(keysOf(await plan(source, { ja: {} })), [['day#other']]);
    const { jobs } = await plan(source, { ru: {} });
    assert.deepEqual(
      jobs.map(({ title, protectedText }) => [title, protectedText.source]),
      [
        ['day#one', '{{count}} day'],
        ['day#few', '{{count}} days'],
        ['day#many', '{{count}} days'],
        ['day#other', '{{count}} days'],
      ],
    );
    assert.match(jobs[1]!.note!, /plural form “few” in Russian, used with numbers such as 2, 3, 4, 22\./u);
    assert.match(jobs[2]!.note!, /“many” in Russian, used with numbers such as 0, 5, 6, 7\./u);
    const { jobs: missing } = await plan(source, { ru: { day_one: 'день', day_other: 'дня' } });
    assert.deepEqual(
      missing.map(({ title }) => title),
      ['day#few', 'day#many'],
    );
  });

  it('forces a translation for each form that shares its source text, and for no other text', async () => {
    const planned = await plan(
      { day_one: '{{count}} day', day_other: '{{count}} days', days: '{{count}} days' },
      { ru: {} },
    );
    assert.deepEqual(keysOf(planned), [['day#one'], ['day#few'], ['day#many'], ['day#other'], ['days']]);
    const jobs = planned.jobs.map((job, index) => {
      const price = { key: `job_${index + 1}`, credits: 1, unitCount: 2 };
      return { ...job, price };
    });
    const quote = { plan: { ...planned, jobs }, options: { tier: 'pro', autoApprove: false } };
    const forced = jobs.map((job, index) => newJob(quote, job, index + 1, '{}').force);
    assert.deepEqual(forced, [undefined, true, true, true, undefined]);
  });

  it('distinguishes ordinal from cardinal plurals', async () => {
    const planned = await plan(
      {
        place_one: '{{count}}x',
        place_other: '{{count}}y',
        place_ordinal_one: '{{count}}x',
        place_ordinal_other: '{{count}}y',
      },
      { fr: {} },
      { selected: ['place#ordinal-one'] },
    );
    assert.deepEqual(keysOf(planned), [['place#ordinal-one'], ['place#ordinal-other']]);
    assert.match(planned.jobs[0]!.note!, /ordinal plural form “one” in French, used with numbers such as 1\./u);
    assert.equal(
      (await plan({ place_one: 'x', place_other: 'y', place_ordinal_one: 'x', place_ordinal_other: 'y' }, { fr: {} }))
        .jobs.length,
      5,
    );
  });

  it('orders only selected units, and plurals as a whole', async () => {
    const source = { a: 'A', day_one: 'day', day_other: 'days', b_one: 'b', b_other: 'bs' };
    assert.deepEqual(keysOf(await plan(source, { ru: { day_one: 'день' } }, { selected: ['day#one'] })), [
      ['day#one'],
      ['day#few'],
      ['day#many'],
      ['day#other'],
    ]);
    assert.deepEqual(keysOf(await plan(source, { ru: {} }, { selected: ['a'] })), [['a']]);
    assert.deepEqual(keysOf(await plan(source, { ru: {} }, { selected: [] })), []);
  });

  it('rejects locales that the service does not support', async () => {
    await assert.rejects(
      plan({ a: 'A' }, { de: {} }),
      (error) => error instanceof OrderError && error.reason === 'locale-unsupported' && error.subject === 'de',
    );
  });

  it('protects placeholders', async () => {
    const { jobs } = await plan({ a: 'Hello, {{name}}, %s' }, { ja: {} });
    assert.equal(jobs[0]!.protectedText.text, 'Hello, [[[{{name}}]]], [[[%s]]]');
  });
});

describe('planPassage', () => {
  it('plans a passage for each locale, unless it is on order', () => {
    const text = `A long passage that would not fit\ninto a title at all`;
    const passage = { project: 'p1', file: 'README.md', text, protectedText: protect(text, []) };
    const { jobs, skipped } = planPassage(passage, { source: 'en', targets: ['ja', 'fr'] }, languages, nothing);
    assert.deepEqual(
      jobs.map(({ title, targetLanguage, units }) => [title, targetLanguage, units[0]?.targetFile]),
      [
        ['A long passage that would not fit into…', 'ja', undefined],
        ['A long passage that would not fit into…', 'fr', undefined],
      ],
    );
    assert.deepEqual(skipped, []);
    const inFlight = new Set([unitIdentity(jobs[0]!.units[0]!)]);
    const again = planPassage(passage, { source: 'en', targets: ['ja', 'fr'] }, languages, { ...nothing, inFlight });
    assert.deepEqual([again.jobs.length, again.skipped.map(({ locale }) => locale)], [1, ['ja']]);
  });
});

describe('planOrder with formats other than JSON', () => {
  const planFiles = async (
    files: Readonly<Record<string, string>>,
    path: string,
    locales: readonly string[],
  ): Promise<Plan> => {
    const project = memoryProject(files);
    const source = await openSourceFile(project, path, settings);
    const targets = await Promise.all(locales.map((locale) => openTargetFile(source, locale)));
    return planOrder({ source, targets, history: nothing, languages });
  };

  it('orders the forms that the formula of a PO file has, or the usual ones for a new file', async () => {
    const plural = '#: a\nmsgid "%d day"\nmsgid_plural "%d days"\n';
    const header = (language: string, forms: string): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n` +
      `"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${forms}\\n"\n\n`;
    const files = {
      'po/shop.pot': `${header('', 'nplurals=INTEGER; plural=EXPRESSION;')}${plural}msgstr[0] ""\nmsgstr[1] ""\n`,
      'po/fr.po': `${header('fr', 'nplurals=2; plural=(n > 1);')}${plural}msgstr[0] ""\nmsgstr[1] ""\n`,
    };
    assert.deepEqual(keysOf(await planFiles(files, 'po/shop.pot', ['fr'])), [['%d day#one'], ['%d day#other']]);
    assert.deepEqual(
      (await planFiles(files, 'po/shop.pot', ['ru'])).jobs.map(({ title }) => title),
      ['%d day#one', '%d day#few', '%d day#many'],
    );
  });

  it('skips a document whose structure differs from its source', async () => {
    const files = {
      'docs/en/a.md': '# One\n\nTwo\n\nThree\n',
      'docs/ja/a.md': '# 一\n\n二\n',
      'docs/ru/a.md': '# Один\n\nДва\n\nТри\n',
    };
    const { jobs, skipped } = await planFiles(files, 'docs/en/a.md', ['ja', 'ru']);
    assert.deepEqual(jobs, []);
    assert.deepEqual(
      skipped.map(({ locale, reason }) => [locale, reason]),
      [
        ['ja', 'unwritable'],
        ['ja', 'unwritable'],
        ['ja', 'unwritable'],
      ],
    );
  });

  it('orders from a file that contains source and target', async () => {
    const files = {
      'App/Localizable.xcstrings':
        '{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Hello.There" : {\n\n    }\n  },\n  "version" : "1.0"\n}',
    };
    const { jobs } = await planFiles(files, 'App/Localizable.xcstrings', ['ja']);
    assert.deepEqual(
      jobs.map(({ title, units }) => [title, units[0]?.targetFile]),
      [['Hello.There', 'App/Localizable.xcstrings']],
    );
  });
});
