import { createEntries, insertEntries } from '../entryLines.ts';
import type { LocaleFormat, TextEdit } from '../format.ts';
import { lineEndOf } from '../lineEnd.ts';
import { provenFormat, refusal, type WantedChange } from '../provenFormat.ts';
import { encodeProperty, type PropertiesStyle } from './propertiesEscape.ts';
import type { Property } from './propertiesScan.ts';
import { blocksOf, readProperties, type PropertiesUnits } from './propertiesUnits.ts';

/**
 * Java's `.properties`. The comment directly above a property is its note. A text is the value, decoded and no more: where
 * it is a MessageFormat its apostrophes are those of MessageFormat. A file in ASCII alone stays so, with `\uXXXX` for the
 * rest, and so does a file that is made from such a source: Java until version 8, and Spring to this day, read Latin-1.
 */
export const properties: LocaleFormat = provenFormat({
  id: 'properties',
  units: (text) => readProperties(text).units,
  edits: editsOf,
});

function editsOf(change: WantedChange): readonly TextEdit[] {
  const { text, replaced, added } = change;
  if (text === '') return [{ start: 0, end: 0, text: create(change) }];
  const target = readProperties(text);
  const style = styleOf(text, change);
  const edits = [...replaced].map(([id, translation]) => replace(target, id, translation, { text, style }));
  return (added.size === 0 ? edits : [...edits, ...insert(change, target, style)]).sort((a, b) => a.start - b.start || a.end - b.end);
}

interface Written {
  readonly text: string;
  readonly style: PropertiesStyle;
}

function replace({ byId }: PropertiesUnits, id: string, translation: string, { text, style }: Written): TextEdit {
  const property = byId.get(id);
  if (property === undefined) throw refusal(`The property “${id}” has gone.`);
  const { keyEnd, valueStart, valueEnd } = property;
  const separator = text.slice(keyEnd, valueStart);
  const encoded = encodeProperty(translation, style, !/[=:]/.test(separator));
  const needsSeparator = separator === '' && translation !== '';
  return { start: valueStart, end: valueEnd, text: (needsSeparator ? '=' : '') + brokenLike(text.slice(valueStart, valueEnd), encoded) };
}

/** A value whose lines go on behind each line break of the text keeps to that. */
function brokenLike(written: string, encoded: string): string {
  const continued = /(?:^|[^\\])(?:\\\\)*\\n\\(\r\n|\n|\r)([ \t\f]*)/.exec(written);
  if (continued === null) return encoded;
  const [, lineEnd = '', indent = ''] = continued;
  return encoded.replace(/((?:^|[^\\])(?:\\\\)*\\n)(?=.)(?! )/g, `$1\\${lineEnd}${indent}`);
}

const UNICODE_ESCAPE = /\\u([0-9A-Fa-f]{4})/g;

/** What a file shows of its style, else what its source shows. */
function styleOf(text: string, { context }: WantedChange): PropertiesStyle {
  const isRaw = /[^\u0000-\u007f]/;
  const isSilent = text === '' || !(isRaw.test(text) || text.search(UNICODE_ESCAPE) >= 0);
  const shown = isSilent ? context.sourceText : text;
  const digits = [...shown.matchAll(UNICODE_ESCAPE)].slice(0, 50).map(([, hex = '']) => hex).join('');
  return { ascii: !isRaw.test(shown), upperCase: !/[a-f]/.test(digits) };
}

function insert(change: WantedChange, target: PropertiesUnits, style: PropertiesStyle): readonly TextEdit[] {
  const { text, context, added } = change;
  const source = readProperties(context.sourceText);
  const lineEnd = lineEndOf(text);
  const copiesComments = keepsComments(target, source);
  return insertEntries({
    text,
    lineEnd,
    present: blocksOf(text, target),
    source: blocksOf(context.sourceText, source),
    missing: new Set(added.keys()),
    foot: text.length,
    render: (id, near) => {
      const like = near === undefined ? undefined : target.byId.get(near.id);
      const looks = like === undefined ? undefined : looksOf(text, like);
      return render(id, added.get(id) ?? '', { source, sourceText: context.sourceText, style, lineEnd, copiesComments, looks });
    },
  });
}

/** Whether the file has the source's comments, for most of the properties that it shares with it. */
function keepsComments(target: PropertiesUnits, source: PropertiesUnits): boolean {
  let kept = 0;
  let dropped = 0;
  for (const [id, property] of source.byId) {
    const own = target.byId.get(id);
    if (property.comments.length === 0 || own === undefined) continue;
    if (own.comments.length > 0) kept += 1;
    else dropped += 1;
  }
  return kept > 0 && kept >= dropped;
}

function create(change: WantedChange): string {
  const { context, added } = change;
  const { sourceText } = context;
  const source = readProperties(sourceText);
  const lineEnd = lineEndOf(sourceText);
  const style = styleOf('', change);
  return createEntries({
    sourceText,
    lineEnd,
    source: blocksOf(sourceText, source),
    wanted: new Set(added.keys()),
    render: (id) => render(id, added.get(id) ?? '', { source, sourceText, style, lineEnd, copiesComments: true, looks: undefined }),
  });
}

interface Looks {
  readonly indent: string;
  readonly separator: string | undefined;
}

interface RenderContext {
  readonly source: PropertiesUnits;
  readonly sourceText: string;
  readonly style: PropertiesStyle;
  readonly lineEnd: string;
  readonly copiesComments: boolean;
  /** Of the neighbour; the source's own otherwise. */
  readonly looks: Looks | undefined;
}

function render(id: string, translation: string, context: RenderContext): string {
  const { source, sourceText, style, lineEnd } = context;
  const property = source.byId.get(id);
  if (property === undefined) throw refusal(`The source has no property “${id}”.`);
  const own = looksOf(sourceText, property);
  const indent = context.looks?.indent ?? own.indent;
  const separator = context.looks?.separator ?? own.separator ?? '=';
  const comments = context.copiesComments ? property.comments.map(({ start, end }) => sourceText.slice(start, end)) : [];
  const key = sourceText.slice(property.keyStart, property.keyEnd);
  const value = encodeProperty(translation, style, !/[=:]/.test(separator));
  return [...comments, key + separator + value].map((line) => indent + line).join(lineEnd);
}

function looksOf(text: string, { lineStart, keyStart, keyEnd, valueStart }: Property): Looks {
  const separator = text.slice(keyEnd, valueStart);
  return { indent: text.slice(lineStart, keyStart), separator: /^[ \t]*[=: \t][ \t]*$/.test(separator) ? separator : undefined };
}
