import { refusal, refuseNul } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { encodeEdges, markupMark } from './htmlRun.ts';
import { scanHtml } from './htmlScan.ts';
import { templateRanges } from './templateMask.ts';

/** The file's choices where HTML allows several spellings. */
export interface HtmlStyle {
  readonly lineEnd: string;
  /** A no-break space is written as `&nbsp;`. */
  readonly namesNbsp: boolean;
}

/** Encodes a text as character data: delimiters, and whitespace that would be collapsed, become references. */
export function encodeText(text: string, style: HtmlStyle): string {
  refuseNul(text);
  // Most texts need none: they are words with single spaces between them.
  const needsEncoding = /[&<{\t\n\f\r\u00a0]| {2}|^ | $/.test(text);
  if (!needsEncoding) return text;
  return encodeOutsideTemplates(text, style, (part, isAtStart, isAtEnd) => {
    // A `{` only where it would begin template code: `{{`.
    const withoutDelimiters = part.replace(/[&<]|\{(?=[{%#])/g, reference);
    return withoutDelimiters.replace(/[ \t\n\f\r]+/g, (whitespace, offset: number) => {
      const isLast = offset + whitespace.length === withoutDelimiters.length;
      const isEdge = (isAtStart && offset === 0) || (isAtEnd && isLast);
      // A single space within a text is not collapsed.
      if (!isEdge && whitespace.startsWith(' ')) return ` ${references(whitespace.slice(1))}`;
      return references(whitespace);
    });
  });
}

/** Encodes a text as an attribute’s value, in the quotes of `literal`, its present value; without, in double quotes. */
export function encodeAttribute(text: string, literal: string, style: HtmlStyle): string {
  refuseNul(text);
  const [quote, quoteReference] = literal.startsWith("'") ? ["'", '&#39;'] : ['"', '&quot;'];
  // If the value contained a CRLF, a return of the text (`&#13;`) would be read as a part of a line end, too.
  const lineEnd = text.includes('\r') ? '&#10;' : style.lineEnd;
  // `<` and `{` become references only where they would begin template code: `<%`, `{{`.
  const encoded = encodeOutsideTemplates(text, style, (part) =>
    part
      .replace(/&|<(?=[%?])|\{(?=[{%#])|\r/g, reference)
      .replaceAll(quote, quoteReference)
      .replaceAll('\n', lineEnd),
  );
  const quoted = quote + encoded + quote;
  const hasNoValue = literal === '';
  return hasNoValue ? `=${quoted}` : quoted;
}

/**
 * Encodes a text that is markup. Throws FormatError for markup that would not read back as exactly one text with all
 * tags. `isMarked`: the markup is followed by the comment that marks it as markup.
 */
export function encodeMarkup(markup: string, isMarked: boolean, style: HtmlStyle): string {
  refuseNul(markup);
  const encoded = encodeEdges(markup);
  const { texts } = scanHtml(`<div>${encoded}${isMarked ? markupMark : ''}</div>`);
  const contentTexts = texts.filter(({ attribute }) => attribute === undefined);
  const [onlyText] = contentTexts;
  if (contentTexts.some(({ isBalanced }) => !isBalanced)) throw refusal(because('html-unbalanced'));
  if (onlyText === undefined) throw refusal(because('html-only-tags'));
  // `text`: outside of any block, since the markup has closed the `<div>`.
  if (contentTexts.length > 1 || (onlyText.element !== 'div' && onlyText.element !== 'text'))
    throw refusal(because('html-block-element'));
  if (onlyText.text !== markup) throw refusal(because(reasonOfChange(markup, onlyText.markup)));
  return encoded.replaceAll('\n', style.lineEnd);
}

/** Why markup does not read back. */
function reasonOfChange(
  markup: string,
  isReadAsMarkup: boolean,
): 'html-markup-changed' | 'html-unbalanced' | 'html-untagged' {
  if (isReadAsMarkup) return 'html-markup-changed';
  // `Hi</b>`: the closing tag is no part of the text that is read.
  if (/<[a-z/]/i.test(markup)) return 'html-unbalanced';
  return markup.includes('<') ? 'html-markup-changed' : 'html-untagged';
}

/** Encodes the parts outside template code, which is kept as it is. A part may be at the start or end of the text. */
function encodeOutsideTemplates(
  text: string,
  style: HtmlStyle,
  encode: (part: string, isAtStart: boolean, isAtEnd: boolean) => string,
): string {
  const encodePart = (part: string, isAtStart: boolean, isAtEnd: boolean): string => {
    const encoded = encode(part, isAtStart, isAtEnd);
    return style.namesNbsp ? encoded.replaceAll('\u00a0', '&nbsp;') : encoded;
  };
  let encoded = '';
  let position = 0;
  for (const { start, end } of templateRanges(text)) {
    const template = text.slice(start, end);
    if (template.includes('\r')) throw refusal(because('html-template-return'));
    encoded += encodePart(text.slice(position, start), position === 0, false);
    // Only line ends of template code change.
    encoded += template.replaceAll('\n', style.lineEnd);
    position = end;
  }
  return encoded + encodePart(text.slice(position), position === 0, true);
}

/** Returns the reference for a character: by its name if it has one that every reader knows. */
function reference(char: string): string {
  if (char === '&') return '&amp;';
  if (char === '<') return '&lt;';
  return `&#${char.charCodeAt(0)};`;
}

/** `\t ` → `&#9;&#32;` */
function references(whitespace: string): string {
  return whitespace.replace(/[^]/g, reference);
}
