import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement, PluralElement, SelectElement } from '@formatjs/icu-messageformat-parser';
import { present } from '../../base/present.ts';
import { spanOf } from '../read/icu.ts';
import { categoryNamed, categoryOf, wholeNumbersOf } from './checkPlurals.ts';
import { isAdvisedNumber } from './formNumbers.ts';
import { readMessage, type Message } from '../read/readMessage.ts';
import { hasUnchangedNouns } from '../pipes/pipeRules.ts';
import { withSentencesInBranches } from '../icu/icuBranches.ts';
import type { ReadBy } from './compareTags.ts';

/** The differences between two ICU messages: parts of the source, and parts of the translation with their offsets. */
export interface IcuDifference {
  readonly missing: readonly string[];
  /** Numbers that the translation lacks where a text without them is usual, see `isAdvisedNumber`. */
  readonly advised: readonly string[];
  readonly extra: readonly LocatedPart[];
  /** Plurals of the translation whose number the source only prints. */
  readonly addedPlurals: readonly LocatedPart[];
}

interface LocatedPart {
  readonly text: string;
  readonly start: number;
}

type Choice = PluralElement | SelectElement;

/**
 * Compares the arguments of two ICU messages, branch by branch: branches may move and words may change, but arguments
 * may not. A translation has the plural categories of its language; those that the source lacks are compared with its
 * `other`. Returns undefined if the translation is not an ICU message, or differs from the source in its number of
 * literal braces.
 */
export function compareIcu(source: Message, translation: Message, readBy: ReadBy): IcuDifference | undefined {
  const difference = compareMessages(source, translation, readBy.targetLocale);
  if (difference === undefined || !hasFindings(difference) || source.within !== undefined) return difference;
  // A translation may have a whole sentence in each branch of a choice that is part of a sentence in the source.
  const hoistedText = withSentencesInBranches(source.text);
  if (hoistedText === undefined || hoistedText === source.text) return difference;
  const hoistedSource = { ...source, ...readMessage(hoistedText, readBy.syntaxes) };
  const hoistedDifference = compareMessages(hoistedSource, translation, readBy.targetLocale);
  return hoistedDifference === undefined || hasFindings(hoistedDifference) ? difference : hoistedDifference;
}

function hasFindings({ missing, extra }: IcuDifference): boolean {
  return missing.length + extra.length > 0;
}

function compareMessages(source: Message, translation: Message, targetLocale?: string): IcuDifference | undefined {
  if (!source.icu) return undefined;
  // A message without arguments is not read as one: `下载` for `{n, plural, one {File} other {Files}}`.
  const hasNoArguments = translation.icu === undefined && !/[{}]/u.test(translation.text);
  const translatedElements = hasNoArguments ? [] : translation.icu?.elements;
  if (translatedElements === undefined) return undefined;
  if (literalBraces(translatedElements) !== literalBraces(source.icu.elements)) return undefined;
  const report: Report = { missing: [], advised: [], extra: [], addedPlurals: [] };
  const messages: Messages = {
    source: messageText(source),
    translation: messageText(translation),
    targetLocale,
    exactIsCategory: source.exactIsCategory === true,
    report,
  };
  // In journals of earlier versions, nothing is known about the numbers of an added branch.
  const areNumbersUnknown = source.within === 'added-plural' && source.numbers === undefined;
  let numberRule: BranchNumber | undefined;
  if (areNumbersUnknown) numberRule = { isNumber: isPoundElement, use: 'optional' };
  const argument = source.numbers?.find(({ argument }) => argument !== undefined)?.argument;
  // The number of a branch that is a text of its own: its absence is judged with the placeholders of other families.
  if (argument !== undefined) numberRule = { isNumber: isNumberOf(argument), use: 'required' };
  compareElements(messages, source.icu.elements, translatedElements, numberRule);
  // Then anything missing is a lost structure.
  if (hasNoArguments && report.missing.length + report.advised.length > 0) return undefined;
  report.extra.sort((a, b) => a.start - b.start);
  return report;
}

