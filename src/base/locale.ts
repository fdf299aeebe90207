const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const scriptNames = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });

/** Cached because indexing looks up the same file names many times and `Intl` is slow. */
const canonicalLocales = new Map<string, string | undefined>();
const tags = new Map<string, string>();
const comparisonKeys = new Map<string, string>();
const usualKeys = new Map<string, string>();
const maxCachedNames = 2000;
const maxCachedNameLength = 40;

/**
 * Returns a locale's canonical BCP 47 form (`pt-BR`, `zh-Hans`) for any spelling that files use: `pt_BR`, `pt-br`,
 * Android's `pt-rBR` and `b+zh+Hans`, POSIX's `pt_BR.UTF-8` and `sr@latin`. Returns undefined for a text with an
 * unknown language, script or region.
 */
export function canonicalLocale(text: string): string | undefined {
  if (localesOfNames.size > 0) {
    const locale = localesOfNames.get(nameKey(text));
    if (locale !== undefined) return locale;
  }
  if (canonicalLocales.has(text)) return canonicalLocales.get(text);
  const locale = readLocale(text);
  cache(canonicalLocales, text, locale);
  return locale;
}

/** By the key of a name that the user's settings give a locale: `uk` for `ua`. See `setLocaleNames`. */
let localesOfNames: ReadonlyMap<string, string> = new Map();
/** By the key of a locale: in which language the user agreed to order it. */
let languagesOfLocales: ReadonlyMap<string, string> = new Map();
/** The names as they were set. */
let namesOfSettings: ReadonlyMap<string, string> = new Map();
/** The keys of all names in the user's settings. */
let keysOfSettings: ReadonlySet<string> = new Set();

/**
 * Sets the user's meanings of names, for the whole process. A name that means no locale, or one of another language, is
 * from then on another spelling of the given locale: `ua` of `uk`, `kr` of `ko`. A locale keeps its meaning if it is
 * given one of the same language, in which it is ordered: `pt-BR` in `pt`. A code that is rarely a locale is one if it
 * is given itself: `cak`. A name that is given no locale keeps its meaning, and the user is not asked about it.
 */
export function setLocaleNames(names: ReadonlyMap<string, string>): void {
  const locales = new Map<string, string>();
  const languages = new Map<string, string>();
  localesOfNames = new Map();
  for (const [name, meaning] of names) {
    const locale = readLocale(meaning);
    if (locale === undefined) continue;
    const usualLocale = readLocale(name);
    const isSameLanguage = usualLocale !== undefined && languageOf(usualLocale) === languageOf(locale);
    // Both written forms of Norwegian may be ordered as `no`.
    const isNorwegian = usualLocale === 'nn' && languageOf(locale) === 'nb';
    if (isSameLanguage || isNorwegian) languages.set(nameKey(usualLocale), meaning);
    if (usualLocale === locale || !(isSameLanguage || isNorwegian)) locales.set(nameKey(name), locale);
  }
  for (const cachedValues of [canonicalLocales, tags, comparisonKeys, usualKeys]) cachedValues.clear();
  localesOfNames = locales;
  languagesOfLocales = languages;
  keysOfSettings = new Set([...names.keys()].map(nameKey));
  namesOfSettings = names;
}

/** Returns the names that `setLocaleNames` was last called with, for another thread of this process. */
export function currentLocaleNames(): ReadonlyMap<string, string> {
  return namesOfSettings;
}

/** Whether the user has decided what a name means, even if that is its usual meaning. */
export function isDecidedName(name: string): boolean {
  return keysOfSettings.has(nameKey(name));
}

/** Names that have a locale by the user's settings, in lower case and with hyphens. */
export function localeNamesOfSettings(): ReadonlyMap<string, string> {
  return localesOfNames;
}

/** Whether the user's settings say which locale a name means, although it usually means none or another one. */
export function isLocaleNameOfSettings(name: string): boolean {
  return localesOfNames.size > 0 && localesOfNames.has(nameKey(name));
}

