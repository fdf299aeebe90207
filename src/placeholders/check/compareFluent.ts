import { readFluentTree } from '../choices/readFluentTree.ts';
import { hasSelector, isCounterpart, shownTexts, type ShownText } from '../choices/shownTexts.ts';
import type { IcuChoice, IcuNode } from '../choices/messageTree.ts';
import { categoryOrder } from '../read/icu.ts';
import { errorAt, type Problem, type TranslationContext } from '../read/placeholder.ts';
import type { Message } from '../read/readMessage.ts';
import { categoryOf, everydayCategories } from './checkPlurals.ts';
import { everydayNumbers } from '../../base/pluralForms.ts';
import { isAdvisedNumber } from './formNumbers.ts';

/**
 * Compares Fluent patterns of which one has choices; undefined if neither has, or if one can't be read. A translation may
 * have other choices than its source: it may put a whole sentence into each variant, or choose by what its language needs
 * (“asymmetric localization”, https://projectfluent.org). So each text that it can show is compared with the source's text
 * for the same values.
 */
export function compareFluent(
  source: Message,
  translation: Message,
  targetLocale: string | undefined,
): readonly Problem[] | undefined {
  if (!source.text.includes('->') && !translation.text.includes('->')) return undefined;
  const [sourceNodes, nodes] = [readFluentTree(source.text), readFluentTree(translation.text)];
  if (sourceNodes === undefined || nodes === undefined) return undefined;
  const [sourceChoices, choices] = [choicesIn(sourceNodes), choicesIn(nodes)];
  if (sourceChoices.length + choices.length === 0) return undefined;
  const [sourceTexts, texts] = [shownTexts(sourceNodes), shownTexts(nodes)];
  if (sourceTexts === undefined || texts === undefined) return undefined;

  const missing = new Map<string, Problem['severity']>();
  const rawBySourceName = new Map(sourceTexts.flatMap((text) => [...valuesOf(text)]));
  for (const choice of sourceChoices) {
    const name = nameOfSelector(choice);
    if (!rawBySourceName.has(name)) rawBySourceName.set(name, choice.argument);
  }
  const problems: Problem[] = [];
  const report = (raw: string): void => {
    if (problems.some(({ text }) => text === raw)) return;
    problems.push(errorAt('extra-placeholder', raw, Math.max(translation.text.indexOf(raw), 0)));
  };
  for (const text of texts) {
    for (const [name, raw] of valuesOf(text)) if (!rawBySourceName.has(name)) report(raw);
    for (const [name, severity] of missingValues(text, sourceTexts, targetLocale))
      if (missing.get(name) !== 'error') missing.set(name, severity);
  }
  const selectorNames = new Set(choices.map(nameOfSelector));
  const lostChoices = sourceChoices.filter((choice) => !selectorNames.has(nameOfSelector(choice)));
  const addedChoices = choices.filter((choice) => !rawBySourceName.has(nameOfSelector(choice)));
  // A choice by an unknown value is the language's own, such as by case, unless a plural of the source became it.
  if (lostChoices.some(({ type }) => type !== 'select')) for (const { head } of addedChoices) report(head);
  for (const choice of choices) {
    if (hasOtherNumbers(choice, sourceChoices)) report(choice.head);
    const keys = changedKeys(choice, sourceChoices, addedChoices.length > 0);
    for (const key of keys) report(`[${key}]`);
    if (addedChoices.length > 0 || keys.length > 0) continue;
    for (const key of lostKeys(choice, sourceChoices, targetLocale)) missing.set(`[${key}]`, 'error');
  }
  for (const [name, severity] of missing)
    problems.push({ kind: 'missing-placeholder', severity, text: rawBySourceName.get(name) ?? name });
  return problems;
}

/**
 * Returns a warning for each category of the target language that a plural of a Fluent pattern lacks. It is no error: the
 * default may have been written for these numbers, too.
 */
