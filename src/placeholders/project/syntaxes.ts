import type { Unit } from '../../formats/format.ts';
import { formatTable } from '../../formats/formatTable.ts';
import { anyProgram, type FormatFamilies } from '../../formats/placeholderFamilies.ts';
import { findPlaceholders } from '../findPlaceholders.ts';
import { elementsOfTexts, isHtmlKey } from './elementsOfTexts.ts';
import { familiesByFlags } from './formatFlags.ts';
import { familiesByFrameworks, interval } from './frameworks.ts';
import { pipeFamilyOf } from '../pipes/pipeParts.ts';
import { isVueFamily } from '../pipes/vueRules.ts';
import { printfOfC, type PlaceholderSyntax } from '../read/placeholder.ts';
import { passedValues } from './passedValues.ts';
import { readPlaceholderSettings, type PlaceholderSettings } from './placeholderSettings.ts';
import {
  familiesByPath,
  familiesShownBy,
  isFrequent,
  isSymfonyCatalog,
  numberedArgument,
  percentFamiliesOf,
} from './shownFamilies.ts';
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
  /**
   * The project's dependencies, spelled as by `dependencyNames.ts`; with the family of vue-i18n's plurals among them if
   * the project's code gives it rules.
   */
  readonly dependencies?: readonly string[];
  readonly settings?: PlaceholderSettings;
  /** All units of the file, to find the families that they have in common. */
  readonly units?: readonly (Pick<Unit, 'text' | 'flags'> & Partial<Pick<Unit, 'id' | 'note'>>)[];
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
): (unit: Pick<Unit, 'text' | 'flags'> & Partial<Pick<Unit, 'id' | 'note'>>) => readonly PlaceholderSyntax[] {
  let findTerms: ReturnType<typeof termsIn> | undefined;
  const { formatId, units = [], settings } = facts;
  const elements = elementsOfTexts(formatId, units);
  const valuesOf = passedValues(formatId, units);
  const isOfC = unitsOfC(facts);
  const isOtherLanguage = isWithoutPython(facts);
  const syntaxesByFlags = new Map<string, readonly PlaceholderSyntax[]>();
  const familiesOfUnit = (
    flags: readonly string[],
    shown: readonly PlaceholderSyntax[],
    evidence: readonly PlaceholderSyntax[],
  ): readonly PlaceholderSyntax[] => {
    const families = familiesWithFlags(flags, facts, shown);
    const isWithout = isOtherLanguage || evidence.includes(printfOfC);
    const possible = isWithout && flags.length === 0 ? families.filter((one) => one !== 'python-percent') : families;
    return [...possible, ...evidence];
  };
  return (unit) => {
    const { text, flags = [], id = '' } = unit;
    const shown = percentFamiliesOf(text);
    const shownElements = elements ?? (isHtmlKey(formatId, id) ? 'elements: html' : undefined);
    const evidence: PlaceholderSyntax[] = shownElements === undefined ? [] : [shownElements];
    const isC = isOfC(unit);
    if (isC) evidence.push(printfOfC);
    const key = [...shown, shownElements ?? '', String(isC), ...flags].join();
    const syntaxes = syntaxesByFlags.get(key) ?? withSettings(familiesOfUnit(flags, shown, evidence), settings);
    syntaxesByFlags.set(key, syntaxes);
    findTerms ??= termsIn(readPlaceholderSettings(facts.settings).terms);
    const more = [...valuesOf({ text, id }), ...findTerms(text).map((term) => ({ term }))];
    return more.length === 0 ? syntaxes : [...syntaxes, ...more];
  };
}

const flagsOfC: ReadonlySet<string> = new Set(['c-format', 'objc-format', 'gcc-internal-format']);
/** Ids of formats that only the toolkits of C++ and Objective-C read. */
const formatsOfC: ReadonlySet<string> = new Set(['qt', 'strings', 'stringsdict', 'xcstrings']);
/** The places in the code, as a note has them: `Used in src/main.c:12, data/window.ui:3 …`. */
const placesInNote = /^Used in (.+)$/mu;
/** Files of C and its relatives, and of the windows and data around them. */
const fileOfC = /\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm|vala|ui|glade|blp|desktop|in|xml)(?::\d+)?$/u;
const codeOfC = /\.(?:c|cc|cpp|cxx|m|mm|vala)(?::\d+)?$/u;

/** Returns the places in the code that the note of a PO entry names. */
function placesOf({ note = '' }: Partial<Pick<Unit, 'note'>>): readonly string[] {
  return placesInNote.exec(note)?.[1]?.replace(/ …$/u, '').split(', ') ?? [];
}

/** The facts about a unit that show the language of its program. */
type FactsOfLanguage = Pick<Unit, 'flags'> & Partial<Pick<Unit, 'note'>>;

/**
 * Returns a function that says whether the program which reads a unit certainly has the printf of C. The formats of the
 * toolkits of C++ and Objective-C show this. In a PO file, the flags and the places in the code of the unit do; for a unit
 * that has neither, those of all units.
 */
