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
  // Most texts are words with single spaces between them.
  const needsEncoding = /[&<{\t\n\f\r\u00a0]| {2}|^ | $/.test(text);
  if (!needsEncoding) return text;
  return encodeOutsideTemplates(text, style, (part, isAtStart, isAtEnd) => {
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
  const lineEnd = text.includes('\r') ? '&#10;' : style.lineEnd;
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
 * Encodes markup for a run of text. Throws FormatError for markup that would not read back as exactly one run with
 * all tags. `isMarked`: the markup is followed by the comment that marks it as markup.
 */
export function encodeMarkup(markup: string, isMarked: boolean, style: HtmlStyle): string {
  refuseNul(markup);
  const encoded = encodeEdges(markup);
  const { texts } = scanHtml(`<div>${encoded}${isMarked ? markupMark : ''}</div>`);
  const contentTexts = texts.filter(({ attribute }) => attribute === undefined);
  const [run] = contentTexts;
  if (contentTexts.some(({ balanced }) => !balanced)) throw refusal(because('html-unbalanced'));
  if (run === undefined) throw refusal(because('html-only-tags'));
  if (contentTexts.length > 1 || (run.element !== 'div' && run.element !== 'text'))
    throw refusal(because('html-block-element'));
  if (run.text !== markup) throw refusal(because(reasonOfChange(markup, run.markup)));
  return encoded.replaceAll('\n', style.lineEnd);
}

/** Why markup does not read back. */
function reasonOfChange(
  markup: string,
  isReadAsMarkup: boolean,
): 'html-markup-changed' | 'html-unbalanced' | 'html-untagged' {
  if (isReadAsMarkup) return 'html-markup-changed';
  // A closing tag without an element at an end.
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
