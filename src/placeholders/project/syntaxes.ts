import type { Unit } from '../../formats/format.ts';
import { formatTable } from '../../formats/formatTable.ts';
import { anyProgram, type FormatFamilies } from '../../formats/placeholderFamilies.ts';
import { findPlaceholders } from '../findPlaceholders.ts';
import { familiesByFlags } from './formatFlags.ts';
import { familiesByFrameworks, interval } from './frameworks.ts';
import { pipeFamilyOf } from '../pipes/pipeParts.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';
import { readPlaceholderSettings, type PlaceholderSettings } from './placeholderSettings.ts';
import { familiesByPath, familiesShownBy, isFrequent, isSymfonyCatalog } from './shownFamilies.ts';
import { termsIn } from '../read/terms.ts';

/** By format id. Texts that are ordered without a locale file have an id of their own. */
const familiesByFormat: ReadonlyMap<string, FormatFamilies> = new Map<string, FormatFamilies>([
  ['markdown-passage', { ...anyProgram, always: [...anyProgram.always, 'code-span'] }],
  ...formatTable.map(({ id, families }) => [id, families] as const),
]);

/** The known facts about a file whose texts are to be protected. */
export interface FileFacts {
  readonly formatId: string;
  /** Relative to the project's root. */
  readonly path?: string;
  /** The project's dependencies, spelled as by `dependencyNames.ts`. */
  readonly dependencies?: readonly string[];
  readonly settings?: PlaceholderSettings;
  /** All units of the file, to find the families that they have in common. */
  readonly units?: readonly Pick<Unit, 'text' | 'flags'>[];
}

/**
 * Returns the families to search in units without flags, by the file's format and the project's libraries. If nothing
 * shows how the strings are filled in, all possible families are searched: a word that is needlessly protected costs
 * less than a program that breaks. Throws PlaceholderSettingError.
 */
export function syntaxesFor(facts: FileFacts): readonly PlaceholderSyntax[] {
  return withSettings(familiesWithoutFlags(facts), facts.settings);
}

/**
 * Returns a function for the families of each unit of a file: the unit's own flags override the facts about the file.
 * The first call of that function reads the settings, and may throw PlaceholderSettingError.
 */
export function syntaxesOfUnits(
  facts: FileFacts,
): (unit: Pick<Unit, 'text' | 'flags'>) => readonly PlaceholderSyntax[] {
  let findTerms: ReturnType<typeof termsIn> | undefined;
  const syntaxesByFlags = new Map<string, readonly PlaceholderSyntax[]>();
  return ({ text, flags = [] }) => {
    const key = flags.join();
    const syntaxes = syntaxesByFlags.get(key) ?? withSettings(familiesWithFlags(flags, facts), facts.settings);
    syntaxesByFlags.set(key, syntaxes);
    findTerms ??= termsIn(readPlaceholderSettings(facts.settings).terms);
    const terms = findTerms(text);
    return terms.length === 0 ? syntaxes : [...syntaxes, ...terms.map((term) => ({ term }))];
  };
}

function familiesWithoutFlags(facts: FileFacts): readonly PlaceholderSyntax[] {
  const { formatId, path = '', dependencies = [], units = [] } = facts;
  // The families of `otherwise` are searched only as long as nothing shows which families the project uses.
  const { always, otherwise = [] } = familiesByFormat.get(formatId) ?? anyProgram;
  // By the first of these that shows them: the path, the libraries, Symfony's folder, the strings.
  let projectFamilies = familiesByPath(path) ?? familiesByFrameworks(formatId, dependencies);
  if (isSymfonyCatalog(path)) projectFamilies ??= symfony;
  projectFamilies ??= familiesByStrings(units, otherwise);
  const certainFamilies = [...always];
  if (units.some(({ text }) => icuChoice.test(text))) certainFamilies.push('icu');
  const familiesInStrings = familiesShownBy(formatId, path, units);
  if (projectFamilies === undefined) {
    // Tools that extract strings flag those with placeholders, so the other strings of such a file have none.
    const isFlagged = units.some(({ flags }) => flags !== undefined);
    if (!isFlagged) certainFamilies.push(...otherwise);
    return distinct([...certainFamilies, ...familiesInStrings, ...pluralByPath(formatId, path)]);
  }

  const families = [...certainFamilies, ...withOnePlural(projectFamilies, path), ...familiesInStrings];
  for (const syntax of otherwise) {
    // Braces are found by their own family; the ICU family would also read quotes as its own.
    if (syntax !== 'icu' && !families.includes(syntax) && isCommon(syntax, units)) families.push(syntax);
  }
  // In `%li%`, printf and percent pairs match different parts, so the project's libraries decide.
  const hasPercentPairs = projectFamilies.includes('percent-pair');
  return distinct(families.filter((syntax) => syntax !== 'printf' || !hasPercentPairs));
}

