import type { Unit } from '../kit/localeFormat.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { frontMatterOf, type FrontText } from './frontMatter.ts';
import { readBlocks, type Block, type BlockKind, type Line } from './markdownBlocks.ts';
import type { Dialect } from './markdownSyntax.ts';
import { tomlTexts } from './tomlFront.ts';
import { yamlTexts } from './yamlFront.ts';

/** A text of the body: its block and the lines that belong to it. */
export interface BodyText {
  readonly unit: Unit;
  readonly block: Block;
  readonly lines: readonly Line[];
}

export interface Document {
  readonly front: readonly FrontText[];
  readonly body: readonly BodyText[];
}

/** An explicit id after a heading, as in Docusaurus and other tools: `{#id}`, in MDX also within a comment. */
export const headingIdPattern = /[ \t]*(?:\{#([\w:.-]+)\}|\{\/\*[ \t]*#([\w:.-]+)[ \t]*\*\/\})[ \t]*$/;

/** The checkbox of a task at the beginning of a list item. */
export const taskBox = /^\[[ xX]\][ \t]+/;

/** The first line of a block quote that is an alert: `[!NOTE]`. */
export const alertMarker = /^\[![\w-]+\][-+]?[ \t]*$/;

/** Reads a Markdown document. Throws FormatError. */
export function readDocument(text: string, dialect: Dialect): Document {
  const matter = frontMatterOf(text);
  const readFront = matter?.language === 'yaml' ? yamlTexts : tomlTexts;
  const front = matter === undefined ? [] : readFront(text, matter);
  const counts = new Map<string, number>();
  const body: BodyText[] = [];
  const blocks = readBlocks(text, matter?.bodyStart ?? 0, dialect);
  for (const block of blocks) {
    const lines = ownLines(text, block);
    const [first] = lines;
    if (first === undefined) continue;
    const raw = textOf(text, lines);
    const reason = reasonAgainst(raw, dialect);
    const headings = block.kind === 'cell' ? undefined : headingId(text, block);
    body.push({
      unit: unitFrom({
        id: idOf(block, headings, counts),
        text: raw,
        markup: true,
        reason,
        start: first.start,
        end: lines.at(-1)?.end ?? first.end,
      }),
      block,
      lines,
    });
  }
  return { front, body };
}

/** Joins lines by LF; the prefix of each line belongs to the file. */
export function textOf(text: string, lines: readonly Line[]): string {
  return lines.map(({ start, end }) => text.slice(start, end)).join('\n');
}

/** Returns a container’s title: `:::note Title`, `:::note[Title]{.wide}`. The offset is within the line. */
export function titleOf(line: string): { readonly start: number; readonly end: number } | undefined {
  const name = /^:{3,}[ \t]*[\w-]+/.exec(line)?.[0];
  if (name === undefined) return undefined;
  const attributes = line.endsWith('}') ? line.lastIndexOf('{') : -1;
  let end = attributes >= name.length ? attributes : line.length;
  while (end > name.length && /[ \t]/.test(line.charAt(end - 1))) end -= 1;
  if (line.charAt(name.length) === '[')
    return line.charAt(end - 1) === ']' && end - 1 > name.length + 1
      ? { start: name.length + 1, end: end - 1 }
      : undefined;
  let start = name.length;
  while (start < end && /[ \t]/.test(line.charAt(start))) start += 1;
  return start > name.length && start < end ? { start, end } : undefined;
}

/**
 * Returns the lines of a block that people read: without a heading’s id, a task’s checkbox, the marker of an alert and
 * a container’s name.
 */
function ownLines(text: string, block: Block): readonly Line[] {
  const { kind, lines, isFirst } = block;
  const [first] = lines;
  if (first === undefined) return [];
  const line = text.slice(first.start, first.end);
  if (kind === 'fence') {
    const title = titleOf(line);
    return title === undefined ? [] : [{ start: first.start + title.start, end: first.start + title.end }];
  }
  if (kind === 'h') return withoutId(text, lines);
  const box = kind === 'li' && isFirst ? (taskBox.exec(line)?.[0].length ?? 0) : 0;
  if (box > 0)
    return box < line.length || lines.length > 1
      ? [{ start: first.start + box, end: first.end }, ...lines.slice(1)]
      : [];
  return kind === 'quote' && isFirst && alertMarker.test(line) ? lines.slice(1) : lines;
}

function withoutId(text: string, lines: readonly Line[]): readonly Line[] {
  const last = lines.at(-1);
  if (last === undefined) return lines;
  const from = Math.max(last.start, last.end - 200);
  const found = headingIdPattern.exec(text.slice(from, last.end));
  if (found === null) return lines;
  const end = from + found.index;
  return end > last.start ? [...lines.slice(0, -1), { start: last.start, end }] : lines.slice(0, -1);
}

function headingId(text: string, { kind, lines }: Block): string | undefined {
  const last = lines.at(-1);
  if (kind !== 'h' || last === undefined) return undefined;
  const found = headingIdPattern.exec(text.slice(Math.max(last.start, last.end - 200), last.end));
  return found?.[1] ?? found?.[2];
}

/** Returns an id: a number among the blocks of one kind; a heading’s own id; a cell’s table, row and column. */
function idOf({ kind, cell }: Block, heading: string | undefined, counts: Map<string, number>): string {
  if (cell !== undefined) return `table${cell.join('.')}`;
  const count = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, count);
  if (heading === undefined) return `${names[kind]}${count}`;
  const id = joinKeyPath(['h', heading]);
  const copies = (counts.get(id) ?? 0) + 1;
  counts.set(id, copies);
  return copies === 1 ? id : `${id}.${copies}`;
}

const names: Readonly<Record<BlockKind, string>> = {
  p: 'p',
  li: 'li',
  quote: 'quote',
  footnote: 'footnote',
  h: 'h',
  cell: 'cell',
  fence: 'admonition',
};

/** Returns why a text is not translatable; undefined if it is. */
function reasonAgainst(raw: string, dialect: Dialect): Reason | undefined {
  if (raw.startsWith('$$') && raw.endsWith('$$') && raw.length > 3) return because('markdown-formula');
  if (!/[`<{]/.test(raw) || /^[^`<{]*\p{L}/u.test(raw)) return undefined;
  const rest = raw
    .replace(/`+[^`]+`+/g, '')
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '');
  return /[\p{L}\p{N}]/u.test(dialect === 'mdx' ? rest.replace(/\{[^{}]*\}/g, '') : rest)
    ? undefined
    : because('unit-only-code');
}
