import { present } from '../../base/present.ts';
import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import type { Dialect } from './markdownSyntax.ts';
import { misread, refuseText } from './markdownText.ts';
import type { FrontText } from './frontMatter.ts';
import { readDocument, type BodyText } from './readDocument.ts';

/**
 * CommonMark and GitHub's Markdown, with front matter and `:::` containers. Every paragraph, heading, table cell,
 * container title, and every value of front matter that people read is a unit. Its text is inline Markdown as written,
 * without the prefixes of its lines that belong to lists and quotes around it. Units are named by their kinds and
 * numbers (`p3`, `li12`, `table1.2.3`), headings by their own ids (`h.install`), front matter by its keys
 * (`front.title`), so nothing can be inserted into an existing file; a new one is the source’s with the translations.
 */
export const markdown: LocaleFormat = markdownFormat('markdown');

/** Markdown with JSX elements and JavaScript expressions, which are never run and are not texts. */
export const mdx: LocaleFormat = markdownFormat('mdx');

/** A file `.md` that its program reads as MDX. Earlier versions read it as Markdown, so its units had other numbers. */
export const mdxInMarkdown: LocaleFormat = markdownFormat('mdx', 'markdown');

function markdownFormat(dialect: Dialect, earlierDialect?: Dialect): LocaleFormat {
  return provenFormat({
    id: dialect,
    idsArePositions: true,
    misread,
    units: (text) => {
      const units = unitsOf(text, dialect);
      return earlierDialect === undefined ? units : withEarlierIds(units, unitsOf(text, earlierDialect));
    },
    edits: (change) => (isEmptyText(change.text) ? createDocument(change, dialect) : editDocument(change, dialect)),
    mayAppear: (unit, change) => isEmptyText(change.text) && change.source().get(unit.id)?.text === unit.text,
  });
}

/** The texts that units were read from: reading is slow, and is not repeated for writing. */
const locations = new WeakMap<Unit, BodyText | FrontText>();

function unitsOf(text: string, dialect: Dialect): readonly Unit[] {
  const { front, body } = readDocument(text, dialect);
  const texts = [...front, ...body];
  for (const location of texts) locations.set(location.unit, location);
  return texts.map(({ unit }) => unit);
}

/** Returns units with what an earlier reading of the same text gave other ids: the units, or other texts. */
function withEarlierIds(units: readonly Unit[], earlierUnits: readonly Unit[]): readonly Unit[] {
  const earlierByStart = new Map(earlierUnits.map((unit) => [unit.start, unit]));
  const earlierById = new Map(earlierUnits.map((unit) => [unit.id, unit]));
  return units.map((unit) => {
    const earlier = earlierByStart.get(unit.start);
    const isRenamed = earlier !== undefined && earlier.text === unit.text && earlier.id !== unit.id;
    const hadOtherText = (earlierById.get(unit.id) ?? unit).start !== unit.start;
    if (!isRenamed && !hadOtherText) return unit;
    const unitWithEarlierId = {
      ...unit,
      ...present({
        earlierId: isRenamed ? earlier.id : undefined,
        hasReusedId: hadOtherText ? (true as const) : undefined,
      }),
    };
    const location = locations.get(unit);
    if (location !== undefined) locations.set(unitWithEarlierId, location);
    return unitWithEarlierId;
  });
}

function createDocument(change: WantedChange, dialect: Dialect): readonly TextEdit[] {
  const { sourceText } = change.context;
  const edits = textEdits({ file: sourceText, units: change.source(), translations: change.added }, dialect);
  return [{ start: 0, end: change.text.length, text: spliceEdits(sourceText, edits) }];
}

function editDocument(change: WantedChange, dialect: Dialect): readonly TextEdit[] {
  const [missingId] = change.added.keys();
  const { targetLocale, sourceLocale } = change.context;
  if (missingId !== undefined) throw refusal(because('document-structure', missingId, targetLocale, sourceLocale));
  return textEdits({ file: change.text, units: change.present, translations: change.replaced }, dialect);
}

/** Texts to be written into a file that has locations for all of them, and its units. */
interface DocumentChange {
  readonly file: string;
  readonly units: ReadonlyMap<string, Unit>;
  readonly translations: ReadonlyMap<string, string>;
}

/** Throws FormatError for a text that its location cannot hold. */
function textEdits({ file, units, translations }: DocumentChange, dialect: Dialect): readonly TextEdit[] {
  const lineEnd = lineEndOf(file);
  const edits: TextEdit[] = [];
  for (const unit of units.values()) {
    const text = translations.get(unit.id);
    const location = locations.get(unit);
    if (text === undefined || text === unit.text || location === undefined) continue;
    // Only texts of front matter have `render`.
    if ('render' in location) edits.push({ start: unit.start, end: unit.end, text: location.render(text) });
    else {
      refuseText(text, location, file, dialect);
      edits.push({ start: unit.start, end: unit.end, text: withPrefixes(text, location, file, lineEnd) });
    }
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** Gives a text's lines the prefixes of the lines that they replace; additional ones get that of the block's last. */
function withPrefixes(text: string, { lines }: BodyText, file: string, lineEnd: string): string {
  if (!text.includes('\n')) return text;
  const [firstLine = '', ...furtherLines] = text.split('\n');
  let result = firstLine;
  for (const [index, line] of furtherLines.entries()) {
    // The first further line replaces the second of the block.
    const [previousLine, replacedLine] = [lines[index], lines[index + 1]];
    if (previousLine !== undefined && replacedLine !== undefined)
      result += file.slice(previousLine.end, replacedLine.start) + line;
    else result += lineEnd + prefixOfNewLine(file, lines) + line;
  }
  return result;
}

/** Returns the prefix of a line added to a block: its last line's, with spaces for list markers: `> 1. ` → `>    ` */
function prefixOfNewLine(file: string, lines: readonly { readonly start: number }[]): string {
  const start = lines.at(-1)?.start ?? 0;
  const lineStart = Math.max(file.lastIndexOf('\n', start - 1), file.lastIndexOf('\r', start - 1)) + 1;
  return file.slice(lineStart, start).replace(/[^>\s]/g, ' ');
}

function isEmptyText(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text);
}
