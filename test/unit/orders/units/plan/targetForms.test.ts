import assert from 'node:assert/strict';
import { present } from '../../../../../src/base/present.ts';
import { pluralLines } from '../../../../../src/commands/pluralSentences.ts';
import { joinMessages } from '../../../../../src/orders/units/files/joinMessages.ts';
import type { MessageTarget } from '../../../../../src/orders/units/files/splitMessage.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { PluralUse } from '../../../../../src/orders/units/files/pluralUse.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { plain } from '../../../../../src/words/plain.ts';
import { memoryProject } from '../../memoryProject.ts';
import type { LayoutSettings } from '../../../../../src/orders/model/layoutSettings.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';

interface Case {
  readonly files: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly locale: string;
  readonly dependencies?: readonly string[];
  readonly unusedForms?: boolean;
  readonly settings?: Partial<LayoutSettings>;
}

async function planOf({ files, path, locale, dependencies = [], unusedForms, settings }: Case): Promise<Plan> {
  const project = { ...memoryProject(files), dependencies: () => Promise.resolve(dependencies) };
  const source = await openSourceFile(project, path, { patterns: [], sourceLocale: 'en', ...settings });
  return planOrder({
    source,
    targets: [await openTargetFile(source, locale)],
    history: { inFlight: new Set(), delivered: new Map() },
    languages: ['en', 'ja', locale],
    ...present({ unusedForms }),
  });
}

function keysOf({ jobs }: Plan): readonly string[] {
  return jobs.map(({ units }) => units.map(({ key, branch }) => branch ?? key).join('+'));
}

function yaml(locale: string, ...sets: readonly (readonly [name: string, forms: string])[]): string {
  const lines = sets.map(([name, forms]) => {
    const members = forms === '' ? [] : forms.split(' ');
    return [`  ${name}:`, ...members.map((form) => `    ${form}: "%{count} ${name} ${form}"`)].join('\n');
  });
  return `${locale}:\n${lines.join('\n')}\n`;
}

const english = yaml('en', ['day', 'one other'], ['tin', 'one other']);
const inRails = (locale: string, target: string, rest: Partial<Case> = {}): Promise<Plan> =>
  planOf({
    files: { 'config/locales/en.yml': english, [`config/locales/${locale}.yml`]: target },
    path: 'config/locales/en.yml',
    locale,
    ...rest,
  });

const withRules = { dependencies: ['gem:rails', 'gem:rails-i18n'] };
const withoutRules = { dependencies: ['gem:rails'] };

describe('plural forms of a Rails project', () => {
  it('omit a form that the file’s other sets lack, and order it on request', async () => {
    for (const project of [withRules, withoutRules, {}]) {
      const czech = yaml('cs', ['day', 'one other']);
      const plan = await inRails('cs', czech, project);
      assert.deepEqual(keysOf(plan), ['tin#one', 'tin#other']);
      assert.deepEqual(
        plan.skipped.map(({ key, reason, forms }) => [key, reason, forms]),
        [
          ['day#few', 'unused-form', ['one', 'other']],
          ['tin#few', 'unused-form', ['one', 'other']],
        ],
      );
      assert.deepEqual(keysOf(await inRails('cs', czech, { ...project, unusedForms: true })), [
        'day#few',
        'tin#one',
        'tin#other',
        'tin#few',
      ]);
    }
  });

  it('are those of rails-i18n in a new file if the gem is installed, otherwise those of English', async () => {
    const target = 'sl:\n';
    assert.deepEqual(keysOf(await inRails('sl', target, withRules)), [
      ...['day#one', 'day#two', 'day#few', 'day#other'],
      ...['tin#one', 'tin#two', 'tin#few', 'tin#other'],
    ]);
    assert.deepEqual(keysOf(await inRails('sl', target, withoutRules)), [
      'day#one',
      'day#other',
      'tin#one',
      'tin#other',
    ]);
    // Without rules, Ruby raises an error for a set that lacks `one`, in every language.
    assert.deepEqual(keysOf(await inRails('ja', 'ja:\n', withoutRules)), [
      'day#one',
      'day#other',
      'tin#one',
      'tin#other',
    ]);
    assert.deepEqual(keysOf(await inRails('ja', 'ja:\n', withRules)), ['day#other', 'tin#other']);
  });

  it('are those that the file’s other sets have, even if no gem with rules is known', async () => {
    const russian = yaml('ru', ['day', 'one few many other']);
    assert.deepEqual(keysOf(await inRails('ru', russian, withoutRules)), [
      'tin#one',
      'tin#few',
      'tin#many',
      'tin#other',
    ]);
  });

  it('have the source’s `zero`, which Ruby reads for 0 in every language', async () => {
    const files = {
      'config/locales/en.yml': yaml('en', ['tin', 'zero one other']),
      'config/locales/de.yml': 'de:\n',
    };
    const plan = await planOf({ files, path: 'config/locales/en.yml', locale: 'de', ...withRules });
    assert.deepEqual(keysOf(plan), ['tin#zero', 'tin#one', 'tin#other']);
  });
});

