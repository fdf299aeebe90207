import { refusal, refuseNul } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { AndroidStyle } from './androidEncode.ts';
import type { Part } from './androidParts.ts';
import type { ResourceDialect } from './resourceDialect.ts';

/**
 * moko-resources, which generates Android's, Apple's and other files. A line break with the whitespace around it is one
 * space; `\n` is a line break, and the backslash of `\'`, `\"` and `\?`, which earlier versions needed for Android, is
 * dropped. `<plural>` is another name of `<plurals>`. See `processXmlTextContent`, `removeAndroidMirroringFormat` and
 * `PluralResourceGenerator` in https://github.com/icerockdev/moko-resources
 */
export const mokoDialect: ResourceDialect = {
  id: 'moko-xml',
  pluralElements: ['plural', 'plurals'],
  literalOf: valueRange,
  read: decode,
  readMarkup: (parts) => parts.map(readPart).join(''),
  encode,
  encodeMarkup: (parts, style) => parts.map((part) => encodePart(part, style)).join(''),
  hasQuotes: false,
  hasReferences: false,
  refusesSubstitutions: true,
};

function decode(text: string): string {
  return withoutLineWraps(text).replace(/\\(n|['"?])/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** Replaces line breaks, with the whitespace around them, by a space: what Java's `\s*\n\s*` matches. */
function withoutLineWraps(text: string): string {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  const [firstLine = ''] = lines;
  const middleLines = lines.slice(1, -1).map((line) => withoutSpacesAtEnd(withoutSpacesAtStart(line)));
  return [
    withoutSpacesAtEnd(firstLine),
    ...middleLines.filter((line) => line !== ''),
    withoutSpacesAtStart(lines.at(-1) ?? ''),
  ].join(' ');
}

const space = /[ \t\v\f\r]/;

function withoutSpacesAtStart(line: string): string {
  return line.replace(/^[ \t\v\f\r]+/, '');
}

/** Not with a pattern, which could be slow in a long line of spaces. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && space.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

function readPart({ kind, raw }: Part): string {
  // An XML parser reads every line end as LF.
  return kind === 'mark' ? raw : decode(raw.replace(/\r\n?/g, '\n'));
}

function encodePart({ kind, raw }: Part, style: AndroidStyle): string {
  return kind === 'mark' ? raw : encode(raw, style);
}

function encode(text: string, { escapesApostrophes }: AndroidStyle): string {
  refuseNul(text);
  // There is no escape for a backslash.
  const [escape] = /\\[n'"?]/.exec(text) ?? [];
  if (escape !== undefined) throw refusal(because('moko-escape', escape));
  const encoded = text.replaceAll('\n', '\\n');
  return escapesApostrophes ? encoded.replaceAll("'", "\\'") : encoded;
}
