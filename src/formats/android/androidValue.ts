import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { parseMarkup, prefixesOf, type Markup } from '../xml/xmlMarkup.ts';
import { encodeByHabit } from '../xml/xmlReferences.ts';
import { encodeCData } from '../xml/xmlValue.ts';
import { escapeOf } from './androidEncode.ts';
import { partsOf } from './androidParts.ts';
import { isQuoted, type FileStyle } from './androidStyle.ts';
import { isMarkup } from './androidUnits.ts';

/** A text to be written as the content of an element. */
export interface AndroidText {
  readonly id: string;
  readonly text: string;
  /** The text is inner markup. */
  readonly isMarkup: boolean;
  /** The present content in the target, as written. */
  readonly raw: string;
  /** The content in the source, if it has a CDATA section. */
  readonly sourceSection: string | undefined;
}

/** Content of an element, and the namespace prefixes that have to be declared outside it. */
export interface AndroidContent {
  readonly raw: string;
  readonly prefixes: ReadonlySet<string>;
}

/** Control characters, and others that XML cannot represent. */
const unrepresentable = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const sectionStart = '<![CDATA[';

const noPrefixes: ReadonlySet<string> = new Set();

/**
 * Encodes a text as the content of an element, in the style of its present content. `entities` are those that the file
 * declares. Throws FormatError for what a resource cannot represent.
 */
export function encodeContent(
  content: AndroidText,
  style: FileStyle,
  entities: ReadonlyMap<string, string>,
): AndroidContent {
  const isAlreadyQuoted = style.dialect.hasQuotes && isQuoted(content.raw);
  if (content.isMarkup && /[<&]/.test(content.text)) return encodeMarkup(content, style, entities, isAlreadyQuoted);
  const section = isSection(content) ? encodeSection(content.text, style) : undefined;
  if (section !== undefined) return { raw: section, prefixes: noPrefixes };
  const encoded = style.dialect.encode(content.text, style, isAlreadyQuoted);
  const habit =
    style.dialect.hasQuotes && encoded.startsWith('"') ? { ...style.xml, references: withoutQuotes(style) } : style.xml;
  return { raw: encodeByHabit(encoded, habit), prefixes: noPrefixes };
}

/**
 * Whether a text is written as a CDATA section. The present content decides if it has markup, else the source's: it is
 * one section, or contains one (`Hi <![CDATA[<b>]]>`) and the text has characters that need it.
 */
function isSection({ text, raw, sourceSection }: AndroidText): boolean {
  const hasPresentMarkup = /[<&]/.test(raw);
  const model = hasPresentMarkup ? raw : (sourceSection ?? raw);
  if (text === '' || !model.includes(sectionStart)) return false;
  const isWhollySection = model.startsWith(sectionStart) && model.endsWith(']]>');
  return isWhollySection || /[<&]/.test(text);
}

/** Encodes a text as a CDATA section; undefined for one that needs references, in a file in ASCII or for a `\r`. */
function encodeSection(text: string, style: FileStyle): string | undefined {
  const isAscii = style.xml.ascii !== undefined;
  const sectionStyle = isAscii ? { ...style, escapeNonAscii: style.escapeNonAscii ?? escapeOf } : style;
  const encoded = style.dialect.encode(text, sectionStyle, false);
  if (isAscii && /[^\u0000-\u007f]/.test(encoded)) return undefined;
  // In a section, an XML parser reads it as a line break.
  if (encoded.includes('\r')) return undefined;
  return encodeCData(encoded, style.xml.lineEnd);
}

function encodeMarkup(
  content: AndroidText,
  style: FileStyle,
  entities: ReadonlyMap<string, string>,
  isAlreadyQuoted: boolean,
): AndroidContent {
  const translation = parseLoosely(content.text, entities);
  const raw = style.dialect.encodeMarkup(partsOf(translation.text, translation.root), style, isAlreadyQuoted);
  const markup = parseMarkup(raw, entities);
  if (!isMarkup(markup.text, markup.root)) {
    // References such as `&amp;` without an element would not be read as markup again.
    throw refusal(because('android-markup', content.id));
  }
  return { raw, prefixes: prefixesOf(markup) };
}

/** Parses markup. Control characters are not an error yet: Android has escapes for those that XML cannot represent. */
function parseLoosely(text: string, entities: ReadonlyMap<string, string>): Markup {
  // A `?` is as long as the character that it replaces: the offsets are right in the original text, too.
  const { text: wrapped, root } = parseMarkup(text.replace(unrepresentable, '?'), entities);
  return { root, text: wrapped.slice(0, root.innerStart) + text + wrapped.slice(root.innerEnd) };
}

/** The style's references except `&quot;` and `&apos;`: in quotation marks, Android's `\"` and `\'` are written. */
function withoutQuotes({ xml }: FileStyle): ReadonlyMap<string, string> {
  const references = new Map(xml.references);
  references.delete('"');
  references.delete("'");
  return references;
}
