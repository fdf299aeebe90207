import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { findPlaceholders } from '../../../placeholders/findPlaceholders.ts';
import { isAdvisedNumber, isOptionalNumber } from '../../../placeholders/check/formNumbers.ts';
import {
  angularNumber,
  choiceNumber,
  numberPlaceholder,
  onlyValue,
  showsNumber,
} from '../../../placeholders/read/numberPlaceholder.ts';
import type {
  FormNumber,
  Placeholder,
  PlaceholderSyntax,
  ProtectedText,
} from '../../../placeholders/read/placeholder.ts';
import { readMessage } from '../../../placeholders/read/readMessage.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { branchExamples, siblingsOf } from './branchExamples.ts';
import type { WantedText } from './wantedTexts.ts';
import type { WantedForm, WantedUnit } from './wantedUnits.ts';
import type { MessageBranch } from '../../model/unitName.ts';

/** A plural form to be translated: a unit, or a branch of its message. */
export interface PluralForm extends Pick<WantedUnit, 'sourceUnit' | 'plural' | 'other'> {
  readonly text: Pick<WantedText, 'text' | 'branch' | 'branches'>;
}

/** The parts of a source file that say how its plural forms show their numbers. */
type FormSource = Pick<SourceFile, 'syntaxesOf' | 'plurals'>;

/** How many examples a translator gets at most; more than one say that the form is for several numbers. */
const maxExamples = 4;

/**
 * Returns the numbers of a plural form whose placeholder the translation may add, must add, may omit or may replace.
 * "1 day" has none, but the Russian form, which is also for 21, needs it; and "%d day" may become "ein Tag".
 */
export function numbersOfForm(form: PluralForm, source: FormSource, targetLocale: string): readonly FormNumber[] {
  const { branch } = form.text;
  const numbers = branch === undefined ? unitNumbers(form, source) : branchNumbers(form, branch, source, targetLocale);
  const isAdded = branch?.kind === 'added-plural';
  const mayChange = ({ number, isInSource }: FoundNumber): boolean =>
    isAdded || !isInSource || isOptionalNumber(number) || isAdvisedNumber(number) || number.argument !== undefined;
  return numbers
    .filter((foundNumber) => foundNumber.number.examples.length > 0 && mayChange(foundNumber))
    .map(({ number }) => number);
}

