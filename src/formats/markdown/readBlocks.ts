import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { FormatError, type TextRange } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { isRecord } from '../../base/isRecord.ts';
import { because } from '../reasons/reason.ts';
import { blockSyntax, TooManyLazyLines, type Dialect } from './markdownSyntax.ts';
import { maskComments } from './maskComments.ts';
import { mdxReason } from './mdxReason.ts';

export type BlockKind = 'p' | 'li' | 'quote' | 'footnote' | 'h' | 'cell' | 'fence';

/** A block that contains inline Markdown, or a fence of colons; offsets are those of the text it was read from. */
export interface Block {
  readonly kind: BlockKind;
  /** Without the markers before them. At least one; only paragraphs and underlined headings have several. */
  readonly lines: readonly TextRange[];
  /** Whether it is the first block of its list item, block quote or footnote. */
  readonly isFirst: boolean;
  readonly isUnderlined: boolean;
  /** Only for a table’s cell: table, row and column, each counted from 1. */
  readonly cell: readonly [number, number, number] | undefined;
}

/** Files larger than this, in UTF-16 units, are refused: reading them takes minutes. */
export const maxMarkdown = 2 * 1024 * 1024;

/** Maximum number of markers of block quotes and list items on one line. */
const maxMarkers = 200;

type Handlers = NonNullable<Exclude<NonNullable<Options['mdastExtensions']>[number], unknown[]>['enter']>;

/** Types of tokens from which the library builds a tree, which is not needed. */
const treeTokens =
  'atxHeading atxHeadingSequence autolink autolinkEmail autolinkProtocol characterEscape characterEscapeValue ' +
  'characterReference characterReferenceMarkerHexadecimal ' +
  'characterReferenceMarkerNumeric characterReferenceValue codeFenced codeFencedFence codeFencedFenceInfo ' +
  'codeFencedFenceMeta codeFlowValue codeIndented codeText codeTextData definition ' +
  'definitionDestinationString definitionLabelString definitionTitleString emphasis hardBreakEscape ' +
  'hardBreakTrailing htmlFlow htmlFlowData htmlText htmlTextData image label labelText link ' +
  'listItemValue listOrdered listUnordered reference referenceString resource resourceDestinationString ' +
  'resourceTitleString setextHeading setextHeadingLineSequence strong ' +
  'atxHeadingText blockQuote data lineEnding listItem paragraph setextHeadingText thematicBreak';

const ignoredTokens: Handlers = Object.fromEntries(treeTokens.split(' ').map((type) => [type, () => undefined]));

/** Returns the blocks from `from` on, after front matter. Throws FormatError for invalid MDX and for deep nesting. */
export function readBlocks(text: string, from: number, dialect: Dialect): readonly Block[] {
  if (text.length > maxMarkdown) throw formatErrorAt(text, 0, because('markdown-too-large', maxMarkdown / 1024 / 1024));
  const written = from === 0 ? text : text.slice(from);
  const body = dialect === 'mdx' ? maskComments(written) : written;
  refuseNesting(text, from);
  const { blocks, handlers } = collector(from);
  try {
    fromMarkdown(body, {
      extensions: blockSyntax(dialect, body),
      mdastExtensions: [{ enter: ignoredTokens, exit: ignoredTokens }, handlers],
    });
  } catch (error) {
    throw errorOf(error, text, from);
  }
  return blocks;
}

/** A list item, a block quote or a footnote that is being read. */
interface OpenContainer {
  readonly kind: 'li' | 'quote' | 'footnote';
  hasBlocks: boolean;
}

