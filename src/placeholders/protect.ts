import { present } from '../base/present.ts';
import { readMessage } from './read/readMessage.ts';
import type { ApostropheRule } from './read/apostropheRule.ts';
import { replaceSpans } from './read/replaceSpans.ts';
import { placeholderRuns } from './read/runs.ts';
import {
  isEqualSyntax,
  UnprotectableError,
  type IcuBranchKind,
  type Placeholder,
  type PlaceholderSyntax,
  type ProtectedText,
} from './read/placeholder.ts';

/**
 * Puts `[[[ ]]]` around each placeholder, so that the service neither charges for nor translates it; adjacent ones
 * share one pair. Tags and entities are not changed. The result is always the same for the same text and families.
 * `within` says that the text is one branch of an ICU message; `apostrophes`, how the program reads them. Throws
 * UnprotectableError for a text with its own triple brackets, and an Error for an invalid `{ pattern }`.
 */
export function protect(
  text: string,
  syntaxes: readonly PlaceholderSyntax[],
  within?: IcuBranchKind,
  apostrophes?: ApostropheRule,
): ProtectedText {
  const brackets = /\[\[\[|\]\]\]/u.exec(text);
  if (brackets) throw new UnprotectableError(brackets[0]);
  const { placeholders } = readMessage(text, syntaxes, within, apostrophes);
  const bracketed = replaceSpans(text, placeholderRuns(text, placeholders), (run) => `[[[${run.text}]]]`);
  return { text: bracketed, source: text, placeholders, syntaxes, ...present({ within, apostrophes }) };
}

/** Protected texts from the journal, each with the same text as `asReadNow` returns it. */
const readings = new WeakMap<ProtectedText, ProtectedText>();

/**
 * Returns a protected text with the placeholders that the current rules find in its source. A text from the journal may
 * have been protected by the rules of an earlier version. Its translation is read by the current ones, and can only be
 * compared with a source that is read by the same rules. The brackets stay as they were sent.
 */
export function asReadNow(sent: ProtectedText): ProtectedText {
  const earlierReading = readings.get(sent);
  if (earlierReading !== undefined) return earlierReading;
  const syntaxes = sent.syntaxes ?? distinctSyntaxes(sent.placeholders);
  const { placeholders } = readMessage(sent.source, syntaxes, sent.within, sent.apostrophes);
  const isUnchanged = sent.syntaxes !== undefined && isEqualList(sent.placeholders, placeholders);
  const reading: ProtectedText = isUnchanged ? sent : { ...sent, placeholders, syntaxes };
  readings.set(sent, reading);
  return reading;
}

function isEqualList(placeholders: readonly Placeholder[], counterparts: readonly Placeholder[]): boolean {
  if (placeholders.length !== counterparts.length) return false;
  return placeholders.every(({ start, end, syntax }, index) => {
    const counterpart = counterparts[index];
    return start === counterpart?.start && end === counterpart.end && isEqualSyntax(syntax, counterpart.syntax);
  });
}

function distinctSyntaxes(placeholders: readonly Placeholder[]): readonly PlaceholderSyntax[] {
  return [...new Map(placeholders.map(({ syntax }) => [JSON.stringify(syntax), syntax])).values()];
}
