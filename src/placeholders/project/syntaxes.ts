import type { Unit } from '../../formats/format.ts';
import { findPlaceholders } from '../findPlaceholders.ts';
import { saidByFlags } from './formatFlags.ts';
import { saidByFrameworks } from './frameworks.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';
import { readPlaceholderSettings, type PlaceholderSettings } from './placeholderSettings.ts';
import { termsIn } from '../read/terms.ts';

/** What may stand in any text of an interface. */
const everywhere: readonly PlaceholderSyntax[] = ['url', 'template', 'tag', 'entity'];

/** What nobody writes who does not mean a placeholder: to look for it is no guess. Words, amounts and dates look like the others at times. */
const unmistakable: readonly PlaceholderSyntax[] = [
  'mustache',
  'dollar-brace',
  'i18next-nesting',
  'ruby',
  'python-percent',
];

interface FormatRow {
  /** What the format itself means, or any program that could read it. */
  readonly always: readonly PlaceholderSyntax[];
  /** What is looked for besides while neither the project nor the file says what it uses. */
  readonly otherwise?: readonly PlaceholderSyntax[];
}

/**
 * Files of JavaScript and whatever is not listed. Whichever library looks such texts up, the program often fills them in by
 * a `sprintf` or a `replace('{name}', …)` of its own, and prose with braces is rare: those two are always looked for.
 */
const anyModule: FormatRow = { always: [...everywhere, ...unmistakable, 'printf', 'brace'], otherwise: ['icu'] };
/** Read by libraries of many languages, each of which has one way. Dates and amounts stand here too, as `%b %d` and `%n %u`. */
const anyDocument: FormatRow = { always: [...everywhere, ...unmistakable], otherwise: ['printf', 'brace'] };

/** A destination in Markdown's round brackets: most are paths, which the family of URLs does not know. */
const linkDestination: PlaceholderSyntax = { pattern: '(?<=\\]\\()[^\\s()<>\\[\\]]+(?=[\\s)])' };
/** `{#id}` and `{.class}` behind a heading or a block. */
const attributeList: PlaceholderSyntax = { pattern: '\\{:?[ ]?[#.][^{}\\n]+\\}' };

/** Families by the id of the format. What is not listed is `anyModule`. */
const byFormat: Readonly<Record<string, FormatRow>> = {
  arb: { always: [...everywhere, 'icu', 'brace'] },
  'angular-json': { always: [...everywhere, 'icu', 'mustache', 'brace'] },
  formatjs: { always: [...everywhere, 'icu', 'brace'] },
  chrome: { always: [...everywhere, 'chrome', 'mustache'] },
  'package-nls': { always: [...everywhere, 'vscode', 'brace', 'code-span'] },
  toml: anyDocument,
  yaml: anyDocument,
  po: anyDocument,
  'android-xml': { always: [...everywhere, 'printf', 'java-date', 'brace'] },
  strings: { always: [...everywhere, 'printf'] },
  stringsdict: { always: [...everywhere, 'printf'] },
  xcstrings: { always: [...everywhere, 'printf'] },
  resx: { always: [...everywhere, 'dotnet'] },
  qt: { always: [...everywhere, 'qt', 'printf'] },
  xliff: { always: [...everywhere, 'mustache', 'dollar-brace'], otherwise: ['printf', 'icu', 'brace'] },
  properties: { always: [...everywhere, 'mustache', 'dollar-brace', 'brace', 'dotnet'], otherwise: ['printf', 'icu'] },
  fluent: { always: [...everywhere, 'fluent', 'brace'] },
  php: { always: [...everywhere, ...unmistakable], otherwise: ['laravel', 'printf', 'brace'] },
  html: { always: [...everywhere, 'mustache', 'dollar-brace'] },
  markdown: { always: [...everywhere, 'code-span', 'mustache', linkDestination, attributeList] },
  mdx: { always: [...everywhere, 'code-span', 'mustache', 'brace', linkDestination] },
  'markdown-passage': {
    always: [...anyModule.always, 'code-span'],
    ...(anyModule.otherwise === undefined ? {} : { otherwise: anyModule.otherwise }),
  },
  srt: { always: ['url', 'tag'] },
  vtt: { always: ['url', 'tag', 'entity'] },
};

/** What is known of a file whose texts are to be protected. */
export interface FileFacts {
  readonly formatId: string;
  /** Relative to the project's root. */
  readonly path?: string;
  /** What the project depends on, spelled as by `dependencyNames.ts`. */
  readonly dependencies?: readonly string[];
  readonly settings?: PlaceholderSettings;
  /** All texts of the file, for what they have in common. */
  readonly units?: readonly Pick<Unit, 'text' | 'flags'>[];
}

