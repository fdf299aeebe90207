import { present } from '../base/present.ts';
import { readMessage } from './read/readMessage.ts';
import { runsOf } from './read/runs.ts';
import {
  UnprotectableError,
  type IcuBranchKind,
  type PlaceholderSyntax,
  type ProtectedText,
} from './read/placeholder.ts';

/**
 * Puts `[[[ ]]]` around each placeholder, so that the service neither charges for nor translates it; adjacent ones
 * share one pair. Tags and entities are not changed. The result is always the same for the same text and families.
 * `within` says that the text is one branch of an ICU message. Throws UnprotectableError for a text with its own triple
 * brackets, and an Error for an invalid `{ pattern }`.
 */
export function protect(text: string, syntaxes: readonly PlaceholderSyntax[], within?: IcuBranchKind): ProtectedText {
  const own = /\[\[\[|\]\]\]/u.exec(text);
  if (own) {
    throw new UnprotectableError('own-brackets', own[0]);
  }
  const { placeholders } = readMessage(text, syntaxes, within);
  let result = '';
  let from = 0;
  for (const run of runsOf(text, placeholders)) {
    result += `${text.slice(from, run.start)}[[[${run.text}]]]`;
    from = run.end;
  }
  return {
    text: result + text.slice(from),
    source: text,
    placeholders,
    syntaxes,
    ...present({ within }),
  };
}