export function checkFluentPlurals(
  { text }: Pick<Message, 'text'>,
  { targetLocale }: Pick<TranslationContext, 'targetLocale'>,
): readonly Problem[] {
  if (targetLocale === undefined || !text.includes('->')) return [];
  return choicesIn(readFluentTree(text) ?? []).flatMap((choice) =>
    missingForms(choice, targetLocale).map((category): Problem => ({
      kind: 'plural-missing',
      severity: 'warning',
      text: category,
      start: text.indexOf(choice.head),
    })),
  );
}

/** Whether a choice by a number counts otherwise than its source: `NUMBER($n, type: "ordinal")` lost its type. */
function hasOtherNumbers(choice: IcuChoice, sourceChoices: readonly IcuChoice[]): boolean {
  if (choice.type === 'select') return false;
  const counterparts = sourceChoices.filter(
    (sourceChoice) => sourceChoice.type !== 'select' && nameOfSelector(sourceChoice) === nameOfSelector(choice),
  );
  return counterparts.length > 0 && counterparts.every((counterpart) => typeOf(counterpart) !== typeOf(choice));
}

/**
 * Returns the keys of variants that were changed: `jeden` for `one` is never selected. A choice by a word may have other
 * keys in addition to those of the source, such as one for another operating system. In a term, which has parameters that
 * only translations know (`hasParameters`), it may have any.
 */
function changedKeys(
  choice: IcuChoice,
  sourceChoices: readonly IcuChoice[],
  hasParameters: boolean,
): readonly string[] {
  const counterparts = sourceChoices.filter((sourceChoice) => nameOfSelector(sourceChoice) === nameOfSelector(choice));
  if (counterparts.length === 0 || choice.type !== 'select') return [];
  // The default is shown for everything else, whatever its key is.
  const keysOf = ({ options, defaultSelector }: IcuChoice): readonly string[] =>
    options.map(({ selector }) => selector).filter((selector) => selector !== defaultSelector);
  const sourceKeys = new Set(counterparts.flatMap(keysOf));
  const newKeys = keysOf(choice).filter((key) => !counterparts.some((counterpart) => hasSelector(counterpart, key)));
  const isPlural = counterparts.some(({ type }) => type !== 'select');
  if (isPlural) return newKeys.filter((key) => !isPluralCategoryName(key));
  const isAnyLost = [...sourceKeys].some((key) => !hasSelector(choice, key));
  return isAnyLost && !hasParameters ? newKeys : [];
}

/**
 * Returns the keys of variants that a choice has lost: the texts of these variants would now belong to others. The default
 * may have another key, and a language may lack a plural category.
 */
function lostKeys(
  choice: IcuChoice,
  sourceChoices: readonly IcuChoice[],
  targetLocale: string | undefined,
): readonly string[] {
  const counterparts = sourceChoices.filter((sourceChoice) => nameOfSelector(sourceChoice) === nameOfSelector(choice));
  const [firstCounterpart, ...furtherCounterparts] = counterparts;
  // A default alone is one text for all numbers.
  if (firstCounterpart === undefined || (choice.type !== 'select' && choice.options.length === 1)) return [];
  const isNeeded = (key: string): boolean => {
    // `[one]` may replace `[1]`.
    const category = categoryOfExact.get(key);
    if (category !== undefined && hasSelector(choice, category) && !hasSelector(firstCounterpart, category))
      return false;
    if (firstCounterpart.type === 'select' || key.startsWith('=') || targetLocale === undefined) return true;
    return everydayCategories(targetLocale, typeOf(firstCounterpart)).includes(key);
  };
  return firstCounterpart.options
    .map(({ selector }) => selector)
    .filter((key) => key !== firstCounterpart.defaultSelector && !hasSelector(choice, key))
    .filter((key) => furtherCounterparts.every((counterpart) => hasSelector(counterpart, key)) && isNeeded(key))
    .map((key) => key.replace(/^=/u, ''));
}

const categoryOfExact: ReadonlyMap<string, string> = new Map([
  ['=0', 'zero'],
  ['=1', 'one'],
  ['=2', 'two'],
]);

function isPluralCategoryName(word: string): boolean {
  return categoryOrder.includes(word);
}

/** Returns the placeables of a text, as written, by the names of their values. */
function valuesOf(text: ShownText): ReadonlyMap<string, string> {
  return new Map(
    text.values.flatMap((raw) => {
      const name = nameOf(raw);
      return name === undefined ? [] : [[name, raw] as const];
    }),
  );
}

