import { runInNewContext } from 'node:vm';
import { FluentParser } from '@fluent/syntax';
import { isPluralElement, parse } from '@formatjs/icu-messageformat-parser';
import { po } from 'gettext-parser';
import { build, parse as parsePlist } from 'plist';
import { SaxesParser } from 'saxes';
import { parse as parseYaml } from 'yaml';
import type { PluralMechanism } from '../../../src/locales/plurals/runtimePluralForms.ts';

/** A way to write plural sets: a source file with one set, and a public parser for written files. */
export interface PluralFamily {
  readonly path: (locale: string) => string;
  readonly text: (locale: string) => string;
  /** Returns the forms of the set by their names in the file. `locale` selects a locale of a file with several. */
  readonly read: (text: string, locale: string) => Readonly<Record<string, string>>;
  /** True if forms are numbered by a rule of the format. */
  readonly isNumbered?: true;
  /** The program's rules, if they differ from CLDR's. */
  readonly mechanism?: PluralMechanism;
  /** Counts are known to be whole numbers. */
  readonly countsAreIntegers?: true;
  /** The forms of languages that the format's rule does not contain, if they differ from CLDR's. */
  readonly ofUnknownLanguage?: readonly string[];
}

const icuText = '{n, plural, one {# tin} other {# tins}}';

export const pluralFamilies: Readonly<Record<string, PluralFamily>> = {
  'i18next JSON': {
    path: (locale) => `locales/${locale}.json`,
    text: () => '{\n  "tin_one": "{{count}} tin",\n  "tin_other": "{{count}} tins"\n}\n',
    read: (text) =>
      Object.fromEntries(
        Object.entries(JSON.parse(text) as Record<string, string>).map(([key, value]) => [
          key.replace('tin_', ''),
          value,
        ]),
      ),
  },
  'ICU in JSON': {
    path: (locale) => `locales/${locale}.json`,
    text: () => JSON.stringify({ tin: icuText }, undefined, 2),
    read: (text) => readIcu((JSON.parse(text) as { tin: string }).tin),
  },
  ARB: {
    path: (locale) => `lib/l10n/app_${locale.replaceAll('-', '_')}.arb`,
    text: (locale) => JSON.stringify({ '@@locale': locale, tin: icuText }, undefined, 2),
    read: (text) => readIcu((JSON.parse(text) as { tin: string }).tin),
  },
  'Rails YAML': {
    path: (locale) => `config/locales/${locale}.yml`,
    text: (locale) => `${locale}:\n  tin:\n    one: "%{count} tin"\n    other: "%{count} tins"\n`,
    read: (text) => Object.values(parseYaml(text) as Record<string, { tin: Record<string, string> }>)[0]!.tin,
    mechanism: 'rails-i18n',
  },
  'Android XML': {
    countsAreIntegers: true,
    path: () => 'app/src/main/res/values/strings.xml',
    text: () =>
      '<resources>\n    <plurals name="tin">\n        <item quantity="one">%d tin</item>\n' +
      '        <item quantity="other">%d tins</item>\n    </plurals>\n</resources>\n',
    read: (text) =>
      Object.fromEntries(elementsOf(text, 'item').map(({ attributes, content }) => [attributes['quantity']!, content])),
  },
  'gettext PO': {
    path: () => 'po/shop.pot',
    text: () =>
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n' +
      '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n\n' +
      '#: a\nmsgid "%d tin"\nmsgid_plural "%d tins"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    read: (text) => readPo(text),
    isNumbered: true,
    countsAreIntegers: true,
  },
  stringsdict: {
    countsAreIntegers: true,
    path: (locale) => `App/${locale}.lproj/Localizable.stringsdict`,
    text: () =>
      build({
        tin: {
          NSStringLocalizedFormatKey: '%#@n@',
          n: {
            NSStringFormatSpecTypeKey: 'NSStringPluralRuleType',
            NSStringFormatValueTypeKey: 'd',
            one: '%d tin',
            other: '%d tins',
          },
        },
      }),
    read: (text) => {
      const { tin } = parsePlist(text) as unknown as { tin: { n: Record<string, string> } };
      return Object.fromEntries(Object.entries(tin.n).filter(([key]) => !key.startsWith('NS')));
    },
  },
  xcstrings: {
    countsAreIntegers: true,
    path: () => 'App/Localizable.xcstrings',
    text: (locale) =>
      JSON.stringify(
        {
          sourceLanguage: locale,
          strings: { tin: { localizations: { [locale]: xcPlural({ one: '%lld tin', other: '%lld tins' }) } } },
          version: '1.0',
        },
        undefined,
        2,
      ),
    read: (text, locale) => {
      const { strings } = JSON.parse(text) as {
        strings: { tin: { localizations: Record<string, ReturnType<typeof xcPlural>> } };
      };
      return Object.fromEntries(
        Object.entries(strings.tin.localizations[locale]!.variations.plural).map(([category, { stringUnit }]) => [
          category,
          stringUnit.value,
        ]),
      );
    },
  },
  'Qt ts': {
    path: (locale) => `translations/app_${locale.replaceAll('-', '_')}.ts`,
    text: (locale) =>
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' +
      `<TS version="2.1" language="${locale.replaceAll('-', '_')}">\n<context>\n` +
      '    <name>Cart</name>\n    <message numerus="yes">\n' +
      '        <source>%n tin(s)</source>\n        <translation>\n' +
      '            <numerusform>%n tin</numerusform>\n' +
      '            <numerusform>%n tins</numerusform>\n        </translation>\n    </message>\n' +
      '</context>\n</TS>\n',
    read: (text) =>
      Object.fromEntries(elementsOf(text, 'numerusform').map(({ content }, index) => [String(index), content])),
    isNumbered: true,
    countsAreIntegers: true,
    ofUnknownLanguage: ['other'],
  },
  Fluent: {
    path: (locale) => `locales/${locale}/main.ftl`,
    text: () => 'tin = { $n ->\n    [one] { $n } tin\n   *[other] { $n } tins\n}\n',
    read: (text) => readFluent(text),
  },
};

