import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile, createCoreContext, registerMessageCompiler, translate } from '@intlify/core-base';
import { counts, type PluralRuntime } from './pluralRuntime.ts';

/** See `pipeRules.test.ts`. */
const recorded = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../fixtures/pipes/rules.json'), 'utf8'),
) as Readonly<
  Record<'laravel' | 'symfony', readonly { readonly locales: readonly string[]; readonly indexes: string }[]>
>;

const recordedCounts: readonly number[] = counts.filter((count) => count <= 130 && Number.isInteger(count));

function indexesOf(library: keyof typeof recorded, locale: string): string {
  const row = recorded[library].find(({ locales }) => locales.includes(locale));
  if (row === undefined) throw new Error(`nothing is recorded for ${locale}`);
  return row.indexes;
}

function formOf(library: keyof typeof recorded): PluralRuntime['formOf'] {
  return (locale, count) => {
    const indexes = indexesOf(library, locale);
    return `${Number(indexes[count]) + 1}/${new Set(indexes).size}`;
  };
}

/** Laravel's `MessageSelector::choose` for forms without a condition: the first form replaces a missing one. */
const laravel: PluralRuntime = {
  path: (locale) => `lang/${locale}/shop.php`,
  text: () => "<?php\n\nreturn [\n    'tin' => ':count tin|:count tins',\n];\n",
  dependencies: ['composer:laravel/framework'],
  show: (text, locale, count) => {
    const forms = (/'tin' => '([^']*)'/u.exec(text)?.[1] ?? '').split('|');
    return forms[Number(indexesOf('laravel', locale)[count])] ?? forms[0] ?? '';
  },
  formOf: formOf('laravel'),
  counts: recordedCounts,
};

/** Symfony's `TranslatorTrait::trans`, which throws if a form is missing, unless there is only one. */
const symfony: PluralRuntime = {
  path: (locale) => `translations/messages.${locale}.yaml`,
  text: () => "tin: '%count% tin|%count% tins'\n",
  dependencies: ['composer:symfony/translation'],
  show: (text, locale, count) => {
    const forms = (/tin: (['"]?)([^'"]*)\1/u.exec(text)?.[2] ?? '').trim().split('|');
    const form = forms.length === 1 ? forms[0] : forms[Number(indexesOf('symfony', locale)[count])];
    if (form === undefined) throw new Error(`Unable to choose a translation for "${text}" with locale "${locale}".`);
    return form;
  },
  formOf: formOf('symfony'),
  counts: recordedCounts,
};

registerMessageCompiler(compile);

/** The forms of whole numbers in a language, in CLDR's order: the usual rule of a project. */
function ownForms(locale: string): { readonly total: number; readonly indexOf: (count: number) => number } {
  const rules = new Intl.PluralRules(locale);
  const used = new Set(recordedCounts.map((count) => rules.select(count)));
  const forms = (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((form) => used.has(form));
  return { total: forms.length, indexOf: (count) => forms.indexOf(rules.select(count)) };
}

/** A project with vue-i18n, which has rules of its own for languages without exactly two forms, or no rules. */
function vue(hasRules: boolean): PluralRuntime {
  const show = (messages: Record<string, string>, locale: string, count: number): string => {
    const { total, indexOf } = ownForms(locale);
    const context = createCoreContext({
      locale,
      messages: { [locale]: messages },
      ...(hasRules && total !== 2 && { pluralRules: { [locale]: (choice: number) => indexOf(choice) } }),
    });
    return String(translate(context, 'tin', count));
  };
  return {
    path: (locale) => `locales/${locale}.json`,
    text: () => JSON.stringify({ box: '{n} box | {n} boxes', tin: '{n} tin | {n} tins' }, undefined, 2),
    ...(hasRules && {
      present: (locale) =>
        JSON.stringify(
          { box: Array.from({ length: ownForms(locale).total }, () => '{n} ▢').join(' | ') },
          undefined,
          2,
        ),
    }),
    dependencies: ['vue-i18n'],
    show: (text, locale, count) => show(JSON.parse(text) as Record<string, string>, locale, count),
    // By default, two forms are for 1 and for all other numbers; a language without plurals needs only one form.
    formOf: (locale, count) => {
      const { total: own } = ownForms(locale);
      const total = hasRules || own === 1 ? own : 2;
      const tin = Array.from({ length: total }, (_, index) => `${index + 1}/${total}`).join(' | ');
      return show({ tin }, locale, count);
    },
    counts: recordedCounts,
  };
}

export const barRuntimes: Readonly<Record<string, PluralRuntime>> = {
  Laravel: laravel,
  Symfony: symfony,
  'vue-i18n': vue(false),
  'vue-i18n with rules': vue(true),
};
