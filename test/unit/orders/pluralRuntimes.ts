import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { isPluralElement, parse } from '@formatjs/icu-messageformat-parser';
import { po } from 'gettext-parser';
import { I18n, useMakePlural } from 'i18n-js';
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser';
import { parse as parseYaml } from 'yaml';
import { qtPlurals } from '../../../src/formats/qt/qtPlurals.ts';
import { barRuntimes } from './pluralRuntimesWithBars.ts';
import { allForms, counts, recordedForm, type PluralRuntime } from './pluralRuntime.ts';
import { pluralFamilies } from './pluralFamilies.ts';

/** A JSON file with one ICU message, formatted by intl-messageformat. */
function icu(message: string): PluralRuntime {
  const show = (text: string, locale: string, count: number): string =>
    String(new IntlMessageFormat((JSON.parse(text) as { tin: string }).tin, locale).format({ n: count }));
  const [plural] = parse(message);
  if (plural === undefined || !isPluralElement(plural)) throw new Error(message);
  const exact = Object.keys(plural.options).filter((key) => key.startsWith('='));
  const all = `{n, plural, offset:${plural.offset} ${[...exact, ...allForms].map((form) => `${form} {${form}:}`).join(' ')}}`;
  return {
    path: (locale) => `locales/${locale}.json`,
    text: () => JSON.stringify({ tin: message }, undefined, 2),
    dependencies: ['intl-messageformat'],
    show,
    offset: plural.offset,
    formOf: (locale, count) => show(JSON.stringify({ tin: all }), locale, count).replace(':', ''),
  };
}

function showI18next(resource: Readonly<Record<string, string>>, locale: string, count: number): string {
  const i18next = createInstance();
  void i18next.init({ lng: locale, resources: { [locale]: { translation: resource } }, initAsync: false });
  return i18next.t('tin', { count });
}

const i18next: PluralRuntime = {
  path: (locale) => `locales/${locale}.json`,
  text: () => '{\n  "tin_zero": "No tins",\n  "tin_one": "{{count}} tin",\n  "tin_other": "{{count}} tins"\n}\n',
  dependencies: ['i18next'],
  show: (text, locale, count) => showI18next(JSON.parse(text) as Record<string, string>, locale, count),
  formOf: (locale, count) =>
    showI18next(Object.fromEntries(allForms.map((form) => [`tin_${form}`, form])), locale, count),
};

