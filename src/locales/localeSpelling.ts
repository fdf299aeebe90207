import { present } from '../base/present.ts';
import { likelyRegion } from './layoutTemplate.ts';
import { canonicalLocale, findLocale, isSameLocale } from '../base/locale.ts';
import { languageWordLike, localeOfLanguageWord } from './languageWord.ts';

/** A project's spelling of locales in file names. */
export interface LocaleSpelling {
  readonly separator: '-' | '_';
  readonly region: 'upper' | 'lower';
  /**
   * Whether Chinese locales are distinguished by region (`zh-CN`, `zh-TW`) or by script (`zh-Hans`, `zh-Hant`). If
   * absent, the requested form is used.
   */
  readonly chinese?: 'region' | 'script';
  /** Every name has a region (`ja_JP`), except for the languages in `withoutRegion`. */
  readonly alwaysHasRegion?: true;
  readonly withoutRegion?: ReadonlySet<string>;
  /** How names are written as a whole: `codes` (`pt-BR`), `capitals` (`PT-BR`, `EN`) or English `words` (`english`). */
  readonly style?: 'codes' | 'capitals' | 'words';
  /**
   * All names that programs accept, such as those of an app store: `de-DE`, `ja`, `iw-IL`. A locale that none of them
   * means is spelled by the other rules.
   */
  readonly accepted?: readonly string[];
  /** Android writes `pt-rBR` and `b+sr+Latn`; gettext `sr@latin`. */
  readonly dialect?: 'android' | 'gettext';
}

export const bcp47Spelling: LocaleSpelling = { separator: '-', region: 'upper' };
/** The spelling of gettext's files: `pt_BR`, `zh_CN`, `sr@latin`. */
export const gettextSpelling: LocaleSpelling = {
  separator: '_',
  region: 'upper',
  chinese: 'region',
  dialect: 'gettext',
};

/**
 * Returns the spelling of a project's locale names. Properties that the names do not show are taken from `otherwise`.
 * `namesOfFile` are those of the same file in other locales, if there are any: they alone show the style.
 */
export function spellingOf(
  names: readonly string[],
  otherwise: LocaleSpelling = bcp47Spelling,
  namesOfFile: readonly string[] = [],
): LocaleSpelling {
  const separators: LocaleSpelling['separator'][] = [];
  const regionCases: LocaleSpelling['region'][] = [];
  for (const name of names) {
    // The separator, and the region or script: `-` and `BR` of `pt-BR`, `_` and `Hant` of `zh_Hant`.
    const [, separator, part = ''] = /^[A-Za-z]{2,3}([-_])([A-Za-z]{4}|r?[A-Za-z]{2})(?![A-Za-z0-9])/u.exec(name) ?? [];
    if (separator === undefined) continue;
    separators.push(separator === '_' ? '_' : '-');
    regionCases.push(part === part.toLowerCase() ? 'lower' : 'upper');
  }
  const shownByNames = present({
    chinese: chineseForm(names),
    style: styleOf(namesOfFile.length > 0 ? namesOfFile : names),
    separator: mostFrequent(separators),
    region: mostFrequent(regionCases),
  });
  const spelling: LocaleSpelling = { ...otherwise, ...shownByNames };
  return haveRegions(names) ? { ...spelling, alwaysHasRegion: true } : spelling;
}

/** Returns the most frequent value, the first one of several equally frequent; undefined if there is none. */
function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [mostFrequentEntry] = [...counts].sort(([, count], [, otherCount]) => otherCount - count);
  return mostFrequentEntry?.[0];
}

function styleOf(names: readonly string[]): LocaleSpelling['style'] {
  if (names.length === 0) return undefined;
  if (names.every((name) => /^[A-Z]{2}(?:[-_][A-Z]{2})?$/u.test(name))) return 'capitals';
  return names.some((name) => localeOfLanguageWord(name) !== undefined) ? 'words' : 'codes';
}

/** Languages whose region usually distinguishes two written forms, so that it says nothing about other languages. */
const languagesWithTwoForms = new Set(['pt', 'zh']);

/**
 * Whether a project gives every locale a region: names with a needless region (`fr-FR`) are more than twice as many as
 * names without any. A region as in `pt-BR` or `fr-CA` proves nothing.
 */
function haveRegions(names: readonly string[]): boolean {
  let withNeedlessRegion = 0;
  let withoutRegion = 0;
  for (const name of names) {
    // `zh` and `TW` of `zh_Hant_TW`; `pt` and `BR` of Android's `pt-rBR`.
    const [, language = '', region] =
      /^([A-Za-z]{2,3})(?:[-_][A-Z][a-z]{3})?(?:[-_]r?([A-Za-z]{2}|\d{3}))?(?![A-Za-z0-9])/u.exec(name) ?? [];
    if (region === undefined) withoutRegion += 1;
    else if (!languagesWithTwoForms.has(language.toLowerCase()) && likelyRegion(language) === region.toUpperCase())
      withNeedlessRegion += 1;
  }
  return names.length > 1 && withNeedlessRegion > 2 * withoutRegion;
}