/** The text of a message, and which of its elements are placeholders. */
interface MessageText {
  readonly text: string;
  /** Whether an element is a placeholder of the ICU family: not `{x}` in `${x}` or in a URL. */
  readonly isPlaceholder: (element: MessageFormatElement) => boolean;
}

function messageText({ text, placeholders }: Message): MessageText {
  const starts = new Set(placeholders.filter(({ syntax }) => syntax === 'icu').map(({ start }) => start));
  return { text, isPlaceholder: (element) => starts.has(spanOf(element).start) };
}

/** The differences found so far, see `IcuDifference`; modified. */
interface Report {
  readonly missing: string[];
  readonly advised: string[];
  readonly extra: LocatedPart[];
  readonly addedPlurals: LocatedPart[];
}

/** The two messages that are compared, and the differences found so far. */
interface Messages {
  readonly source: MessageText;
  readonly translation: MessageText;
  readonly targetLocale: string | undefined;
  readonly exactIsCategory: boolean;
  readonly report: Report;
}

/** How a branch of a plural must show the plural's number. */
interface BranchNumber {
  /** Whether an element is the number: `#`, or the plural's argument. */
  readonly isNumber: (element: MessageFormatElement) => boolean;
  /**
   * Optional if the branch is for one number, which may be written in words; advised if it is for 0 and 1, where words
   * are usual; required if it is for several numbers.
   */
  readonly use: 'optional' | 'advised' | 'required';
  /** The number in another branch of the source, if this branch of the source lacks it. */
  readonly elsewhere?: MessageFormatElement;
}

/** Compares the elements of a message, or of one branch, and adds the differences to the report. */
function compareElements(
  messages: Messages,
  sourceElements: readonly MessageFormatElement[],
  translatedElements: readonly MessageFormatElement[],
  numberRule?: BranchNumber,
): void {
  const { source, translation, report } = messages;
  const translatedPlaceholders = translatedElements.filter(
    (element) => !isLiteralElement(element) && translation.isPlaceholder(element),
  );
  // Reversed, so that `pop` returns the first one.
  const unmatchedBySignature = Map.groupBy(translatedPlaceholders.toReversed(), signature);
  const translatedSignatures = new Set(unmatchedBySignature.keys());
  for (const element of sourceElements) {
    if (isLiteralElement(element) || !source.isPlaceholder(element)) continue;
    const match = unmatchedBySignature.get(signature(element))?.pop();
    if (match === undefined) {
      // `{count}` prints what `#` does.
      if (numberRule?.isNumber(element) === true && takeFirst(unmatchedBySignature, numberRule.isNumber)) continue;
      if (hasAddedPlural(unmatchedBySignature, element)) continue;
      // An argument may be used fewer times.
      if (isPrinted(element) && translatedSignatures.has(signature(element))) continue;
      if (isPluralElement(element) && replacesPlural(messages, element, unmatchedBySignature)) continue;
      if (isPluralElement(element) && isPluralOfWords(element) && showsNumber(translatedElements, element)) {
        report.advised.push(headOf(source.text, element));
        continue;
      }
      const use = numberRule?.isNumber(element) === true ? numberRule.use : 'required';
      if (use !== 'optional') missingOf(report, use).push(headOf(source.text, element));
    } else if (isChoice(element) && isChoice(match)) {
      compareBranches(messages, element, match, numberRule);
    }
  }

  const sourceSignatures = new Set(sourceElements.filter((element) => !isLiteralElement(element)).map(signature));
  const repetitions = new Set(
    translatedPlaceholders.filter((element, index) =>
      isRepetition(element, translatedPlaceholders[index - 1], translation.text),
    ),
  );
  const isAllowedMoreOften = (element: MessageFormatElement): boolean =>
    isPrinted(element) && sourceSignatures.has(signature(element)) && !repetitions.has(element);
  const unmatched = [...unmatchedBySignature.values()].flat();
  /** The number that the translation shows although this branch of the source lacks it: it is not extra. */
  let addedNumber: MessageFormatElement | undefined;
  if (numberRule?.elsewhere !== undefined) {
    addedNumber = unmatched.find(numberRule.isNumber);
    if (numberRule.use !== 'optional' && addedNumber === undefined)
      missingOf(report, numberRule.use).push(headOf(source.text, numberRule.elsewhere));
  }
  for (const element of unmatched) {
    if (element === addedNumber || isAllowedMoreOften(element)) continue;
    const isAddedPlural = sourceElements.some((sourceElement) => isAddedPluralOf(element, sourceElement));
    const list = isAddedPlural ? report.addedPlurals : report.extra;
    list.push({ text: headOf(translation.text, element), start: spanOf(element).start });
  }
}