/**
 * The families to look for in the texts of a file that have no flags of their own: by its format and by the libraries of the project.
 * Where nothing says what the texts are filled in by, all that could be is looked for: a word that needlessly stays
 * as it is costs less than a program that breaks. Throws PlaceholderSettingError.
 */
export function syntaxesFor(facts: FileFacts): readonly PlaceholderSyntax[] {
  return withSettings(unflagged(facts), facts.settings);
}

/** The families to look for in each text of a file: its own flags win over what is known of the file. Settings are read when a text is asked about: what it returns throws PlaceholderSettingError, and it does not. */
export function syntaxesOfUnits(
  facts: FileFacts,
): (unit: Pick<Unit, 'text' | 'flags'>) => readonly PlaceholderSyntax[] {
  let termsOf: ReturnType<typeof termsIn> | undefined;
  const known = new Map<string, readonly PlaceholderSyntax[]>();
  return ({ text, flags = [] }) => {
    const key = flags.join();
    const syntaxes =
      known.get(key) ?? withSettings(flags.length === 0 ? unflagged(facts) : flagged(flags, facts), facts.settings);
    known.set(key, syntaxes);
    termsOf ??= termsIn(readPlaceholderSettings(facts.settings).terms);
    const terms = termsOf(text);
    return terms.length === 0 ? syntaxes : [...syntaxes, ...terms.map((term) => ({ term }))];
  };
}

function unflagged(facts: FileFacts): readonly PlaceholderSyntax[] {
  const { formatId, path = '', dependencies = [], units = [] } = facts;
  const { always, otherwise = [] } = byFormat[formatId] ?? anyModule;
  const said = saidByPath(path) ?? saidByFrameworks(formatId, dependencies) ?? saidByTexts(units, otherwise);
  const choices = units.some(({ text }) => icuChoice.test(text)) ? (['icu'] as const) : [];
  // Who extracts texts flags those with placeholders: the others of such a file have none, by the tool's own judgement.
  const isFlagged = units.some(({ flags }) => flags !== undefined);
  if (said === undefined) return distinct([...always, ...choices, ...(isFlagged ? [] : otherwise)]);
  const named = [...always, ...choices, ...said];
  // Braces are found by their own family; that of ICU would also read quotes as its own.
  const common = otherwise.filter((syntax) => syntax !== 'icu' && !named.includes(syntax) && isCommon(syntax, units));
  // Of `%li%` printf and pairs of percent signs see different parts, so the project's word decides.
  return distinct([...named, ...common].filter((syntax) => syntax !== 'printf' || !said.includes('percent-pair')));
}

function flagged(flags: readonly string[], facts: FileFacts): readonly PlaceholderSyntax[] {
  const { always } = byFormat[facts.formatId] ?? anyModule;
  const { declared, denied } = saidByFlags(flags);
  const base = declared.length > 0 ? always : unflagged(facts);
  return distinct([...base.filter((syntax) => !denied.includes(syntax)), ...declared]);
}

/** A message with a type or with branches, which must never be translated as words. */
const icuChoice = /\{\s*[\w.$-]+\s*,\s*(?:plural|selectordinal|select|number|date|time)\s*[,}]/u;

/** Symfony says it in the name of the file: `messages+intl-icu.en.yaml`. */
function saidByPath(path: string): readonly PlaceholderSyntax[] | undefined {
  return /\+intl-icu\.[^/]*$/u.test(path) ? ['icu', 'brace'] : undefined;
}

/** `%name%` of templates, of three letters at least. */
const percentPair = /(?<!%)%[A-Za-z_][\w.-]{2,60}%(?!%)/u;

/** Files that any program could read show whether a percent sign begins a placeholder or stands around it. */
function saidByTexts(
  units: readonly Pick<Unit, 'text'>[],
  otherwise: readonly PlaceholderSyntax[],
): readonly PlaceholderSyntax[] | undefined {
  return otherwise.length > 0 && isFrequent(units, (text) => percentPair.test(text))
    ? [...otherwise, 'percent-pair']
    : undefined;
}

/** Fewer texts may have it by chance. */
const fewest = 3;

/** Whether a file has a family in so many texts that they are no coincidence, whatever the project says. */
function isCommon(syntax: PlaceholderSyntax, units: readonly Pick<Unit, 'text'>[]): boolean {
  return isFrequent(units, (text) => findPlaceholders(text, [syntax]).length > 0);
}

function isFrequent(units: readonly Pick<Unit, 'text'>[], has: (text: string) => boolean): boolean {
  let count = 0;
  for (const { text } of units) {
    if (has(text)) count += 1;
    if (count >= fewest) return true;
  }
  return false;
}

/** What the person adds and removes; adding wins. */
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
