import type { TextRange } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import {
  blockElements,
  codeElements,
  isTextAttribute,
  saysTranslate,
  type HtmlAttribute,
  type HtmlText,
} from './htmlElements.ts';
import { HtmlParser } from './htmlParser.ts';
import {
  addTag,
  emptyRun,
  isWhitespace,
  segmentsOf,
  textOfSegment,
  type Run,
  type RunTag,
  type Segment,
} from './htmlRun.ts';
import { mask, maskTemplates } from './templateMask.ts';

/** More deeply nested elements are refused: real documents have none, and browsers do not render them. */
const maxDepth = 1000;

/** A longer comment is not a note. */
const maxNote = 2000;

/** Matches a comment for translators: `<!-- i18n: Shown in the footer. -->`. */
const noteComment = /^\s*(?:i18n|l10n|translators?|notes? (?:to|for) translators?)\s*:\s*([^]*?)\s*$/i;

/** What a file has for translators. */
export interface HtmlScan {
  /** In the order of the file. */
  readonly texts: readonly HtmlText[];
  /** Values of the root element’s `lang` and `xml:lang`. */
  readonly languages: readonly HtmlAttribute[];
}

/** An element of which the closing tag has not been read yet. */
interface OpenElement {
  readonly tag: string;
  /** Its `data-i18n` or `id`. */
  readonly name: string | undefined;
  readonly isTranslatable: boolean;
  readonly isCode: boolean;
  /** The content is not read, as in a script. */
  readonly isSkipped: boolean;
  /** The run in which the element was opened. */
  readonly run: Run;
  /** Its opening tag in the run; undefined for a block, and for an element that the parser adds. */
  readonly opening: RunTag | undefined;
}

/** Elements of phrasing content whose closing tag HTML allows to omit. */
const mayStayOpen: ReadonlySet<string> = new Set(['rb', 'rp', 'rt', 'rtc']);

/** Reads a text as HTML, which has no syntax errors. Throws FormatError for elements nested too deeply. */
export function scanHtml(text: string): HtmlScan {
  const masked = maskTemplates(text);
  const texts: HtmlText[] = [];
  const languages: HtmlAttribute[] = [];
  const openElements: OpenElement[] = [];
  let run: Run = emptyRun();
  let attributes: HtmlAttribute[] = [];
  let note: string | undefined;

  const innermostBlock = (): OpenElement | undefined => openElements.findLast(({ tag }) => blockElements.has(tag));
  /** Adds the texts of the run, which ends here. */
  const finishRun = (): void => {
    if (run.items.length === 0) return;
    const segments = segmentsOf(run, masked);
    for (const segment of segments) {
      if (segment.kind !== undefined) addText(segment, segment.kind, segments.length === 1);
      // A segment without words, such as one `<img alt="Map">`.
      else for (const item of segment.items) if (item.type === 'tag') texts.push(...item.attributes);
    }
    run = emptyRun();
  };
  /** Adds a segment as a text of the innermost block; `isBalanced`: see `HtmlText`. */
  const addText = (segment: Segment, kind: HtmlText['kind'], isBalanced: boolean): void => {
    const block = innermostBlock();
    const content = textOfSegment(segment, text, masked);
    texts.push({
      element: block?.tag ?? 'text',
      name: block?.name,
      attribute: undefined,
      meta: undefined,
      text: content.text,
      markup: content.markup,
      isBalanced,
      start: segment.start,
      end: segment.end,
      kind,
      note,
    });
    note = undefined;
  };
  /** Adds the closing tag of an element that is part of a text; `isImplied`: the file has no such tag. */
  const closeInline = (tag: string, openElement: OpenElement | undefined, isImplied: boolean): void => {
    const opening = openElement?.run === run ? openElement.opening : undefined;
    if (isImplied) {
      if (opening === undefined) return;
      // Only `<img>`, whose end the parser reports with its beginning, and `<rt>` need no closing tag.
      const isVoid = opening === run.items.at(-1) && parser.startIndex === opening.start;
      if (isVoid || mayStayOpen.has(tag)) opening.match = opening;
      return;
    }
    const closing = addTag(run, parser.startIndex, parser.closeEnd, []);
    // Browsers read `</br>` as `<br>`.
    closing.match = tag === 'br' ? closing : opening;
    if (opening !== undefined) opening.match = closing;
  };
  // `parser.endIndex` is the offset of the last character of a tag, a text or a comment: it ends at `endIndex + 1`.
  const parser = new HtmlParser(masked, {
    onattribute: (name, value, quote) => {
      const end = parser.endIndex;
      // `quote` is null for a value without quotes, and undefined without a value: `<input disabled>`.
      const start = quote === undefined ? end : valueStart(masked, parser.startIndex + name.length);
      let decoded = restoreTemplates(value, text, masked, { start, end });
      // Returns in the file are line ends. If all are written as references (`&#13;`), they are part of the text.
      if (masked.slice(start, end).includes('\r')) decoded = decoded.replace(/\r\n?/g, '\n');
      attributes.push({ name, value: decoded, start, end });
    },
    onopentag: (tag, _values, isImplied) => {
      const isBlock = blockElements.has(tag);
      if (isBlock) finishRun();
      const parent = openElements.at(-1);
      let isTranslatable = parent?.isTranslatable ?? true;
      let name: string | undefined;
      let attributeTexts: readonly HtmlText[] = [];
      if (attributes.length > 0) {
        const elementAttributes = attributes;
        attributes = [];
        const valueOf = (key: string): string | undefined =>
          elementAttributes.find((attribute) => attribute.name === key)?.value;
        const isLanguage = (attribute: HtmlAttribute): boolean => ['lang', 'xml:lang'].includes(attribute.name);
        if (tag === 'html') languages.push(...elementAttributes.filter(isLanguage));
        isTranslatable = saysTranslate(valueOf) ?? isTranslatable;
        name = valueOf('data-i18n') ?? valueOf('id');
        attributeTexts = textsOfAttributes({ tag, name, isTranslatable }, elementAttributes, valueOf);
      }
      if (openElements.length >= maxDepth)
        throw formatErrorAt(text, parser.startIndex, because('structure-too-deep', maxDepth));
      let opening: RunTag | undefined;
      if (isBlock) texts.push(...attributeTexts);
      else if (!isImplied) opening = addTag(run, parser.startIndex, parser.endIndex + 1, attributeTexts);
      const isCodeElement = codeElements.has(tag);
      openElements.push({
        tag,
        name: name === '' ? undefined : name,
        isTranslatable,
        isCode: isCodeElement || parent?.isCode === true,
        isSkipped: (isCodeElement && isBlock) || parent?.isSkipped === true,
        run,
        opening,
      });
    },
    onclosetag: (tag, isImplied) => {
      if (!blockElements.has(tag)) {
        closeInline(tag, openElements.pop(), isImplied);
        return;
      }
      // Adds the texts of the run to this block, which is the innermost one until it is taken away.
      finishRun();
      openElements.pop();
    },
    ontext: (data) => {
      const innermost = openElements.at(-1);
      if (innermost?.isSkipped === true) return;
      // Whitespace before a text is not part of it.
      if (run.items.length === 0 && isWhitespace(masked, parser.startIndex, parser.endIndex + 1)) return;
      let kind: HtmlText['kind'] = 'text';
      if (innermost?.isCode === true) kind = 'code';
      else if (innermost?.isTranslatable === false) kind = 'marked';
      run.items.push({ type: 'text', start: parser.startIndex, end: parser.endIndex + 1, decoded: data, kind });
    },
    oncomment: (data) => {
      const noteText = noteComment.exec(data.slice(0, maxNote))?.[1];
      if (noteText !== undefined && noteText !== '') note = noteText;
      run.items.push({ type: 'comment', start: parser.startIndex, end: parser.endIndex + 1 });
    },
    onprocessinginstruction: () => {
      finishRun();
    },
  });
  parser.write(masked);
  parser.end();
  finishRun();
  return { texts, languages };
}