/**
 * Whether a translation shows the number of a plural without choosing between forms: `{n} 件` for
 * `{n, plural, one {# item} other {# items}}`. This is right where the language has one form, and it must show
 * everything that the source's `other` shows. It is also right where nouns don't change after a number. Removes the arguments of the translation that replace those of `other`.
 */
function replacesPlural(
  { source, targetLocale }: Messages,
  plural: PluralElement,
  unmatched: Map<string, MessageFormatElement[]>,
): boolean {
  if (targetLocale === undefined || plural.pluralType === 'ordinal') return false;
  const otherBranch = plural.options['other']?.value ?? [];
  const shown = otherBranch.filter((element) => !isLiteralElement(element) && source.isPlaceholder(element));
  if (shown.some(isChoice)) return false;
  if (!hasOneForm(targetLocale) && !hasUnchangedNouns(targetLocale)) return false;
  const replaced: MessageFormatElement[][] = [];
  for (const element of shown) {
    const isNumber = isPoundElement(element);
    const candidates = [...unmatched.values()].find((elements) =>
      elements.some((one) => (isNumber ? isArgumentNamed(one, plural.value) : signature(one) === signature(element))),
    );
    if (candidates === undefined) return false;
    replaced.push(candidates);
  }
  for (const candidates of replaced) candidates.pop();
  return true;
}

/** Removes an element that meets a condition, and returns whether there is one. */
function takeFirst(
  elementsBySignature: ReadonlyMap<string, MessageFormatElement[]>,
  condition: (element: MessageFormatElement) => boolean,
): boolean {
  const elements = [...elementsBySignature.values()].find((candidates) => candidates.some(condition));
  elements?.pop();
  return elements !== undefined;
}

/** Returns whether an element prints the number of a plural of this argument, which has no offset. */
function isNumberOf(argument: string): BranchNumber['isNumber'] {
  return (element) => isPoundElement(element) || isArgumentNamed(element, argument);
}

/** Whether a translation has a plural of an argument that the source only prints. */
function hasAddedPlural(
  elementsBySignature: ReadonlyMap<string, MessageFormatElement[]>,
  element: MessageFormatElement,
): boolean {
  return [...elementsBySignature.values()].flat().some((added) => isAddedPluralOf(added, element));
}

/**
 * Whether an element of a translation is a plural of an argument that an element of the source prints: `{n, plural,
 * one {# stol} other {# stolů}}` for `{n} tables`. Each of its forms prints the number, too, except those for an exact
 * one, and nothing else.
 */
function isAddedPluralOf(added: MessageFormatElement, printed: MessageFormatElement): boolean {
  if (!isPluralElement(added) || added.offset !== 0 || !isArgumentNamed(printed, added.value)) return false;
  const isNumber = isNumberOf(added.value);
  return Object.entries(added.options).every(([key, { value }]) => {
    const placeholders = value.filter((element) => !isLiteralElement(element));
    return placeholders.every(isNumber) && (placeholders.length > 0 || key.startsWith('='));
  });
}

/** Whether all branches of a plural are only words. */
function isPluralOfWords({ options }: PluralElement): boolean {
  return Object.values(options).every(({ value }) => value.every(isLiteralElement));
}

