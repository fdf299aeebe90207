import { literal } from '../read/looseToken.ts';
import type { FormNumber, Placeholder, Problem, ProtectedText } from '../read/placeholder.ts';

type Numbered = Pick<ProtectedText, 'placeholders' | 'numbers'>;

/**
 * Whether a translation may express a form's number in words or leave it out: "ein Tag" is 1 day, and "يومان" 2 days.
 */
export function isOptionalNumber({ examples, isUncertain }: FormNumber): boolean {
  return examples.length <= 1 && isUncertain !== true;
}

/**
 * Whether the absence of a number is only a warning: it may be another value; the program may use the form for one
 * number only; or the form is for 0 and 1, as in French and Persian. There, "un jour" is usual, because few programs
 * show a text about nothing at all, and msgfmt requires the number only in forms that apply to more than five.
 */
export function isAdvisedNumber({ examples, isUncertain }: Pick<FormNumber, 'examples' | 'isUncertain'>): boolean {
  return isUncertain === true || (examples.length > 1 && examples.every((number) => number === 0 || number === 1));
}

/**
 * Returns the numbers that a translation may lack, without those of which it has a broken placeholder, such as `٪n` for
 * `%n`, which a program would show.
 */
export function numbersNotBroken(numbers: readonly FormNumber[], translation: string): readonly FormNumber[] {
  return numbers.filter(({ text }) => !brokenPlaceholder(text).test(translation));
}

function brokenPlaceholder(text: string): RegExp {
  const characters = Array.from(text, (character) => (character === '%' ? '[%٪％﹪]' : literal(character)));
  return new RegExp(`${characters.join('[\\s\\p{Cf}]{0,3}')}(?![\\p{L}\\p{N}])`, 'iu');
}

/**
 * Returns a source that has its form's numbers: a placeholder that only other forms have is added on a line of its own
 * after the text. Translations are compared with this source, so the placeholder is accepted or missed like any other.
 */
export function withFormNumbers(source: ProtectedText): ProtectedText {
  const absent = absentNumbers(source);
  if (absent.length === 0) return source;
  const placeholders: Placeholder[] = [...source.placeholders];
  let text = source.source;
  for (const number of absent) {
    const start = text.length + 1;
    text += `\n${number.text}`;
    placeholders.push({ start, end: text.length, text: number.text, syntax: number.syntax });
  }
  return { ...source, source: text, placeholders };
}

/** Returns the numbers that a translation must show although the form of the source does not. */
export function requiredNumbers(source: Numbered): readonly FormNumber[] {
  return absentNumbers(source).filter((number) => !isOptionalNumber(number));
}

/** Returns the numbers whose placeholder the form of the source lacks. */
function absentNumbers({ placeholders, numbers }: Numbered): readonly FormNumber[] {
  if (numbers === undefined) return [];
  return numbers.filter((number) => !placeholders.some(({ text }) => text === number.text));
}

/**
 * Adds to each missing placeholder of a form's number which numbers the form is used for, and removes locations after
 * the end of the form's own text.
 */
export function explainNumbers(problems: readonly Problem[], source: ProtectedText): readonly Problem[] {
  const { numbers } = source;
  if (numbers === undefined) return problems;
  return problems.map((problem) => {
    const number = numbers.find(({ text }) => text === problem.text);
    if (problem.kind !== 'missing-placeholder' || number === undefined) return problem;
    const { sourceStart = Infinity, ...withoutStart } = problem;
    const explained = { ...withoutStart, numbers: number.examples };
    return sourceStart < source.source.length ? { ...explained, sourceStart } : explained;
  });
}

/** The head of an ICU plural; the group is the argument's name. */
const pluralHead = /^\{\s*([^\s,{}]+)\s*,\s*(?:plural|selectordinal)\b/u;

/**
 * Whether a branch of an ICU plural may lack its number: a cheap check before the comparison, which decides. Takes the
 * placeholders of a message, among which are the pieces of syntax around branches.
 */
export function mayLackNumber(placeholders: readonly Placeholder[]): boolean {
  /** The choices around a piece: the argument of a plural, and whether its current branch has had the number. */
  const choicesAround: { readonly argument: string | undefined; hasNumber: boolean }[] = [];
  for (const { text, syntax } of placeholders) {
    if (syntax !== 'icu') continue;
    const endsBranch = text.startsWith('}');
    const startsBranch = text.length > 1 && text.endsWith('{');
    const branch = choicesAround.at(-1);
    if (endsBranch && branch?.argument !== undefined && !branch.hasNumber) return true;
    if (endsBranch && startsBranch && branch !== undefined) branch.hasNumber = false;
    else if (startsBranch) choicesAround.push({ argument: pluralHead.exec(text)?.[1], hasNumber: false });
    else if (endsBranch) choicesAround.pop();
    else if (branch !== undefined && (text === '#' || isArgument(text, branch.argument))) branch.hasNumber = true;
  }
  return false;
}

function isArgument(text: string, name: string | undefined): boolean {
  // `{count}` and `{count, number}` are '', `count` and the rest.
  const [, argument] = text.split(/[\s{},]+/u, 2);
  return name !== undefined && argument === name;
}