/** Returns the texts of an element's attributes. */
function textsOfAttributes(
  { tag, name, isTranslatable }: Pick<OpenElement, 'tag' | 'name' | 'isTranslatable'>,
  attributes: readonly HtmlAttribute[],
  valueOf: (name: string) => string | undefined,
): readonly HtmlText[] {
  const meta = tag === 'meta' ? (valueOf('name') ?? valueOf('property')) : undefined;
  // If an attribute is repeated, browsers read the first.
  const isFirstWithName = (attribute: HtmlAttribute): boolean =>
    attribute === attributes.find((other) => other.name === attribute.name);
  return attributes
    .filter((attribute) => isTextAttribute(tag, attribute.name, valueOf) && isFirstWithName(attribute))
    .map(({ name: attribute, value, start, end }) => ({
      element: tag,
      name,
      attribute,
      meta,
      text: value,
      markup: false,
      isBalanced: true,
      start,
      end,
      kind: attributeKind(value, isTranslatable),
      note: undefined,
    }));
}

/** The kind of an attribute's value, from which template code is masked. */
function attributeKind(value: string, isTranslatable: boolean): HtmlText['kind'] {
  if (!isTranslatable) return 'marked';
  const isCode = value !== '' && /^\s*$/.test(value.replaceAll(mask, ''));
  return isCode ? 'code' : 'text';
}

/** Returns the offset of the first character of an attribute’s value, including its quote, after the name. */
function valueStart(masked: string, nameEnd: number): number {
  let offset = masked.indexOf('=', nameEnd) + 1;
  while (/[ \t\n\f\r]/.test(masked.charAt(offset))) offset += 1;
  return offset;
}

/** Restores the template code in a decoded value, which is in the file from `start` to `end`. */
function restoreTemplates(value: string, text: string, masked: string, { start, end }: TextRange): string {
  if (!value.includes(mask)) return value;
  // The offset in the file of the mask that was replaced last.
  let maskOffset = start - 1;
  return value.replace(new RegExp(mask, 'g'), () => {
    maskOffset = masked.indexOf(mask, maskOffset + 1);
    if (maskOffset < 0 || maskOffset >= end) return mask;
    return text.charAt(maskOffset);
  });
}
