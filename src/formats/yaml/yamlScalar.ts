import { isSafePlain } from './yamlPlain.ts';
import type { ScalarStyle, YamlText } from './yamlTree.ts';

/** How a file writes its texts. */
export interface ScalarConventions {
  readonly quote: 'single' | 'double';
  /** Characters outside ASCII are escaped. */
  readonly ascii: boolean;
  readonly eol: string;
  /** The indentation of one level, in spaces. */
  readonly step: number;
}

/** The preferred style for one new text. */
export interface PreferredScalar {
  readonly style: ScalarStyle;
  /** For a text that cannot be plain; the file's conventions otherwise. */
  readonly quote?: 'single' | 'double';
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
  const block =
    preferred.style === 'literal' || preferred.style === 'folded'
      ? renderBlock(text, preferred, conventions)
      : undefined;
  if (block !== undefined) return block;
  if (
    preferred.style === 'plain' &&
    isSafePlain(text, preferred.inFlow) &&
    !(conventions.ascii && outsideAscii.test(text))
  )
    return text;
  const quote =
    preferred.style === 'single' || preferred.style === 'double'
      ? preferred.style
      : (preferred.quote ?? conventions.quote);
  if (quote === 'single' && canSingle(text) && !(conventions.ascii && outsideAscii.test(text)))
    return `'${text.replaceAll("'", "''")}'`;
  return quoteDouble(text, conventions.ascii);
}

/**
 * Characters that YAML 1.1 reads as line ends (§5.4), that are not printable (§5.1), or that are invisible and easily
 * lost.
 */
const unwritable = /[\0-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;
const escaped = /["\\\0-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
const outsideAscii = /[^\0-\u007f]/;

function canSingle(text: string): boolean {
  return !unwritable.test(text);
}

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

function quoteDouble(text: string, ascii: boolean): string {
  const written = text.replace(escaped, (char) => shortEscapes[char] ?? escapeCode(char));
  return `"${ascii ? written.replace(/[^\0-\u007f]/gu, escapeCode) : written}"`;
}

function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/**
 * Returns a block scalar; undefined for a text that it could not represent exactly, or only with an indentation
 * indicator.
 */
function renderBlock(text: string, preferred: PreferredScalar, conventions: ScalarConventions): string | undefined {
  if (
    preferred.inFlow ||
    preferred.indent < 1 ||
    !isBlockText(text, preferred.style) ||
    (conventions.ascii && outsideAscii.test(text))
  )
    return undefined;
  const ends = text.endsWith('\n');
  const content = ends ? text.slice(0, -1) : text;
  const lines = preferred.style === 'folded' ? content.replace(/\n+/g, '$&\n').split('\n') : content.split('\n');
  const indent = ' '.repeat(preferred.indent);
  const body = lines.map((line) => (line === '' ? '' : indent + line));
  return [headFor(preferred, ends), ...body].join(conventions.eol);
}

/**
 * Returns the old header, with the chomping indicator that the text needs: nothing for one line end at the end, `-` for
 * no line end.
 */
function headFor({ style, head }: PreferredScalar, ends: boolean): string {
  const mark = style === 'literal' ? '|' : '>';
  const rest = /^[|>][-+\d]*(.*)$/.exec(head ?? '')?.[1] ?? '';
  return `${mark}${ends ? '' : '-'}${rest}`;
}

/**
 * Whether a text can be a block scalar: it does not begin with a space, which would need an indicator; no line
 * contains only spaces or, if folded, begins or ends with one; and it ends with at most one line end.
 */
function isBlockText(text: string, style: ScalarStyle): boolean {
  if (text === '' || text === '\n' || /^[ \t\n]|\n\n$|[ \t]\n?$|\n[ \t]+\n/.test(text)) return false;
  if (unwritable.test(text.replaceAll('\n', '').replaceAll('\t', ''))) return false;
  return style === 'literal' || !/\n[ \t]|[ \t]\n/.test(text);
}

/** A literal to replace: its value, how it is written, and the indentation of a block scalar there. */
export interface ReplacedScalar {
  readonly node: YamlText;
  readonly literal: string;
  readonly indent: number;
}

/** Returns the literal for a text that replaces another one. */
export function renderReplacement(
  text: string,
  { node, literal, indent }: ReplacedScalar,
  conventions: ScalarConventions,
): string {
  const isBlock = node.style === 'literal' || node.style === 'folded';
  if (!isBlock) return renderScalar(text, { style: node.style, inFlow: node.inFlow, indent }, conventions);
  const [head = '', ...body] = literal.split(/\r?\n/);
  const depth = Math.min(...body.filter((line) => line.trim() !== '').map((line) => line.search(/[^ ]/)));
  const preferred = {
    style: node.style,
    inFlow: false,
    indent: Number.isFinite(depth) ? depth : indent,
    head: head.trimEnd(),
  };
  // The block includes its last line end, which the replacement needs as well, as does a text that ends with one.
  const rendered = renderScalar(text, preferred, conventions);
  const needsLineEnd = literal.endsWith('\n') || (/^[|>]/.test(rendered) && text.endsWith('\n'));
  return needsLineEnd ? rendered + conventions.eol : rendered;
}
