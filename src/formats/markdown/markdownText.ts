import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { readBlocks, type BlockKind } from './markdownBlocks.ts';
import { inlineSyntax, type Dialect } from './markdownSyntax.ts';
import { alertMarker, headingIdPattern, taskBox, titleOf, type BodyText } from './markdownUnits.ts';

/** Matches lines that may begin something other than a paragraph. */
const possibleBlockStart = /(?:^|\n)(?:[#>+*=|:~`<{[_$\d-]|import\b|export\b)/;

/**
 * Throws FormatError for a text that would not be read back as one block at the location of `block`: it is raw
 * Markdown, so nothing in it can be escaped without changing it.
 */
export function refuseText(text: string, { block, lines }: BodyText, file: string, dialect: Dialect): void {
  refuseBlanks(text);
  const { kind } = block;
  const isOneLine = kind === 'cell' || kind === 'fence' || (kind === 'h' && !block.isUnderlined);
  if (isOneLine && text.includes('\n'))
    throw refused(
      'has a line break, but a heading, a table’s cell and a title have one line. Put all of it on one line',
    );
  if (kind === 'cell') refuseInCell(text, file, lines.at(-1)?.end ?? 0);
  if (kind === 'h') refuseInHeading(text, block.isUnderlined);
  if (kind === 'fence') refuseInTitle(text, file.slice(block.lines[0]?.start, block.lines[0]?.end));
  if (kind === 'li' && block.isFirst && taskBox.test(text))
    throw refused('begins with the box of a task. Put a backslash before it');
  if (kind === 'quote' && block.isFirst && alertMarker.test(text.split('\n', 1)[0] ?? ''))
    throw refused('begins with the mark of an alert. Put a backslash before it');
  const beginsLine = !isOneLine || (kind === 'cell' && isLineStart(file, lines[0]?.start ?? 0));
  // Below the marker of an alert, a line of `=` turns the marker into a heading.
  const above = kind === 'quote' && lines.length < block.lines.length ? '[!NOTE]\n' : '';
  if (beginsLine && possibleBlockStart.test(text)) refuseOtherBlock(above + text, dialect);
  if (dialect === 'mdx' && /[{}<]/.test(text)) refuseBrokenMdx(text);
}

function refuseBlanks(text: string): void {
  if (text === '') throw refused('is empty, and a block without a text is none. Write a text');
  if (text.includes('\r'))
    throw refused('holds a carriage return, which would be read as a line break. Use line feeds alone');
  if (text.includes('\0')) throw refused('holds the character U+0000, which Markdown cannot hold. Remove it');
  for (const line of text.split('\n')) {
    if (/^[ \t]*$/.test(line))
      throw refused('holds an empty line, which would begin another paragraph. Remove that line');
    if (/^[ \t]/.test(line))
      throw refused('has a line that begins with blanks, which Markdown leaves out. Remove them');
  }
  if (/[ \t]$/.test(text)) throw refused('ends with blanks, which Markdown leaves out. Remove them');
}

function refuseInCell(text: string, file: string, end: number): void {
  let isEscaped = false;
  for (const char of text) {
    if (char === '|' && !isEscaped) throw refused('holds “|”, which would end the table’s cell. Write “\\|” instead');
    isEscaped = char === '\\' && !isEscaped;
  }
  if (isEscaped && file.charAt(end) === '|')
    throw refused('ends with a backslash, which would escape the end of the table’s cell. Remove it');
}

function refuseInHeading(text: string, isUnderlined: boolean): void {
  if (!isUnderlined && /(?:^|[ \t])#+$/.test(text.slice(-1000)))
    throw refused('ends with “#”, which closes a heading. Put a backslash before it');
  if (headingIdPattern.test(text.slice(-200))) throw refused('ends like the id of a heading. Remove that');
}

function refuseInTitle(text: string, line: string): void {
  const title = titleOf(line);
  const written = title === undefined ? '' : line.slice(0, title.start) + text + line.slice(title.end);
  const read = titleOf(written);
  if (title === undefined || read === undefined || written.slice(read.start, read.end) !== text)
    throw refused('has brackets or braces at an end, which would be read as a part of the note’s fence. Remove them');
}

/** The first `|` of a table row is optional. */
function isLineStart(file: string, start: number): boolean {
  const lineStart = Math.max(file.lastIndexOf('\n', start - 1), file.lastIndexOf('\r', start - 1)) + 1;
  return !file.slice(lineStart, start).includes('|');
}

const begins: Readonly<Record<BlockKind | 'nothing', string>> = {
  p: 'more than one paragraph',
  li: 'a list',
  quote: 'a block quote',
  footnote: 'a footnote',
  h: 'a heading',
  cell: 'a table',
  fence: 'the fence of a note, or a line across the page',
  nothing: 'code, a list without a text, a link’s definition, or a block of HTML or JavaScript',
};

const ofItsLines = 'because of what a line of it begins with. Put a backslash before that, or other words first';

/** The error for a text that would change how something else is read: a unit or, if undefined, the whole file. */
export function misread(id: string | undefined): FormatError {
  return refused(`would have ${id === undefined ? 'the file' : `“${id}”`} read as something else ${ofItsLines}`);
}

/** By itself a text has to be one paragraph. */
function refuseOtherBlock(text: string, dialect: Dialect): void {
  // The line before it keeps the text from being front matter or the beginning of the file.
  const file = `\n${text}`;
  const blocks = blocksOf(file, dialect);
  const [block] = blocks;
  if (
    blocks.length === 1 &&
    block?.kind === 'p' &&
    block.lines[0]?.start === 1 &&
    block.lines.at(-1)?.end === file.length
  )
    return;
  const kind =
    blocks.find((each) => each.kind !== 'p')?.kind ?? (block?.kind === 'p' && blocks.length > 1 ? 'p' : 'nothing');
  throw refused(`would be read as ${begins[kind]} ${ofItsLines}`);
}

function blocksOf(text: string, dialect: Dialect): ReturnType<typeof readBlocks> {
  try {
    return readBlocks(text, 0, dialect);
  } catch (error) {
    if (error instanceof FormatError) throw refused(`would break the document. ${error.reason} Correct it`);
    throw error;
  }
}

/** An element or expression that is not closed prevents the whole document from rendering. */
function refuseBrokenMdx(text: string): void {
  try {
    fromMarkdown(text, { extensions: inlineSyntax(), mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()] });
  } catch (error) {
    const why =
      error instanceof Error && 'reason' in error && typeof error.reason === 'string' ? ` (${error.reason})` : '';
    throw refused(
      `has an element or a brace that is not closed, which MDX does not allow${why}. Close it, or put a backslash before it`,
    );
  }
}

function refused(what: string): FormatError {
  return refusal(`The translation cannot be written: it ${what} and try again.`);
}
