import { toLanguageCode } from '../locales/languageCode.ts';
import type { Language } from '../service/interface/records.ts';
import { localeName } from './formatting.ts';

/**
 * Returns the name that the service gives a locale's language in that language itself; '' if it has none, or if it is
 * the name that is already shown.
 */
export function localizedName(locale: string, languages: readonly Language[]): string {
  const code = toLanguageCode(
    locale,
    languages.map((language) => language.code),
  );
  const name = languages.find((language) => language.code === code)?.localizedName ?? '';
  return name === localeName(locale) ? '' : name;
}

/** "Japanese (日本語)": the person's own name for a locale, and the one its speakers use. */
export function bothNames(locale: string, languages: readonly Language[]): string {
  const localized = localizedName(locale, languages);
  return localized === '' ? localeName(locale) : `${localeName(locale)} (${localized})`;
}
