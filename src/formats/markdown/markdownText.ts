import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { readBlocks, type BlockKind } from './readBlocks.ts';
import { inlineSyntax, type Dialect } from './markdownSyntax.ts';
import { maskComments } from './maskComments.ts';
import { mdxReason } from './mdxReason.ts';
import { alertMarker, headingIdPattern, maxHeadingId, taskBox, titleOf, type BodyText } from './readDocument.ts';

/** Matches lines that may begin something other than a paragraph: `# `, `> `, `1. `, `<div>`, `import x`. */
const possibleBlockStart = /(?:^|\n)(?:[#>+*=|:~`<{[_$\d-]|import\b|export\b)/;

/**
 * Throws FormatError for a text that would not be read back as one block at the location of `block`: it is raw
 * Markdown, so nothing in it can be escaped without changing it.
 */
export function refuseText(text: string, { block, lines }: BodyText, file: string, dialect: Dialect): void {
  refuseWhitespace(text);
  const { kind } = block;
  const isOneLine = kind === 'cell' || kind === 'fence' || (kind === 'h' && !block.isUnderlined);
  if (isOneLine && text.includes('\n')) throw refusal(because('markdown-line-break'));
  if (kind === 'cell') refuseInCell(text, file, lines.at(-1)?.end ?? 0);
  if (kind === 'h') refuseInHeading(text, block.isUnderlined);
  if (kind === 'fence') refuseInTitle(text, file.slice(block.lines[0]?.start, block.lines[0]?.end));
  if (kind === 'li' && block.isFirst && taskBox.test(text)) throw refusal(because('markdown-task-box'));
  const [firstLine = ''] = text.split('\n', 1);
  if (kind === 'quote' && block.isFirst && alertMarker.test(firstLine)) throw refusal(because('markdown-alert'));
  const beginsLine = !isOneLine || (kind === 'cell' && isLineStart(file, lines[0]?.start ?? 0));
  // An alert's first line, `[!NOTE]`, is not in `lines`, but a text that begins with a line `===` would underline it.
  const isBelowAlertMarker = kind === 'quote' && lines.length < block.lines.length;
  const lineAbove = isBelowAlertMarker ? '[!NOTE]\n' : '';
  if (beginsLine && possibleBlockStart.test(text)) refuseOtherBlock(lineAbove + text, dialect);
  if (dialect === 'mdx' && /[{}<]/.test(text)) refuseBrokenMdx(text);
}

function refuseWhitespace(text: string): void {
  if (text === '') throw refusal(because('translation-empty'));
  if (text.includes('\r')) throw refusal(because('translation-carriage-return'));
  if (text.includes('\0')) throw refusal(because('text-forbidden-character', '0000'));
  for (const line of text.split('\n')) {
    if (/^[ \t]*$/.test(line)) throw refusal(because('markdown-empty-line'));
    if (/^[ \t]/.test(line)) throw refusal(because('markdown-leading-spaces'));
  }
  if (/[ \t]$/.test(text)) throw refusal(because('markdown-trailing-spaces'));
}

/** Throws FormatError for a text that would end its cell. `end` is the end of the present text in the file. */
function refuseInCell(text: string, file: string, end: number): void {
  let isEscaped = false;
  for (const char of text) {
    if (char === '|' && !isEscaped) throw refusal(because('markdown-cell-bar'));
    // `\|` does not end the cell; `\\|` does, because the first backslash escapes the second.
    isEscaped = char === '\\' && !isEscaped;
  }
  // A backslash at the end would escape the bar after it, which ends the cell.
  if (isEscaped && file.charAt(end) === '|') throw refusal(because('markdown-cell-backslash'));
}

/** The length of the end of a heading in which closing number signs are searched for, so that the search stays fast. */
const maxHashes = 1000;

function refuseInHeading(text: string, isUnderlined: boolean): void {
  // `Title #`: Markdown removes number signs at the end.
  const endsWithHashes = /(?:^|[ \t])#+$/.test(text.slice(-maxHashes));
  if (!isUnderlined && endsWithHashes) throw refusal(because('markdown-heading-hash'));
  if (headingIdPattern.test(text.slice(-maxHeadingId))) throw refusal(because('markdown-heading-id'));
}

/** Throws FormatError for a title that would not be read back from `line`, the fence that contains the present one. */
function refuseInTitle(text: string, line: string): void {
  // Fences without a title have no unit, so the whole line stands for an impossible case.
  const title = titleOf(line) ?? { start: 0, end: line.length };
  const newLine = line.slice(0, title.start) + text + line.slice(title.end);
  const newTitle = titleOf(newLine);
  if (newTitle === undefined || newLine.slice(newTitle.start, newTitle.end) !== text)
    throw refusal(because('markdown-title-brackets'));
}

/** Whether a cell begins its line: the first `|` of a table row is optional. */
function isLineStart(file: string, start: number): boolean {
  const lineStart = Math.max(file.lastIndexOf('\n', start - 1), file.lastIndexOf('\r', start - 1)) + 1;
  return !file.slice(lineStart, start).includes('|');
}

const reasonsByKind: Readonly<Record<BlockKind | 'other', Reason>> = {
  p: because('markdown-as-paragraphs'),
  li: because('markdown-as-list'),
  quote: because('markdown-as-quote'),
  footnote: because('markdown-as-footnote'),
  h: because('markdown-as-heading'),
  cell: because('markdown-as-table'),
  fence: because('markdown-as-fence'),
  other: because('markdown-as-other'),
};

/** Returns the error for a text that would change how another unit (`id`) or, if undefined, the whole file is read. */
export function misread(id: string | undefined): FormatError {
  const cause = id === undefined ? because('markdown-misread-file') : because('markdown-misread-unit', id);
  return refusal(because('markdown-other-block', cause));
}

/** Throws FormatError for a text that is not one paragraph by itself. */
function refuseOtherBlock(text: string, dialect: Dialect): void {
  // The empty line keeps the text, which begins at offset 1, from being front matter or the beginning of the file.
  const file = `\n${text}`;
  const blocks = blocksOf(file, dialect);
  const otherBlock = blocks.find(({ kind }) => kind !== 'p');
  if (otherBlock !== undefined) throw refusal(because('markdown-other-block', reasonsByKind[otherBlock.kind]));
  if (blocks.length > 1) throw refusal(because('markdown-other-block', reasonsByKind.p));
  const { lines = [] } = blocks[0] ?? {};
  const isWholeText = lines[0]?.start === 1 && lines.at(-1)?.end === file.length;
  if (!isWholeText) throw refusal(because('markdown-other-block', reasonsByKind.other));
}

function blocksOf(text: string, dialect: Dialect): ReturnType<typeof readBlocks> {
  try {
    return readBlocks(text, 0, dialect);
  } catch (error) {
    if (error instanceof FormatError) throw refusal(because('markdown-breaks-document', error.reason));
    throw error;
  }
}

/** Throws FormatError for an element or expression that is not closed, which would keep the document from rendering. */
function refuseBrokenMdx(text: string): void {
  try {
    fromMarkdown(maskComments(text), {
      extensions: inlineSyntax(),
      mdastExtensions: [gfmFromMarkdown(), mdxFromMarkdown()],
    });
  } catch (error) {
    throw refusal(because('mdx-invalid', mdxReason(error)));
  }
}