/** Adds to a protected text what is known about its plurals, for the check of its translation. */
export function withNumbers(
  protectedText: ProtectedText,
  numbers: readonly FormNumber[],
  { plurals }: Pick<FormSource, 'plurals'>,
): ProtectedText {
  // `{count, plural, …}`: a message that is ordered as a whole.
  const isWholePlural = protectedText.placeholders.some(
    ({ text, syntax }) => syntax === 'icu' && /^\{[^{},]+,\s*(?:plural|selectordinal)\b/u.test(text),
  );
  return {
    ...protectedText,
    ...present({
      exactIsCategory: isWholePlural ? plurals.exactIsCategory : undefined,
      numbers: numbers.length === 0 ? undefined : numbers,
    }),
  };
}

/** A number, and whether the form of the source has its placeholder. */
interface FoundNumber {
  readonly number: FormNumber;
  readonly isInSource: boolean;
}

/** Returns the number of a plural form that is a unit; none if no placeholder is known to be the number's. */
function unitNumbers({ sourceUnit, plural, other }: PluralForm, source: FormSource): readonly FoundNumber[] {
  if (plural === undefined) return [];
  const syntaxes = source.syntaxesOf(sourceUnit);
  const placeholders = findPlaceholders(sourceUnit.text, syntaxes);
  const placeholdersOfOther =
    other === undefined || other === sourceUnit ? placeholders : findPlaceholders(other.text, syntaxes);
  const argumentRule = { needsAllArguments: isFormattedByPython(sourceUnit, syntaxes) };
  const examples = withoutDecimals(examplesOf(plural));

  // The file names it: `{ $cards }` is the number of `{ $cards -> … }`.
  const { countName } = sourceUnit;
  const namedPlaceholder =
    countName === undefined ? undefined : choiceNumber([...placeholders, ...placeholdersOfOther], countName, true);
  if (namedPlaceholder !== undefined) return [toFoundNumber(namedPlaceholder, placeholders, examples)];
  // Certain by its family or name: `%n files`.
  const certainPlaceholder = numberPlaceholder(placeholders, placeholdersOfOther, argumentRule);
  if (certainPlaceholder === undefined) {
    // `%s files`: the only placeholder may be the number's. That matters only to a form for few numbers.
    const onlyPlaceholder = onlyValue(placeholders, placeholdersOfOther, argumentRule);
    const isForFew = examples.length <= 1 || isAdvisedNumber({ examples });
    if (onlyPlaceholder === undefined || !isForFew) return [];
    return [asUncertain(toFoundNumber(onlyPlaceholder, placeholders, examples))];
  }
  const foundNumber = toFoundNumber(certainPlaceholder, placeholders, examples);
  // The program may use the form for 1 only; or a placeholder that only `other` has is probably another value.
  const mayOmitNumber =
    mayBeForNamedNumber(plural) || (!foundNumber.isInSource && hasOwnNumber(sourceUnit.text, placeholders));
  return [examples.length > 1 && mayOmitNumber ? asUncertain(foundNumber) : foundNumber];
}

function withArgument({ number, isInSource }: FoundNumber, argument: string): FoundNumber {
  return { number: { ...number, argument }, isInSource };
}

function asUncertain({ number, isInSource }: FoundNumber): FoundNumber {
  return { number: { ...number, isUncertain: true }, isInSource };
}

/**
 * Whether a form shows a number by a placeholder and has no word for it, so that a placeholder that only `other` has is
 * probably another value: "deletes %(pages)d page", "deletes %(pages)d pages and %(files)d files".
 */
function hasOwnNumber(text: string, placeholders: readonly Placeholder[]): boolean {
  if (!showsNumber(placeholders)) return false;
  let words = text;
  // From the last one to the first, so that the offsets of the others stay right.
  for (const { start, end } of placeholders.toReversed()) words = `${words.slice(0, start)} ${words.slice(end)}`;
  const saysOne = /(?<!\d)1(?!\d)|\b(?:one|an?|single)\b/iu.test(words);
  return !saysOne;
}

/** The numbers that plural categories are named after. */
const namedNumbers: ReadonlyMap<string, number> = new Map([
  ['zero', 0],
  ['one', 1],
  ['two', 2],
]);

/** Whether a program without the language's rules would use a form for the number that it is named after. */
function mayBeForNamedNumber({ category, hasUncertainRules }: WantedForm): boolean {
  return hasUncertainRules === true && namedNumbers.has(category);
}

/** A form that a language's rules never select can only be for the number that it is named after. */
function examplesOf({ category, examples }: WantedForm): readonly number[] {
  const namedNumber = namedNumbers.get(category);
  return examples.length > 0 || namedNumber === undefined ? examples : [namedNumber];
}

/**
 * Whether Python's operator `%` may format a text. It raises a TypeError, "not all arguments converted", if a text lacks
 * an unnamed placeholder. gettext's flags name the language.
 */
function isFormattedByPython({ flags = [] }: Unit, syntaxes: readonly PlaceholderSyntax[]): boolean {
  const formats = flags.filter((flag) => flag.endsWith('-format') && !flag.startsWith('no-'));
  return syntaxes.includes('python-percent') && (formats.length === 0 || formats.includes('python-format'));
}

/** Returns the numbers of a branch: one for each plural that it is a form of. */
function branchNumbers(
  { sourceUnit, text: { branches = [] } }: PluralForm,
  branch: MessageBranch,
  source: FormSource,
  targetLocale: string,
): readonly FoundNumber[] {
  const syntaxes = source.syntaxesOf(sourceUnit);
  const placeholders = placeholdersOf(branch, syntaxes);
  if (branch.form !== undefined) {
    const lastForm = branches.at(-1) ?? branch;
    return pipeNumbers(branch.form, placeholders, placeholdersOf(lastForm, syntaxes));
  }
  const { conditions = [] } = branch;
  return conditions.flatMap((condition, index): readonly FoundNumber[] => {
    if (condition.type === 'select') return [];
    const other = siblingsOf(branch, branches, index).find(
      (sibling) => sibling.conditions?.[index]?.selector === 'other',
    );
    const isInnermost = index === conditions.length - 1;
    // "a day" lacks the number, so the branch `other` shows which placeholder it would have: "# days".
    const placeholdersOfOther = other && placeholdersOf(other, syntaxes);
    const placeholder =
      choiceNumber(placeholders, condition.argument, isInnermost) ??
      (placeholdersOfOther && choiceNumber(placeholdersOfOther, condition.argument, isInnermost)) ??
      (placeholdersOfOther && angularNumber(condition.argument, placeholders, placeholdersOfOther));
    if (placeholder === undefined) return [];
    const message = { branches, locale: targetLocale, plurals: source.plurals };
    const examples = withoutDecimals(branchExamples(branch, index, message));
    const foundNumber = toFoundNumber(placeholder, placeholders, examples.slice(0, maxExamples));
    const printsArgument = isInnermost && condition.offset === 0 && placeholder.syntax === 'icu';
    return [printsArgument ? withArgument(foundNumber, condition.argument) : foundNumber];
  });
}

/** Returns the number of a form between bars; the last form usually has its placeholder. */
function pipeNumbers(
  { numbers }: NonNullable<MessageBranch['form']>,
  placeholders: readonly Placeholder[],
  placeholdersOfLast: readonly Placeholder[],
): readonly FoundNumber[] {
  const placeholder = numberPlaceholder(placeholders, placeholdersOfLast, { needsAllArguments: false });
  return placeholder === undefined ? [] : [toFoundNumber(placeholder, placeholders, numbers)];
}

function placeholdersOf({ text, kind }: MessageBranch, syntaxes: readonly PlaceholderSyntax[]): readonly Placeholder[] {
  return readMessage(text, syntaxes, kind).placeholders;
}

/** Returns the whole numbers if there are any: decimals are rare, and few languages use `one` for them ("0,5 dag"). */
function withoutDecimals(examples: readonly number[]): readonly number[] {
  const wholeNumbers = examples.filter((count) => Number.isInteger(count));
  return wholeNumbers.length > 0 ? wholeNumbers : examples;
}

function toFoundNumber(
  { text, syntax }: Placeholder,
  placeholdersOfSource: readonly Placeholder[],
  examples: readonly number[],
): FoundNumber {
  const isInSource = placeholdersOfSource.some((placeholder) => placeholder.text === text);
  return { number: { text, syntax, examples }, isInSource };
}