/** Whether the number of a plural is printed by a message. */
function showsNumber(elements: readonly MessageFormatElement[], { value }: PluralElement): boolean {
  return elements.some((element) => isArgumentNamed(element, value));
}

/** Whether an element prints an argument as it is or as a number. */
function isArgumentNamed(element: MessageFormatElement, name: string): boolean {
  return (isArgumentElement(element) || isNumberElement(element)) && element.value === name;
}

/** Whether all numbers have one form in a language. */
function hasOneForm(locale: string): boolean {
  return categoryOf(1, locale, 'cardinal') === 'other' && categoryOf(2, locale, 'cardinal') === 'other';
}

/** Returns the list of missing parts to which a part with this use is added. */
function missingOf({ missing, advised }: Report, use: 'advised' | 'required'): string[] {
  return use === 'advised' ? advised : missing;
}

function compareBranches(messages: Messages, original: Choice, translated: Choice, outerRule?: BranchNumber): void {
  const { translation, report } = messages;
  let plural: SamePlural | undefined;
  if (isPluralElement(original) && isPluralElement(translated)) plural = { original, translated };
  const ruleOf = (key: string, branch: readonly MessageFormatElement[]): BranchNumber | undefined => {
    if (plural !== undefined) return branchNumber(plural, key, branch, messages);
    // A select in a branch of a plural: its texts must show the plural's number as in the source, never `elsewhere`.
    return outerRule && { isNumber: outerRule.isNumber, use: outerRule.use };
  };
  for (const [key, branch] of Object.entries(original.options)) {
    const match = translated.options[key];
    if (match) compareElements(messages, branch.value, match.value, ruleOf(key, branch.value));
    else if (plural === undefined || isNeeded(plural, key, messages.targetLocale)) report.missing.push(key);
  }
  for (const [key, branch] of Object.entries(translated.options)) {
    if (Object.hasOwn(original.options, key)) continue;
    // A branch that the target language needs, such as `few`, is compared with the source's `other`.
    const otherBranch = original.options['other'];
    if (otherBranch && plural !== undefined && addableSelector.test(key)) {
      compareElements(messages, otherBranch.value, branch.value, ruleOf(key, otherBranch.value));
    } else {
      report.extra.push({ text: key, start: translation.text.lastIndexOf(key, spanOf(branch).start) });
    }
  }
}

/** Whether an element only shows a value, which a translation may show several times. */
function isPrinted(element: MessageFormatElement): boolean {
  return !isChoice(element) && !isPoundElement(element);
}

/** Whether an element follows an equal one, with nothing but spaces between: no language needs that. */
function isRepetition(
  element: MessageFormatElement,
  previous: MessageFormatElement | undefined,
  text: string,
): boolean {
  if (previous === undefined || signature(previous) !== signature(element)) return false;
  return text.slice(spanOf(previous).end, spanOf(element).start).trim() === '';
}

/** Selectors that a translation may add: categories, and the exact numbers that every library supports. */
const addableSelector = /^(?:zero|one|two|few|many|other|=[012])$/u;

/** The same plural in both messages. */
interface SamePlural {
  readonly original: PluralElement;
  readonly translated: PluralElement;
}

/**
 * Whether a translation needs a branch of the source's plural. Its language may lack the category, or exact numbers may
 * cover all of it; and a category of the language may replace `=1`.
 */
function isNeeded({ original, translated }: SamePlural, key: string, targetLocale: string | undefined): boolean {
  if (key === 'other' || targetLocale === undefined) return true;
  const type = original.pluralType ?? 'cardinal';
  if (key === '=1') {
    // Not needed if the translation's `one` also serves for 1, or if 1 is `other`, as in Japanese.
    const category = categoryOf(1 - original.offset, targetLocale, type);
    return category === undefined || (category !== 'other' && !Object.hasOwn(translated.options, category));
  }
  if (key.startsWith('=')) return true;
  // Undefined, so needed, if the numbers of the category are unknown.
  return wholeNumbersOf(translated, key, targetLocale)?.length !== 0;
}

