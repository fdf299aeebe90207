import { languageOf } from '../../../base/locale.ts';
import type { Unit } from '../../../formats/format.ts';
import { splitKeyPath, splitPlural } from '../../../formats/kit/unitId.ts';
import type { Layout } from '../../../locales/layout.ts';
import type { StringSource } from '../../../locales/source/stringSource.ts';
import type { UnitFormat } from '../../model/unitFormat.ts';

/** Frameworks whose programs show the key itself in the source language, so that no file has the source texts. */
const frameworks: readonly { readonly files: RegExp; readonly packages: readonly string[] }[] = [
  {
    // https://laravel.com/docs/12.x/localization#using-translation-strings-as-keys
    files: /(?:^|\/)lang\/[^/]+\.json$/u,
    packages: ['composer:laravel/framework', 'composer:laravel/lumen-framework', 'composer:illuminate/translation'],
  },
  {
    // https://www.yiiframework.com/doc/guide/2.0/en/tutorial-i18n#message-translation
    files: /(?:^|\/)messages\/(?:[^/]+\/)+[^/]+\.php$/u,
    packages: ['composer:yiisoft/yii2', 'composer:yiisoft/yii', 'composer:yiisoft/translator'],
  },
];

/** Whether the framework of a project shows the keys of a file as texts in the source language. */
export function hasTextsAsKeys(path: string, dependencies: readonly string[]): boolean {
  return frameworks.some(
    ({ files, packages }) => files.test(path) && packages.some((name) => dependencies.includes(name)),
  );
}

/**
 * Whether most keys of a file are texts of several words, such as `Save changes`: i18next's natural keys, for example.
 * Then its program shows the key in the source language, since no other name is written like this. Keys below others
 * are no such texts, because programs look them up by their path.
 */
export function areTexts(units: readonly Unit[]): boolean {
  const isText = (id: string): boolean =>
    /\S\s+\S/u.test(id) && splitKeyPath(splitPlural(id)?.base ?? id)?.length === 1;
  const textCount = units.filter(({ id }) => isText(id)).length;
  return textCount > 0 && textCount * 2 >= units.length;
}

/** Whether a file is a translation, and no file of the source language exists by its layout. */
export function lacksSource({ pathLocale }: Layout, { kind, into }: StringSource, sourceLocale: string): boolean {
  if (kind === 'unknown') return true;
  const isOnlyFile = kind === 'file' && into === undefined && pathLocale !== undefined;
  return isOnlyFile && languageOf(pathLocale) !== languageOf(sourceLocale);
}

/** Returns a layout by which a file has the source of its own translations: its keys. */
export function withOwnSource(layout: Layout, sourceLocale: string): Layout {
  return { ...layout, sourceLocale, namesSource: false, isBilingual: true };
}

/** Returns a format that reads keys as the texts of a source, and values as those of a translation. */
export function withTextsAsKeys(format: UnitFormat): UnitFormat {
  return {
    ...format,
    locales: () => Promise.resolve({ source: undefined, targets: [] }),
    read: async (text, locale, signal, sourceText) => {
      const units = await format.read(text, locale, signal, sourceText);
      return locale === undefined ? withKeysAsTexts(units) : units;
    },
    entries: async (text, reading) => {
      const entries = await format.entries(text, reading);
      return reading.locale === undefined ? { ...entries, units: withKeysAsTexts(entries.units) } : entries;
    },
  };
}

/** Returns units with their keys as texts. Earlier versions ordered the values as the source of the other files. */
function withKeysAsTexts(units: readonly Unit[]): readonly Unit[] {
  return units.map((unit) => ({ ...unit, text: textOfId(unit.id), earlierText: unit.text }));
}

/**
 * Returns the units of a source with their keys as texts if all of its values are empty and its keys are texts, as
 * i18next's extraction leaves a file of natural keys. Any other source stays as it is.
 */
export function withKeysForEmptyTexts(units: readonly Unit[]): readonly Unit[] {
  const isEmpty = units.length > 0 && units.every(({ text }) => text === '');
  if (!isEmpty || !areTexts(units)) return units;
  return units.map((unit) => ({ ...unit, text: textOfId(unit.id) }));
}

/** Returns the key of an id as it is in the file: `Sign out.` of `Sign out\\.`, and of its plural form `Sign out\\.#one`. */
function textOfId(id: string): string {
  const base = splitPlural(id)?.base ?? id;
  return splitKeyPath(base)?.join('.') ?? base;
}
