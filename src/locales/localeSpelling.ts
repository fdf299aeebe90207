import { canonicalLocale, isSameLocale } from './locale.ts';

/** How a project spells locales in its files' names. */
export interface LocaleSpelling {
  readonly separator: '-' | '_';
  readonly region: 'upper' | 'lower';
}

export const bcp47Spelling: LocaleSpelling = { separator: '-', region: 'upper' };

/** The spelling that the first name with a region or script shows; `otherwise` when none does. */
export function spellingOf(names: readonly string[], otherwise: LocaleSpelling = bcp47Spelling): LocaleSpelling {
  for (const name of names) {
    const [, separator, part = ''] = /^[a-z]{2,3}([-_])([A-Za-z]+)/u.exec(name) ?? [];
    if (separator === '-' || separator === '_') return { separator, region: part === part.toLowerCase() ? 'lower' : 'upper' };
  }
  return otherwise;
}

/**
 * A locale as the project writes it: the name it already has (`zh-CN` for `zh-Hans`) if it has one, else in the project's
 * spelling. Throws an Error for what is no locale, so that nothing else can get into a path.
 */
export function spell(locale: string, spelling: LocaleSpelling, existing: readonly string[]): string {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) throw new Error(`"${locale}" is not a locale.`);
  const known = existing.find((name) => canonicalLocale(name) === canonical) ?? existing.find((name) => isSameLocale(name, canonical));
  if (known !== undefined) return known;
  const cased = spelling.region === 'lower' ? canonical.toLowerCase() : canonical;
  return cased.replaceAll('-', spelling.separator);
}
