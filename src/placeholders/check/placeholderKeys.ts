import { present } from '../../base/present.ts';
import { isPrintfByPattern, type Placeholder, type PlaceholderSyntax } from '../read/placeholder.ts';
import { readsIntegersOfC, readsNumberedBraces, readsNumberedPrintf } from './reader.ts';

/** A placeholder that is compared. It has no syntax if only its brackets show that it is a placeholder. */
export type Compared = Pick<Placeholder, 'text' | 'start'> & { readonly syntax?: PlaceholderSyntax };

/**
 * Returns a key that is equal for all spellings of a placeholder that its program reads alike.
 *
 * - Laravel fills in `:Name` and `:NAME` wherever it fills in `:name` (illuminate/translation, `makeReplacements`).
 * - Chrome looks up `$NAME$` regardless of its case.
 * - glibc writes `%Id` with the digits of the language, and msgfmt accepts it for `%d` (gettext manual, c-format).
 * - A width of one changes nothing: `%1$1s` is `%1$s`.
 * - Fluent formats a number alike with and without `NUMBER`, unless it has options.
 * - The arguments of a Fluent term are the translator's choice: `{ -brand(case: "genitive") }`.
 */
export function placeholderKey({ text, syntax }: Compared): string {
  if (syntax === 'laravel' && text.startsWith(':')) return laravelKey(text);
  if (syntax === 'chrome') return text.toUpperCase();
  if (syntax === 'printf') return text.replace(digitsFlag, '$1').replace(needlessWidth, '$1');
  if (syntax === 'fluent') return text.replace(numberFunction, '{ $1 }').replace(termReference, '{ $1 }');
  return text;
}

/** Returns `%d` for `%i`, and `%1$ld` for `%1$li`: in C, both print a signed integer in decimal. */
function asDecimal(conversion: string): string {
  return conversion.replace(/^(%[^%]*)i$/u, '$1d');
}

/** Returns the key of a placeholder as `placeholderKey` does, for programs whose printf is that of C. */
export function placeholderKeyInC(placeholder: Compared): string {
  return placeholder.syntax === 'printf' ? asDecimal(placeholderKey(placeholder)) : placeholderKey(placeholder);
}

