import { literal } from '../read/looseToken.ts';
import type { FormNumber, Placeholder, Problem, ProtectedText } from '../read/placeholder.ts';

/** A plural form and the placeholders of its counts, such as `%d`: see `ProtectedText.numbers`. */
type NumberedText = Pick<ProtectedText, 'placeholders' | 'numbers'>;

/** Whether a translation may express a form's number in words or omit it: "ein Tag" is 1 day, and "يومان" 2 days. */
export function isOptionalNumber({ examples, isUncertain }: FormNumber): boolean {
  return examples.length <= 1 && isUncertain !== true;
}

/**
 * Whether the absence of a number is only a warning: either the number or its form is uncertain, or the form is for 0
 * and 1, as in French and Persian. There, "un jour" is usual, because few programs show a text about nothing at all;
 * and msgfmt requires the number only in forms that apply to more than five numbers.
 */
export function isAdvisedNumber({ examples, isUncertain }: Pick<FormNumber, 'examples' | 'isUncertain'>): boolean {
  return isUncertain === true || (examples.length > 1 && examples.every((number) => number === 0 || number === 1));
}

/** Removes numbers of which a translation has a broken placeholder: `٪n` for `%n`, which the program would show. */
export function numbersNotBroken(numbers: readonly FormNumber[], translation: string): readonly FormNumber[] {
  return numbers.filter(({ text }) => !brokenPlaceholder(text).test(translation));
}

/** Returns a pattern for a placeholder with another percent sign, or with spaces in it: `٪ n` for `%n`. */
function brokenPlaceholder(text: string): RegExp {
  const characters = Array.from(text, (character) => (character === '%' ? '[%٪％﹪]' : literal(character)));
  return new RegExp(`${characters.join('[\\s\\p{Cf}]{0,3}')}(?![\\p{L}\\p{N}])`, 'iu');
}

/**
 * Returns a source that has its form's numbers: a placeholder that only other forms have is added on a line of its own
 * after the text. Translations are compared with this source, so the placeholder is accepted or missed like any other.
 */
export function withFormNumbers(source: ProtectedText): ProtectedText {
  const absentFromSource = absentNumbers(source);
  if (absentFromSource.length === 0) return source;
  const placeholders: Placeholder[] = [...source.placeholders];
  let text = source.source;
  for (const number of absentFromSource) {
    // After the line break.
    const start = text.length + 1;
    text += `\n${number.text}`;
    placeholders.push({ start, end: text.length, text: number.text, syntax: number.syntax });
  }
  return { ...source, source: text, placeholders };
}

/** Returns the numbers that a translation must show although the source's form lacks their placeholders. */
export function requiredNumbers(source: NumberedText): readonly FormNumber[] {
  return absentNumbers(source).filter((number) => !isOptionalNumber(number));
}

function absentNumbers({ placeholders, numbers }: NumberedText): readonly FormNumber[] {
  if (numbers === undefined) return [];
  return numbers.filter((number) => !placeholders.some(({ text }) => text === number.text));
}

/**
 * Adds to each problem of a missing number the numbers that the form is used for. Removes its location if it is after
 * the end of the source, in the lines that `withFormNumbers` added.
 */
export function explainNumbers(problems: readonly Problem[], source: ProtectedText): readonly Problem[] {
  const { numbers } = source;
  if (numbers === undefined) return problems;
  return problems.map((problem) => {
    const number = numbers.find(({ text }) => text === problem.text);
    if (problem.kind !== 'missing-placeholder' || number === undefined) return problem;
    // Infinity: a problem without a location remains without one.
    const { sourceStart = Infinity, ...problemWithoutStart } = problem;
    const explained = { ...problemWithoutStart, numbers: number.examples };
    return sourceStart < source.source.length ? { ...explained, sourceStart } : explained;
  });
}

/** The head of an ICU plural, `{count, plural,`; the group is the argument's name. */
const pluralHead = /^\{\s*([^\s,{}]+)\s*,\s*(?:plural|selectordinal)\b/u;

/**
 * Whether a branch of an ICU plural may lack its number: a cheap check before the comparison, which decides. The
 * placeholders of a message include the syntax around its branches: `{count, plural, one {`, `} other {` and `}}`.
 */
export function mayLackNumber(placeholders: readonly Placeholder[]): boolean {
  /** The choices around the current placeholder. `argument` is undefined for a select. */
  const outerChoices: { readonly argument: string | undefined; branchHasNumber: boolean }[] = [];
  for (const { text, syntax } of placeholders) {
    if (syntax !== 'icu') continue;
    const endsBranch = text.startsWith('}');
    const startsBranch = text.length > 1 && text.endsWith('{');
    const choice = outerChoices.at(-1);
    // Here ends a branch of a plural in which no number was found.
    if (endsBranch && choice?.argument !== undefined && !choice.branchHasNumber) return true;

    // In this order: `} other {`; `{count, plural, one {`; `}}`; a placeholder within a branch.
    if (endsBranch && startsBranch && choice !== undefined) choice.branchHasNumber = false;
    else if (startsBranch) outerChoices.push({ argument: pluralHead.exec(text)?.[1], branchHasNumber: false });
    else if (endsBranch) outerChoices.pop();
    else if (choice !== undefined && (text === '#' || isArgument(text, choice.argument))) choice.branchHasNumber = true;
  }
  return false;
}

function isArgument(text: string, name: string | undefined): boolean {
  // `{count, number}` is split into '', `count` and more.
  const [, argument] = text.split(/[\s{},]+/u, 2);
  return name !== undefined && argument === name;
}