/** Returns how the branch of a translated plural must show its number; undefined if the language is unknown. */
function branchNumber(
  { original, translated }: SamePlural,
  key: string,
  branch: readonly MessageFormatElement[],
  { source, targetLocale, exactIsCategory }: Messages,
): BranchNumber | undefined {
  if (targetLocale === undefined) return undefined;
  // With an offset, `#` is another number than the argument.
  const isNumber = original.offset === 0 ? isNumberOf(original.value) : isPoundElement;
  const category = categoryNamed(key, exactIsCategory);
  // In Dart, `=1` also serves all numbers of `one` if the plural has no `one`.
  const servesCategory = category !== key && !Object.hasOwn(translated.options, category);
  /** The numbers for which the branch is used: 1 for `=1`, 0 and 1 for `one` in French. */
  const numbers: number[] = [];
  if (key.startsWith('=')) numbers.push(Number(key.slice(1)));
  if (servesCategory || !key.startsWith('='))
    numbers.push(...(wholeNumbersOf(translated, category, targetLocale) ?? []));
  const use = useOfNumber(numbers);
  // The source's branch `one` may be "one day", so that only its `other` has the number, `# days`.
  if (contains(branch, isNumber)) return { isNumber, use };
  const elsewhere = original.options['other']?.value.find(
    (element) => isNumber(element) && source.isPlaceholder(element),
  );
  return { isNumber, use, ...present({ elsewhere }) };
}

function useOfNumber(numbersOfBranch: readonly number[]): BranchNumber['use'] {
  // If the numbers are unknown, the list is empty, and `#` is required.
  if (numbersOfBranch.length === 1) return 'optional';
  return isAdvisedNumber({ examples: numbersOfBranch }) ? 'advised' : 'required';
}

/** Whether any of the elements, or of those in their branches, meets a condition. */
function contains(
  elements: readonly MessageFormatElement[],
  condition: (element: MessageFormatElement) => boolean,
): boolean {
  return elements.some((element) => {
    if (condition(element)) return true;
    if (!isChoice(element)) return false;
    return Object.values(element.options).some(({ value }) => contains(value, condition));
  });
}

function isChoice(element: MessageFormatElement): element is Choice {
  return isPluralElement(element) || isSelectElement(element);
}

/** Returns a key that is equal for interchangeable arguments: kind, name and format, or kind of plural and offset. */
function signature(element: MessageFormatElement): string {
  if (isPoundElement(element)) return '#';
  const { type, value } = element;
  if (isPluralElement(element)) return JSON.stringify([type, value, [element.pluralType, element.offset]]);
  return JSON.stringify([type, value, 'style' in element ? styleText(element.style) : '']);
}

/** Returns the format of an argument: a pattern, the tokens of a skeleton, or a word such as `percent`. */
function styleText(style: unknown): unknown {
  if (typeof style !== 'object' || style === null) return style ?? '';
  if ('pattern' in style) return style.pattern;
  return 'tokens' in style ? style.tokens : '';
}

/** Returns a simple argument as written, or a choice up to the brace of its first branch: `{n, plural, one {`. */
function headOf(text: string, element: MessageFormatElement): string {
  const { start, end } = spanOf(element);
  if (!isChoice(element)) return text.slice(start, end);
  const firstBrace = Math.min(...Object.values(element.options).map((option) => spanOf(option).start));
  return text.slice(start, firstBrace + 1);
}

/** Returns the number of braces in the words of a message. */
function literalBraces(elements: readonly MessageFormatElement[]): number {
  let count = 0;
  for (const element of elements) {
    if (isLiteralElement(element)) count += element.value.replace(/[^{}]/gu, '').length;
    if (isChoice(element)) for (const { value } of Object.values(element.options)) count += literalBraces(value);
  }
  return count;
}