function showFluent(text: string, locale: string, count: number): string {
  const bundle = new FluentBundle(locale, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle.formatPattern(bundle.getMessage('tin')?.value ?? '', { n: count });
}

const fluent: PluralRuntime = {
  path: (locale) => `locales/${locale}/main.ftl`,
  text: pluralFamilies['Fluent']!.text,
  show: showFluent,
  formOf: (locale, count) =>
    showFluent(
      `tin = { $n ->\n${allForms.map((form) => `   ${form === 'other' ? '*' : ' '}[${form}] ${form}\n`).join('')}}\n`,
      locale,
      count,
    ),
};

/**
 * The forms that the rules of rails-i18n at commit 34be758 returned in Ruby 3.1 for these counts, by their first letters
 * (`1` is one, `2` is two). The gem has no rules for Irish and Welsh.
 */
const railsForms: Readonly<Record<string, string>> = {
  ar: 'z12fffffffmmmmmmmmmooofmooooo',
  cs: 'o1fffoooooooooooooooooooooooo',
  da: 'o1ooooooooooooooooooooooooooo',
  de: 'o1ooooooooooooooooooooooooooo',
  fr: '11oooooooooooooooooooooooo11o',
  he: 'o1ooooooooooooooooooooooooooo',
  ja: 'ooooooooooooooooooooooooooooo',
  lt: 'o1fffffffoooooo1ff1o1ffoooooo',
  lv: 'o1ooooooooooooo1oo1o1oooooooo',
  pl: 'm1fffmmmmmmmmmmmfmmmmffmmmooo',
  pt: 'o1ooooooooooooooooooooooooooo',
  ro: 'f1ffffffffffffooooooffffooooo',
  ru: 'm1fffmmmmmmmmmm1fm1m1ffmmmooo',
  sl: 'o12ffooooooooooooooo12foooooo',
  tr: 'o1ooooooooooooooooooooooooooo',
};
function railsForm(locale: string, count: number): string {
  const rules = railsForms[locale];
  if (rules === undefined) return englishForm(locale, count);
  return recordedForm(rules, count);
}

function englishForm(_locale: string, count: number): string {
  return count === 1 ? 'one' : 'other';
}

/** Ruby's I18n, with or without rules: `zero` is read for 0 if the set has it; with rules, `other` is the fallback. */
function rails(formFor: (locale: string, count: number) => string, dependencies: readonly string[]): PluralRuntime {
  const formOf = (locale: string, count: number): string => (count === 0 ? 'zero' : formFor(locale, count));
  return {
    path: (locale) => `config/locales/${locale}.yml`,
    text: (locale) => `${locale}:\n  tin:\n    zero: "No tins"\n    one: "%{count} tin"\n    other: "%{count} tins"\n`,
    dependencies,
    show: (text, locale, count) => {
      const [{ tin }] = Object.values(parseYaml(text) as Record<string, { tin: Record<string, string> }>) as [
        { tin: Record<string, string> },
      ];
      return tin[formOf(locale, count)] ?? tin['other'] ?? '';
    },
    formOf,
    counts,
  };
}

const cldrForm = (locale: string, count: number): string => new Intl.PluralRules(locale).select(count);

/** Android's and Apple's systems apply CLDR's rules to whole numbers; both fall back to `other`. */
function system(name: string): PluralRuntime {
  const { path, text, read } = pluralFamilies[name]!;
  return {
    path,
    text,
    show: (written, locale, count) => {
      const forms = read(written, locale);
      return forms[cldrForm(locale, count)] ?? forms['other'] ?? '';
    },
    formOf: cldrForm,
    countsAreIntegers: true,
  };
}

/** A message of Flutter: `gen-l10n` takes `=1` and `one` for the same parameter of `Intl.pluralLogic`. */
function flutter(message: string): PluralRuntime {
  const named: Readonly<Record<string, string>> = { '=0': 'zero', '=1': 'one', '=2': 'two' };
  const formIn = (forms: Readonly<Record<string, unknown>>, locale: string, count: number): string => {
    const explicit = ['zero', 'one', 'two'][count];
    return explicit !== undefined && explicit in forms ? explicit : cldrForm(locale, count);
  };
  const partsOf = (text: string): Readonly<Record<string, string>> => {
    const parts = Object.entries(pluralFamilies['ARB']!.read(text, '')).map(
      ([selector, part]) => [named[selector] ?? selector, part] as const,
    );
    if (new Set(parts.map(([form]) => form)).size !== parts.length) throw new Error(`overridden part in ${text}`);
    return Object.fromEntries(parts);
  };
  // A language without `one` may omit it, but not the texts for exact numbers.
  const exactForms = Object.fromEntries(
    Object.keys(pluralFamilies['ARB']!.read(JSON.stringify({ tin: message }), '')).flatMap((selector) => {
      const form = named[selector] ?? (selector === 'zero' ? selector : undefined);
      return form === undefined ? [] : [[form, true]];
    }),
  );
  return {
    path: pluralFamilies['ARB']!.path,
    text: (locale) => JSON.stringify({ '@@locale': locale, tin: message }, undefined, 2),
    show: (text, locale, count) => {
      const forms = partsOf(text);
      return forms[formIn(forms, locale, count)] ?? forms['other'] ?? '';
    },
    synonyms: named,
    formOf: (locale, count) => formIn(exactForms, locale, count),
  };
}

/** gettext: the header of the written file has the formula, whose syntax is also JavaScript's. */
const gettext: PluralRuntime = {
  path: pluralFamilies['gettext PO']!.path,
  text: pluralFamilies['gettext PO']!.text,
  show: (text, locale, count) => {
    const { '': header, ...messages } = po.parse(text).translations[''] ?? {};
    const [, formula = ''] = /plural=([^;]+)/u.exec(header?.msgstr[0] ?? '') ?? [];
    const form = Object.values(messages)[0]?.msgstr[Number(runInNewContext(formula, { n: count }))];
    if (form === undefined) throw new Error(`no form for ${count} in ${locale}`);
    return form;
  },
  formOf: () => '',
  countsAreIntegers: true,
};

/** The forms that the rules of go-i18n 2.6.1 return for these counts (`internal/plural/rule_gen.go`, of CLDR 48). */
const goCounts: readonly number[] = [...counts, 1_000_001];
const goForms: Readonly<Record<string, string>> = {
  ar: 'z12fffffffmmmmmmmmmooofmoooooo',
  cs: 'o1fffooooooooooooooooooooommmo',
  cy: 'z12foomooooooooooooooooooooooo',
  da: 'o1oooooooooooooooooooooooo11oo',
  de: 'o1oooooooooooooooooooooooooooo',
  fr: '11ooooooooooooooooooooooom11oo',
  ga: 'o12ffffmmmoooooooooooooooooooo',
  he: 'o12ooooooooooooooooooooooo1ooo',
  ja: 'oooooooooooooooooooooooooooooo',
  lt: 'o1fffffffoooooo1ff1o1ffooommm1',
  lv: 'z1ooooooozzzzzz1oo1z1oozzzooo1',
  pl: 'm1fffmmmmmmmmmmmfmmmmffmmmooom',
  pt: '11ooooooooooooooooooooooom11oo',
  ro: 'f1ffffffffffffooooooffffooffff',
  ru: 'm1fffmmmmmmmmmm1fm1m1ffmmmooo1',
  sl: 'o12ffooooooooooooooo12fooofff1',
  tr: 'o1oooooooooooooooooooooooooooo',
};

/** go-i18n: `Localize` returns an error if the message lacks the form. */
const goI18n: PluralRuntime = {
  path: (locale) => `i18n/active.${locale}.toml`,
  text: () => '[tin]\none = "{{.Count}} tin"\nother = "{{.Count}} tins"\n',
  dependencies: ['golang:github.com/nicksnyder/go-i18n/v2'],
  show: (text, locale, count) => {
    const { tin } = getStaticTOMLValue(parseTOML(text)) as { tin: Record<string, string> };
    const form = goI18n.formOf(locale, count);
    if (tin[form] === undefined) throw new Error(`message "tin" has no plural form "${form}"`);
    return tin[form];
  },
  formOf: (locale, count) => recordedForm(goForms[locale] ?? '', count, goCounts),
};

/** A project with i18n-js, which registers rules for its languages or not. */
function i18nJs(hasRules: boolean): PluralRuntime {
  const show = (tins: Readonly<Record<string, unknown>>, locale: string, count: number): string => {
    const i18n = new I18n({ [locale]: tins });
    i18n.locale = locale;
    if (hasRules) i18n.pluralization.register(locale, useMakePlural({ pluralizer: (n) => cldrForm(locale, n) }));
    return i18n.t('tin', { count });
  };
  const tins = { one: '%{count} tin', other: '%{count} tins' };
  const boxes = (locale: string): Record<string, string> =>
    Object.fromEntries(
      new Intl.PluralRules(locale).resolvedOptions().pluralCategories.map((form) => [form, '%{count} ▢']),
    );
  return {
    path: (locale) => `locales/${locale}.json`,
    text: () => JSON.stringify({ ...(hasRules && { box: tins }), tin: { zero: 'No tins', ...tins } }, undefined, 2),
    ...(hasRules && {
      present: (locale) => JSON.stringify({ box: boxes(locale) }, undefined, 2),
    }),
    dependencies: ['i18n-js'],
    show: (text, locale, count) => show(JSON.parse(text) as Record<string, unknown>, locale, count),
    formOf: (locale, count) => show({ tin: Object.fromEntries(allForms.map((form) => [form, form])) }, locale, count),
  };
}

/** What Qt's `QTranslator::translate` selected, see `qtPlurals.test.ts`. */
const qtIndexes: ReadonlyMap<string, string> = new Map(
  (
    JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../fixtures/plurals/qt.json'), 'utf8')) as readonly {
      readonly locales: readonly string[];
      readonly indexes: string;
    }[]
  ).flatMap(({ locales, indexes }) => locales.map((locale) => [locale, indexes] as const)),
);

