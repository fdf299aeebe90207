import { createEntries, insertEntries } from '../entryLines.ts';
import type { LocaleFormat, TextEdit } from '../format.ts';
import { keptWhileWriting } from '../keptWhileWriting.ts';
import { lineEndOf, withLineEnd } from '../lineEnd.ts';
import { provenFormat, refusal, type WantedChange } from '../provenFormat.ts';
import { quoteText, type StringsStyle } from './stringsEscape.ts';
import type { StringsEntry } from './stringsScan.ts';
import { blocksOf, readStrings, type StringsUnits } from './stringsUnits.ts';

/**
 * Apple's `.strings`: `"key" = "value";` with comments, the one directly above an entry being its note. A key or a text may
 * also be a bare word or in single quotation marks, and `"key";` stands for a text equal to the key.
 */
export const strings: LocaleFormat = keptWhileWriting(readStrings, (fileOf) =>
  provenFormat({
    id: 'strings',
    units: (text) => fileOf(text).units,
    edits: (change) => editsOf(change, fileOf),
  }),
);

function editsOf(change: WantedChange, fileOf: (text: string) => StringsUnits): readonly TextEdit[] {
  const { text, replaced, added } = change;
  for (const translation of [...replaced.values(), ...added.values()]) refuseNul(translation);
  if (text === '') return [{ start: 0, end: 0, text: create(change, fileOf(change.context.sourceText)) }];
  const target = fileOf(text);
  const style = styleOf(text, change);
  const edits = [...replaced].map(([id, translation]) => replace(target.byId.get(id), translation, text, style));
  return (added.size === 0 ? edits : [...edits, ...insert(change, { target, source: fileOf(change.context.sourceText) }, style)]).sort((a, b) => a.start - b.start || a.end - b.end);
}

function refuseNul(translation: string): void {
  if (translation.includes('\0')) throw refusal('The translation holds the character NUL, which ends a text for programs. Take it out and try again.');
}

function replace(entry: StringsEntry | undefined, translation: string, text: string, style: StringsStyle): TextEdit {
  if (entry === undefined) throw refusal('An entry that was there has gone.');
  const { key, value } = entry;
  if (value === undefined) return { start: key.end, end: key.end, text: ` = ${quoteText(translation, '"', style)}` };
  const written = text.slice(value.start, value.end);
  const rawLineBreaks = written.includes('\n') && !written.includes('\r') && !written.includes('\\n');
  return { start: value.start, end: value.end, text: quoteText(translation, value.quote === "'" ? "'" : '"', { ...style, rawLineBreaks }) };
}

/** What a file shows: one with line breaks in its texts and no escapes of them keeps to that. A file in ASCII that has escapes keeps to them; one that shows nothing does as its source does. */
function styleOf(text: string, { context }: WantedChange): StringsStyle {
  const isRaw = /[^\u0000-\u007f]/;
  const escapes = /\\[Uu][0-9A-Fa-f]{4}/;
  const shown = isRaw.test(text) ? false : escapes.test(text) ? true : undefined;
  const inSource = !isRaw.test(context.sourceText) && escapes.test(context.sourceText);
  return { ascii: shown ?? inSource, rawLineBreaks: /"[^"\\;]*\n[^"\\;]*";/.test(text) && !text.includes('\\n') };
}

function insert(change: WantedChange, { target, source }: { readonly target: StringsUnits; readonly source: StringsUnits }, style: StringsStyle): readonly TextEdit[] {
  const { text, context, added } = change;
  const lineEnd = lineEndOf(text);
  const present = blocksOf(text, target);
  const copiesComments = keepsComments(target, source, change);
  return insertEntries({
    text,
    lineEnd,
    present,
    source: blocksOf(context.sourceText, source),
    missing: new Set(added.keys()),
    foot: text.length,
    render: (id, near) => {
      const like = near === undefined ? undefined : target.byId.get(near.id);
      return render(id, added.get(id) ?? '', { source, sourceText: context.sourceText, style, lineEnd, copiesComments, indent: like === undefined ? '' : indentOf(text, like), equals: like === undefined ? undefined : equalsOf(text, like) });
    },
  });
}

/** Whether the file has the source's comments: it has for most of the entries that it shares with the source, or shares none that has one. */
function keepsComments(target: StringsUnits, source: StringsUnits, { present }: WantedChange): boolean {
  let kept = 0;
  let dropped = 0;
  for (const [id, entry] of source.byId) {
    if (entry.comments.length === 0 || !present.has(id)) continue;
    if ((target.byId.get(id)?.comments.length ?? 0) > 0) kept += 1;
    else dropped += 1;
  }
  return kept > 0 && kept >= dropped;
}

function create(change: WantedChange, source: StringsUnits): string {
  const { context, added } = change;
  const { sourceText } = context;
  const lineEnd = lineEndOf(sourceText);
  const style = styleOf('', change);
  return createEntries({
    sourceText,
    lineEnd,
    source: blocksOf(sourceText, source),
    wanted: new Set(added.keys()),
    render: (id) => render(id, added.get(id) ?? '', { source, sourceText, style, lineEnd, copiesComments: true, indent: '', equals: undefined }),
  });
}

interface RenderContext {
  readonly source: StringsUnits;
  readonly sourceText: string;
  readonly style: StringsStyle;
  readonly lineEnd: string;
  readonly copiesComments: boolean;
  readonly indent: string;
  /** What stands between key and text in the neighbour; the source's own otherwise. */
  readonly equals: string | undefined;
}

function render(id: string, translation: string, context: RenderContext): string {
  const { source, sourceText, style, lineEnd, indent } = context;
  const entry = source.byId.get(id);
  if (entry === undefined) throw refusal(`The source has no entry “${id}”.`);
  const comments = context.copiesComments ? entry.comments.map(({ start, end }) => withLineEnd(sourceText.slice(start, end), lineEnd)) : [];
  const key = sourceText.slice(entry.key.start, entry.key.end);
  const equals = context.equals ?? equalsOf(sourceText, entry) ?? ' = ';
  const lines = [...comments, `${key}${equals}${quoteText(translation, '"', style)};`];
  return lines.map((line) => indent + line).join(lineEnd);
}

function indentOf(text: string, { key }: StringsEntry): string {
  let start = key.start;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || /[\r\n]/.test(text.charAt(start - 1)) ? text.slice(start, key.start) : '';
}

function equalsOf(text: string, { key, value }: StringsEntry): string | undefined {
  if (value === undefined) return undefined;
  const between = text.slice(key.end, value.start);
  return /^[ \t]*=[ \t]*$/.test(between) ? between : undefined;
}
