import { isPrintfByPattern, type Placeholder } from './placeholder.ts';

/** Names that programs give to the number of a plural, and words in such names: `count`, `fileCount`, `num_items`. */
const numberWords = new Set('n num nb number numbers count counter total amount quantity qty size length'.split(' '));

/** A conversion to a whole number: `%d`, `%1$d`, `%,d`, `%lld`, `%(count)d`, and Qt's `%n`. */
const wholeNumber = /^%(?:\(\w{1,100}\))?(?:\d+\$)?[-+ 0,'#]*\d*(?:hh?|ll?|[qjzt])?[diu]$|^%L?n$/u;

/** A conversion without a number or a name: a program fills these in one after the other. */
const positional = /^%(?!\d+\$|[({<%])/u;

/**
 * Returns the placeholder of the number that chooses between the forms of a plural: the one that the form `other` has
 * and this form lacks, or otherwise the one that says by its conversion or its name that it is a number. Undefined if
 * it is not certain, or if adding or omitting it would give other placeholders another value.
 * `needsAllArguments`: the program fails if an unnamed placeholder is omitted.
 */
export function numberPlaceholder(
  form: readonly Placeholder[],
  otherForm: readonly Placeholder[],
  { needsAllArguments }: { readonly needsAllArguments: boolean },
): Placeholder | undefined {
  const valuesOfOther = withoutTexts(otherForm, form).filter(isValue);
  if (valuesOfOther.length === 0) {
    // `%d file`, `%d files`: both forms have the number, and the translation may omit it.
    const number = onlyNumber(form);
    if (number === undefined || (needsAllArguments && positional.test(number.text))) return undefined;
    return othersKeepTheirValues(number, form) ? number : undefined;
  }
  // `one file`, `%s files`: only the other form has the number, and the translation may need it, too.
  let number = onlyNumber(valuesOfOther);
  // `%{user}` here and `%{users}` there: the other form's value replaces one, and need not be the number.
  const isReplaced = withoutTexts(form, otherForm).some(isValue);
  if (valuesOfOther.length === 1 && !isReplaced) number ??= valuesOfOther[0];
  if (number === undefined || !othersKeepTheirValues(number, otherForm)) return undefined;
  return number;
}

/**
 * Returns the value that may be the number of a plural because both forms have it and no other value: `%s subscribers`
 * of Android, `%1 entries` of Qt. Undefined if the program would fail without it.
 */
export function onlyValue(
  form: readonly Placeholder[],
  otherForm: readonly Placeholder[],
  { needsAllArguments }: { readonly needsAllArguments: boolean },
): Placeholder | undefined {
  const [value, ...furtherValues] = form.filter(isValue);
  if (value === undefined || furtherValues.length > 0) return undefined;
  if (needsAllArguments && positional.test(value.text)) return undefined;
  const isOnlyValue = otherForm.filter(isValue).every(({ text }) => text === value.text);
  return isOnlyValue ? value : undefined;
}

/** Whether a form has a placeholder that says that it is a number. */
export function showsNumber(form: readonly Placeholder[]): boolean {
  return form.some((placeholder) => isValue(placeholder) && isNumber(placeholder));
}

/** `{ $count }`, `{ NUMBER($count, minimumFractionDigits: 2) }`. */
const fluentNumber = /^\{\s*(?:NUMBER\(\s*)?\$([A-Za-z][\w-]*)\s*(?:[,)][^{}]*)?\}$/u;

/**
 * Returns the number of an ICU or Fluent plural in one of its branches: `{count}`, `{ $count }`, or `#` unless that is an
 * inner plural's number.
 */
export function choiceNumber(
  branch: readonly Placeholder[],
  argument: string,
  isInnermost: boolean,
): Placeholder | undefined {
  return branch.find(({ text, syntax }) => {
    if (syntax === 'fluent') return fluentNumber.exec(text)?.[1] === argument;
    if (syntax !== 'icu') return false;
    if (text === '#') return isInnermost;
    // `{count}`, `{count, number}`
    const [, name] = /^\{\s*([^\s,{}]+)\s*(?:,\s*number\b[^{}]*)?\}$/u.exec(text) ?? [];
    return name === argument;
  });
}

/** `<x id="INTERPOLATION" …/>`, `<ph id="0" equiv="INTERPOLATION_1" …/>` and `{INTERPOLATION}`: a value in Angular. */
const interpolation = /^(?:<(?:x|ph)\s[^]*["']|\{)(INTERPOLATION(?:_\d+)?)(?:["']|\}$)/u;

/**
 * Returns an Angular plural's number in one of its branches. There, the plural is `VAR_PLURAL` and its number is a value
 * like any other, so it is certain only if the branch `other` has a single one, or a single one that this branch lacks.
 */
export function angularNumber(
  argument: string,
  branch: readonly Placeholder[],
  otherBranch: readonly Placeholder[],
): Placeholder | undefined {
  if (!argument.startsWith('VAR_PLURAL')) return undefined;
  // Of XLIFF 2, only the names are compared: each element in a text has an id of its own.
  const nameOf = ({ text }: Placeholder): string | undefined => interpolation.exec(text)?.[1];
  const namesOfBranch = new Set(branch.map(nameOf));
  const valuesOfOther = otherBranch.filter((placeholder) => nameOf(placeholder) !== undefined);
  const onlyInOther = valuesOfOther.filter((value) => !namesOfBranch.has(nameOf(value)));
  const [value, ...furtherValues] = onlyInOther.length > 0 ? onlyInOther : valuesOfOther;
  if (value === undefined || furtherValues.length > 0) return undefined;
  return branch.find((placeholder) => nameOf(placeholder) === nameOf(value)) ?? value;
}

/** Returns the only number; of several, the only one that is called `count`. */
function onlyNumber(placeholders: readonly Placeholder[]): Placeholder | undefined {
  const numbers = distinct(placeholders.filter((placeholder) => isValue(placeholder) && isNumber(placeholder)));
  if (numbers.length <= 1) return numbers[0];
  const counts = numbers.filter(({ text }) => wordsOfName(text).includes('count'));
  return counts.length === 1 ? counts[0] : undefined;
}

function isNumber({ text }: Placeholder): boolean {
  return wholeNumber.test(text) || wordsOfName(text).some((word) => numberWords.has(word));
}

/** Returns the words of a placeholder's name: `file`, `count` of `%{fileCount}`; only `n` of `{n, number}`. */
function wordsOfName(text: string): readonly string[] {
  const [name = ''] = text.split(',');
  // `fileCount` becomes `file Count`.
  const spacedName = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return spacedName.toLowerCase().split(/[^\p{L}]+/u);
}

/** Whether a placeholder is filled in by the program, so that it can be a number: not `%%`, a term or a tag. */
function isValue(placeholder: Placeholder): boolean {
  const { syntax, text } = placeholder;
  if (isPrintfByPattern(placeholder)) return true;
  if (typeof syntax === 'object' || text.startsWith('%%')) return false;
  return !['tag', 'entity', 'url', 'code-span', 'template', 'vue-link', 'i18next-nesting'].includes(syntax);
}

/**
 * Whether all other placeholders are filled in as before if a number is added or omitted. Unnamed ones get the values
 * one after the other: without `%d`, the `%s` of `%d of %s` would show the number.
 */
function othersKeepTheirValues(number: Placeholder, placeholders: readonly Placeholder[]): boolean {
  // Those of Qt are numbered or have a meaning of their own: `%1`, `%n`.
  if (!positional.test(number.text) || number.syntax === 'qt') return true;
  const unnamed = placeholders.filter(({ syntax, text }) => syntax === number.syntax && positional.test(text));
  // The last one, and the only one with its text: of two `%d`, either could be the number.
  return unnamed.at(-1) === number && unnamed.filter(({ text }) => text === number.text).length === 1;
}

/** Returns the placeholders whose text none of the others has, and each text only once. */
function withoutTexts(placeholders: readonly Placeholder[], others: readonly Placeholder[]): readonly Placeholder[] {
  const texts = new Set(others.map(({ text }) => text));
  return distinct(placeholders.filter(({ text }) => !texts.has(text)));
}

function distinct(placeholders: readonly Placeholder[]): readonly Placeholder[] {
  return [...new Map(placeholders.map((placeholder) => [placeholder.text, placeholder])).values()];
}