/** `%Id`, `%1$I.2f`; the group is everything before the `I`. */
const digitsFlag = /^(%(?:\d+\$)?[-+#0, ']*)I(?!32|64)/u;
/** `%1$1s`, `%1d`; the group is everything before the width. */
const needlessWidth = /^(%(?:\d+\$)?)1(?=[a-zA-Z])/u;
/** `{ NUMBER($n) }`, `{ DATETIME($day) }`; the group is `$n`. */
const numberFunction = /^\{\s*(?:NUMBER|DATETIME)\(\s*(\$[\w-]+)\s*\)\s*\}$/u;
/** `{ -brand }`, `{ -brand(case: "genitive") }`; the group is `-brand`. */
const termReference = /^\{\s*(-[\w-]+)\s*(?:\(\s*(?:[\w-]+\s*:\s*(?:"[^"]*"|-?[\d.]+)\s*,?\s*){0,20}\)\s*)?\}$/u;

/** Returns one key for `:name`, `:Name` and `:NAME`, but another one for `:userName` than for `:username`. */
function laravelKey(text: string): string {
  const name = text.slice(1);
  const isCamelCase = /[a-z].*[A-Z]/u.test(name);
  if (!isCamelCase) return text.toLowerCase();
  return `:${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Whether a placeholder does more than print a value: `{% if %}`, `<% end %>`, `{{#each}}`, `{{else}}`. */
export function isStatement({ text, syntax }: Compared): boolean {
  // `<%= name %>`, `<?= $name ?>` and `{!! $name !!}` print a value.
  if (syntax === 'template') return !/^(?:<%[=-]|<\?=|\{!!)/u.test(text);
  return syntax === 'mustache' && /^\{\{[~-]?\s*(?:[#/^]|else\b)/u.test(text);
}

/** Whether the order of placeholders decides what fills them in: unnumbered `%s %d`, Python's `%r`, `{}`. */
export function isPositional({ text, syntax }: Compared): boolean {
  if (syntax === 'printf' || syntax === 'java-date' || isPrintfByPattern({ text, ...present({ syntax }) }))
    return text !== '%%' && !/^%(?:\d+\$|[^\]]*\[\d+\])/u.test(text);
  if (syntax === 'python-percent') return !text.startsWith('%(');
  return syntax === 'brace' && /^\{(?:[!:][^]*)?\}$/u.test(text);
}

/** Whether a translation that uses a placeholder may use it any number of times: `{name}`, but not `%s`. */
export function isReusable(placeholder: Compared): boolean {
  const { text, syntax } = placeholder;
  // An object is a pattern or a term of the project.
  if (syntax === undefined || typeof syntax === 'object') return false;
  if (syntax === 'laravel') return text.startsWith(':');
  if (syntax === 'tag' || syntax === 'entity' || syntax === 'icu') return false;
  // Sphinx compares the number of references.
  if (syntax === 'line-break' || syntax === 'restructuredtext' || syntax === 'reference') return false;
  // `${name}`, not `${n ? '`: a condition whose words are translated is in several pieces.
  if (syntax === 'dollar-brace') return /^\$\{[^]*\}$/u.test(text);
  if (syntax === 'wikitext') return /^\$\d+$/u.test(text);
  // `{ $name }`, `{ -brand }` or `{ "text" }`, but not the key of a variant, `[few]`, or an empty `{ }`.
  if (syntax === 'fluent') return /^\{\s*(?:[$\w-]|"[^"]*"\s*\})[^,]*$/u.test(text);
  return !isPositional(placeholder) && !isStatement(placeholder) && !/^(?:%%|\$\$)/u.test(text);
}

/**
 * Whether a placeholder is one after any character, as in `50%s`: in these families, the search checks the
 * preceding character only to distinguish placeholders from words. In the others, it is significant: `{{0}}` is not a
 * placeholder in .NET.
 */
export function mayFollowAnyCharacter({ text, syntax }: Pick<Placeholder, 'text' | 'syntax'>): boolean {
  return (
    syntax === 'printf' ||
    syntax === 'java-date' ||
    syntax === 'url' ||
    syntax === 'vue-link' ||
    (syntax === 'laravel' && text.startsWith(':')) ||
    isTerm(syntax)
  );
}

/** Terms are not filled in by programs, so translations may add endings to them, and repeat them. */
export function isTerm(syntax: PlaceholderSyntax | undefined): boolean {
  return typeof syntax === 'object' && 'term' in syntax;
}

/** Whether a placeholder is of a family with braces: the pieces of a broken ICU message look like these. */
export function isBraced({ syntax }: Placeholder): boolean {
  return syntax === 'icu' || syntax === 'brace' || syntax === 'dotnet' || syntax === 'vscode' || syntax === 'mustache';
}

/** Returns a key that is equal for placeholders that differ only in case, whitespace or width. */
export function looseKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toLowerCase();
}

/** A numbered argument. `number` counts from 1: `%2$s` has 2 and the format `s`; `{0:d}` has 1 and the format `:d`. */
interface NumberedArgument {
  readonly number: number;
  readonly format: string;
}

/** How a family writes arguments with numbers and without. */
interface Numbering {
  readonly isArgument: (placeholder: Compared) => boolean;
  readonly read: (text: string) => NumberedArgument | undefined;
  /** The format of an unnumbered argument. */
  readonly formatOf: (text: string) => string;
}

const printf: Numbering = {
  isArgument: ({ text, syntax }) => (syntax === 'printf' || syntax === 'java-date') && text !== '%%',
  // The first argument is `%1$s`; in braces, it is `{0}`.
  read: (text) => readNumbered(text, /^%(\d+)\$([^]*)$/u, 1),
  formatOf: (text) => text.slice(1),
};

/** `%1$i` has the format `d`. */
const printfInC: Numbering = {
  isArgument: printf.isArgument,
  read: (text) => printf.read(asDecimal(text)),
  formatOf: (text) => printf.formatOf(asDecimal(text)),
};

const braces: Numbering = {
  isArgument: ({ text, syntax }) => syntax === 'brace' && /^\{\d{0,2}(?:[!:][^{}]*)?\}$/u.test(text),
  read: (text) => readNumbered(text, /^\{(\d+)([^]*)\}$/u, 0),
  formatOf: (text) => text.slice(1, -1),
};

/** Reads `%2$s` or `{1:d}`. `firstNumber` is the number that the program gives to the first argument. */
function readNumbered(text: string, pattern: RegExp, firstNumber: 0 | 1): NumberedArgument | undefined {
  const [, number, format = ''] = pattern.exec(text) ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number) + 1 - firstNumber, format };
}

/**
 * Returns the keys of arguments if one text numbers all of its arguments and the other none: `%s of %s` is
 * `%2$s の %1$s`. Undefined if the texts are alike, or if the program does not read numbers.
 */
export function numberedKeys(
  source: readonly Compared[],
  translation: readonly Compared[],
  syntaxes: readonly PlaceholderSyntax[],
): ReadonlyMap<Compared, string> | undefined {
  if (readsNumberedPrintf(syntaxes))
    return keysBetween(source, translation, readsIntegersOfC(syntaxes) ? printfInC : printf);
  if (readsNumberedBraces(syntaxes)) return keysBetween(source, translation, braces);
  return undefined;
}

/** Returns a key for each argument, its number and its format: `1 s` for `%1$s` and for the first `%s`. */
function keysBetween(
  source: readonly Compared[],
  translation: readonly Compared[],
  { isArgument, read, formatOf }: Numbering,
): ReadonlyMap<Compared, string> | undefined {
  const [sourceArguments, translationArguments] = [source.filter(isArgument), translation.filter(isArgument)];
  if (sourceArguments.length === 0 || translationArguments.length === 0) return undefined;
  // The width in `%*d` is another argument.
  if ([...sourceArguments, ...translationArguments].some(({ text }) => text.includes('*'))) return undefined;

  const isNumbered = ({ text }: Compared): boolean => read(text) !== undefined;
  const [unnumbered, numbered] = translationArguments.some(isNumbered)
    ? [sourceArguments, translationArguments]
    : [translationArguments, sourceArguments];
  if (unnumbered.some(isNumbered) || !numbered.every(isNumbered)) return undefined;

  const keys = new Map<Compared, string>();
  for (const [index, argument] of unnumbered.entries()) keys.set(argument, `${index + 1} ${formatOf(argument.text)}`);
  for (const argument of numbered) {
    const { number = 0, format = '' } = read(argument.text) ?? {};
    keys.set(argument, `${number} ${format}`);
  }
  return keys;
}

/**
 * Returns a list without the items that another list has. Of equal items, as many are removed as the other list has,
 * from the beginning: `a b c b` without `b` is `a c b`. Takes linear time, because a text may have tens of thousands of
 * placeholders.
 */
export function withoutEqual<Item extends OtherItem, OtherItem>(
  items: readonly Item[],
  otherItems: readonly OtherItem[],
  keyOf: (item: OtherItem) => string,
): readonly Item[] {
  const unmatchedCounts = new Map<string, number>();
  for (const key of otherItems.map(keyOf)) unmatchedCounts.set(key, (unmatchedCounts.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const key = keyOf(item);
    const count = unmatchedCounts.get(key) ?? 0;
    if (count > 0) unmatchedCounts.set(key, count - 1);
    return count === 0;
  });
}
