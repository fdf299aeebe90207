import { protect } from '../../../placeholders/protect.ts';
import { UnprotectableError, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { maxCommentCharacters } from '../../../service/interface/limits.ts';
import type { TrackedJob } from '../../model/trackedJob.ts';

/** The maximum number of texts that are quoted: the strings of one job usually have the same one. */
const maxTexts = 3;

/**
 * Suggests a comment that gives the translator the new source text, with placeholders as translators see them. The
 * comment is in plain English regardless of the editor's language. Returns undefined if the text has not changed, or
 * would not fit into a comment.
 */
export function sourceComment({
  sourceChanges = [],
  sourceText,
  protectedText,
}: Pick<TrackedJob, 'sourceChanges' | 'sourceText' | 'protectedText'>): string | undefined {
  const texts = new Set(
    sourceChanges.flatMap(({ state }) => (state.kind === 'changed' && state.text !== undefined ? [state.text] : [])),
  );
  texts.delete(sourceText);
  const [first, ...others] = [...texts].slice(0, maxTexts).map((text) => asSent(text, protectedText));
  if (first === undefined) return undefined;
  const comment =
    others.length === 0
      ? `The source text has changed to:\n\n${first}\n\nPlease translate this text instead.`
      : 'The source text was used in several places, which now have different texts:\n\n' +
        `${[first, ...others].join('\n\n')}\n\nPlease let us know if your translation does not fit all of them.`;
  return Array.from(comment).length > maxCommentCharacters ? undefined : comment;
}

/** Returns a text as it would be sent, with its placeholders in brackets; as it is, if it has brackets of its own. */
function asSent(text: string, ordered: ProtectedText | undefined): string {
  if (ordered === undefined) return text;
  try {
    return protect(text, ordered.syntaxes ?? [], ordered.within, ordered.apostrophes).text;
  } catch (error) {
    if (error instanceof UnprotectableError) return text;
    throw error;
  }
}
