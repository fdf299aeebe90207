import { present } from '../base/present.ts';
import { likelyRegion } from './layoutTemplate.ts';
import { canonicalLocale, findLocale } from '../base/locale.ts';

/** A project's spelling of locales in file names. */
export interface LocaleSpelling {
  readonly separator: '-' | '_';
  readonly region: 'upper' | 'lower';
  /**
   * Whether Chinese locales are distinguished by region (`zh-CN`, `zh-TW`) or by script (`zh-Hans`, `zh-Hant`). If
   * absent, the requested form is used.
   */
  readonly chinese?: 'region' | 'script';
  /** Every name has a region (`ja_JP`), except for the languages in `bare`. */
  readonly regions?: 'always';
  readonly bare?: ReadonlySet<string>;
  /** Android writes `pt-rBR` and `b+sr+Latn`; gettext `sr@latin`. */
  readonly dialect?: 'android' | 'gettext';
}

export const bcp47Spelling: LocaleSpelling = { separator: '-', region: 'upper' };

/** Minimum number of names, all with a region, from which a project is assumed to give every locale a region. */
const minRegions = 3;

/**
 * Returns the spelling of a project's locale names. Properties that the names do not show are taken from `otherwise`.
 */
export function spellingOf(names: readonly string[], otherwise: LocaleSpelling = bcp47Spelling): LocaleSpelling {
  const chinese = chineseForm(names) ?? otherwise.chinese;
  const hasRegions = names.length >= minRegions && names.every((name) => /[-_]r?(?:[A-Za-z]{2}|\d{3})$/u.test(name));
  const habit: LocaleSpelling = {
    ...otherwise,
    ...present({ chinese, regions: hasRegions ? ('always' as const) : undefined }),
  };
  for (const name of names) {
    const [, separator, part = ''] = /^[A-Za-z]{2,3}([-_])([A-Za-z]+)/u.exec(name) ?? [];
    if (separator === '-' || separator === '_')
      return { ...habit, separator, region: part === part.toLowerCase() ? 'lower' : 'upper' };
  }
  return habit;
}

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
  const known = findLocale(existing, canonical);
  if (known !== undefined) return known;
  const name = withRegion(inChineseForm(canonical, spelling), spelling);
  if (spelling.dialect === 'android') return androidName(name);
  const cased = spelling.region === 'lower' ? name.toLowerCase() : name;
  const [, language = '', script = '', rest = ''] = /^([a-z]{2,3})-(Latn|Cyrl)(.*)$/u.exec(cased) ?? [];
  if (spelling.dialect === 'gettext' && language !== '')
    return `${language}${rest.replaceAll('-', '_')}@${script === 'Latn' ? 'latin' : 'cyrillic'}`;
  return cased.replaceAll('-', spelling.separator);
}

/** Converts a Chinese locale to the form with a region or a script, as the project uses it. */
function inChineseForm(canonical: string, { chinese }: LocaleSpelling): string {
  if (chinese === undefined || !canonical.startsWith('zh-')) return canonical;
  const { script = 'Hans', region = 'CN' } = new Intl.Locale(canonical).maximize();
  if (chinese === 'region') return `zh-${region}`;
  const usual = new Intl.Locale(`zh-${script}`).maximize().region;
  return region === usual ? `zh-${script}` : `zh-${script}-${region}`;
}

function withRegion(canonical: string, { regions, bare }: LocaleSpelling): string {
  if (regions === undefined || bare?.has(canonical) === true || new Intl.Locale(canonical).region !== undefined)
    return canonical;
  const region = likelyRegion(canonical);
  const { language, script } = new Intl.Locale(canonical);
  return region === '' ? canonical : [language, ...(script === undefined ? [] : [script]), region].join('-');
}

/**
 * Returns a resource qualifier: a language, or a language and a two-letter region in the older form; otherwise `b+` and
 * subtags.
 */
function androidName(canonical: string): string {
  if (/^[a-z]{2,3}$/u.test(canonical)) return canonical;
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2})$/u.exec(canonical) ?? [];
  return language === undefined || region === undefined
    ? `b+${canonical.replaceAll('-', '+')}`
    : `${language}-r${region}`;
}
