import { canonicalLocale, chosenLanguage, isDecidedName, languageOf } from '../base/locale.ts';

/**
 * The language codes that the service is known to have offered (public recordings of its answers). Used until the
 * service has returned its current list.
 */
export const knownLanguageCodes: readonly string[] = (
  'ar bg cs da de el en en-gb es es-la fi fr fr-ca he hu id it ja ko ms nl no pl pt pt-br ro ru sk ' +
  'sr sv th tl tr uk vi zh zh-tw'
).split(' ');

/** Countries of Latin America where Spanish is spoken, and Latin America itself, as `es_LA`, too. */
const latinAmerica = new Set('419 AR BO CL CO CR CU DO EC GT HN LA MX NI PA PE PR PY SV US UY VE'.split(' '));

/** Where American English is written. */
const unitedStates = new Set('US AS GU MP PR UM VI'.split(' '));

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
 * Returns the service's code for a locale: `zh-Hant` → `zh-tw`, `nb` → `no`, `es-MX` → `es-la`, `de-AT` → `de`, `en` →
 * `en-us`. Chooses the best of the codes `available`, in their spelling, for the same variety of the language; else the
 * one that the user chose in the settings. Undefined if there is none, because a translation in another script or
 * variety may be wasted money: see `nearestLanguageCode`. Accepts the spellings of files (`pt_BR`, `pt-rBR`).
 */
export function toLanguageCode(locale: string, available: readonly string[] = knownLanguageCodes): string | undefined {
  const chosen = chosenLanguage(locale);
  // A choice may name a code that the service has no longer.
  return (chosen === undefined ? undefined : codeOfVariety(chosen, available)) ?? codeOfVariety(locale, available);
}

/**
 * Returns the code of another variety of a locale's language that is nearest to it, if the service has none for its
 * variety: `pt` for `pt-BR`, `en-us` for `en-GB`, `zh-cn` for `zh-Hant`. It is used only if the user agrees.
 */
export function nearestLanguageCode(locale: string, available: readonly string[]): string | undefined {
  const wanted = varietyOf(locale);
  if (wanted === undefined || toLanguageCode(locale, available) !== undefined) return undefined;
  const distance = (variety: Variety): number => {
    const isOtherScript = variety.script !== wanted.script;
    return (isOtherScript ? 2 : 0) + (variety.form === relatedForm(wanted) ? 0 : 1);
  };
  return bestCode(available, (variety) =>
    macrolanguage(variety.language) === macrolanguage(wanted.language) ? distance(variety) : undefined,
  );
}

/** A language that the service translates from, and one that it translates into. */
interface TranslatedPair {
  readonly source: string;
  readonly target: string;
}

/**
 * Returns the service's codes in which texts in a locale can be ordered, best first: that of its variety, and that of
 * its language without a region, in the same script, since who translates from English reads British English, too, and
 * the service has few pairs for `en-gb`. A choice in the settings counts first; then the language without a region does
 * not count. Into which languages each of them is translated, only the pairs show: see `bestPairs`.
 */
export function sourceLanguageCodes(
  locale: string,
  available: readonly string[] = knownLanguageCodes,
): readonly string[] {
  const codes = [toLanguageCode(locale, available), codeOfVariety(locale, available)];
  const variety = varietyOf(locale);
  if (variety !== undefined && !isDecidedName(variety.canonical))
    codes.push(codeOfVariety(withoutRegion(variety), available));
  return [...new Set(codes.filter((code) => code !== undefined))];
}

/**
 * Returns the pairs in which texts in a source locale are ordered. Into each language, these are the pairs of the first
 * one of the source codes that has any; none is into the source locale itself.
 */
export function bestPairs<T extends TranslatedPair>(
  sourceLocale: string,
  sourceCodes: readonly string[],
  pairs: readonly T[],
): readonly T[] {
  const sourceByTarget = new Map<string, string>();
  for (const code of sourceCodes)
    for (const { source, target } of pairs)
      if (source === code && !sourceByTarget.has(target)) sourceByTarget.set(target, code);
  return pairs.filter(
    ({ source, target }) => sourceByTarget.get(target) === source && isOtherVariety(sourceLocale, target),
  );
}

/** Whether a code of the service is for another variety than a locale: `en` for `en-GB`, but not `de` for `de-AT`. */
export function isOtherVariety(locale: string, code: string): boolean {
  return codeOfVariety(locale, [code]) === undefined;
}

/**
 * Whether a job in a language of the service may be for a locale: also one in another variety of its language, which the
 * user has agreed to.
 */
export function mayBeInLanguage(locale: string, code: string): boolean {
  return (toLanguageCode(locale, [code]) ?? nearestLanguageCode(locale, [code])) !== undefined;
}

/**
 * Whether a locale is the language of a code, in the same script and in any region: `en-GB` of `en`. A code with a region
 * does not include the language without one: `pt` is not part of `pt-br`.
 */
export function isOfLanguage(locale: string, code: string): boolean {
  const [variety, varietyOfCode] = [varietyOf(locale), varietyOf(toLocale(code))];
  if (variety === undefined || varietyOfCode === undefined) return false;
  const { language, script, region } = varietyOfCode;
  const isSameRegion = region === undefined || variety.form === varietyOfCode.form;
  return variety.language === language && variety.script === script && isSameRegion;
}

