import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { isRecord } from '../../base/isRecord.ts';
import { because } from '../reasons/reason.ts';
import { blockSyntax, TooManyLazyLines, type Dialect } from './markdownSyntax.ts';
import { mdxReason } from './mdxReason.ts';

export type BlockKind = 'p' | 'li' | 'quote' | 'footnote' | 'h' | 'cell' | 'fence';

/** A line of a text, without the markers and whitespace before it. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** A block that contains inline Markdown, or a fence of colons; offsets are those of the text it was read from. */
export interface Block {
  readonly kind: BlockKind;
  /** At least one; only paragraphs and underlined headings have several. */
  readonly lines: readonly Line[];
  /** The first paragraph of its list item or block quote. */
  readonly isFirst: boolean;
  readonly isUnderlined: boolean;
  /** Only for a table’s cell: table, row and column, each counted from 1. */
  readonly cell: readonly [number, number, number] | undefined;
}

/** Files larger than this, in UTF-16 units, are refused: reading them takes minutes. */
export const maxMarkdown = 2 * 1024 * 1024;

/** Maximum number of markers of block quotes and list items on one line. */
const maxNesting = 200;

type Handlers = NonNullable<Exclude<NonNullable<Options['mdastExtensions']>[number], unknown[]>['enter']>;

/** Tokens from which the library builds a tree, which is not needed. */
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

const nothing: Handlers = Object.fromEntries(treeTokens.split(' ').map((type) => [type, () => undefined]));

/**
 * Returns the blocks of a body, from offset `from` of `text` on, without front matter. Throws FormatError for invalid
 * MDX, and for blocks nested too deeply.
 */
export function readBlocks(text: string, from: number, dialect: Dialect): readonly Block[] {
  if (text.length > maxMarkdown) throw formatErrorAt(text, 0, because('markdown-too-large', maxMarkdown / 1024 / 1024));
  const body = from === 0 ? text : text.slice(from);
  refuseNesting(text, from);
  const { blocks, handlers } = collector(from);
  try {
    fromMarkdown(body, {
      extensions: blockSyntax(dialect, body),
      mdastExtensions: [{ enter: nothing, exit: nothing }, handlers],
    });
  } catch (error) {
    throw errorOf(error, text, from);
  }
  return blocks;
}

/** A list item, a block quote or a footnote that is being read. */
interface OpenContainer {
  readonly kind: 'li' | 'quote' | 'footnote';
  /** None of its paragraphs has been read yet. */
  isFresh: boolean;
}

/** Collects the lines of blocks from the library’s tokens as they are emitted. */
function collector(from: number): {
  readonly blocks: readonly Block[];
  readonly handlers: { readonly enter: Handlers; readonly exit: Handlers };
} {
  const blocks: Block[] = [];
  const containers: OpenContainer[] = [];
  let lines: Line[] | undefined;
  let start = -1;
  let end = -1;
  let table = 0;
  let row = 0;
  let column = 0;
  let isCell = false;

  const open = (kind: OpenContainer['kind']) => (): void => {
    containers.push({ kind, isFresh: true });
  };
  const close = (): void => {
    containers.pop();
  };
  const begin = (): void => {
    lines = [];
    start = -1;
  };
  const finish = (kind: BlockKind, more: Partial<Block> = {}): void => {
    const container = containers.at(-1);
    const isFirst = container?.isFresh === true;
    if (container !== undefined) container.isFresh = false;
    if (lines !== undefined && start >= 0) {
      blocks.push({ kind, lines: [...lines, { start, end }], isFirst, isUnderlined: false, cell: undefined, ...more });
    }
    lines = undefined;
  };
  const cellBegins = (): void => {
    column += 1;
    isCell = true;
  };
  const enter: Handlers = {
    listItem: open('li'),
    blockQuote: open('quote'),
    gfmFootnoteDefinition: open('footnote'),
    paragraph: begin,
    atxHeadingText: begin,
    setextHeadingText: begin,
    table: () => {
      table += 1;
      row = 0;
    },
    tableRow: () => {
      row += 1;
      column = 0;
    },
    tableHeader: cellBegins,
    tableData: cellBegins,
    tableContent: () => {
      if (isCell) begin();
    },
    data: (token) => {
      if (start < 0) start = from + token.start.offset;
      end = from + token.end.offset;
    },
    lineEnding: (token) => {
      if (lines !== undefined && start >= 0) lines.push({ start, end: from + token.start.offset });
      start = -1;
    },
    thematicBreak: (token) => {
      lines = [];
      start = from + token.start.offset;
      end = from + token.end.offset;
      finish('fence');
    },
  };
  const cellEnds = (): void => {
    isCell = false;
  };
  const exit: Handlers = {
    listItem: close,
    blockQuote: close,
    gfmFootnoteDefinition: close,
    paragraph: () => {
      finish(containers.at(-1)?.kind ?? 'p');
    },
    atxHeadingText: () => {
      finish('h');
    },
    setextHeadingText: () => {
      finish('h', { isUnderlined: true });
    },
    tableHeader: cellEnds,
    tableData: cellEnds,
    tableContent: () => {
      if (isCell) finish('cell', { cell: [table, row, column] });
    },
  };
  return { blocks, handlers: { enter, exit } };
}

/** Throws FormatError for a line with too many markers at its beginning: `> > - - 1. …`. */
function refuseNesting(text: string, from: number): void {
  // The markers at the beginning of a line: `>`, `-`, `+`, `*`, `1.`, `1)`.
  const marks = /(?:^|[\r\n])((?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+)/g;
  marks.lastIndex = from;
  for (let line = marks.exec(text); line !== null; line = marks.exec(text)) {
    const count = line[1]?.match(/[>\-+*.)]/g)?.length ?? 0;
    if (count > maxNesting) throw formatErrorAt(text, line.index, because('structure-too-deep', maxNesting));
  }
}

/** Converts an error of the library, which has a location if it comes from MDX. */
function errorOf(error: unknown, text: string, from: number): FormatError {
  if (error instanceof FormatError) return error;
  if (error instanceof TooManyLazyLines) return formatErrorAt(text, from + error.offset, error.reason);
  const place = memberOf(error, 'place');
  const offset = memberOf(memberOf(place, 'start') ?? place, 'offset');
  const at = from + (typeof offset === 'number' ? offset : 0);
  return formatErrorAt(text, Math.min(text.length, at), mdxReason(error));
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
