import { canonicalLocale, isSameLocale, languageOf } from '../../base/locale.ts';
import { toLanguageCode } from '../languageCode.ts';

/**
 * The languages of countries for which CLDR gives another likely one (Russian, English): programs that name a file `by`
 * or `kz` mean these, as Weblate's list of aliases shows (WeblateOrg/language-data).
 */
const languagesOfCountries: Readonly<Record<string, string>> = { BY: 'be', KZ: 'kk', UK: 'en', IN: 'hi' };

/**
 * Territories whose code is another word in names of files (`io`, `ai`), and where English is written: they are no
 * variety that a project would have.
 */
const hasOwnEnglish = new Set('US GB UK AU CA NZ IE ZA'.split(' '));

/** Languages without a region that does not tell which of two written forms is meant. */
const languagesWithTwoForms = new Set(['en', 'pt', 'zh']);

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A name that consists of a code of two letters, also with a region: `ua`, `UA`, `ua_UA`, Android's `ua-rUA`. */
const namePattern = /^([A-Za-z]{2})(?:[-_]r?[A-Za-z]{2})?$/u;

/**
 * Returns the locale that a name means if its first code is that of a country instead of a language: `uk` for `ua` and
 * `ua_UA`, `ko` for `kr`, `pt-BR` for `br`, `zh-TW` for `tw`. Whether the code is that of a language, too, does not
 * matter. Undefined if it is no country's, or if the language of the country has the same code.
 */
export function localeOfCountryCode(name: string): string | undefined {
  const country = namePattern.exec(name)?.[1]?.toUpperCase();
  // Programs name their texts for pirates `pr`, which is Puerto Rico, too.
  if (country === undefined || country === 'PR' || regionNames.of(country) === undefined) return undefined;
  const likely = new Intl.Locale(`und-${country}`).maximize();
  const language = languagesOfCountries[country] ?? likely.language;
  const region = likely.region ?? country;
  if (languageOf(name) === languageOf(language) || canonicalLocale(country.toLowerCase()) === language)
    return undefined;
  if (language === 'en') return hasOwnEnglish.has(country) ? `en-${region}` : undefined;
  const isMainCountry = new Intl.Locale(language).maximize().region === region;
  return isMainCountry && !languagesWithTwoForms.has(language) ? language : `${language}-${region}`;
}

/**
 * Languages of few speakers whose codes projects use for the country: Avestan for the Emirates, Breton for Brazil, Ewe for
 * Estonia, Kanuri for Korea, Latin for Laos, Northern Sami for Sweden, Twi for Taiwan, and Zhuang for South Africa.
 */
const rareLanguages = new Set('ae br ee kr la se tw za'.split(' '));

/** Returns the code of a rare language that a locale is for, as projects write it: `tw` for Akan, `kr` for Kanuri. */
export function rareCodeOf(locale: string): string | undefined {
  return [...rareLanguages].find((code) => isSameLocale(code, locale));
}

/**
 * Returns the locale that a name probably means although it is the code of a rare language: Korean for `kr` (Kanuri),
 * Swedish for `se` (Northern Sami). Undefined unless the service translates into that locale and not into the language.
 */
export function likelierLocale(name: string, available: readonly string[]): string | undefined {
  const locale = localeOfCountryCode(name);
  if (locale === undefined || !rareLanguages.has(name.slice(0, 2).toLowerCase())) return undefined;
  const isTranslated = (text: string): boolean => toLanguageCode(text, available) !== undefined;
  return isTranslated(locale) && !isTranslated(name) ? locale : undefined;
}