/** Returns `script` for `zh-Hans`, `region` for `zh_CN` or Android's `zh-rTW`; undefined if no name is Chinese. */
function chineseForm(names: readonly string[]): 'region' | 'script' | undefined {
  if (names.some((name) => /^zh[-_+]han[st]/iu.test(name))) return 'script';
  return names.some((name) => /^zh[-_]r?(?:CN|TW|HK|SG|MO)$/iu.test(name)) ? 'region' : undefined;
}

/**
 * Returns a locale in the project's spelling: the existing name (`zh-CN` for `zh-Hans`) if there is one. Throws an
 * Error for an invalid locale, so that no other text can get into a path.
 */
export function spell(locale: string, spelling: LocaleSpelling, existing: readonly string[]): string {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) throw new Error(`"${locale}" is not a locale.`);
  // A code, or a language's word such as `german`; `''`, for any other name, is the same as no locale.
  const existingName =
    findLocale(existing, canonical) ??
    existing.find((name) => isSameLocale(localeOfLanguageWord(name) ?? '', canonical));
  if (existingName !== undefined) return existingName;
  const acceptedName = spelling.accepted && acceptedFor(canonical, spelling.accepted);
  if (acceptedName !== undefined) return acceptedName;
  if (spelling.style === 'words') {
    const word = languageWordLike(inChineseForm(canonical, { ...spelling, chinese: 'script' }), existing);
    if (word !== undefined) return word;
  }
  const name = withRegion(inChineseForm(canonical, spelling), spelling);
  if (spelling.dialect === 'android') return androidName(name);
  if (spelling.style === 'capitals') return name.toUpperCase().replaceAll('-', spelling.separator);
  const inCase = (text: string): string => (spelling.region === 'lower' ? text.toLowerCase() : text);
  // gettext: `sr-Latn-RS` → `sr_RS@latin`.
  const [, language, script, region = ''] = /^([a-z]{2,3})-(Latn|Cyrl)(.*)$/u.exec(name) ?? [];
  if (spelling.dialect === 'gettext' && language !== undefined) {
    const modifier = script === 'Latn' ? 'latin' : 'cyrillic';
    return inCase(`${language}${region.replaceAll('-', '_')}@${modifier}`);
  }
  return inCase(name).replaceAll('-', spelling.separator);
}

/**
 * Returns the name that means a locale: `de-DE` for `de`, `zh-TW` for `zh-Hant`, `no` for `nb`, `iw-IL` for `he`.
 * Undefined for a locale that none means: the only name of a language may be that of another region.
 */
function acceptedFor(canonical: string, accepted: readonly string[]): string | undefined {
  const wholeName = (name: string): string => {
    const locale = canonicalLocale(name) ?? localeOfLanguageWord(name) ?? name;
    return new Intl.Locale(locale.replace(/^no(?=-|$)/u, 'nb')).maximize().baseName;
  };
  return findLocale(accepted, canonical) ?? accepted.find((name) => wholeName(name) === wholeName(canonical));
}

/** Converts a Chinese locale to the form that the project uses: `zh-Hant` ↔ `zh-TW`. Any other locale is unchanged. */
function inChineseForm(canonical: string, { chinese, alwaysHasRegion }: LocaleSpelling): string {
  if ((chinese === undefined && alwaysHasRegion === undefined) || !canonical.startsWith('zh-')) return canonical;
  const { script = 'Hans', region = 'CN' } = new Intl.Locale(canonical).maximize();
  if (chinese !== 'script') return `zh-${region}`;
  // `zh-TW` → `zh-Hant`, but `zh-HK` → `zh-Hant-HK`.
  const usualRegion = new Intl.Locale(`zh-${script}`).maximize().region;
  return region === usualRegion ? `zh-${script}` : `zh-${script}-${region}`;
}

/** Adds the most likely region if all names of the project have one: `ja` → `ja-JP`. */
function withRegion(canonical: string, { alwaysHasRegion, withoutRegion }: LocaleSpelling): string {
  if (alwaysHasRegion === undefined || withoutRegion?.has(canonical) === true) return canonical;
  const { language, script, region } = new Intl.Locale(canonical);
  const addedRegion = likelyRegion(canonical);
  if (region !== undefined || addedRegion === '') return canonical;
  return [language, script, addedRegion].filter((subtag) => subtag !== undefined).join('-');
}

/** Returns a locale's resource qualifier: `pt`, in the older form `pt-rBR`, and for all others `b+sr+Latn`. */
function androidName(canonical: string): string {
  if (/^[a-z]{2,3}$/u.test(canonical)) return canonical;
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2})$/u.exec(canonical) ?? [];
  if (language === undefined || region === undefined) return `b+${canonical.replaceAll('-', '+')}`;
  return `${language}-r${region}`;
}