describe('plural forms of an ICU message', () => {
  const inArb = (message: string, locale: string, type?: string): Promise<Plan> =>
    planOf({
      files: {
        'l10n/app_en.arb': {
          '@@locale': 'en',
          tin: message,
          ...present({ '@tin': type === undefined ? undefined : { placeholders: { n: { type } } } }),
        },
        [`l10n/app_${locale}.arb`]: { '@@locale': locale },
      },
      path: 'l10n/app_en.arb',
      locale,
      settings: { decimalPlurals: 'order' },
    });
  const inJson = (message: string, locale: string): Promise<Plan> =>
    planOf({
      files: { 'locales/en.json': { tin: message }, [`locales/${locale}.json`]: {} },
      path: 'locales/en.json',
      locale,
    });

  it('omit `one` next to `=1` where no other whole number uses it', async () => {
    const message = '{n, plural, =1 {A tin} one {# tin} other {# tins}}';
    assert.deepEqual(keysOf(await inJson(message, 'de')), ['n:=1', 'n:other']);
    assert.deepEqual(keysOf(await inJson(message, 'ru')), ['n:=1', 'n:one', 'n:few', 'n:many', 'n:other']);
    assert.deepEqual(keysOf(await inJson(message, 'fr')), ['n:=1', 'n:one', 'n:many', 'n:other']);
    const both = '{n, plural, =0 {No tins} =1 {A tin} other {# tins}}';
    assert.deepEqual(keysOf(await inJson(both, 'fr')), ['n:=0', 'n:=1', 'n:many', 'n:other']);
    assert.deepEqual(keysOf(await inJson(both, 'ar')), ['n:=0', 'n:=1', 'n:two', 'n:few', 'n:many', 'n:other']);
    // Latvian uses `zero` for 10, too.
    assert.deepEqual(keysOf(await inJson(both, 'lv')), ['n:=0', 'n:=1', 'n:zero', 'n:one', 'n:other']);
  });

  it('respect an offset, before which exact numbers are compared', async () => {
    const message = '{n, plural, offset:1 =1 {You} one {You and # other} other {You and # others}}';
    assert.deepEqual(keysOf(await inJson(message, 'de')), ['n:=1', 'n:one', 'n:other']);
    const covered = '{n, plural, offset:1 =0 {Nobody} =2 {Two} one {You and # other} other {You and # others}}';
    assert.deepEqual(keysOf(await inJson(covered, 'de')), ['n:=0', 'n:=2', 'n:other']);
  });

  it('have `one` in place of `=1` in ARB where other numbers use it, because both are one form in Dart', async () => {
    const message = '{n, plural, =1 {{n} tin} other {{n} tins}}';
    assert.deepEqual(keysOf(await inArb(message, 'de')), ['n:=1', 'n:other']);
    assert.deepEqual(keysOf(await inArb(message, 'ru', 'int')), ['n:one', 'n:few', 'n:many+n:other']);
    const ordered = await inArb('{n, plural, =1 {A tin} other {{n} tins}}', 'ru');
    // Without its number, the text would be wrong for 21.
    assert.equal(ordered.jobs.find(({ units }) => units[0]?.branch === 'n:one')?.protectedText.source, '{n} tins');
  });

  it('keep `zero` in ARB, which Dart reads for 0 in every language', async () => {
    const message = '{n, plural, zero {No tins} one {{n} tin} other {{n} tins}}';
    assert.deepEqual(keysOf(await inArb(message, 'de')), ['n:zero', 'n:one', 'n:other']);
    assert.deepEqual(keysOf(await inJson(message, 'de')), ['n:one', 'n:other']);
  });

  it('are not ordered for decimals if ARB declares an `int`', async () => {
    const message = '{n, plural, one {{n} tin} other {{n} tins}}';
    assert.deepEqual(keysOf(await inArb(message, 'pl', 'int')), ['n:one', 'n:few', 'n:many+n:other']);
    assert.deepEqual(keysOf(await inArb(message, 'pl', 'num')), ['n:one', 'n:few', 'n:many', 'n:other']);
  });
});

