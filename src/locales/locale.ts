const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const scriptNames = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });

/** Codes of small languages that are first of all other words in the names of files and folders. */
const otherWords = new Set(['ts', 'io']);

/**
 * A locale's canonical BCP 47 form (`pt-BR`, `zh-Hans`), from that or another usual spelling: `pt_BR`, `pt-br`, Android's
 * `pt-rBR` and `b+zh+Hans`, POSIX's `pt_BR.UTF-8` and `sr@latin`. Undefined for what names no language, script or region
 * that is known.
 */
export function canonicalLocale(text: string): string | undefined {
  return remembered(canonical, text, readLocale);
}

const canonical = new Map<string, string | undefined>();
const judged = new Map<string, boolean>();
/** Names of files are asked about again and again, and `Intl` is slow. */
const maxRemembered = 2000;

function remembered<T>(known: Map<string, T>, text: string, find: (text: string) => T): T {
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before as T;
  const found = find(text);
  if (known.size >= maxRemembered) known.clear();
  if (text.length <= 40) known.set(text, found);
  return found;
}

function readLocale(text: string): string | undefined {
  const bcp47 = text
    .trim()
    .replace(/^b\+/u, '')
    .replace(/\.(?:utf-?8|iso-?8859-?\d{1,2})(?=@|$)/iu, '')
    .replace(/@latin$/u, '-Latn')
    .replace(/@cyrillic$/u, '-Cyrl')
    .replace(/@euro$/u, '')
    .replace(/[_+@]/gu, '-')
    .replace(/-r(?=[A-Z]{2}$)/u, '-');
  try {
    // POSIX puts the script behind the region.
    const locale = new Intl.Locale(bcp47.replace(/^([a-z]{2,3})-([A-Z]{2})-(Latn|Cyrl)$/u, '$1-$3-$2'));
    return isKnown(locale) ? locale.toString() : undefined;
  } catch {
    // Neither takes what is no language: `values-root`.
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

/** Variants that names of files have. Others are parts of some other name: `fr-rCA-night`, `en-small`. */
const variants = new Set(
  'valencia tarask polyton monoton oxendict pinyin wadegile hepburn jyutping ekavsk ijekavsk rozaj nedis arevela arevmda scouse formal informal'.split(
    ' ',
  ),
);

/**
 * Whether a part of a file's name is a locale, rather than a word that happens to have two or three letters: the language is
 * in lower case and known, a three-letter one only if the platform has data for it and it has no shorter code (`src` is
 * Sardinian's longer one).
 */
export function isLocale(text: string): boolean {
  return remembered(judged, text, judgeLocale);
}

function judgeLocale(text: string): boolean {
  const [, language = '', variant] =
    /^(?:b\+)?([a-z]{2,3})(?:[-_+](?:[A-Za-z]{4}|r?[A-Z]{2}|[a-z]{2}|\d{3}|\d[a-z\d]{3}))*(?:[-_+@]([a-z\d]{4,8}))?$/u.exec(
      text,
    ) ?? [];
  if (language === '' || otherWords.has(text)) return false;
  if (variant !== undefined && !variants.has(variant) && !/^(?:\d.*|[a-z]{4}|latin|cyrillic)$/u.test(variant))
    return false;
  const canonical = canonicalLocale(text);
  if (canonical === undefined) return false;
  if (language.length === 2) return true;
  return canonical.startsWith(language) && Intl.PluralRules.supportedLocalesOf([canonical]).length > 0;
}

/** The same where nothing but a locale stands (`kmr.lproj`, `values-ast`): every known language counts. Android has the dock of a car there. */
export function isLocaleInItsPlace(text: string): boolean {
  return isLocale(text)
    ? text !== 'car'
    : /^[a-z]{3}$/u.test(text) && text !== 'car' && canonicalLocale(text) !== undefined;
}

/** Codes that name a language wherever they stand. The others may be words and abbreviations: `it`, `in`, `to`, `hr`, `uk`. */
const plainNames = new Set('bg cs da de el en es fi fil fr he hu ja ko nl pl pt ro ru sk sv th tr vi zh'.split(' '));

/** Whether a locale's name can hardly be anything else; a region or script makes it plain too. */
export function isPlainLocale(name: string): boolean {
  return plainNames.has(name.toLowerCase()) || /[-_+]/u.test(name);
}

/** A locale's name for people, in the language of `inLocale`: "Brazilian Portuguese". What is no locale is given back as it is. */
export function displayName(locale: string, inLocale = 'en'): string {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return locale;
  return new Intl.DisplayNames([canonicalLocale(inLocale) ?? 'en', 'en'], { type: 'language' }).of(canonical) ?? locale;
}

/**
 * Whether two locales name the same language as it is written: `zh-CN` and `zh-Hans`, `nb` and `no`. Other languages' regions
 * are not supplied, for `pt` and `pt-BR` are two files in many projects.
 */
export function isSameLocale(one: string, other: string): boolean {
  const first = comparable(one);
  return first !== undefined && first === comparable(other);
}

function comparable(text: string): string | undefined {
  const canonical = canonicalLocale(text);
  if (canonical === undefined) return undefined;
  const locale = new Intl.Locale(canonical);
  if (locale.language === 'zh') return locale.maximize().toString();
  return locale.language === 'no' ? canonical.replace(/^no/u, 'nb') : canonical;
}