function unitsOfC({ formatId, units = [] }: FileFacts): (unit: FactsOfLanguage) => boolean {
  if (formatsOfC.has(formatId)) return () => true;
  if (formatId !== 'po') return () => false;
  const areOfC = (flags: readonly string[], places: readonly string[]): boolean => {
    const isNamed = flags.length > 0 || places.some((place) => codeOfC.test(place));
    return isNamed && flags.every((flag) => flagsOfC.has(flag)) && places.every((place) => fileOfC.test(place));
  };
  const flagsOf = ({ flags = [] }: FactsOfLanguage): readonly string[] =>
    flags.filter((flag) => !flag.startsWith('no-'));
  const isFileOfC = areOfC([...new Set(units.flatMap(flagsOf))], units.flatMap(placesOf));
  return (unit) => {
    const [flags, places] = [flagsOf(unit), placesOf(unit)];
    return flags.length + places.length === 0 ? isFileOfC : areOfC(flags, places);
  };
}

/** Prefixes of packages of languages whose programs format their texts themselves. */
const otherLanguages = /^(?:composer|gem|hex|maven|nuget):/u;

/**
 * Whether a PO file is certainly of no program in Python: the project has packages of another language and none of
 * Python, and no text has Python's `%(name)s`. Python alone fails if a text lacks an argument, or numbers them.
 */
function isWithoutPython({ formatId, dependencies = [], units = [] }: FileFacts): boolean {
  return (
    formatId === 'po' &&
    dependencies.some((name) => otherLanguages.test(name)) &&
    !dependencies.some((name) => name.startsWith('pypi:')) &&
    !units.some(({ text }) => text.includes('%('))
  );
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
  // There, `%1x%2` is `%1` and `%2`, not printf's conversion to hexadecimal digits.
  const hasOnlyNumbers =
    familiesInStrings.includes(numberedArgument) &&
    !units.some(({ text }) => percentFamiliesOf(text).includes('printf'));
  if (projectFamilies === undefined)
    return distinct(
      [...certainFamilies, ...otherwise, ...familiesInStrings, ...pluralByPath(formatId, path)].filter(
        (syntax) => syntax !== 'printf' || !hasOnlyNumbers,
      ),
    );

  const families = [...certainFamilies, ...withOnePlural(projectFamilies, path), ...familiesInStrings];
  for (const syntax of otherwise) {
    // Braces are found by their own family; the ICU family would also read quotes as its own.
    if (syntax !== 'icu' && !families.includes(syntax) && isCommon(syntax, units)) families.push(syntax);
  }
  // In `%li%`, printf and percent pairs match different parts, so the project's libraries decide.
  const hasPercentPairs = projectFamilies.includes('percent-pair');
  const possibleFamilies = families.filter((syntax) => syntax !== 'printf' || !(hasPercentPairs || hasOnlyNumbers));
  const vueFamily = dependencies.find(isVueFamily) ?? 'vue-plural';
  return distinct(possibleFamilies.map((syntax) => (syntax === 'vue-plural' ? vueFamily : syntax)));
}

/** The name by which the settings know a family. */
function nameOf(family: Extract<PlaceholderSyntax, string>): Extract<PlaceholderSyntax, string> {
  return isVueFamily(family) ? 'vue-plural' : family;
}

/**
 * Returns the families of a unit with these flags, which say nothing about other units. `shown`: the families that
 * its text shows. These are filled in by the code, whatever library loads the text.
 */
function familiesWithFlags(
  flags: readonly string[],
  facts: FileFacts,
  shown: readonly PlaceholderSyntax[],
): readonly PlaceholderSyntax[] {
  const { always, otherwise = [] } = familiesByFormat.get(facts.formatId) ?? anyProgram;
  const { declared, denied } = familiesByFlags(flags);
  // A flag names the language, and only Python has Python's placeholders.
  const familiesOfLanguage = always.filter((syntax) => syntax !== 'python-percent');
  const families =
    declared.length > 0 ? [...familiesOfLanguage, ...familiesBesideFlags(facts)] : [...familiesWithoutFlags(facts)];
  const isDeclaredByPath = familiesByPath(facts.path ?? '') !== undefined;
  const mayBeFormatted = !isDeclaredByPath && [...always, ...otherwise].includes('printf');
  if (declared.length === 0 && mayBeFormatted) families.push(...shown);
  return distinct([...families.filter((syntax) => !denied.includes(syntax)), ...declared]);
}

/** Returns what a file's strings show that a flag does not decide: markup and names that code replaces after formatting. */
function familiesBesideFlags({ formatId, path = '', units = [] }: FileFacts): readonly PlaceholderSyntax[] {
  return familiesShownBy(formatId, path, units).filter(
    (syntax) => typeof syntax === 'object' && syntax !== numberedArgument,
  );
}

/** `{count, plural,` and `{price, number}`, which must never be translated as words. */
const icuChoice = /\{\s*[\w.$-]+\s*,\s*(?:plural|selectordinal|select|number|date|time|choice)\s*[,}]/u;

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
    ...syntaxes.filter((syntax) => typeof syntax === 'object' || !remove.includes(nameOf(syntax))),
    ...add,
  ]);
}

function distinct(syntaxes: readonly PlaceholderSyntax[]): readonly PlaceholderSyntax[] {
  return [...new Set(syntaxes)];
}
