import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { restore } from '../../../../../src/placeholders/restore.ts';
import { memoryProject } from '../../memoryProject.ts';
import type { LayoutSettings } from '../../../../../src/orders/model/layoutSettings.ts';
import type { PlannedJob } from '../../../../../src/orders/model/plan/plan.ts';

/** Plans a file into one locale, and returns the jobs by title. */
async function jobsOf(
  files: Readonly<Record<string, string>>,
  locale: string,
  { dependencies = [], ...settings }: Partial<LayoutSettings> & { readonly dependencies?: readonly string[] } = {},
): Promise<ReadonlyMap<string, PlannedJob>> {
  const [path = ''] = Object.keys(files);
  const project = { ...memoryProject(files), dependencies: () => Promise.resolve(['i18next', ...dependencies]) };
  const source = await openSourceFile(project, path, { patterns: [], sourceLocale: 'en', ...settings });
  const { jobs } = await planOrder({
    source,
    targets: [await openTargetFile(source, locale)],
    history: { inFlight: new Set(), delivered: new Map() },
    languages: ['en', locale.toLowerCase()],
  });
  return new Map(jobs.map((job) => [job.title, job]));
}

function kindsOf({ protectedText }: PlannedJob, translated: string, targetLocale: string): readonly string[] {
  return restore(translated, protectedText, { sourceLocale: 'en', targetLocale })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ kind, text }) => `${kind} ${text}`);
}

const i18next = {
  'locales/en.json': JSON.stringify({ item_one: 'One item', item_other: '{{count}} items' }),
  'locales/de.json': '{}',
};
const message = {
  'l10n/app_en.arb': JSON.stringify({
    '@@locale': 'en',
    files: '{n, plural, =0 {No files} one {One file} other {# files}}',
    tabs: '{n, plural, one {{n} tab for {who, select, a {Ann} other {all}}} other {{n} tabs for {who, select, a {Ann} other {all}}}}',
  }),
  'l10n/app_de.arb': '{"@@locale": "de"}',
};

