import type { Placeholder } from './placeholder.ts';

/** Names that programs give to the number of a plural, and words in such names: `count`, `fileCount`, `num_items`. */
const numberWords = new Set('n num nb number numbers count counter total amount quantity qty size length'.split(' '));

/** A conversion to a whole number: `%d`, `%1$d`, `%,d`, `%lld`, `%(count)d`, and Qt's `%n`. */
const wholeNumber = /^%(?:\(\w{1,100}\))?(?:\d+\$)?[-+ 0,'#]*\d*(?:hh?|ll?|[qjzt])?[diu]$|^%L?n$/u;

/** A conversion without a number or a name: a program fills these in one after the other. */
const positional = /^%(?!\d+\$|[({<%])/u;

/**
 * Returns the placeholder of the number that chooses between the forms of a plural: the one that the form `other` has
 * and this form lacks, or otherwise the one that says by its conversion or its name that it is a number. Undefined if
 * it is not certain, and if other placeholders would get another value if it were added or omitted.
 * `needsAllArguments`: the program fails if an unnamed placeholder is omitted.
 */
export function numberPlaceholder(
  form: readonly Placeholder[],
  otherForm: readonly Placeholder[],
  { needsAllArguments }: { readonly needsAllArguments: boolean },
): Placeholder | undefined {
  const absentValues = withoutTexts(otherForm, form).filter(isValue);
  if (absentValues.length === 0) {
    // Both forms have the number: the translation may omit it.
    const number = onlyNumber(form);
    if (number === undefined || (needsAllArguments && positional.test(number.text))) return undefined;
    return isLastPositional(number, form) ? number : undefined;
  }
  // Only the other form has the number: the translation may need it, too.
  let number = onlyNumber(absentValues);
  const isReplaced = withoutTexts(form, otherForm).some(isValue);
  if (absentValues.length === 1 && !isReplaced) number ??= absentValues[0];
  if (number === undefined || !isLastPositional(number, otherForm)) return undefined;
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

/** Returns the argument of an ICU plural in one of its branches: `#` if that is this plural's number, or its name. */
export function icuNumber(
  branch: readonly Placeholder[],
  argument: string,
  isInnermost: boolean,
): Placeholder | undefined {
  return branch.find(({ text, syntax }) => {
    if (syntax !== 'icu') return false;
    if (text === '#') return isInnermost;
    // `{count}`, `{count, number}`
    const [, name] = /^\{\s*([^\s,{}]+)\s*(?:,\s*number\b[^{}]*)?\}$/u.exec(text) ?? [];
    return name === argument;
  });
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

/** Returns the words of a placeholder's name: `file`, `count` of `%{fileCount}`. Formats after a comma are no names. */
function wordsOfName(text: string): readonly string[] {
  const [name = ''] = text.split(',');
  // `fileCount` becomes `file Count`.
  const spacedName = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return spacedName.toLowerCase().split(/[^\p{L}]+/u);
}

/** Whether a placeholder is filled in by the program, so that it can be a number. */
function isValue({ syntax, text }: Placeholder): boolean {
  if (typeof syntax === 'object' || text.startsWith('%%')) return false;
  return !['tag', 'entity', 'url', 'code-span', 'template', 'vue-link', 'i18next-nesting'].includes(syntax);
}

/**
 * Whether the placeholders around a number are filled in as before if it is added or omitted: unnamed ones get the
 * program's values one after the other.
 */
function isLastPositional(number: Placeholder, placeholders: readonly Placeholder[]): boolean {
  if (!positional.test(number.text) || number.syntax === 'qt') return true;
  const unnamed = placeholders.filter(({ syntax, text }) => syntax === number.syntax && positional.test(text));
  return unnamed.at(-1) === number && unnamed.filter(({ text }) => text === number.text).length === 1;
}

/** Returns the placeholders whose text no other one has. */
function withoutTexts(placeholders: readonly Placeholder[], others: readonly Placeholder[]): readonly Placeholder[] {
  const texts = new Set(others.map(({ text }) => text));
  return distinct(placeholders.filter(({ text }) => !texts.has(text)));
}

function distinct(placeholders: readonly Placeholder[]): readonly Placeholder[] {
  return [...new Map(placeholders.map((placeholder) => [placeholder.text, placeholder])).values()];
}
