import type { Options } from 'mdast-util-from-markdown';
import { lineEnding, setextUnderline } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import { mdx } from 'micromark-extension-mdx';
import { because } from '../reasons/reason.ts';

export type Dialect = 'markdown' | 'mdx';

type Extension = NonNullable<Options['extensions']>[number];

/** Returns the syntax of blocks: GitHub’s Markdown, `:::` containers, and in MDX elements, expressions and imports. */
export function blockSyntax(dialect: Dialect, text: string): Extension[] {
  // `text: {}` omits the inline syntax, which `linesOnly` replaces.
  const sharedExtensions: Extension[] = [
    { ...gfm(), text: {} },
    linesOnly(),
    containerFences(),
    underlinedHeadings(),
    limitedLaziness(),
  ];
  if (dialect === 'markdown') return sharedExtensions;
  return [{ ...mdx(), text: {} }, ...sharedExtensions, moduleStatements(text)];
}

/** Returns the syntax of MDX within a text. */
export function inlineSyntax(): Extension[] {
  return [gfm(), mdx()];
}

/** UTF-16 codes: the library looks up constructs by the code of their first character. */
const [hyphen, colon, equalsSign, letterE, letterI] = [45, 58, 61, 101, 105];
/** The library's codes for line ends: CRLF, LF and CR. */
const lineEndCodes = [-5, -4, -3];
/** Whether a code is a line end or the end of the text; compares numbers, because it is called for each character. */
const isLineEnd = (code: number | null): boolean => code === null || (code <= -3 && code >= -5);

/**
 * Treats the content of blocks as plain lines: emphasis, links and code are kept as written, and parsing them would
 * take four fifths of the time. (With its constructs only disabled, the library would split lines into characters, and
 * need time quadratic in the number of a paragraph's lines.)
 */
function linesOnly(): Extension {
  const text = Object.fromEntries(lineEndCodes.map((code) => [code, [lineEnding]]));
  return {
    document: {
      null: {
        name: 'linesOnly',
        tokenize(_effects, _ok, nok) {
          // Called at the beginning of a line: replaces the inline syntax, and reads nothing itself (`nok`).
          Object.assign(this.parser.constructs, { text });
          return nok;
        },
      },
    },
  };
}

/**
 * Lines that begin with `:::`, the container fences of Docusaurus, Starlight and VitePress: a block of its own in any
 * paragraph. (Its token has a type that the library knows; a thematic break never begins with a colon.)
 */
function containerFences(): Extension {
  return {
    flow: {
      [colon]: {
        name: 'containerFence',
        tokenize: (effects, ok, nok) => {
          // A state of the tokenizer consumes a character and returns the next state; `ok` and `nok` end the construct.
          let colonCount = 0;
          const inColons = (code: number | null) => {
            if (code === colon) {
              effects.consume(code);
              colonCount += 1;
              return inColons;
            }
            return colonCount < 3 ? nok(code) : afterColons(code);
          };
          const afterColons = (code: number | null) => {
            if (isLineEnd(code)) {
              effects.exit('thematicBreak');
              return ok(code);
            }
            effects.consume(code);
            return afterColons;
          };
          return (code) => {
            effects.enter('thematicBreak');
            return inColons(code);
          };
        },
      },
    },
  };
}

/** Maximum number of lines without an empty one that continue a list item or a quote without its markers (“lazily”). */
const maxLazyLines = 1000;

/** More lazy lines than are read; `offset` is in the text that was parsed. */
export class TooManyLazyLines extends Error {
  readonly reason = because('markdown-lazy-lines', maxLazyLines);
  readonly offset: number;

  constructor(offset: number) {
    super();
    this.offset = offset;
  }
}

/** Refuses input for which the library takes minutes: for each lazy line it reads all previous ones again. */
function limitedLaziness(): Extension {
  let lastLine = 0;
  let lazyLines = 0;
  return {
    document: {
      null: {
        name: 'limitedLaziness',
        tokenize(_effects, _ok, nok) {
          // Called at each line's beginning, perhaps repeatedly: now it is known whether the line before was lazy.
          const { line, offset } = this.now();
          if (line !== lastLine && this.parser.lazy[line - 1] === true) lazyLines += 1;
          lastLine = line;
          if (lazyLines > maxLazyLines) throw new TooManyLazyLines(offset);
          return (code) => {
            // An empty line ends the lazy lines.
            if (isLineEnd(code)) lazyLines = 0;
            return nok(code);
          };
        },
      },
    },
  };
}

/**
 * Headings underlined with `=` or `-`. For each of them, the library's construct copies all tokens of the document, so
 * that thousands take minutes; this one passes it only the heading's own tokens.
 */