/**
 * Returns the locale of a service's code: `zh-tw` → `zh-Hant`, `pt-br` → `pt-BR`. Returns an unknown code unchanged.
 */
export function toLocale(code: string): string {
  const lower = code.toLowerCase().replaceAll('_', '-');
  return localeOfCode.get(lower) ?? canonicalLocale(lower) ?? code;
}

/** A written form of a language. */
interface Variety {
  readonly canonical: string;
  /** `nb` for `no`. */
  readonly language: string;
  /** Also if it follows from the region, or is the usual one. */
  readonly script: string | undefined;
  readonly region: string | undefined;
  /** The standard that people of the region write, if the language has several: `BR`, `419`. Otherwise ''. */
  readonly form: string;
  /** Variants, except for those that change no text: `valencia`. */
  readonly variants: string;
}

/** By canonical locale, because `Intl` is slow. There are as many as languages of the service and of projects. */
const varieties = new Map<string, Variety>();

function varietyOf(locale: string): Variety | undefined {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return undefined;
  const variety = varieties.get(canonical) ?? readVariety(canonical);
  varieties.set(canonical, variety);
  return variety;
}

function readVariety(canonical: string): Variety {
  const { language, region, baseName } = new Intl.Locale(canonical);
  const { script } = new Intl.Locale(canonical).maximize();
  const variants = baseName
    .split('-')
    .slice(1)
    .filter((subtag) => /^(?:\d[a-z\d]{3}|[a-z\d]{5,8})$/u.test(subtag) && !variantsOfAllTexts.has(subtag))
    .join('-');
  return { canonical, language: languageOf(canonical), script, region, form: formOf(language, region), variants };
}

/** The usual German spelling, forms of address, and formats of numbers as in programs. */
const variantsOfAllTexts = new Set(['1996', 'formal', 'informal', 'posix']);

/** Returns the standard of a language that a region follows. Those of other languages differ too little to matter. */
function formOf(language: string, region: string | undefined): string {
  switch (language) {
    case 'en':
      return region === undefined || unitedStates.has(region) ? 'US' : region;
    case 'es':
      return region !== undefined && latinAmerica.has(region) ? '419' : 'ES';
    case 'fr':
      return region === 'CA' ? 'CA' : 'FR';
    case 'pt':
      return region === 'BR' ? 'BR' : 'PT';
    default:
      return '';
  }
}

function withoutRegion({ language, script }: Variety): string {
  return script === undefined ? language : `${language}-${script}`;
}

/** Returns the form that is most like that of a variety: most English is more like that of Britain. */
function relatedForm({ language, form }: Variety): string {
  return language === 'en' && form !== 'US' ? 'GB' : formOf(language, undefined);
}

/** Both written forms of Norwegian are `no`. */
function macrolanguage(language: string): string {
  return language === 'nn' ? 'nb' : language;
}

/** By list of codes: the code of each locale that was asked for, in its canonical form. */
const codesOfLists = new WeakMap<readonly string[], Map<string, string | undefined>>();

/** Returns the best code for exactly the variety of a locale. Each target of a project asks for the same few. */
function codeOfVariety(locale: string, available: readonly string[]): string | undefined {
  const wanted = varietyOf(locale);
  if (wanted === undefined) return undefined;
  const codes = codesOfLists.get(available) ?? new Map<string, string | undefined>();
  codesOfLists.set(available, codes);
  if (!codes.has(wanted.canonical)) codes.set(wanted.canonical, findCode(wanted, available));
  return codes.get(wanted.canonical);
}

function findCode(wanted: Variety, available: readonly string[]): string | undefined {
  const codesOfLanguage = available.filter((code) => varietyOf(toLocale(code))?.language === wanted.language);
  const usualRegion = new Intl.Locale(wanted.language).maximize().region;
  const distance = (variety: Variety): number | undefined => {
    if (variety.language !== wanted.language || variety.script !== wanted.script) return undefined;
    if (variety.form !== wanted.form || variety.variants !== wanted.variants) return undefined;
    if (variety.canonical === wanted.canonical) return 0;
    if (variety.region === wanted.region) return 1;
    if (variety.region === undefined) return 2;
    if (variety.region === usualRegion || variety.form !== '') return 3;
    // `ar-sa` is for all of Arabic if it is the only Arabic.
    return codesOfLanguage.length === 1 ? 4 : undefined;
  };
  return bestCode(available, distance);
}

/** Returns the code with the least distance, the first one of several; undefined if none has a distance. */
function bestCode(
  available: readonly string[],
  distanceOf: (variety: Variety) => number | undefined,
): string | undefined {
  let best: { readonly code: string; readonly distance: number } | undefined;
  for (const code of available) {
    const variety = varietyOf(toLocale(code));
    const distance = variety === undefined ? undefined : distanceOf(variety);
    if (distance !== undefined && distance < (best?.distance ?? Infinity)) best = { code, distance };
  }
  return best?.code;
}
