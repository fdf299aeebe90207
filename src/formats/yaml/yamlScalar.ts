import { isSafePlain } from './yamlPlain.ts';
import {
  isBlockStyle,
  isQuoteStyle,
  type BlockStyle,
  type QuoteStyle,
  type ScalarStyle,
  type YamlText,
} from './yamlTree.ts';

/** How a file writes its texts. */
export interface ScalarConventions {
  readonly quote: QuoteStyle;
  /** Characters outside ASCII are escaped. */
  readonly escapesNonAscii: boolean;
  readonly eol: string;
  /** The indentation of one level, in spaces. */
  readonly step: number;
}

/** The preferred style for one new text. */
export interface PreferredScalar {
  readonly style: ScalarStyle;
  /** The quotes of a text that cannot be plain; absent: those of the file's conventions. */
  readonly quote?: QuoteStyle;
  /** Inside `{ }` or `[ ]`. */
  readonly inFlow: boolean;
  /** Indentation of the lines of a block scalar, in spaces. */
  readonly indent: number;
  /** The header of the block scalar that is replaced: `|-`, `>  # note`. */
  readonly head?: string;
}

/**
 * Returns the literal for a text: in the preferred style if that can represent it, else in quotes. A block scalar ends
 * without a line end, like every other literal.
 */
export function renderScalar(text: string, preferred: PreferredScalar, conventions: ScalarConventions): string {
  const { style } = preferred;
  // Only double quotes can contain escapes.
  if (conventions.escapesNonAscii && outsideAscii.test(text)) return quoteDouble(text, true);
  if (isBlockStyle(style)) {
    const block = renderBlock(text, style, preferred, conventions.eol);
    if (block !== undefined) return block;
  }
  if (style === 'plain' && isSafePlain(text, preferred.inFlow)) return text;
  const quote = isQuoteStyle(style) ? style : (preferred.quote ?? conventions.quote);
  if (quote === 'single' && !needsEscape.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return quoteDouble(text, conventions.escapesNonAscii);
}

/** Characters that YAML 1.1 reads as line ends (§5.4), that are not printable (§5.1), or that are invisible. */
const needsEscape = /[\0-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;
const escapedInDoubleQuotes = /["\\\0-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const outsideAscii = /[^\0-\u007f]/;

/** YAML 1.1 §5.6. */
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '\u0085': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function quoteDouble(text: string, escapesNonAscii: boolean): string {
  const escapedText = text.replace(escapedInDoubleQuotes, (char) => shortEscapes[char] ?? escapeCode(char));
  if (!escapesNonAscii) return `"${escapedText}"`;
  return `"${escapedText.replace(/[^\0-\u007f]/gu, escapeCode)}"`;
}

/** `é` → `\xE9`, `→` → `\u2192`, `😀` → `\U0001F600` */
function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${digits.padStart(4, '0')}`;
  return `\\U${digits.padStart(8, '0')}`;
}

/** Returns a block scalar; undefined for a text that it cannot represent, or only with an indentation indicator. */
function renderBlock(
  text: string,
  style: BlockStyle,
  { inFlow, indent, head = '' }: PreferredScalar,
  eol: string,
): string | undefined {
  if (inFlow || indent < 1 || !isBlockText(text, style)) return undefined;
  let content = text.replace(/\n$/, '');
  // A single line end between lines of text would be read as a space, so each gets another one.
  if (style === 'folded') content = content.replace(/\n+/g, '$&\n');
  const lines = content.split('\n').map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
  const indicator = style === 'literal' ? '|' : '>';
  // Nothing for one line end at the end, `-` for no line end.
  const chomping = text.endsWith('\n') ? '' : '-';
  // `|-  # note` → `  # note`
  const comment = /^[|>][-+\d]*(.*)$/.exec(head)?.[1] ?? '';
  return [indicator + chomping + comment, ...lines].join(eol);
}

/**
 * Whether a text can be a block scalar: it does not begin with a space, which would need an indicator; no line
 * contains only spaces or, if folded, begins or ends with one; and it ends with at most one line end.
 */
function isBlockText(text: string, style: ScalarStyle): boolean {
  if (text === '' || text === '\n') return false;
  // At the start, at the end (except for one line end), or on a line of its own.
  const hasLostWhitespace = /^[ \t\n]|\n\n$|[ \t]\n?$|\n[ \t]+\n/.test(text);
  if (hasLostWhitespace) return false;
  if (needsEscape.test(text.replace(/[\n\t]/g, ''))) return false;
  const hasLineWithOuterWhitespace = /\n[ \t]|[ \t]\n/.test(text);
  return style === 'literal' || !hasLineWithOuterWhitespace;
}

/** A literal to replace: its value, how it is written, and the indentation of a block scalar there. */
export interface ReplacedScalar {
  readonly node: YamlText;
  readonly literal: string;
  readonly indent: number;
  readonly isCutOff: boolean;
}

/**
 * Returns the literal for a text that replaces another one. `isCutOff`: the file ends in the last line of a block
 * scalar. By YAML 1.2 §8.1.1.2, its text has no line end; PyYAML and libyaml read it so, but the package yaml adds one.
 * With the same chomping indicator, each program reads the new text to the same end.
 */
export function renderReplacement(
  text: string,
  { node, literal, indent, isCutOff }: ReplacedScalar,
  conventions: ScalarConventions,
): string {
  const { style, inFlow } = node;
  if (!isBlockStyle(style)) return renderScalar(text, { style, inFlow, indent }, conventions);
  const [head = '', ...lines] = literal.split(/\r?\n/);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/));
  const blockIndent = indents.length > 0 ? Math.min(...indents) : indent;
  const preferred = { style, inFlow: false, indent: blockIndent, head: head.trimEnd() };
  const rendered = renderScalar(text, preferred, conventions);
  // The replaced range of a block scalar includes its last line end. A block whose text ends in one needs it, too.
  const isBlock = /^[|>]/.test(rendered);
  if (literal.endsWith('\n') || (isBlock && text.endsWith('\n'))) return rendered + conventions.eol;
  if (!isBlock || !isCutOff) return rendered;
  return rendered.replace('-', /^[|>]\d*([-+]?)/.exec(head)?.[1] ?? '');
}
