import { isPluralCategory, readableId } from '../../formats/kit/unitId.ts';
import { displayName } from '../../locales/isLocale.ts';
import { pluralExamples } from '../../locales/pluralCategories.ts';
import type { IcuCondition } from '../../placeholders/icu/icuBranches.ts';
import { plainLine } from '../model/plainLine.ts';
import type { WantedText } from './wantedTexts.ts';
import type { WantedUnit } from './wantedUnits.ts';

/** The key of a gettext message is its source text. In UTF-16 units. */
const longestKey = 500;

/** Returns the note for the translator about one unit of a job, in English. */
export function translatorNote(wanted: WantedUnit, text: WantedText, targetLocale: string): string {
  const { id, from, plural, copies = [] } = wanted;
  const lines = [`Key: ${plainLine(readableId(id), longestKey)}`];
  if (from.note !== undefined) lines.push(from.note);
  if (plural !== undefined) lines.push(formSentence(plural, targetLocale));
  if (text.branch !== undefined) lines.push(...branchSentences(text, targetLocale));
  if (copies.length > 0 || text.uses.some(({ branch }) => branch !== undefined && branch !== text.branch?.id))
    lines.push('The same text is used with whole millions.');
  if (from.maxChars !== undefined) lines.push(`At most ${from.maxChars} characters.`);
  return lines.join('\n');
}

function formSentence({ category, type }: NonNullable<WantedUnit['plural']>, locale: string, of = ''): string {
  const examples = pluralExamples(locale, category, type);
  const use = examples.length === 0 ? '' : `, used with numbers such as ${examples.join(', ')}`;
  const form = `${type === 'ordinal' ? 'ordinal ' : ''}plural form “${category}”`;
  return `This is the ${form} in ${displayName(locale)}${use}${of}.`;
}

function branchSentences({ branch }: WantedText, locale: string): readonly string[] {
  const { conditions = [], kind, text = '' } = branch ?? {};
  const sentences = conditions.map((condition) => conditionSentence(condition, locale, conditions.length > 1));
  const inner = conditions.at(-1);
  // After an apostrophe, “#” is a literal character.
  if (inner === undefined || kind === 'select' || !/(?<!')#/u.test(text)) return sentences;
  return [...sentences, `“#” stands for the number${inner.offset === 0 ? '' : ` less ${inner.offset}`}.`];
}

function conditionSentence(
  { argument, type, selector, offset }: IcuCondition,
  locale: string,
  isOneOfSeveral: boolean,
): string {
  if (type !== 'select' && isPluralCategory(selector)) {
    const number = offset === 0 ? argument : `${argument} less ${offset}`;
    return formSentence({ category: selector, type }, locale, isOneOfSeveral || offset !== 0 ? ` (for ${number})` : '');
  }
  if (type === 'select')
    return `This text is used when ${argument} is ${selector === 'other' ? 'anything else' : `“${selector}”`}.`;
  return `This text is used when ${argument} is ${selector.replace(/^=/u, '')}.`;
}