function xcPlural(forms: Readonly<Record<string, string>>) {
  return {
    variations: {
      plural: Object.fromEntries(
        Object.entries(forms).map(([category, value]) => [category, { stringUnit: { state: 'translated', value } }]),
      ),
    },
  };
}

function readIcu(message: string): Readonly<Record<string, string>> {
  const [choice, ...more] = parse(message);
  if (choice === undefined || !isPluralElement(choice) || more.length > 0) throw new Error(`${message} is no plural`);
  return Object.fromEntries(
    Object.entries(choice.options).map(([key, { value }]) => [
      key,
      value.map((element) => ('value' in element ? element.value : '#')).join(''),
    ]),
  );
}

/** Returns the forms by number. Throws unless there are as many as the header says and the formula can select. */
function readPo(text: string): Readonly<Record<string, string>> {
  const { translations } = po.parse(text);
  const forms = translations['']!['%d tin']!.msgstr;
  const [, count = '', formula = ''] =
    /nplurals=(\d+); plural=(.*?);?$/mu.exec(translations['']?.['']?.msgstr[0] ?? '') ?? [];
  // The formula is in C, whose operators mean the same in JavaScript, except that comparisons result in numbers.
  const selected = runInNewContext(`Array.from({ length: 201 }, (_, n) => Number(${formula}))`) as readonly number[];
  if (forms.length !== Number(count) || selected.some((form) => form >= forms.length))
    throw new Error(
      `The formula ${formula} needs other forms than the ${forms.length} in the file, whose header says ${count}.`,
    );
  return Object.fromEntries(forms.map((form, index) => [String(index), form]));
}

function readFluent(text: string): Readonly<Record<string, string>> {
  const [entry] = new FluentParser().parse(text).body;
  const [element] = entry?.type === 'Message' ? (entry.value?.elements ?? []) : [];
  const select = element?.type === 'Placeable' ? element.expression : undefined;
  if (select?.type !== 'SelectExpression') throw new Error(`${text} is no select expression`);
  return Object.fromEntries(
    select.variants.map(({ key, value }) => [
      key.type === 'Identifier' ? key.name : key.value,
      value.elements.map((part) => (part.type === 'TextElement' ? part.value : '')).join(''),
    ]),
  );
}

function elementsOf(
  xml: string,
  name: string,
): readonly { readonly attributes: Readonly<Record<string, string>>; readonly content: string }[] {
  const found: { readonly attributes: Readonly<Record<string, string>>; content: string }[] = [];
  const parser = new SaxesParser();
  let isInside = false;
  parser.on('opentag', (tag) => {
    isInside = tag.name === name;
    if (isInside) found.push({ attributes: tag.attributes, content: '' });
  });
  parser.on('text', (text) => {
    if (isInside) found.at(-1)!.content += text;
  });
  parser.on('closetag', () => {
    isInside = false;
  });
  parser.write(xml).close();
  return found;
}