function familiesWithFlags(flags: readonly string[], facts: FileFacts): readonly PlaceholderSyntax[] {
  if (flags.length === 0) return familiesWithoutFlags(facts);
  const { always } = familiesByFormat.get(facts.formatId) ?? anyProgram;
  const { declared, denied } = familiesByFlags(flags);
  // A flag names the language, and only Python has Python's placeholders.
  const familiesOfLanguage = always.filter((syntax) => syntax !== 'python-percent');
  const families = declared.length > 0 ? familiesOfLanguage : familiesWithoutFlags(facts);
  return distinct([...families.filter((syntax) => !denied.includes(syntax)), ...declared]);
}

/** `{count, plural,` and `{price, number}`, which must never be translated as words. */
const icuChoice = /\{\s*[\w.$-]+\s*,\s*(?:plural|selectordinal|select|number|date|time)\s*[,}]/u;

const symfony: readonly PlaceholderSyntax[] = ['percent-pair', interval, 'symfony-plural'];

/** The folder of Laravel's files: `lang/en/messages.php`, `resources/lang/en.json`. */
const laravelFolder = /(?:^|\/)lang\/[^/]+(?:\.json|\/.*\.php)$/u;

/** Returns Laravel's plurals for a PHP file in Laravel's folder. For projects without a known library. */
function pluralByPath(formatId: string, path: string): readonly PlaceholderSyntax[] {
  return formatId === 'php' && laravelFolder.test(path) ? ['laravel-plural'] : [];
}

/**
 * Removes all families of plurals with bars but one: a project with Laravel or Symfony may also use vue-i18n, and then
 * the folder shows which of them reads a file.
 */
function withOnePlural(families: readonly PlaceholderSyntax[], path: string): readonly PlaceholderSyntax[] {
  const plurals = families.filter((family) => pipeFamilyOf([family]) !== undefined);
  let pluralOfFolder: PlaceholderSyntax = 'vue-plural';
  if (laravelFolder.test(path)) pluralOfFolder = 'laravel-plural';
  else if (/(?:^|\/)translations\//u.test(path)) pluralOfFolder = 'symfony-plural';
  if (!plurals.includes(pluralOfFolder)) return families;
  return families.filter((family) => family === pluralOfFolder || !plurals.includes(family));
}

/** `%name%` of templates, with at least three letters. */
const percentPair = /(?<!%)%[A-Za-z_][\w.-]{2,60}%(?!%)/u;

/** Returns the families of a file that any program could read, if its strings contain percent pairs. */
function familiesByStrings(
  units: readonly Pick<Unit, 'text'>[],
  usualFamilies: readonly PlaceholderSyntax[],
): readonly PlaceholderSyntax[] | undefined {
  if (usualFamilies.length === 0 || !isFrequent(units, (text) => percentPair.test(text))) return undefined;
  return [...usualFamilies, ...symfony];
}

/** Whether so many strings of a file have placeholders of a family that it is no coincidence. */
function isCommon(syntax: PlaceholderSyntax, units: readonly Pick<Unit, 'text'>[]): boolean {
  return isFrequent(units, (text) => findPlaceholders(text, [syntax]).length > 0);
}

/** Applies the families that the user adds and removes; adding takes precedence. */
function withSettings(
  syntaxes: readonly PlaceholderSyntax[],
  settings: PlaceholderSettings | undefined,
): readonly PlaceholderSyntax[] {
  if (settings === undefined) return syntaxes;
  const { add, remove, patterns } = readPlaceholderSettings(settings);
  return distinct([
    ...patterns.map((pattern) => ({ pattern })),
    ...syntaxes.filter((syntax) => typeof syntax === 'object' || !remove.includes(syntax)),
    ...add,
  ]);
}

function distinct(syntaxes: readonly PlaceholderSyntax[]): readonly PlaceholderSyntax[] {
  return [...new Set(syntaxes)];
}
