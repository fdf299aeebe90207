import type { Placeholder } from './placeholder.ts';

/** A range of a source in one pair of brackets: one placeholder, or adjacent ones with only spaces between them. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
}

/**
 * Whether a placeholder is sent in brackets. Tags and entities are neither charged nor translated, so they are not:
 * they stay readable, and are compared in the translation.
 */
export function isBracketed({ syntax }: Placeholder): boolean {
  return syntax !== 'tag' && syntax !== 'entity';
}

/** Whether a part of a text has only spaces and no line breaks. */
function isSpace(text: string, start: number, end: number): boolean {
  if (start === end) return true;
  // Cheap, so the rest of most parts need not be examined.
  const endsInSpace = /\s/u.test(text.charAt(end - 1));
  return endsInSpace && /^[^\S\r\n]*$/u.test(text.slice(start, end));
}

/** Returns the runs of a source, in order. Adjacent placeholders are joined over spaces, not over line breaks. */
export function placeholderRuns(source: string, placeholders: readonly Placeholder[]): readonly Run[] {
  const groups: Placeholder[][] = [];
  for (const placeholder of placeholders) {
    if (!isBracketed(placeholder)) continue;
    const currentGroup = groups.at(-1);
    const groupEnd = currentGroup?.at(-1)?.end ?? 0;
    if (currentGroup !== undefined && isSpace(source, groupEnd, placeholder.start)) currentGroup.push(placeholder);
    else groups.push([placeholder]);
  }
  return groups.map((group): Run => {
    const [start, end] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
    return { start, end, text: source.slice(start, end), placeholders: group };
  });
}
