import { toLanguageCode } from '../locales/languageCode.ts';
import type { Language } from '../service/interface/records.ts';
import { localeName } from './formatting.ts';

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
