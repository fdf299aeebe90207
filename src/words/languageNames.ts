import type { UnusedName } from '../locales/names/unusedNames.ts';
import * as l10n from '@vscode/l10n';
import { knownLanguageCodes, nearestLanguageCode, toLanguageCode, toLocale } from '../locales/languageCode.ts';
import { likelierLocale, localeOfCountryCode, rareCodeOf } from '../locales/names/countryCode.ts';
import { countryInPath, type MistakenName } from '../locales/names/mistakenNames.ts';
import type { Language } from '../service/interface/records.ts';
import { localeName } from './formatting.ts';
import { truncatedList } from './truncatedList.ts';
import { fromOutside, sentences, words, type Words } from './words.ts';

/**
 * Returns the service's name for a locale's language in that language itself; '' if the service has none, or if it
 * equals the name that is already shown.
 */
export function localizedName(locale: string, languages: readonly Language[]): string {
  const codes = languages.map((language) => language.code);
  const localeCode = toLanguageCode(locale, codes);
  const name = languages.find(({ code }) => code === localeCode)?.localizedName ?? '';
  return name === localeName(locale) ? '' : name;
}

/** "Japanese (日本語)": a locale's name in the display language, and in its own. */
export function bothNames(locale: string, languages: readonly Language[]): string {
  const localized = localizedName(locale, languages);
  return localized === '' ? localeName(locale) : `${localeName(locale)} (${localized})`;
}

/** The name of the setting that says what names of locales mean. */
const settingName = 'humanTranslation.locales';

/** Returns the member of the setting that gives a name a meaning: `"ua": "uk"`. */
function settingMember(name: string, meaning: string): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(meaning)}`;
}

/** A source locale, and the language of another variety that its texts are ordered in. */
export interface SourceLanguage {
  readonly locale: string;
  readonly language: string;
}

/** Says in which language of another variety a source is ordered. */
export function sourceLanguageSentence({ locale, language }: SourceLanguage): Words {
  return words(l10n.t('The source {0} is ordered as {1} ({2}).'), locale, localeName(toLocale(language)), language);
}

/** Says that the service doesn't translate a locale, and what may be meant or ordered instead. */
export function unsupportedSentence(locale: string, codes: readonly string[] = knownLanguageCodes): Words {
  const sentence = words(l10n.t('The service doesn’t translate “{0}”.'), locale);
  const hint = unsupportedHint(locale, codes);
  return hint === undefined ? sentence : sentences(sentence, hint);
}

function unsupportedHint(locale: string, codes: readonly string[]): Words | undefined {
  const name = rareCodeOf(locale) ?? locale;
  const meantLocale = likelierLocale(name, codes) ?? (rareCodeOf(locale) && localeOfCountryCode(name));
  if (meantLocale !== undefined) return meaningHint(name, meantLocale);
  const nearest = nearestLanguageCode(locale, codes);
  if (nearest === undefined) return undefined;
  return words(
    l10n.t('It does translate {0} (“{1}”). To order that instead, add {2} to the setting {3}.'),
    localeName(toLocale(nearest)),
    nearest,
    settingMember(locale, nearest),
    settingName,
  );
}

/** Says what to do if the code of a country in a path means the language of the country; nothing if it has none. */
export function countryHints(path: string): readonly Words[] {
  const country = countryInPath(path);
  return country === undefined ? [] : [meaningHint(country.name, country.locale)];
}

function meaningHint(name: string, locale: string): Words {
  return words(
    l10n.t('If “{0}” means {1}, add {2} to the setting {3}.'),
    name,
    localeName(locale),
    settingMember(name, locale),
    settingName,
  );
}

/** The most files of a mistaken name that are listed. */
const maxListedFiles = 3;
const maxFileCharacters = 200;

/** Says how files with a mistaken name are read, and what they may be. `nameOf` returns a file's path for people. */
export function mistakenNameSentence(
  { name, files, locale, isLocale, isInFile }: MistakenName,
  nameOf: (file: string) => string = (file) => file,
): Words {
  const names = truncatedList(
    files.map((file) => fromOutside(nameOf(file), maxFileCharacters)),
    maxListedFiles,
  );
  const member = settingMember(name, locale);
  if (isLocale)
    return words(
      l10n.t('Read as {0}: {1}. If “{2}” means {3}, add {4} to the setting {5}.'),
      localeName(name),
      names,
      name,
      localeName(locale),
      member,
      settingName,
    );
  if (isInFile === true)
    return words(
      l10n.t('“{1}” in {0} is not read as a locale. If it means {2}, add {3} to the setting {4}.'),
      names,
      name,
      localeName(locale),
      member,
      settingName,
    );
  return words(
    l10n.t('Not read as locale files: {0}. If “{1}” means {2}, add {3} to the setting {4}.'),
    names,
    name,
    localeName(locale),
    member,
    settingName,
  );
}

/** Says that files are not read, because others have the same locale. `nameOf` returns a file's path for people. */
export function unusedNameSentence(
  { name, usedName, locale, files }: UnusedName,
  nameOf: (file: string) => string = (file) => file,
): Words {
  const names = truncatedList(
    files.map((file) => fromOutside(nameOf(file), maxFileCharacters)),
    maxListedFiles,
  );
  return words(
    l10n.t('Not read: {0}. “{1}” means {2}, as does “{3}”, whose files are used.'),
    names,
    name,
    localeName(locale),
    usedName,
  );
}