function underlinedHeadings(): Extension {
  const { resolveTo, ...library } = setextUnderline;
  const construct: typeof setextUnderline = {
    ...library,
    name: 'underlinedHeading',
    resolveTo: (events, context) => {
      const headingStart = events.findLastIndex(([kind, { type }]) => kind === 'enter' && type === 'content');
      const headingEvents = events.splice(headingStart);
      events.push(...(resolveTo?.(headingEvents, context) ?? headingEvents));
      return events;
    },
  };
  return { disable: { null: ['setextUnderline'] }, flow: { [hyphen]: construct, [equalsSign]: construct } };
}

/** Imports and exports that begin a line, up to the next empty line. (Their token has the type of an HTML block.) */
function moduleStatements(text: string): Extension {
  const moduleEnd = moduleEnds(text);
  const construct: NonNullable<Extension['flow']>[string] = {
    name: 'moduleStatement',
    // No list or quote may begin within it.
    concrete: true,
    tokenize(effects, ok, nok) {
      const { column, offset } = this.now();
      // Nothing is read (`end` is `offset`) within a line, and on a further line of a paragraph.
      const end = column > 1 || this.interrupt === true ? offset : moduleEnd(offset);
      const atLineStart = (code: number | null) => {
        if (isLineEnd(code)) return atLineEnd(code);
        effects.enter('htmlFlowData');
        return inLine(code);
      };
      const inLine = (code: number | null) => {
        if (isLineEnd(code)) {
          effects.exit('htmlFlowData');
          return atLineEnd(code);
        }
        effects.consume(code);
        return inLine;
      };
      // The library splits a text into its lines, so each line end is a token.
      const atLineEnd = (code: number | null) => {
        if (code === null || this.now().offset >= end) {
          effects.exit('htmlFlow');
          return ok(code);
        }
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return atLineStart;
      };
      return (code) => {
        if (end === offset) return nok(code);
        effects.enter('htmlFlow');
        return atLineStart(code);
      };
    },
  };
  // `export` and `import`
  return { flow: { [letterE]: construct, [letterI]: construct } };
}

/** The length, in UTF-16 units, from the start of a statement in which its end is searched for. */
const maxModuleSearch = 20_000;

/** Maximum total length of unsuccessful searches in a file; then statements end at their first empty line anyway. */
const maxUnsuccessfulSearch = 1_000_000;

/** Matches empty lines, line ends, brackets, comments, strings and templates. */
const moduleToken = new RegExp(
  [
    /\r?\n[ \t]*(?=\r?\n|$)/,
    /\r?\n/,
    /[([{]/,
    /[)\]}]/,
    /\/\/[^\r\n]*/,
    /\/\*[^]*?(?:\*\/|$)/,
    /'(?:[^'\\\r\n]|\\.)*'/,
    /"(?:[^"\\\r\n]|\\.)*"/,
    /`(?:[^`\\]|\\[^])*(?:`|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * Returns a function that finds the end of the import or export at an offset: before the first empty line outside of
 * brackets, strings and comments. It returns the offset itself if no import or export is there.
 */
function moduleEnds(text: string): (start: number) => number {
  let remainingLength = maxUnsuccessfulSearch;
  return (start) => {
    // `import x`, `import{x}`, `export *`; not `importance` or `import.meta`. Both words have the same length.
    const isStatement = /^(?:import|export)[ {*'"]/.test(text.slice(start, start + 'import '.length));
    if (!isStatement) return start;
    const code = text.slice(start, start + Math.min(maxModuleSearch, remainingLength));
    let depth = 0;
    /** In `code`, within brackets; -1 if there is none. */
    let firstEmptyLine = -1;
    for (const { 0: token, index } of code.matchAll(moduleToken)) {
      if (/^[([{]$/.test(token)) depth += 1;
      if (/^[)\]}]$/.test(token)) depth -= 1;
      const nextChars = code.slice(index + token.length, index + token.length + 2);
      const isEmptyLine = /^\r?\n[ \t]*$/.test(token) && /^\r?\n/.test(nextChars);
      if (isEmptyLine && depth <= 0) return start + index;
      if (isEmptyLine && firstEmptyLine < 0) firstEmptyLine = index;
    }
    const searchedEnd = start + code.length;
    if (depth <= 0 && searchedEnd === text.length) return contentEnd(text);
    let end = start + firstEmptyLine;
    // The line end before the next empty line may be the last one of the searched text.
    if (firstEmptyLine < 0) end = nextEmptyLine(text, Math.max(start, searchedEnd - '\r\n'.length));
    // The search beyond the end was unsuccessful.
    remainingLength -= Math.max(0, searchedEnd - end);
    return end;
  };
}

/** Returns the offset before the next empty line; without one, the end of the text before its last line ends. */
function nextEmptyLine(text: string, start: number): number {
  const lineEndAndEmptyLine = /\r?\n[ \t]*(?=\r?\n)/g;
  lineEndAndEmptyLine.lastIndex = start;
  return lineEndAndEmptyLine.exec(text)?.index ?? contentEnd(text);
}

/** Returns the end of a text without the line ends at its end. */
function contentEnd(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return end;
}
