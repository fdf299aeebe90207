import type { Options } from 'mdast-util-from-markdown';
import { gfm } from 'micromark-extension-gfm';
import { mdx } from 'micromark-extension-mdx';

export type Dialect = 'markdown' | 'mdx';

type Extension = NonNullable<Options['extensions']>[number];

/**
 * What is turned off since it is inside of blocks: texts are kept as they are written, and reading their emphasis, links
 * and code takes four fifths of the time.
 */
const INLINE = ['attention', 'autolink', 'htmlText', 'labelStartImage', 'labelStartLink', 'labelEnd', 'codeText', 'hardBreakEscape', 'characterEscape', 'characterReference'];

/** The syntax of blocks: CommonMark with GitHub’s tables and footnotes, `:::` containers, and in MDX its elements, expressions, imports and exports. */
export function blockSyntax(dialect: Dialect, text: string): Extension[] {
  const shared: Extension[] = [{ ...gfm(), text: {} }, { disable: { null: INLINE } }, containerFences()];
  return dialect === 'mdx' ? [{ ...mdx(), text: {} }, ...shared, modules(text)] : shared;
}

/** The syntax of MDX within a text. */
export function inlineSyntax(): Extension[] {
  return [gfm(), mdx()];
}

const COLON = 58;
const isLineEnd = (code: number | null): boolean => code === null || (code <= -3 && code >= -5);

/**
 * Lines that begin with `:::`, as Docusaurus, Starlight and VitePress fence their notes: a block of its own in any
 * paragraph. (Its token is of a type that the library knows; a thematic break never begins with a colon.)
 */
function containerFences(): Extension {
  return {
    flow: {
      [COLON]: {
        name: 'containerFence',
        tokenize: (effects, ok, nok) => {
          let colons = 0;
          const fence = (code: number | null) => {
            if (code === COLON) {
              effects.consume(code);
              colons += 1;
              return fence;
            }
            return colons < 3 ? nok(code) : rest(code);
          };
          const rest = (code: number | null) => {
            if (isLineEnd(code)) {
              effects.exit('thematicBreak');
              return ok(code);
            }
            effects.consume(code);
            return rest;
          };
          return (code) => {
            effects.enter('thematicBreak');
            return fence(code);
          };
        },
      },
    },
  };
}

/** Imports and exports at the beginning of a line, up to the empty line behind them. (Their token’s type is that of a block of HTML.) */
function modules(text: string): Extension {
  const construct: NonNullable<Extension['flow']>[string] = {
    name: 'moduleStatement',
    concrete: true,
    tokenize(effects, ok, nok) {
      const { column, offset } = this.now();
      const end = column > 1 || this.interrupt === true ? offset : moduleEnd(text, offset);
      const lineBegin = (code: number | null) => {
        if (isLineEnd(code)) return lineEnd(code);
        effects.enter('htmlFlowData');
        return data(code);
      };
      const data = (code: number | null) => {
        if (isLineEnd(code)) {
          effects.exit('htmlFlowData');
          return lineEnd(code);
        }
        effects.consume(code);
        return data;
      };
      // The library takes a text apart by its lines, so each line end is a token.
      const lineEnd = (code: number | null) => {
        if (code === null || this.now().offset >= end) {
          effects.exit('htmlFlow');
          return ok(code);
        }
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return lineBegin;
      };
      return (code) => {
        if (end === offset) return nok(code);
        effects.enter('htmlFlow');
        return lineBegin(code);
      };
    },
  };
  return { flow: { 101: construct, 105: construct } };
}

/** A statement longer than this ends at the first empty line, whatever is open in it. */
const MAX_MODULE = 20_000;

/** Where an import or export that begins at `start` ends: before the first empty line outside of brackets, strings and comments. */
function moduleEnd(text: string, start: number): number {
  if (!/^(?:import|export)[ {*'"]/.test(text.slice(start, start + 7))) return start;
  const code = text.slice(start, start + MAX_MODULE);
  const token = /\r?\n[ \t]*(?=\r?\n|$)|\r?\n|[([{]|[)\]}]|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^'\\\r\n]|\\.)*'|"(?:[^"\\\r\n]|\\.)*"|`(?:[^`\\]|\\[^])*(?:`|$)/g;
  let depth = 0;
  let firstBlank = -1;
  for (const { 0: found, index } of code.matchAll(token)) {
    if (/^[([{]$/.test(found)) depth += 1;
    else if (/^[)\]}]$/.test(found)) depth -= 1;
    else if (/^\r?\n[ \t]*$/.test(found) && /^\r?\n/.test(code.slice(index + found.length, index + found.length + 2))) {
      if (depth <= 0) return start + index;
      if (firstBlank < 0) firstBlank = index;
    }
  }
  if (depth > 0 && firstBlank >= 0) return start + firstBlank;
  return code.length === MAX_MODULE ? start + Math.max(firstBlank, code.search(/[\r\n]/)) : withoutLineEnd(text);
}

function withoutLineEnd(text: string): number {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return end;
}
