import { canonicalLocale } from '../base/locale.ts';
import { isPlainLanguageWord, localeOfLanguageWord } from './languageWord.ts';

/** Codes of languages (Tsonga, Ido) that are usually other words in names of files and folders. */
const otherWords = new Set(['ts', 'io']);

/** Cached because indexing looks up the same file names many times and `Intl` is slow. */
const cachedAnswers = new Map<string, boolean>();
const maxCachedNames = 2000;
/** Longer names are not cached. */
const maxCachedLength = 40;

/** Variants found in file names. Any other variant is part of a different name: `fr-rCA-night`, `en-small`. */
const variants = new Set(
  [
    'valencia tarask polyton monoton oxendict pinyin wadegile hepburn jyutping ekavsk ijekavsk rozaj nedis arevela',
    'arevmda scouse formal informal',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a part of a file name is a locale and not another word of two or three letters. The language must be known
 * and in lower case. A three-letter language counts only if the platform has data for it and it has no two-letter code
 * (`src` is a longer code of Sardinian).
 */
export function isLocale(text: string): boolean {
  const cached = cachedAnswers.get(text);
  if (cached !== undefined) return cached;
  const answer = readIsLocale(text);
  if (cachedAnswers.size >= maxCachedNames) cachedAnswers.clear();
  if (text.length <= maxCachedLength) cachedAnswers.set(text, answer);
  return answer;
}

/**
 * Matches a locale in the spellings of file names: `pt-BR`, `zh_Hant`, `es-419`, `de-1996`, Android's `pt-rBR` and
 * `b+sr+Latn`, gettext's `sr@latin`. Groups: the language, and a variant at the end if there is one (`ca-valencia`).
 */
const localeShape = new RegExp(
  String.raw`^(?:b\+)?([a-z]{2,3})` +
    String.raw`(?:[-_+](?:[A-Za-z]{4}|r?[A-Z]{2}|[a-z]{2}|\d{3}|\d[a-z\d]{3})|@[A-Z][a-z]{3})*` +
    String.raw`(?:[-_+@]([a-z\d]{4,8}))?$`,
  'u',
);

function readIsLocale(text: string): boolean {
  const [, language = '', variant] = localeShape.exec(text) ?? [];
  if (language === '' || otherWords.has(text)) return false;
  // A year (`1606nict`), a script (`latn`), or one of gettext's words for a script.
  const isYearOrScript = variant !== undefined && /^(?:\d.*|[a-z]{4}|latin|cyrillic)$/u.test(variant);
  if (variant !== undefined && !variants.has(variant) && !isYearOrScript) return false;
  const canonical = canonicalLocale(text);
  if (canonical === undefined) return false;
  if (language.length === 2) return true;
  // `fil` stays as it is; `src` becomes `sc`.
  const hasNoShorterCode = canonical.startsWith(language);
  return hasNoShorterCode && Intl.PluralRules.supportedLocalesOf([canonical]).length > 0;
}

/**
 * Whether a part of a path is a locale in any spelling: as in `isLocale`, in capitals (`EN`, `PT-BR`), or the English
 * name of a language (`english`).
 */
export function isLocaleName(text: string): boolean {
  return isLocale(withLowerCaseLanguage(text)) || localeOfLanguageWord(text) !== undefined;
}

/** Returns a locale in capitals with its language in lower case: `PT-BR` → `pt-BR`. Any other text is unchanged. */
function withLowerCaseLanguage(text: string): string {
  if (!/^[A-Z]{2}(?:[-_][A-Z]{2})?$/u.test(text)) return text;
  return `${text.slice(0, 2).toLowerCase()}${text.slice(2)}`;
}

/**
 * Whether a name is a locale among many others: every known language counts, also by a longer code than usual (`awa`,
 * `jpn_JP`).
 */
export function isRareLocale(text: string): boolean {
  return /^[a-z]{2,3}(?:[-_@+]|$)/u.test(text) && localeShape.test(text) && canonicalLocale(text) !== undefined;
}

/**
 * Whether a name is a locale where only locales are expected (`kmr.lproj`, `values-ast`): every known language counts,
 * except `car`, which is Android's car dock.
 */
export function isLocaleSegment(text: string): boolean {
  if (text === 'car') return false;
  const isKnownLanguage = /^[a-z]{3}$/u.test(text) && canonicalLocale(text) !== undefined;
  return isKnownLanguage || isLocale(text);
}

/**
 * Codes that are unlikely to be anything but a language. Others may be words and abbreviations: `it`, `in`, `to`, `hr`,
 * `uk`.
 */
const plainCodes = new Set('bg cs da de el en es fi fil fr he hu ja ko nl pl pt ro ru sk sv th tr vi zh'.split(' '));

/**
 * Whether a locale's name is unlikely to be another word, because of its code, because it has a region or script, or
 * because it is the language's name.
 */
export function isPlainLocale(name: string): boolean {
  return plainCodes.has(name.toLowerCase()) || /[-_+]/u.test(name) || isPlainLanguageWord(name);
}

/**
 * Returns a locale's name for people in the language of `inLocale`: "Brazilian Portuguese". Returns a text that is not
 * a locale unchanged.
 */
export function displayName(locale: string, inLocale = 'en'): string {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return locale;
  const key = `${inLocale} ${canonical}`;
  const cached = displayNames.get(key);
  if (cached !== undefined) return cached;
  const names = new Intl.DisplayNames([canonicalLocale(inLocale) ?? 'en', 'en'], { type: 'language' });
  const name = names.of(canonical) ?? locale;
  if (displayNames.size >= maxCachedNames) displayNames.clear();
  displayNames.set(key, name);
  return name;
}

const displayNames = new Map<string, string>();
