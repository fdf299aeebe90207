import type { PlaceholderSyntax } from '../read/placeholder.ts';
import { PlaceholderSettingError, type SettingReason } from '../pattern/settingError.ts';
import { compileUserPattern } from '../pattern/compileUserPattern.ts';

/** The placeholder settings of a user or project, as written. */
export interface PlaceholderSettings {
  /** Names of additional families to search, and of families not to search. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Regular expressions. */
  readonly patterns: readonly string[];
  readonly doNotTranslate: readonly string[];
}

/** The settings, validated. */
export interface PlaceholderRules {
  readonly add: readonly FamilyName[];
  readonly remove: readonly FamilyName[];
  readonly patterns: readonly string[];
  readonly terms: readonly string[];
}

/** The families that have a name. */
export type FamilyName = Extract<PlaceholderSyntax, string>;

/** All names; the type demands each of them. */
const families: Readonly<Record<FamilyName, true>> = {
  brace: true,
  chrome: true,
  'code-span': true,
  'color-code': true,
  'dollar-brace': true,
  dotnet: true,
  entity: true,
  fluent: true,
  'i18next-nesting': true,
  icu: true,
  inflection: true,
  'java-date': true,
  laravel: true,
  'laravel-plural': true,
  'line-break': true,
  mustache: true,
  'percent-pair': true,
  printf: true,
  'python-percent': true,
  qt: true,
  reference: true,
  restructuredtext: true,
  ruby: true,
  'symfony-plural': true,
  tag: true,
  template: true,
  url: true,
  vscode: true,
  'vue-link': true,
  'vue-plural': true,
  wikitext: true,
};

/** The valid names for `add` and `remove`, in order. */
export const familyNames: readonly string[] = Object.keys(families);

/** More patterns would slow down the reading of every text. */
const maxPatterns = 50;
const maxTerms = 2000;
const maxTermLength = 200;

/** Validates settings. Throws PlaceholderSettingError for an unknown family, an invalid pattern, too many entries. */
export function readPlaceholderSettings(settings: PlaceholderSettings | undefined): PlaceholderRules {
  const { add = [], remove = [], patterns = [], doNotTranslate = [] } = settings ?? {};
  if (patterns.length > maxPatterns) {
    const reason: SettingReason = { code: 'too-many-patterns', values: [maxPatterns] };
    throw new PlaceholderSettingError({ setting: 'placeholders.patterns', value: patterns[maxPatterns] ?? '', reason });
  }
  for (const pattern of patterns) compileUserPattern(pattern);
  const terms = doNotTranslate.map((term) => term.trim()).filter((term) => term !== '');
  if (terms.length > maxTerms) {
    const reason: SettingReason = { code: 'too-many-terms', values: [maxTerms] };
    throw new PlaceholderSettingError({ setting: 'doNotTranslate', value: terms[maxTerms] ?? '', reason });
  }
  const longTerm = terms.find((term) => term.length > maxTermLength);
  if (longTerm !== undefined) {
    const value = `${longTerm.slice(0, 40).toWellFormed()}…`;
    const reason: SettingReason = { code: 'too-long', values: [maxTermLength] };
    throw new PlaceholderSettingError({ setting: 'doNotTranslate', value, reason });
  }
  return {
    add: familiesOf(add, 'placeholders.add'),
    remove: familiesOf(remove, 'placeholders.remove'),
    patterns,
    terms,
  };
}

/** Returns the names of a setting, all of which must be families. */
function familiesOf(
  names: readonly string[],
  setting: 'placeholders.add' | 'placeholders.remove',
): readonly FamilyName[] {
  return names.map((name) => {
    if (isFamily(name)) return name;
    const reason: SettingReason = { code: 'unknown-family', values: [familyNames.join(', ')] };
    throw new PlaceholderSettingError({ setting, value: name, reason });
  });
}

function isFamily(name: string): name is FamilyName {
  return Object.hasOwn(families, name);
}
