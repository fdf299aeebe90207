import { isPluralCategory, readableId } from '../../../formats/kit/unitId.ts';
import { displayName } from '../../../locales/isLocale.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { requiredNumbers } from '../../../placeholders/check/formNumbers.ts';
import type { FormNumber, ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { plainLine } from '../../model/plainLine.ts';
import { branchExamples } from './branchExamples.ts';
import type { WantedText } from './wantedTexts.ts';
import type { WantedForm, WantedUnit } from './wantedUnits.ts';
import type { MessageBranch } from '../../model/unitName.ts';

/** In UTF-16 units. A key may be long: that of a gettext message is its source text. */
const maxKeyLength = 500;

/** The language of the translation, and how the program uses plural forms. */
interface NoteContext extends Pick<SourceFile, 'plurals'> {
  readonly locale: string;
}

/** How many numbers a sentence names. */
const maxExamples = 4;

/** Returns the note for the translator about one unit of a job, in English. */
export function translatorNote(
  wantedUnit: WantedUnit,
  text: WantedText & { readonly protectedText: ProtectedText },
  context: NoteContext,
): string {
  const { id, sourceUnit, plural } = wantedUnit;
  const key = telltaleKey(id, sourceUnit.text);
  const lines = key === undefined ? [] : [`Key: ${plainLine(key, maxKeyLength)}`];
  if (sourceUnit.note !== undefined) lines.push(sourceUnit.note);
  if (plural !== undefined) lines.push(formSentence(plural, context.locale));
  if (text.branch !== undefined) lines.push(...branchSentences(text, context, sourceUnit.integers));
  for (const number of requiredNumbers(text.protectedText)) lines.push(numberSentence(number, context.locale));
  if (text.copiedFor === 'millions') lines.push('The same text is used with whole millions.');
  if (text.copiedFor === 'decimals') lines.push('The same text is used with decimals, such as 1.5.');
  if (sourceUnit.maxChars !== undefined) lines.push(`At most ${sourceUnit.maxChars} characters.`);
  return lines.join('\n');
}

/** Numbers, hashes and ids of Interface Builder, before the name of a property: `4f2c9a0b`, `Ddf-3c-xkq.title`. */
const meaninglessKey =
  /^(?:\d{6,}|[0-9a-f]{8,}|[0-9a-f-]{32,}|(?=[^.]*\d)[A-Za-z0-9]{3}-[A-Za-z0-9]{2}-[A-Za-z0-9]{3})(?:\.|$)/u;

/**
 * Returns what a key tells translators: not a key that is the text itself, as in PO files, where only a context before
 * it says something, and no hash or number.
 */
function telltaleKey(id: string, text: string): string | undefined {
  const readable = readableId(id);
  const withoutForm = readable.replace(/#[a-z]+$/u, '');
  let key = readable;
  if (withoutForm === text) return undefined;
  if (withoutForm.endsWith(`.${text}`)) key = withoutForm.slice(0, -text.length - 1);
  key = key.replace(meaninglessKey, '');
  return key === '' ? undefined : key;
}

/** “This is the plural form “few” in Polish, used with numbers such as 2, 3, 4 (for count).” `of` is “ (for count)”. */
function formSentence({ category, type, examples, hasUncertainRules }: WantedForm, locale: string, of = ''): string {
  const used = hasUncertainRules === true ? 'which may be used' : 'used';
  const use = examples.length === 0 ? '' : `, ${used} with numbers such as ${examples.join(', ')}`;
  const form = `${type === 'ordinal' ? 'ordinal ' : ''}plural form “${category}”`;
  return `This is the ${form} in ${displayName(locale)}${use}${of}.`;
}

/** Says that the number must be written, although the source writes it as a word, as a digit or not at all. */
function numberSentence({ text, syntax, examples, isUncertain }: FormNumber, locale: string): string {
  const use = isUncertain ? 'may be used' : 'is used';
  const used = `In ${displayName(locale)}, this form ${use} for the numbers ${examples.join(', ')} …`;
  // Tags are sent without brackets.
  return `${used}, so write the number as ${syntax === 'tag' ? text : `[[[${text}]]]`}.`;
}

/** Explains the branch of an ICU message, or the form between bars, that a text is. */
function branchSentences(
  { branch, branches = [] }: WantedText,
  context: NoteContext,
  integers: readonly string[] = [],
): readonly string[] {
  if (branch?.form !== undefined)
    return [pipeFormSentence(branch.form, context.locale), 'Don’t use “|”: it separates the forms of the plural.'];
  if (branch === undefined) return [];
  const { conditions = [], kind, text } = branch;
  const sentences = conditions.map(({ argument, type, selector, offset }, index) => {
    if (type === 'select' || !isPluralCategory(selector)) return selectorSentence(argument, selector);
    const onlyIntegers = type === 'ordinal' || integers.includes(argument);
    const examples = branchExamples(branch, index, { branches, ...context })
      .filter((number) => !onlyIntegers || Number.isInteger(number))
      .slice(0, maxExamples);
    // `{n, plural, offset:1 …}`: the form is for the number of n less 1.
    const number = offset === 0 ? argument : `${argument} less ${offset}`;
    const isClear = conditions.length === 1 && offset === 0;
    return formSentence({ category: selector, type, examples }, context.locale, isClear ? '' : ` (for ${number})`);
  });
  const innermost = conditions.at(-1);
  // After an apostrophe, “#” is a literal character.
  const showsNumberSign = /(?<!')#/u.test(text);
  if (innermost === undefined || kind === 'select' || !showsNumberSign) return sentences;
  return [...sentences, `“#” stands for the number${innermost.offset === 0 ? '' : ` less ${innermost.offset}`}.`];
}

function pipeFormSentence({ name, numbers }: NonNullable<MessageBranch['form']>, locale: string): string {
  if (name === '1/1') return `This text is used with all numbers in ${displayName(locale)}.`;
  const use = numbers.length === 0 ? '' : `, used with numbers such as ${numbers.join(', ')}`;
  // `2/3`, or the condition as written.
  const [number = '', total] = name.split('/');
  const form = total === undefined ? `the plural form for “${number}”` : `plural form ${number} of ${total}`;
  return `This is ${form} in ${displayName(locale)}${use}.`;
}

function selectorSentence(argument: string, selector: string): string {
  const word = selector === 'other' ? 'anything else' : `“${selector}”`;
  const value = selector.startsWith('=') ? selector.slice(1) : word;
  return `This text is used when ${argument} is ${value}.`;
}