/** Collects the lines of blocks from the library’s tokens as they are emitted. `from`: the offset of the body. */
function collector(from: number): {
  readonly blocks: readonly Block[];
  readonly handlers: { readonly enter: Handlers; readonly exit: Handlers };
} {
  const blocks: Block[] = [];
  const containers: OpenContainer[] = [];
  /** The complete lines of the block that is being read; undefined outside of blocks. */
  let lines: TextRange[] | undefined;
  /** The range of its last line so far; `start` is -1 as long as the line is empty. */
  let start = -1;
  let end = -1;
  /** The number of the current table, and of the row and the column in it. */
  let table = 0;
  let row = 0;
  let column = 0;
  let isCell = false;

  const openContainer = (kind: OpenContainer['kind']) => (): void => {
    containers.push({ kind, hasBlocks: false });
  };
  const closeContainer = (): void => {
    containers.pop();
  };
  const beginBlock = (): void => {
    lines = [];
    start = -1;
  };
  const finishBlock = (kind: BlockKind, facts: Partial<Block> = {}): void => {
    const container = containers.at(-1);
    const isFirst = container?.hasBlocks === false;
    if (container !== undefined) container.hasBlocks = true;
    if (lines !== undefined && start >= 0)
      blocks.push({ kind, lines: [...lines, { start, end }], isFirst, isUnderlined: false, cell: undefined, ...facts });
    lines = undefined;
  };
  const beginCell = (): void => {
    column += 1;
    isCell = true;
  };
  const enter: Handlers = {
    listItem: openContainer('li'),
    blockQuote: openContainer('quote'),
    gfmFootnoteDefinition: openContainer('footnote'),
    paragraph: beginBlock,
    atxHeadingText: beginBlock,
    setextHeadingText: beginBlock,
    table: () => {
      table += 1;
      row = 0;
    },
    tableRow: () => {
      row += 1;
      column = 0;
    },
    tableHeader: beginCell,
    tableData: beginCell,
    tableContent: () => {
      if (isCell) beginBlock();
    },
    data: (token) => {
      if (start < 0) start = from + token.start.offset;
      end = from + token.end.offset;
    },
    lineEnding: (token) => {
      if (lines !== undefined && start >= 0) lines.push({ start, end: from + token.start.offset });
      start = -1;
    },
    // A fence of colons, to which `containerFences` gives this type; or a rule (`---`), which has no title to read.
    thematicBreak: (token) => {
      lines = [];
      start = from + token.start.offset;
      end = from + token.end.offset;
      finishBlock('fence');
    },
  };
  const endCell = (): void => {
    isCell = false;
  };
  const exit: Handlers = {
    listItem: closeContainer,
    blockQuote: closeContainer,
    gfmFootnoteDefinition: closeContainer,
    paragraph: () => {
      finishBlock(containers.at(-1)?.kind ?? 'p');
    },
    atxHeadingText: () => {
      finishBlock('h');
    },
    setextHeadingText: () => {
      finishBlock('h', { isUnderlined: true });
    },
    tableHeader: endCell,
    tableData: endCell,
    tableContent: () => {
      if (isCell) finishBlock('cell', { cell: [table, row, column] });
    },
  };
  return { blocks, handlers: { enter, exit } };
}

/** Throws FormatError for a line with too many markers at its beginning: `> > - - 1. …`. */
function refuseNesting(text: string, from: number): void {
  // The markers at the beginning of a line: `>`, `-`, `+`, `*`, `1.`, `1)`.
  const lineMarkers = /(?:^|[\r\n])((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+)/g;
  lineMarkers.lastIndex = from;
  for (let match = lineMarkers.exec(text); match !== null; match = lineMarkers.exec(text)) {
    const count = match[1]?.match(/[>\-+*.)]/g)?.length ?? 0;
    if (count > maxMarkers) throw formatErrorAt(text, match.index, because('structure-too-deep', maxMarkers));
  }
}

/** Converts an error of the library, which has a location if it comes from MDX. */
function errorOf(error: unknown, text: string, from: number): FormatError {
  if (error instanceof FormatError) return error;
  if (error instanceof TooManyLazyLines) return formatErrorAt(text, from + error.offset, error.reason);
  // A point with an offset, or a range whose start is such a point.
  const pointOrRange = memberOf(error, 'place');
  const offset = memberOf(memberOf(pointOrRange, 'start') ?? pointOrRange, 'offset');
  const offsetInFile = from + (typeof offset === 'number' ? offset : 0);
  return formatErrorAt(text, Math.min(text.length, offsetInFile), mdxReason(error));
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
