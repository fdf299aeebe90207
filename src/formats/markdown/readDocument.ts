import type { TextRange, Unit } from '../kit/localeFormat.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { frontMatterOf, type FrontText } from './frontMatter.ts';
import { readBlocks, type Block, type BlockKind } from './readBlocks.ts';
import type { Dialect } from './markdownSyntax.ts';
import { tomlTexts } from './tomlTexts.ts';
import { yamlTexts } from './yamlTexts.ts';

/** A text of the body: its block and the lines that belong to it. */
export interface BodyText {
  readonly unit: Unit;
  readonly block: Block;
  readonly lines: readonly TextRange[];
}

export interface Document {
  /** The texts of front matter. */
  readonly front: readonly FrontText[];
  readonly body: readonly BodyText[];
}

/** An explicit id after a heading, as in Docusaurus and other tools: `{#id}`, in MDX also within a comment. */
export const headingIdPattern = /[ \t]*(?:\{#([\w:.-]+)\}|\{\/\*[ \t]*#([\w:.-]+)[ \t]*\*\/\})[ \t]*$/;

/** The length of the end of a heading in which its id is searched for. */
export const maxHeadingId = 200;

/** The checkbox of a task at the beginning of a list item. */
export const taskBox = /^\[[ xX]\][ \t]+/;

/** The first line of a block quote that is an alert: `[!NOTE]`. */
export const alertMarker = /^\[![\w-]+\][-+]?[ \t]*$/;

/** Reads a Markdown document. Throws FormatError. */
export function readDocument(text: string, dialect: Dialect): Document {
  const matter = frontMatterOf(text);
  let front: readonly FrontText[] = [];
  if (matter !== undefined) front = matter.language === 'yaml' ? yamlTexts(text, matter) : tomlTexts(text, matter);
  const counts = new Map<string, number>();
  const body: BodyText[] = [];
  for (const block of readBlocks(text, matter?.bodyStart ?? 0, dialect)) {
    const lines = readLines(text, block);
    const [firstLine] = lines;
    if (firstLine === undefined) continue;
    const { start } = firstLine;
    const end = lines.at(-1)?.end ?? firstLine.end;
    const inlineText = textOf(text, lines);
    const id = idOf(block, headingIdOf(text, block), counts);
    const reason = untranslatableReason(inlineText, dialect);
    body.push({ unit: unitFrom({ id, text: inlineText, markup: true, reason, start, end }), block, lines });
  }
  return { front, body };
}

/** Joins lines by LF; the prefix of each line belongs to the file. */
export function textOf(text: string, lines: readonly TextRange[]): string {
  return lines.map(({ start, end }) => text.slice(start, end)).join('\n');
}

/** Returns the range of a container’s title within its line: `:::note Title`, `:::note[Title]{.wide}`. */
export function titleOf(line: string): TextRange | undefined {
  // `:::note`
  const name = /^:{3,}[ \t]*[\w-]+/.exec(line)?.[0];
  if (name === undefined) return undefined;
  const attributesStart = line.endsWith('}') ? line.lastIndexOf('{') : -1;
  let end = attributesStart >= name.length ? attributesStart : line.length;
  while (end > name.length && /[ \t]/.test(line.charAt(end - 1))) end -= 1;
  // `[Title]`, or words after a space: at least one character separates them from the name.
  let start = name.length;
  if (line.charAt(start) === '[') {
    if (line.charAt(end - 1) !== ']') return undefined;
    start += 1;
    end -= 1;
  } else {
    while (start < end && /[ \t]/.test(line.charAt(start))) start += 1;
  }
  return start > name.length && start < end ? { start, end } : undefined;
}

/** Returns the lines that people read: without a heading’s id, a checkbox, an alert’s marker, or a container’s name. */
function readLines(text: string, block: Block): readonly TextRange[] {
  const { kind, lines, isFirst } = block;
  const [firstLine] = lines;
  if (firstLine === undefined) return [];
  const line = text.slice(firstLine.start, firstLine.end);
  if (kind === 'fence') {
    const title = titleOf(line);
    if (title === undefined) return [];
    return [{ start: firstLine.start + title.start, end: firstLine.start + title.end }];
  }
  if (kind === 'h') return withoutId(text, lines);
  if (kind === 'quote' && isFirst && alertMarker.test(line)) return lines.slice(1);
  if (kind !== 'li' || !isFirst) return lines;
  const [box = ''] = taskBox.exec(line) ?? [];
  // A checkbox without a text.
  if (box === line && lines.length === 1) return [];
  return [{ start: firstLine.start + box.length, end: firstLine.end }, ...lines.slice(1)];
}

function withoutId(text: string, lines: readonly TextRange[]): readonly TextRange[] {
  const lastLine = lines.at(-1);
  const idMatch = lastLine && headingIdIn(text, lastLine);
  if (lastLine === undefined || !idMatch) return lines;
  const end = lastLine.end - idMatch[0].length;
  const linesBefore = lines.slice(0, -1);
  return end > lastLine.start ? [...linesBefore, { start: lastLine.start, end }] : linesBefore;
}

function headingIdOf(text: string, { kind, lines }: Block): string | undefined {
  const lastLine = lines.at(-1);
  if (kind !== 'h' || lastLine === undefined) return undefined;
  const [, id, idInComment] = headingIdIn(text, lastLine) ?? [];
  return id ?? idInComment;
}

/** Finds the explicit id at the end of a heading's last line. */
function headingIdIn(text: string, { start, end }: TextRange): RegExpExecArray | null {
  return headingIdPattern.exec(text.slice(Math.max(start, end - maxHeadingId), end));
}

/** Returns a unit's id: `table1.2.3`, `p3`, `h2`, or `h.install` for a heading with an id; then `h.install.2`. */
function idOf({ kind, cell }: Block, headingId: string | undefined, counts: Map<string, number>): string {
  if (cell !== undefined) return `table${cell.join('.')}`;
  const number = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, number);
  if (headingId === undefined) return `${idPrefixes[kind]}${number}`;
  const id = joinKeyPath(['h', headingId]);
  const copyNumber = (counts.get(id) ?? 0) + 1;
  counts.set(id, copyNumber);
  return copyNumber === 1 ? id : `${id}.${copyNumber}`;
}

const idPrefixes: Readonly<Record<BlockKind, string>> = {
  p: 'p',
  li: 'li',
  quote: 'quote',
  footnote: 'footnote',
  h: 'h',
  cell: 'cell',
  fence: 'admonition',
};

/** Returns why a text is not translatable; undefined if it is. */
function untranslatableReason(inlineText: string, dialect: Dialect): Reason | undefined {
  if (inlineText.startsWith('$$') && inlineText.endsWith('$$') && inlineText.length >= '$$$$'.length)
    return because('markdown-formula');
  const mayBeCode = /[`<{]/.test(inlineText);
  const hasWordBeforeCode = /^[^`<{]*\p{L}/u.test(inlineText);
  if (!mayBeCode || hasWordBeforeCode) return undefined;
  // Without code spans (`x`), tags (<b>) and the expressions of templates ({{ x }}, {% x %}).
  let words = inlineText
    .replace(/`+[^`]+`+/g, '')
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '');
  if (dialect === 'mdx') words = words.replace(/\{[^{}]*\}/g, '');
  return /[\p{L}\p{N}]/u.test(words) ? undefined : because('unit-only-code');
}