describe('plural forms of Android', () => {
  it('have a copy for decimals, which the program never asks for, and keep an existing text', async () => {
    const strings = (...forms: readonly string[]): string =>
      `<resources>\n    <plurals name="tin">\n${forms
        .map((form) => `        <item quantity="${form}">%d ${form}</item>\n`)
        .join('')}    </plurals>\n</resources>\n`;
    const into = (target: string): Promise<Plan> =>
      planOf({
        files: { 'res/values/strings.xml': strings('one', 'other'), 'res/values-pl/strings.xml': target },
        path: 'res/values/strings.xml',
        locale: 'pl',
        settings: { decimalPlurals: 'order' },
      });
    assert.deepEqual(keysOf(await into('<resources>\n</resources>\n')), ['tin#one', 'tin#few', 'tin#many+tin#other']);
    assert.deepEqual(keysOf(await into(strings('one', 'other'))), ['tin#few', 'tin#many']);
  });
});

describe('pluralLines', () => {
  it('names the forms that are not ordered, and those that are copies', async () => {
    const czech = await inRails('cs', yaml('cs', ['day', 'one other']), withRules);
    assert.deepEqual(pluralLines(czech).map(plain), [
      'Czech: this project uses only these plural forms: one, other. Not ordered: few. To order them, select ' +
        '“All Plural Forms”.',
    ]);
    const tins = { tin_one: '{{count}} tin', tin_other: '{{count}} tins' };
    const files = { 'locales/en.json': tins, 'locales/pl.json': {} };
    const polish = await planOf({
      files,
      path: 'locales/en.json',
      locale: 'pl',
      settings: { decimalPlurals: 'copy' },
    });
    assert.deepEqual(pluralLines(polish).map(plain), ['Polish: the plural form “other” is a free copy of “many”.']);
  });
});