/** Returns the values that a text of the translation lacks, and how serious that is. */
function missingValues(
  text: ShownText,
  sourceTexts: readonly ShownText[],
  targetLocale: string | undefined,
): ReadonlyMap<string, Problem['severity']> {
  const counterparts = sourceTexts.filter((sourceText) => isCounterpart(sourceText, text));
  const missing = new Map<string, Problem['severity']>();
  const [firstCounterpart, ...furtherCounterparts] = counterparts;
  const values = valuesOf(text);
  for (const name of firstCounterpart === undefined ? [] : valuesOf(firstCounterpart).keys()) {
    const isInAll = furtherCounterparts.every((counterpart) => valuesOf(counterpart).has(name));
    if (isInAll && !values.has(name)) missing.set(name, 'error');
  }
  for (const { choice, selector } of text.conditions) {
    if (choice.type === 'select') continue;
    const name = nameOfSelector(choice);
    if (values.has(name)) continue;
    // "one day" lacks the number, which the Russian form for 1 and 21 needs.
    const isInSource = sourceTexts.some((sourceText) => valuesOf(sourceText).has(name));
    const severity = severityWithout(choice, selector, targetLocale);
    if (severity === undefined || !isInSource) missing.delete(name);
    else if (missing.has(name) || severity === 'error') missing.set(name, severity);
  }
  return missing;
}

/** Returns how serious it is that a form lacks its number; undefined if the form is for one number only. */
function severityWithout(
  choice: IcuChoice,
  selector: string,
  targetLocale: string | undefined,
): Problem['severity'] | undefined {
  if (selector.startsWith('=')) return undefined;
  const type = typeOf(choice);
  // For the default, the numbers of all categories without a variant; they are many.
  if (selector === choice.defaultSelector || targetLocale === undefined) return 'error';
  const examples = everydayNumbers.filter(
    (number) =>
      Number.isInteger(number) &&
      !hasSelector(choice, `=${number}`) &&
      categoryOf(number, targetLocale, type) === selector,
  );
  // None: exact numbers have variants for all of them.
  if (examples.length <= 1) return undefined;
  return isAdvisedNumber({ examples }) ? 'warning' : 'error';
}

/** Returns the categories of a language that a plural lacks, unless it has exact numbers for all of a category. */
function missingForms(choice: IcuChoice, targetLocale: string): readonly string[] {
  // A plural with its default alone is one text for all numbers.
  if (choice.type === 'select' || choice.options.length < 2) return [];
  const type = typeOf(choice);
  const absent = everydayCategories(targetLocale, type).filter(
    (category) => category !== choice.defaultSelector && !hasSelector(choice, category),
  );
  const numbersWithoutVariant = everydayNumbers.filter((number) => !hasSelector(choice, `=${number}`));
  const used = new Set(numbersWithoutVariant.map((number) => categoryOf(number, targetLocale, type)));
  return absent.filter((category) => used.has(category));
}

function typeOf({ type }: IcuChoice): 'cardinal' | 'ordinal' {
  return type === 'ordinal' ? 'ordinal' : 'cardinal';
}

function choicesIn(nodes: readonly IcuNode[]): readonly IcuChoice[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'choice') return [];
    return [node, ...node.options.flatMap(({ content }) => choicesIn(content))];
  });
}

/** Returns the name of the value that a choice is made by: `$n` of `$n` and of `NUMBER($n)`. */
function nameOfSelector({ head }: IcuChoice): string {
  const expression = head.slice(0, -'->'.length);
  return nameOf(`${expression}}`) ?? expression;
}

/** Returns the name of a placeable's value: `$name`, `-term`, `message.attribute`. A literal has none. */
function nameOf(placeable: string): string | undefined {
  const expression = placeable.slice(1, -1).trim();
  if (/^["\d]/u.test(expression)) return undefined;
  return (
    /\$[A-Za-z][\w-]*/u.exec(expression.startsWith('-') ? '' : expression)?.[0] ?? /^[^\s(]+/u.exec(expression)?.[0]
  );
}
