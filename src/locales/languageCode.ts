import { canonicalLocale } from '../base/locale.ts';

/**
 * The language codes that the service is known to have offered (public recordings of its answers). Used until the
 * service has returned its current list.
 */
export const knownLanguageCodes: readonly string[] = (
  'ar bg cs da de el en en-gb es es-la fi fr fr-ca he hu id it ja ko ms nl no pl pt pt-br ro ru sk ' +
  'sr sv th tl tr uk vi zh zh-tw'
).split(' ');

/** Countries of Latin America where Spanish is spoken, and Latin America itself. */
const latinAmerica = new Set('419 AR BO CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE'.split(' '));

/** The locales of the service's language codes that mean more or less than their subtags: `zh` is simplified. */
const localeOfCode: ReadonlyMap<string, string> = new Map([
  ['zh', 'zh-Hans'],
  ['zh-cn', 'zh-Hans'],
  ['zh-tw', 'zh-Hant'],
  ['zh-hk', 'zh-Hant-HK'],
  ['no', 'nb'],
  ['es-la', 'es-419'],
  ['tl', 'fil'],
]);

/**
 * Returns the service's code for a locale: `zh-Hant` → `zh-tw`, `nb` → `no`, `es-MX` → `es-la`, `de-AT` → `de`. Chooses
 * the nearest of the codes `available`, in their spelling. Undefined if none is the same language in the same script,
 * because a translation in another script would be wasted money. Accepts the spellings of files (`pt_BR`, `pt-rBR`).
 */
export function toLanguageCode(locale: string, available: readonly string[] = knownLanguageCodes): string | undefined {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return undefined;
  const codesByLowerCase = new Map(available.map((code) => [code.toLowerCase().replaceAll('_', '-'), code]));
  for (const candidate of acceptableCodes(canonical)) {
    const code = codesByLowerCase.get(candidate);
    if (code !== undefined) return code;
  }
  return undefined;
}

/**
 * Returns the locale of a service's code: `zh-tw` → `zh-Hant`, `pt-br` → `pt-BR`. Returns an unknown code unchanged.
 */
export function toLocale(code: string): string {
  const lower = code.toLowerCase().replaceAll('_', '-');
  return localeOfCode.get(lower) ?? canonicalLocale(lower) ?? code;
}

/** Returns the acceptable codes for a locale in lower case, the best first: `pt-BR` → `pt-br`, `pt`. */
function acceptableCodes(canonical: string): readonly string[] {
  const { language, region } = new Intl.Locale(canonical);
  const { script } = new Intl.Locale(canonical).maximize();
  const codes = [canonical.toLowerCase()];
  if (region !== undefined) codes.push(`${language}-${region.toLowerCase()}`);
  if (language === 'zh') {
    if (script !== 'Hant') return [...codes, 'zh-hans', 'zh-cn', 'zh'];
    if (region === 'HK' || region === 'MO') codes.push('zh-hk');
    return [...codes, 'zh-hant', 'zh-tw'];
  }
  const usualScript = new Intl.Locale(language).maximize().script;
  // `sr-Latn`: the code `sr` means Cyrillic, so only the exact code is acceptable.
  if (script !== usualScript) return codes.slice(0, 1);
  if (language === 'es' && region !== undefined && latinAmerica.has(region)) return [...codes, 'es-la', 'es-419', 'es'];
  if (language === 'nb') return [...codes, 'nb', 'no'];
  if (language === 'no') return [...codes, 'no', 'nb'];
  if (language === 'fil') return [...codes, 'fil', 'tl'];
  return [...codes, language];
}
