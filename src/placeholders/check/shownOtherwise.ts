import { isDateFormat } from '../read/families.ts';
import { completeChoices, isChoiceArgument } from '../read/icu.ts';
import { literal } from '../read/looseToken.ts';
import { asWarning, errorAt, type PlaceholderSyntax, type Problem } from '../read/placeholder.ts';
import type { Message } from '../read/readMessage.ts';
import type { ReadBy } from './compareTags.ts';
import type { Compared } from './placeholderKeys.ts';

/** A placeholder that the translation lacks. */
export interface Missing extends Pick<Compared, 'text' | 'syntax'> {
  /** Its offset in the source, if known. */
  readonly sourceStart?: number;
}

/** Whether an address of the translation is one that the source names without a scheme: `m.example.com`. */
export function isNamedWithoutScheme({ text, syntax }: Compared, source: Message): boolean {
  if (syntax !== 'url' || text.includes('@')) return false;
  const host = text
    .replace(/^https?:\/\//iu, '')
    .replace(/^www\./iu, '')
    .replace(/\/$/u, '');
  return host.includes('.') && new RegExp(`(?<![\\w.@/-])${literal(host)}(?![\\w-]|\\.\\w)`, 'iu').test(source.text);
}

/**
 * Removes placeholders whose percent sign the translation writes before them, as Turkish and Basque do: `%{done}` for
 * `{done}%`, and `%%percent%` for `%percent%%`. Not for vue-i18n, which reads `%{done}` as the value alone.
 */
export function withoutLeadingPercents(
  missing: readonly Missing[],
  extra: readonly Compared[],
  { source, translation, syntaxes }: Record<'source' | 'translation', Message> & Pick<ReadBy, 'syntaxes'>,
): { readonly missing: readonly Missing[]; readonly extra: readonly Compared[] } {
  if (missing.length === 0 || !translation.text.includes('%') || syntaxes.includes('vue-link'))
    return { missing, extra };
  const remainingExtra = [...extra];
  const remainingMissing = missing.filter(({ text, sourceStart }) => {
    if (sourceStart === undefined || !/^\s?%/u.test(source.text.slice(sourceStart + text.length))) return true;
    if (!/^(?:%\w|\{[^{}]*\}$)/u.test(text) || !translation.text.includes(`%${text}`)) return true;
    const index = remainingExtra.findIndex((added) => added.text === `%${text}`);
    if (index >= 0) remainingExtra.splice(index, 1);
    return false;
  });
  return { missing: remainingMissing, extra: remainingExtra };
}

/** Families of placeholders with a percent sign. */
const percentFamilies = new Set<unknown>(['printf', 'java-date', 'python-percent', 'qt', 'percent-pair']);

/** Whether `50 %-ig` or `%10` is a percentage of another language: the source shows no sign of being formatted. */
export function isPercentage({ text, start, syntax }: Compared, source: Message, translation: Message): boolean {
  if (!percentFamilies.has(syntax)) return false;
  // `%10`, where the source has `10%` or `10 %`: Qt shows it, because no tenth argument is filled in.
  const [, number] = /^%(\d+)/u.exec(text) ?? [];
  const isNumberOfSource = number !== undefined && new RegExp(`(?<!\\d)${number}\\d?\\s?%`, 'u').test(source.text);
  const isFormatted = source.placeholders.some((placeholder) => percentFamilies.has(placeholder.syntax));
  if (isFormatted) return syntax === 'qt' && isNumberOfSource && Number(number) > 9;
  if (isDateFormat(source.text)) return true;
  // `%-ta` for a percent sign of the source; `%s` may have been meant as a placeholder.
  const isCertain = /^%(?:\d+\$.*|[sd@])$/u.test(text);
  if (!isCertain && countOf(source.text, '%') >= countOf(translation.text, '%')) return true;
  // `50 %-ig`: the character before the percent sign, or before a space, is a digit.
  if (/\d[\s\u00a0\u202f]?$/u.test(translation.text.slice(Math.max(0, start - 2), start))) return true;
  return isNumberOfSource;
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The differences between two texts that remain, and warnings for those that are certainly no errors. */
export interface Accepted {
  readonly missing: readonly Missing[];
  readonly extra: readonly Compared[];
  readonly warnings: readonly Problem[];
}

/** Removes differences that the program shows as the author meant them, and returns a warning for each. */
export function withoutAccepted(
  missing: readonly Missing[],
  extra: readonly Compared[],
  { source, translation, syntaxes }: ComparedTexts,
): Accepted {
  const values = new Map(syntaxes.flatMap((syntax) => valueOf(syntax)));
  const choices = addedChoices(extra, source, translation);
  const isPassed = ({ text }: Compared): boolean => values.has(text);
  const isWritten = ({ text }: Missing): boolean => {
    const value = values.get(text) ?? '';
    return value !== '' && countOf(translation.text, value) > countOf(source.text, value);
  };
  const added = [...extra.filter(isPassed), ...choices.filter(({ text }) => text.startsWith('{'))];
  return {
    missing: missing.filter((placeholder) => !isWritten(placeholder)),
    extra: extra.filter((placeholder) => !isPassed(placeholder) && !choices.includes(placeholder)),
    warnings: [
      ...added.map(({ text, start }) => asWarning(errorAt('extra-placeholder', text, start))),
      ...missing
        .filter(isWritten)
        .map(({ text }): Problem => ({ kind: 'missing-placeholder', severity: 'warning', text })),
    ],
  };
}

interface ComparedTexts {
  readonly source: Message;
  readonly translation: Message;
  readonly syntaxes: readonly PlaceholderSyntax[];
}

/** `value: @:app.name Acme`; the groups are the placeholder and its text. */
const passedValue = /^value: (\S+)(?: ([^]*))?$/u;

function valueOf(syntax: PlaceholderSyntax): readonly (readonly [placeholder: string, text: string])[] {
  const [, placeholder, text = ''] = typeof syntax === 'string' ? (passedValue.exec(syntax) ?? []) : [];
  return placeholder === undefined ? [] : [[placeholder, text]];
}

/**
 * Returns the pieces of complete choices, `{0,choice,0#Jahre|1#Jahr|1<Jahre}`, if the source has none and each is of an
 * argument that it has: a language may need forms where the source has none.
 */
function addedChoices(extra: readonly Compared[], source: Message, { text }: Message): readonly Compared[] {
  const pieces = extra.filter((placeholder) => placeholder.syntax === 'icu' && isChoiceArgument(placeholder.text));
  const heads = pieces.filter((placeholder) => placeholder.text.startsWith('{'));
  if (heads.length === 0 || source.placeholders.some((placeholder) => isChoiceArgument(placeholder.text))) return [];
  const complete = completeChoices(text);
  const isAccepted = heads.every((head) => {
    const [, name = ''] = /^\{\s*([\w.-]+)/u.exec(head.text) ?? [];
    return complete.has(name) && source.text.includes(`{${name}}`);
  });
  return isAccepted ? pieces : [];
}
