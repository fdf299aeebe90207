import { diffArrays } from 'diff';

/** A part of two texts: of the newer one if added, of the older one if removed, of both if `same`. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The most added and removed words that are marked one by one; more are slow to find and hard to read. */
const maxEditLength = 1000;

/**
 * Returns the words that were removed and added between two texts. Words are found by the rules of `locale` (BCP 47;
 * the browser's locale if it is unknown), so languages without spaces between words work too. The parts `same` and
 * `removed` joined give exactly `older`; `same` and `added` joined give exactly `newer`.
 */
export function textDifference(older: string, newer: string, locale: string): readonly TextPart[] {
  const segmenter = wordSegmenter(locale);
  const words = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
  // Undefined if there are more than `maxEditLength` changes.
  const changes = diffArrays(words(older), words(newer), { maxEditLength });
  if (changes === undefined) return joinRuns([part('removed', older), part('added', newer)]);
  const parts = changes.map(({ added, removed, value }) => {
    const text = value.join('');
    if (added) return part('added', text);
    if (removed) return part('removed', text);
    return part('same', text);
  });
  return joinRuns(parts);
}

/** Returns where each part is: removed ones in `older`, the others in `newer`. */
export function rangesOf(
  parts: readonly TextPart[],
  older: string,
  newer: string,
): readonly { readonly whole: string; readonly start: number }[] {
  let [olderOffset, newerOffset] = [0, 0];
  return parts.map(({ kind, text }) => {
    const isInOlder = kind === 'removed';
    const range = isInOlder ? { whole: older, start: olderOffset } : { whole: newer, start: newerOffset };
    if (kind !== 'added') olderOffset += text.length;
    if (kind !== 'removed') newerOffset += text.length;
    return range;
  });
}

function wordSegmenter(locale: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(locale, { granularity: 'word' });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.Segmenter(undefined, { granularity: 'word' });
    throw error;
  }
}

/**
 * Joins adjacent changes, removed before added. A space between two replaced words counts as replaced, too, so that
 * they read as one phrase: `[a→x][ ][b→y]` becomes `[a b→x y]`.
 */
function joinRuns(parts: readonly TextPart[]): readonly TextPart[] {
  const joined: TextPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') joined.push(part('removed', removed));
    if (added !== '') joined.push(part('added', added));
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, index) => {
    const isLast = index + 1 === parts.length;
    const isWithinReplacement = removed !== '' && added !== '' && !isLast;
    const isSpace = /^\p{Zs}+$/u.test(text);
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isWithinReplacement && isSpace) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push(part('same', text));
    }
  });
  flush();
  return joined;
}

function part(kind: TextPart['kind'], text: string): TextPart {
  return { kind, text };
}