describe('joinMessages with the branches of earlier versions', () => {
  const read = (plurals: PluralUse): MessageTarget['source'] => ({
    locale: 'en',
    plurals,
    apostrophesOf: () => undefined,
    syntaxesOf: () => ['icu'],
    format: { id: 'json' },
  });
  const join = (source: string, texts: Readonly<Record<string, string>>, target: MessageTarget): string | undefined => {
    const unit = { id: 'tin', text: source, start: 0, end: 0 };
    const branches = Object.entries(texts).map(([branch, text]) => ({
      jobId: branch,
      unit: { project: 'p1', file: 'en.json', key: 'tin', locale: target.locale, sourceHash: hashText(source), branch },
      text,
      force: false,
    }));
    const { messages, held } = joinMessages(branches, new Map([['tin', unit]]), target);
    assert.deepEqual(held, []);
    return messages[0]?.text;
  };

  it('omits branches that were ordered although the program never shows them', () => {
    assert.equal(
      join(
        '{n, plural, =1 {A tin} other {# tins}}',
        { 'n:=1': 'Eine Dose', 'n:one': '# Dose', 'n:other': '# Dosen' },
        { locale: 'de', source: read({ mechanism: 'cldr' }) },
      ),
      '{n, plural, =1 {Eine Dose} other {# Dosen}}',
    );
    assert.equal(
      join(
        '{n, plural, =1 {A tin} other {# tins}}',
        { 'n:=1': 'Une boîte', 'n:one': '# boîte', 'n:many': '# de boîtes', 'n:other': '# boîtes' },
        { locale: 'fr', source: read({ mechanism: 'cldr', readsZero: true, exactIsCategory: true }) },
      ),
      '{n, plural, one {# boîte} many {# de boîtes} other {# boîtes}}',
    );
  });
});

describe('plural sets with the form “other” alone', () => {
  const toml = '[search]\nother = "Search"\n\n[items]\none = "{{ .Count }} item"\nother = "{{ .Count }} items"\n';
  const cases: readonly (Case & { readonly keys: readonly string[] })[] = [
    // As go-i18n and Hugo write each text.
    {
      files: { 'i18n/en.toml': toml, 'i18n/pl.toml': '' },
      path: 'i18n/en.toml',
      locale: 'pl',
      keys: ['search#other', 'items#one', 'items#few', 'items#many', 'items#other'],
    },
    {
      files: { 'i18n/en.yaml': 'search:\n  other: Search\n', 'i18n/de.yaml': '{}\n' },
      path: 'i18n/en.yaml',
      locale: 'de',
      keys: ['search#other'],
    },
    // A map with one word, which Ruby's I18n can't show for the number 1.
    {
      files: {
        'config/locales/en.yml': 'en:\n  reasons:\n    other: Another reason\n',
        'config/locales/pl.yml': 'pl: {}\n',
      },
      path: 'config/locales/en.yml',
      locale: 'pl',
      dependencies: ['gem:rails', 'gem:rails-i18n'],
      keys: ['reasons#other'],
    },
    // What shows a number is a plural, although English has the same text for every number.
    {
      files: { 'i18n/en.toml': '[time]\nother = "{{ .Count }} min"\n', 'i18n/de.toml': '' },
      path: 'i18n/en.toml',
      locale: 'de',
      keys: ['time#one', 'time#other'],
    },
    // Japanese has no other form.
    {
      files: { 'i18n/ja.toml': '[search]\nother = "検索"\n', 'i18n/en.toml': '' },
      path: 'i18n/ja.toml',
      locale: 'en',
      settings: { sourceLocale: 'ja' },
      keys: ['search#one', 'search#other'],
    },
    // Android's element `<plurals>` is always a plural.
    {
      files: {
        'res/values/strings.xml':
          '<resources><plurals name="files"><item quantity="other">Files</item></plurals></resources>',
        'res/values-de/strings.xml': '<resources></resources>',
      },
      path: 'res/values/strings.xml',
      locale: 'de',
      keys: ['files#one', 'files#other'],
    },
  ];
  for (const { keys, ...project } of cases) {
    it(`has the forms ${keys.join(', ')} in ${project.locale} of ${project.path}`, async () => {
      const plan = await planOf(project);
      assert.deepEqual(
        keysOf(plan)
          .flatMap((key) => key.split('+'))
          .toSorted(),
        keys.toSorted(),
      );
    });
  }

  it('sends a text that is no plural without a note on forms', async () => {
    const { jobs } = await planOf(cases[1]!);
    assert.deepEqual(
      jobs.map(({ note }) => note),
      ['Key: search#other'],
    );
  });
});