describe('numbersOfForm', () => {
  it('tells the translator to use the number’s placeholder in a form of several numbers, and requires it', async () => {
    const one = (await jobsOf(i18next, 'ru')).get('item#one')!;
    assert.equal(one.protectedText.text, 'One item');
    assert.deepEqual(one.protectedText.numbers, [{ text: '{{count}}', syntax: 'mustache', examples: [1, 21, 31, 41] }]);
    assert.match(
      one.note!,
      /\nIn Russian, this form is used for the numbers 1, 21, 31, 41 …, so write the number as \[\[\[\{\{count\}\}\]\]\]\.$/u,
    );
    assert.deepEqual(kindsOf(one, 'Один предмет', 'ru'), ['missing-placeholder {{count}}']);
    assert.deepEqual(kindsOf(one, '[[[{{count}}]]] предмет', 'ru'), []);
    assert.deepEqual(kindsOf(one, '{{count}} предмет', 'ru'), []);
  });

  it('accepts the number’s placeholder and words in a form of one number', async () => {
    const one = (await jobsOf(i18next, 'de')).get('item#one')!;
    assert.doesNotMatch(one.note!, /write the number/u);
    assert.deepEqual(kindsOf(one, 'Ein Element', 'de'), []);
    assert.deepEqual(kindsOf(one, '[[[{{count}}]]] Element', 'de'), []);
    const two = (await jobsOf(i18next, 'ar')).get('item#two')!;
    assert.deepEqual(kindsOf(two, 'عنصران', 'ar'), []);
    const few = (await jobsOf(i18next, 'ar')).get('item#few')!;
    assert.deepEqual(kindsOf(few, 'عناصر', 'ar'), ['missing-placeholder {{count}}']);
  });

  it('finds the number of a branch in the branch “other”, without the numbers of other branches', async () => {
    const settings = { icuMessages: 'branches' as const };
    const french = await jobsOf(message, 'fr', settings);
    // 0 has a branch of its own.
    assert.deepEqual(french.get('files (one)')!.protectedText.numbers, [
      { text: '#', syntax: 'icu', argument: 'n', examples: [1] },
    ]);
    assert.deepEqual(french.get('files (=0)')!.protectedText.numbers, [
      { text: '#', syntax: 'icu', argument: 'n', examples: [0] },
    ]);
    const russian = await jobsOf(message, 'ru', settings);
    assert.match(russian.get('files (one)')!.note!, /write the number as \[\[\[#\]\]\]\.$/u);
    assert.deepEqual(kindsOf(russian.get('files (few)')!, 'файла', 'ru'), ['missing-placeholder #']);
    assert.deepEqual(kindsOf(russian.get('tabs (one, a)')!, 'вкладка', 'ru'), ['missing-placeholder {n}']);
    const german = await jobsOf(message, 'de', settings);
    assert.deepEqual(kindsOf(german.get('tabs (one, a)')!, 'ein Tab', 'de'), []);
    assert.deepEqual(kindsOf(german.get('files (other)')!, '{n} Dateien', 'de'), []);
    assert.deepEqual(kindsOf(german.get('files (other)')!, '{m} Dateien', 'de'), [
      'extra-placeholder {m}',
      'missing-placeholder #',
    ]);
  });

  it('knows that Dart selects “=1” like “one”, also in a message that is not split', async () => {
    const files = {
      'l10n/app_en.arb': JSON.stringify({ '@@locale': 'en', hours: '{h, plural, =1 {1 hour} other {{h} hours}}' }),
      'l10n/app_de.arb': '{"@@locale": "de"}',
    };
    const whole = (await jobsOf(files, 'ru', { icuMessages: 'whole' })).get('hours')!;
    const forms = 'few {{h} часа} many {{h} часов} other {{h} часа}';
    assert.deepEqual(kindsOf(whole, `{h, plural, =1 {1 час} ${forms}}`, 'ru'), ['missing-placeholder {h}']);
    assert.deepEqual(kindsOf(whole, `{h, plural, =1 {{h} час} ${forms}}`, 'ru'), []);
    assert.deepEqual(kindsOf(whole, `{h, plural, one {{h} час} ${forms}}`, 'ru'), []);
    const japanese = (await jobsOf(files, 'ja', { icuMessages: 'whole' })).get('hours')!;
    assert.deepEqual(kindsOf(japanese, '{h, plural, other {{h}時間}}', 'ja'), []);
  });

  it('warns of a missing number if it is not known whether the program has rules', async () => {
    const files = {
      'config/locales/en.yml': 'en:\n  days:\n    one: 1 day\n    other: "%{count} days"\n',
      'config/locales/de.yml': 'de:\n',
    };
    const severity = async (...dependencies: string[]) => {
      const job = (await jobsOf(files, 'lv', { dependencies })).get('days#one')!;
      return restore('1 diena', job.protectedText, { targetLocale: 'lv' }).problems.map((problem) => problem.severity);
    };
    assert.deepEqual(await severity('gem:rails'), ['warning']);
    assert.deepEqual(await severity('gem:rails', 'gem:rails-i18n'), ['error']);
  });

  it('stores nothing for a form whose placeholders are compared as usual', async () => {
    const jobs = await jobsOf(i18next, 'ru');
    assert.deepEqual(
      [...jobs].filter(([, { protectedText }]) => protectedText.numbers !== undefined).map(([title]) => title),
      ['item#one'],
    );
  });

  it('keeps equal texts apart if their numbers have other placeholders', async () => {
    const content = { a_one: 'One item', a_other: '{{count}} items', b_one: 'One item', b_other: '{{total}} items' };
    const jobs = await jobsOf({ 'locales/en.json': JSON.stringify(content), 'locales/de.json': '{}' }, 'ru');
    assert.deepEqual([jobs.has('a#one'), jobs.has('b#one')], [true, true]);
  });
});
