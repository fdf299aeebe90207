import type { PluralMechanism } from '../../../locales/plurals/runtimePluralForms.ts';

/** How the program that reads a locale file uses plural forms. */
export interface PluralUse {
  readonly mechanism: PluralMechanism;
  /**
   * What the translation's own plural sets say about the forms that the program reads; absent if it certainly has the
   * language's rules. `against`: it has them, unless the sets lack a form. `for`: it may have them. Ruby's I18n reads
   * only `one` and `other` until a gem or the project adds rules; further forms are ordered if the sets have them, but
   * don't prove it: Redmine's Russian file has them from a gem that it doesn't load.
   */
  readonly evidenceOfSets?: 'against' | 'for';
  /** The form `zero` is read for 0 in every language. */
  readonly readsZero?: true;
  /**
   * `=0`, `=1` and `=2` are other names of `zero`, `one` and `two`, as in Dart: the tool `gen-l10n` passes both to the
   * same parameter of `Intl.pluralLogic`, and the last one in the message counts.
   * https://github.com/flutter/flutter/blob/master/packages/flutter_tools/lib/src/localizations/gen_l10n.dart
   */
  readonly exactIsCategory?: true;
  /**
   * A key without a suffix is read where a plural form is missing: in English and without `boys_one`, `boys` is the
   * singular of `boys_other` (i18next's `Translator.resolve`: the key with the form's suffix, then the key alone).
   */
  readonly keyIsFallback?: true;
  /** A count is always a whole number: the parameter of Android's `getQuantityString` is an `int`. */
  readonly countsAreIntegers?: true;
}

interface ProjectFacts {
  readonly formatId: string;
  readonly path: string;
  /** See `dependencyNames.ts`. */
  readonly dependencies: readonly string[];
  /** One of `pluralRuleFiles` exists. */
  readonly hasOwnRules?: boolean;
}

/** Android's resources, and those of Compose Multiplatform and moko-resources, whose counts are of Kotlin's type `Int`. */
const resourceFormats: ReadonlySet<string> = new Set(['android-xml', 'compose-xml', 'moko-xml']);
const yamlFormats: ReadonlySet<string> = new Set(['yaml', 'yaml-1.1', 'yaml-locales']);

/**
 * Returns the files in which a Rails project defines plural rules of its own, by a convention that Discourse, Diaspora
 * and most others follow: the folder `config/locales` is loaded with its Ruby files.
 */
export function pluralRuleFiles({ formatId, path }: Pick<ProjectFacts, 'formatId' | 'path'>): readonly string[] {
  if (!yamlFormats.has(formatId)) return [];
  // `engines/shop/config/locales/admin/de.yml → engines/shop/config/locales/`
  const folder = /^(?:.*\/)?config\/locales\//u.exec(path)?.[0];
  if (folder === undefined) return [];
  return [`${folder}plurals.rb`, `${folder}cldr/plurals.rb`];
}

/** Formats in which i18next's plural sets are keys with suffixes. */
const suffixFormats: ReadonlySet<string> = new Set(['json', 'json-locales', 'json5', 'javascript', 'typescript']);

/** Gems that load the plural rules of rails-i18n, or those of Russian. */
const ruleGems: readonly string[] = ['gem:rails-i18n', 'gem:russian'];
/** Gems that load Ruby's I18n, without rules. */
const rubyGems: readonly string[] = ['gem:rails', 'gem:railties', 'gem:i18n', 'gem:activesupport'];

/**
 * Returns how a project uses plural forms.
 *
 * - Ruby's I18n (`I18n::Backend::Base#pluralization_key`) reads `zero` for 0, if a set has it, `one` for 1, and `other`.
 *   rails-i18n includes `I18n::Backend::Pluralization` and adds rules; then `zero` is still read for 0.
 * - i18next looks for the suffix `_zero` before any other if the count is 0 (`needsZeroSuffixLookup` in `Translator`).
 * - i18n-js and counterpart have only the rule of English until the program registers others, and also read `zero` for 0.
 * - Dart's `Intl.pluralLogic` uses `zero`, `one` and `two` for exactly these numbers before it applies a rule.
 */
export function pluralUseOf({ formatId, path, dependencies, hasOwnRules = false }: ProjectFacts): PluralUse {
  const hasAny = (packages: readonly string[]): boolean => packages.some((name) => dependencies.includes(name));
  if (resourceFormats.has(formatId)) return { mechanism: 'cldr', countsAreIntegers: true };
  if (formatId === 'arb') return { mechanism: 'cldr', readsZero: true, exactIsCategory: true };
  if (yamlFormats.has(formatId)) {
    if (hasAny(ruleGems) || hasOwnRules) return { mechanism: 'rails-i18n', evidenceOfSets: 'against', readsZero: true };
    if (hasAny(rubyGems)) return { mechanism: 'rails-i18n', evidenceOfSets: 'for', readsZero: true };
    const isInRailsFolder = /(?:^|\/)config\/locales\//u.test(path);
    if (isInRailsFolder) return { mechanism: 'rails-i18n', evidenceOfSets: 'against', readsZero: true };
    return { mechanism: 'cldr' };
  }
  const hasEnglishRule = hasAny(['i18n-js', 'gem:i18n-js', 'counterpart']);
  if (formatId === 'json-plurals')
    return hasEnglishRule ? { mechanism: 'cldr', evidenceOfSets: 'for', readsZero: true } : { mechanism: 'cldr' };
  if (!suffixFormats.has(formatId)) return { mechanism: 'cldr' };
  if (hasAny(['i18n-js'])) return { mechanism: 'cldr', evidenceOfSets: 'for', readsZero: true };
  return { mechanism: 'cldr', readsZero: true, keyIsFallback: true };
}
