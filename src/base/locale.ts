const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const scriptNames = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });

/** Cached because indexing looks up the same file names many times and `Intl` is slow. */
const canonicalLocales = new Map<string, string | undefined>();
const tags = new Map<string, string>();
const comparisonKeys = new Map<string, string>();
const maxCachedNames = 2000;
const maxCachedNameLength = 40;

/**
 * Returns a locale's canonical BCP 47 form (`pt-BR`, `zh-Hans`) for any spelling that files use: `pt_BR`, `pt-br`,
 * Android's `pt-rBR` and `b+zh+Hans`, POSIX's `pt_BR.UTF-8` and `sr@latin`. Returns undefined for a text with an
 * unknown language, script or region.
 */
export function canonicalLocale(text: string): string | undefined {
  if (canonicalLocales.has(text)) return canonicalLocales.get(text);
  const locale = readLocale(text);
  cache(canonicalLocales, text, locale);
  return locale;
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

function readLocale(text: string): string | undefined {
  const bcp47 = text
    .trim()
    // `b+zh+Hans` → `zh+Hans`
    .replace(/^b\+/u, '')
    // `pt_BR.UTF-8` → `pt_BR`
    .replace(/\.(?:utf-?8|iso-?8859-?\d{1,2})(?=@|$)/iu, '')
    // `sr@latin` → `sr-Latn`
    .replace(/@latin$/u, '-Latn')
    .replace(/@cyrillic$/u, '-Cyrl')
    .replace(/@euro$/u, '')
    .replace(/[_+@]/gu, '-')
    // `pt-rBR` → `pt-BR`
    .replace(/-r(?=[A-Z]{2}$)/u, '-');
  try {
    // POSIX puts the script after the region: `sr-RS-Latn` → `sr-Latn-RS`.
    const locale = new Intl.Locale(bcp47.replace(/^([a-z]{2,3})-([A-Z]{2})-(Latn|Cyrl)$/u, '$1-$3-$2'));
    return isKnown(locale) ? locale.toString() : undefined;
  } catch {
    // Intl.Locale and Intl.DisplayNames throw for a text that is not a language tag: `values-root`.
    return undefined;
  }
}

function isKnown({ language, script, region }: Intl.Locale): boolean {
  return (
    languageNames.of(language) !== undefined &&
    (script === undefined || scriptNames.of(script) !== undefined) &&
    (region === undefined || regionNames.of(region) !== undefined)
  );
}