function qtIndex(locale: string, count: number): number {
  return Number(qtIndexes.get(locale)?.[count]);
}

const qt: PluralRuntime = {
  path: pluralFamilies['Qt ts']!.path,
  text: pluralFamilies['Qt ts']!.text,
  show: (text, locale, count) => {
    const form = pluralFamilies['Qt ts']!.read(text, locale)[String(qtIndex(locale, count))];
    if (form === undefined) throw new Error(`no form for ${count} in ${locale}`);
    return form;
  },
  // The file has no names of forms. The translator is told which numbers use each of them.
  formOf: (locale, count) => qtPlurals(locale)?.[qtIndex(locale, count)] ?? '',
  counts: counts.filter((count) => count <= 130 && Number.isInteger(count)),
};

export const pluralRuntimes: Readonly<Record<string, PluralRuntime>> = {
  i18next,
  'intl-messageformat': icu('{n, plural, one {# tin} other {# tins}}'),
  'intl-messageformat with =1': icu('{n, plural, =1 {A tin} one {# tin} other {# tins}}'),
  'intl-messageformat with =0 and =1': icu('{n, plural, =0 {No tins} =1 {A tin} other {# tins}}'),
  'intl-messageformat with an offset': icu(
    '{n, plural, offset:1 =0 {Nobody} =1 {You} one {You and # other} other {You and # others}}',
  ),
  Fluent: fluent,
  'Rails with rails-i18n': rails(railsForm, ['gem:rails', 'gem:rails-i18n']),
  'Rails without rules': rails(englishForm, ['gem:rails']),
  Android: system('Android XML'),
  stringsdict: system('stringsdict'),
  xcstrings: system('xcstrings'),
  Flutter: flutter('{n, plural, one {{n} tin} other {{n} tins}}'),
  'Flutter with zero': flutter('{n, plural, zero {No tins} one {{n} tin} other {{n} tins}}'),
  'Flutter with =1': flutter('{n, plural, =1 {{n} tin} other {{n} tins}}'),
  'Flutter with =0 and =1': flutter('{n, plural, =0 {No tins} =1 {{n} tin} other {{n} tins}}'),
  gettext,
  Qt: qt,
  'go-i18n': goI18n,
  'i18n-js': i18nJs(false),
  'i18n-js with rules': i18nJs(true),
  ...barRuntimes,
};