/**
 * Returns the language in which the user agreed to order a locale: `pt` for `pt-BR`. The locale itself if the user does
 * not want another one; undefined if that has not been decided.
 */
export function chosenLanguage(locale: string): string | undefined {
  return languagesOfLocales.size === 0 ? undefined : languagesOfLocales.get(nameKey(canonicalLocale(locale) ?? locale));
}

/** Returns a text that is the same for all spellings of a name: `ua-ua` for `ua_UA` and Android's `ua-rUA`. */
function nameKey(name: string): string {
  return name
    .replace(/-r(?=[A-Z]{2}$)/u, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}

/**
 * Returns a form that is equal for all spellings of a locale: the canonical form if there is one, also for names that
 * are spelled as one word (`ptBR`, `zhHans`). Unknown names are hyphenated and converted to lower case. The extensions
 * of `en-US-u-hc-h12` are removed. Unlike `isSameLocale`, this keeps `zh-CN` and `zh-Hans` apart.
 */
export function localeTag(text: string): string {
  const cached = tags.get(text);
  if (cached !== undefined) return cached;
  const tag = readTag(text.trim());
  cache(tags, text, tag);
  return tag;
}

function readTag(name: string): string {
  const canonical = canonicalLocale(name) ?? canonicalLocale(hyphenated(name));
  if (canonical === undefined) return name.replaceAll('_', '-').toLowerCase();
  return new Intl.Locale(canonical).baseName;
}

/**
 * Whether two names mean the same written language: `zh-CN` and `zh-Hans`, `nb` and `no`, `pt_BR` and `ptBR`. Regions
 * of other languages are not inferred, because many projects have separate files for `pt` and `pt-BR`. Unknown names
 * are the same if only their case and separators differ. An empty name is not a locale.
 */
export function isSameLocale(name: string, otherName: string): boolean {
  const key = comparisonKey(name);
  return key !== '' && key === comparisonKey(otherName);
}

/**
 * Returns the name in `names` that means the given locale: an identical name if there is one, else another spelling of
 * the same tag, else a name for the same written language (`zh-CN` for `zh-Hans`).
 */
export function findLocale(names: readonly string[], locale: string): string | undefined {
  if (names.includes(locale)) return locale;
  const tag = localeTag(locale);
  const candidates = names.filter((name) => isSameLocale(name, locale));
  return candidates.find((name) => localeTag(name) === tag) ?? candidates[0];
}

/** Languages whose name without a region does not tell which of two written forms is meant. */
const languagesWithTwoForms = new Set(['en', 'pt']);

/**
 * Whether two names mean the same written language if a language without a region is that of its most likely one: `de`
 * and `de-DE`, `ja` and `ja-JP`. An app names its locales in one of these ways, and its store in the other. `pt` may be
 * that of Portugal or of Brazil.
 */
export function isUsuallySameLocale(name: string, otherName: string): boolean {
  if (isSameLocale(name, otherName)) return true;
  const key = usualKey(name);
  return key !== '' && key === usualKey(otherName);
}

/** Returns a text that is equal for all names of one written language, see `isUsuallySameLocale`. */
function usualKey(name: string): string {
  const cached = usualKeys.get(name);
  if (cached !== undefined) return cached;
  const comparable = comparisonKey(name);
  const tag = canonicalLocale(comparable);
  const hasUsualRegion = tag !== undefined && !languagesWithTwoForms.has(languageOf(tag));
  const key = hasUsualRegion ? new Intl.Locale(tag).maximize().baseName : comparable;
  cache(usualKeys, name, key);
  return key;
}

/**
 * Whether either locale is the other one with an additional script or region: a file in `de-DE` serves a project that
 * uses `de`, and the reverse.
 */
export function isNarrowerLocale(locale: string, otherLocale: string): boolean {
  const [tag, otherTag] = [localeTag(locale), localeTag(otherLocale)];
  return tag.startsWith(`${otherTag}-`) || otherTag.startsWith(`${tag}-`);
}

/**
 * Whether a locale is the given range or part of it: `pt-BR` of `pt`, `zh-HK` of `zh-Hant`, `zh-Hans` of `zh-CN`. A
 * range with a region does not include the language without one: `pt` is not part of `pt-BR`.
 */
export function isWithinLocale(locale: string, range: string): boolean {
  if (isSameLocale(locale, range)) return true;
  const [tag, rangeTag] = [canonicalLocale(localeTag(locale)), canonicalLocale(localeTag(range))];
  if (tag === undefined || rangeTag === undefined || languageOf(tag) !== languageOf(rangeTag)) return false;
  // `zh-HK` has `HK` and `Hant`, so it has all subtags of `zh-Hant`.
  const subtags = [...subtagsOf(tag), new Intl.Locale(tag).maximize().script];
  return subtagsOf(rangeTag).every((subtag) => subtags.includes(subtag));
}

/** Returns the script, region and variants of a tag. */
function subtagsOf(tag: string): readonly string[] {
  return new Intl.Locale(tag).baseName.split('-').slice(1);
}

/** Returns a locale's language subtag in lower case; `nb` for both `no` and `nb`, `he` for `iw`. */
export function languageOf(locale: string): string {
  const language = localeTag(locale).split('-', 1)[0] ?? '';
  return language === 'no' ? 'nb' : language;
}

/**
 * Returns a locale in the spelling of another name in the same file (`like`): `pt_BR` for `zh_CN`, `pt-br` for `zh-cn`,
 * `ptBR` for `zhCN`. `isIdentifier` means that a hyphen is not allowed; it matters only if `like` has no separator.
 */
export function spellLike(locale: string, like: string, isIdentifier = false): string {
  const [language = '', ...subtags] = locale.split(/[-_]/u);
  const separator = separatorOf(like) ?? (isIdentifier ? '' : '-');
  let suffix = subtags.map((subtag) => separator + subtag).join('');
  const isLowerCase = /[-_]/u.test(like) && like === like.toLowerCase();
  if (isLowerCase) suffix = suffix.toLowerCase();
  return language + suffix;
}

/** Returns what separates the parts of a name, '' for `ptBR`; undefined for a name with only one part, `pt`. */
function separatorOf(name: string): '_' | '-' | '' | undefined {
  if (name.includes('_')) return '_';
  if (name.includes('-')) return '-';
  return /[a-z][A-Z]/u.test(name) ? '' : undefined;
}

/** Returns `ptBR` and `zhHansCN` with hyphens, any other text unchanged. */
function hyphenated(name: string): string {
  const [, language, script = '', region = ''] = /^([a-z]{2,3})([A-Z][a-z]{3})?([A-Z]{2})?$/u.exec(name) ?? [];
  if (language === undefined) return name;
  return [language, script, region].filter((subtag) => subtag !== '').join('-');
}

/** Returns a text that is the same for all names of one written language, see `isSameLocale`. */
export function comparisonKey(text: string): string {
  const cached = comparisonKeys.get(text);
  if (cached !== undefined) return cached;
  const key = readComparisonKey(localeTag(text));
  cache(comparisonKeys, text, key);
  return key;
}

function readComparisonKey(tag: string): string {
  if (canonicalLocale(tag) === undefined) return tag;
  // A region of Chinese implies a script, and the reverse: `zh`, `zh-CN` and `zh-Hans` are `zh-Hans-CN`.
  if (/^zh(?:-|$)/u.test(tag)) return new Intl.Locale(tag).maximize().toString();
  // `no-NO` → `nb-NO`
  return tag.replace(/^no(?=-|$)/u, 'nb');
}

function cache<T>(values: Map<string, T>, text: string, value: T): void {
  if (values.size >= maxCachedNames) values.clear();
  if (text.length <= maxCachedNameLength) values.set(text, value);
}

/** gettext's words for scripts and orthographies: `sr@latin`, `be_BY@latin`, `ks_IN@devanagari`, `tt_RU@iqtelif`. */
const modifiers: Readonly<Record<string, string>> = {
  latin: 'Latn',
  latn: 'Latn',
  iqtelif: 'Latn',
  cyrillic: 'Cyrl',
  arabic: 'Arab',
  devanagari: 'Deva',
  // KDE's variants of Serbian.
  ijekavian: 'ijekavsk',
  ijekavianlatin: 'Latn-ijekavsk',
};

/** Region codes that programs use although ISO 3166 never had them: `sr-SP` is Serbian in Serbia. */
const otherRegions: Readonly<Record<string, string>> = { SP: 'RS' };

function readLocale(text: string): string | undefined {
  const bcp47 = text
    .trim()
    // `b+zh+Hans` → `zh+Hans`
    .replace(/^b\+/u, '')
    // `pt_BR.UTF-8` → `pt_BR`
    .replace(/\.(?:utf-?8|iso-?8859-?\d{1,2})(?=@|$)/iu, '')
    .replace(/@euro$/u, '')
    // `sr@latin` → `sr-Latn`, `ca@valencia` → `ca-valencia`
    .replace(/@([A-Za-z]+)$/u, (_match, modifier: string) => `-${modifiers[modifier.toLowerCase()] ?? modifier}`)
    .replace(/[_+@]/gu, '-')
    // `pt-rBR` → `pt-BR`
    .replace(/-r(?=[A-Z]{2}$)/u, '-')
    // POSIX puts the script after the region: `sr-RS-Latn` → `sr-Latn-RS`.
    .replace(/^([A-Za-z]{2,3})-([A-Za-z]{2})-(Latn|Cyrl|Arab|Deva)(?=-|$)/u, '$1-$3-$2')
    .replace(/(?<=^[A-Za-z]{2,3})-([A-Z]{2})$/u, (_match, region: string) => `-${otherRegions[region] ?? region}`)
    // The tag of Belarusian in the classical orthography before it had a variant of its own.
    .replace(/^be-x-old$/iu, 'be-tarask')
    // CLDR replaces the code of Moldavian by `ro`, but projects have both files.
    .replace(/^mo$/u, 'ro-MD');
  try {
    const locale = new Intl.Locale(withoutDoubledLanguage(bcp47));
    return isKnown(locale) ? locale.toString() : undefined;
  } catch {
    // Intl.Locale and Intl.DisplayNames throw for a text that is not a language tag: `values-root`.
    return undefined;
  }
}

/** Returns `ja` for `ja-JA`, in which the code of the language stands for a region, if there is no such region. */
function withoutDoubledLanguage(tag: string): string {
  const [, language = '', region = ''] = /^([a-z]{2})-([A-Z]{2})$/u.exec(tag) ?? [];
  if (region === '' || language.toUpperCase() !== region || regionNames.of(region) !== undefined) return tag;
  return language;
}

function isKnown({ language, script, region }: Intl.Locale): boolean {
  return (
    isKnownLanguage(language) &&
    (script === undefined || scriptNames.of(script) !== undefined) &&
    (region === undefined || regionNames.of(region) !== undefined)
  );
}

/**
 * Codes that programs use as those of a language, although CLDR knows no likely script for them: `ber` and `nah` are for
 * several languages (ISO 639-5), `isv` (Interslavic) is recent.
 */
const languagesWithoutData = new Set(['ber', 'nah', 'isv']);

/**
 * Whether a code is that of a language: one that CLDR has a name for, or one of the 7,500 of ISO 639-3 for which it has
 * the likely script.
 */
function isKnownLanguage(language: string): boolean {
  return isNamedLanguage(language) || languagesWithoutData.has(language) || likelyScript(language) !== undefined;
}

/** Whether CLDR has an English name for a language, as for all that are at all common. */
export function isNamedLanguage(language: string): boolean {
  return languageNames.of(language) !== undefined;
}

function likelyScript(language: string): string | undefined {
  // Longer words are valid tags of languages, too, but no language has one.
  return language.length > 3 ? undefined : new Intl.Locale(language).maximize().script;
}
