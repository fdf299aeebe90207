import { canonicalLocale, isLocaleNameOfSettings } from '../../base/locale.ts';
import type { FileLocales, Unit } from './localeFormat.ts';

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Matches the names of locales in locale files: `en`, `pt-BR`, `pt_BR`, `zh-Hans-TW`, `es-419`. */
const localeShape = /^[a-z]{2,3}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}|\d{3}|[A-Za-z\d]{5,8}))*$/;

/**
 * The canonical BCP 47 form of a word that names a locale with a known language, or that the user's settings name as
 * one (`ua`); undefined for any other word.
 */
export function localeOfWord(word: string): string | undefined {
  if (isLocaleNameOfSettings(word)) return canonicalLocale(word);
  if (!localeShape.test(word)) return undefined;
  try {
    const { language, baseName } = new Intl.Locale(word.replaceAll('_', '-'));
    return languages.of(language) === undefined ? undefined : baseName;
  } catch {
    return undefined;
  }
}

/** English words and common names in programs that are also language codes. */
export const alsoWords: ReadonlySet<string> = new Set(
  'am an as ab be bm br he hi ho hr id in io is it li my na no or os pi si so tn to tr ts tt vi'.split(' '),
);

/** Keys of facts about a language, as in a list of languages: `native_name`, `isoCode`, `fr.flag`, `0`. */
const factKey = new RegExp(
  String.raw`(?:^|\.)(?:(?:native|english|display)?_?name|dir(?:ection)?|rtl|code|tag|iso\w*|flag|icon|locale` +
    String.raw`|lang(?:uage)?|country|region|script|currency|date\w*|time\w*|file|path|url|fallback)$|^\d+$`,
  'iu',
);

/**
 * Whether a file certainly holds translations of several locales, for files that only their text shows to be locale
 * files. In a table of cities, `id` is not Indonesian; a list of languages has only facts and the languages' names.
 * `units` are the source's.
 */
export function holdsSeveralLocales({ source, targets, all }: FileLocales, units: readonly Unit[]): boolean {
  const names = [...targets];
  if (source !== undefined) names.push(source);
  // Without `all`, each locale has a file of its own.
  if (all !== true || names.length < 2 || names.every((name) => alsoWords.has(name))) return false;
  return units.some(
    ({ id, text, reason }) =>
      reason === undefined && /\p{L}/u.test(text) && !factKey.test(id) && !isNameOfLanguage(text, source),
  );
}

/** Whether a text only names a locale: its code, or its language in English or itself, as `de`, `German`, `Deutsch`. */
function isNameOfLanguage(text: string, name: string | undefined): boolean {
  const locale = localeOfWord(name ?? '');
  if (name === undefined || locale === undefined) return false;
  const namesOfLanguage = [name, locale];
  for (const inLocale of ['en', locale])
    namesOfLanguage.push(new Intl.DisplayNames([inLocale, 'en'], { type: 'language' }).of(locale) ?? '');
  return namesOfLanguage.some((nameOfLanguage) => nameOfLanguage.toLowerCase() === text.toLowerCase());
}
