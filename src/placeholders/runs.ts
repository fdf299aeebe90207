import type { Placeholder } from './placeholder.ts';

/** A stretch of a source that stands in one pair of brackets: one placeholder, or neighbours with nothing but blanks between them. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
}

/** Tags and entities are neither charged nor translated: they stay readable, unbracketed, and are compared on return. */
export function isBracketed({ syntax }: Placeholder): boolean {
  return syntax !== 'tag' && syntax !== 'entity';
}

/** The runs of a source, in order. Neighbours are joined over blanks, not over line breaks. */
export function runsOf(source: string, placeholders: readonly Placeholder[]): readonly Run[] {
  const runs: Run[] = [];
  for (const placeholder of placeholders) {
    if (!isBracketed(placeholder)) continue;
    const last = runs.at(-1);
    const joins = last !== undefined && /^[^\S\r\n]*$/u.test(source.slice(last.end, placeholder.start));
    if (joins) runs.pop();
    const start = joins ? last.start : placeholder.start;
    runs.push({
      start,
      end: placeholder.end,
      text: source.slice(start, placeholder.end),
      placeholders: joins ? [...last.placeholders, placeholder] : [placeholder],
    });
  }
  return runs;
}
