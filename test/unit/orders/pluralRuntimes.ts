import { runInNewContext } from 'node:vm';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { isPluralElement, parse } from '@formatjs/icu-messageformat-parser';
import { po } from 'gettext-parser';
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { parse as parseYaml } from 'yaml';
import { pluralFamilies } from './pluralFamilies.ts';

/** A program that reads plural forms: a source file for it, and what it shows of a written file. */
export interface PluralRuntime {
  readonly path: (locale: string) => string;
  readonly text: (locale: string) => string;
  /** The project's libraries, as `dependencyNames.ts` spells them. */
  readonly dependencies?: readonly string[];
  /** Returns the text that the program shows for a count. */
  readonly show: (text: string, locale: string, count: number) => string;
  /** Returns the form that the program looks up for a count if a file has all of them. */
  readonly formOf: (locale: string, count: number) => string;
  /** Other names of forms. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The program only takes whole numbers. */
  readonly countsAreIntegers?: true;
}

const allForms = ['zero', 'one', 'two', 'few', 'many', 'other'];

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
const railsCounts = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 19, 20, 21, 22, 25, 31, 100, 101, 102, 103, 111, 1000, 1_000_000],
  ...[0.5, 1.5, 2.5],
];
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
const letters: Readonly<Record<string, string>> = { z: 'zero', 1: 'one', 2: 'two', f: 'few', m: 'many', o: 'other' };

function railsForm(locale: string, count: number): string {
  const rules = railsForms[locale];
  if (rules === undefined) return englishForm(locale, count);
  return letters[rules[railsCounts.indexOf(count)] ?? ''] ?? 'unknown';
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
    const forms = Object.values(messages)[0]?.msgstr ?? [];
    return forms[Number(runInNewContext(formula, { n: count }))] ?? `no form for ${count} in ${locale}`;
  },
  formOf: () => '',
  countsAreIntegers: true,
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
};

/** Counts in which all rules show. */
export const counts: readonly number[] = railsCounts;
