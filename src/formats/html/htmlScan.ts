import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';
import {
  blockElements,
  codeElements,
  isText,
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

/**
 * Elements nested deeper than this are refused: real documents do not contain them, and browsers do not render them.
 */
const maxDepth = 1000;

/** A longer comment is not a note. */
const maxNote = 2000;

export interface HtmlScan {
  /** In the order of the file. */
  readonly texts: readonly HtmlText[];
  /** Values of the root element’s `lang` and `xml:lang`. */
  readonly languages: readonly HtmlAttribute[];
}

/** An element of which the closing tag has not been read yet. */
interface OpenElement {
  readonly tag: string;
  readonly name: string | undefined;
  readonly translate: boolean;
  readonly code: boolean;
  /** The content is not read, as in a script. */
  readonly skipped: boolean;
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
  const stack: OpenElement[] = [];
  let run: Run = emptyRun();
  let attributes: HtmlAttribute[] = [];
  let note: string | undefined;

  const innermostBlock = (): OpenElement | undefined => {
    for (let at = stack.length - 1; at >= 0; at -= 1) if (blockElements.has(stack[at]?.tag ?? '')) return stack[at];
    return undefined;
  };
  const flush = (): void => {
    if (run.items.length === 0) return;
    const segments = segmentsOf(run, masked);
    for (const segment of segments) {
      if (segment.kind !== undefined) addText(segment, segment.kind, segments.length === 1);
      else for (const item of segment.items) if (item.type === 'tag') texts.push(...item.attributes);
    }
    run = emptyRun();
  };
  const addText = (segment: Segment, kind: HtmlText['kind'], balanced: boolean): void => {
    const block = innermostBlock();
    const read = textOfSegment(segment, text, masked);
    texts.push({
      element: block?.tag ?? 'text',
      name: block?.name,
      attribute: undefined,
      meta: undefined,
      text: read.text,
      markup: read.markup,
      balanced,
      start: segment.start,
      end: segment.end,
      kind,
      note,
    });
    note = undefined;
  };
  const closeInline = (tag: string, open: OpenElement | undefined, isImplied: boolean): void => {
    const opening = open?.run === run ? open.opening : undefined;
    if (isImplied) {
      if (opening === undefined) return;
      const isVoid = opening === run.items.at(-1) && parser.startIndex === opening.start;
      if (isVoid || mayStayOpen.has(tag)) opening.match = opening;
      return;
    }
    const closing = addTag(run, parser.startIndex, parser.closeEnd, []);
    // Browsers read `</br>` as `<br>`.
    closing.match = tag === 'br' ? closing : opening;
    if (opening !== undefined) opening.match = closing;
  };
  const parser = new HtmlParser(masked, {
    onattribute: (name, value, quote) => {
      const end = parser.endIndex;
      const start = quote === undefined ? end : valueStart(masked, parser.startIndex + name.length);
      let decoded = unmask(value, text, masked, { start, end });
      // A return that is written as a reference is part of the text.
      if (masked.slice(start, end).includes('\r')) decoded = decoded.replace(/\r\n?/g, '\n');
      attributes.push({ name, value: decoded, start, end });
    },
    onopentag: (tag, _values, isImplied) => {
      const isBlock = blockElements.has(tag);
      if (isBlock) flush();
      const parent = stack.at(-1);
      let translate = parent?.translate ?? true;
      let name: string | undefined;
      let attributeTexts: readonly HtmlText[] = [];
      if (attributes.length > 0) {
        const ofElement = attributes;
        attributes = [];
        const valueOf = (key: string): string | undefined =>
          ofElement.find((attribute) => attribute.name === key)?.value;
        if (tag === 'html')
          languages.push(...ofElement.filter((one) => one.name === 'lang' || one.name === 'xml:lang'));
        translate = saysTranslate(valueOf) ?? translate;
        name = valueOf('data-i18n') ?? valueOf('id');
        attributeTexts = textsOfAttributes({ tag, name, translate }, ofElement, valueOf);
      }
      if (stack.length >= maxDepth)
        throw formatErrorAt(text, parser.startIndex, because('structure-too-deep', maxDepth));
      let opening: RunTag | undefined;
      if (isBlock) texts.push(...attributeTexts);
      else if (!isImplied) opening = addTag(run, parser.startIndex, parser.endIndex + 1, attributeTexts);
      const isCode = codeElements.has(tag);
      stack.push({
        tag,
        name: name === '' ? undefined : name,
        translate,
        code: isCode || parent?.code === true,
        skipped: (isCode && isBlock) || parent?.skipped === true,
        run,
        opening,
      });
    },
    onclosetag: (tag, isImplied) => {
      const open = stack.pop();
      if (blockElements.has(tag)) {
        if (open !== undefined) stack.push(open);
        flush();
        stack.pop();
        return;
      }
      closeInline(tag, open, isImplied);
    },
    ontext: (data) => {
      const top = stack.at(-1);
      if (top?.skipped === true) return;
      // Whitespace before a text is not part of it.
      if (run.items.length === 0 && isWhitespace(masked, parser.startIndex, parser.endIndex + 1)) return;
      let where: HtmlText['kind'] = 'text';
      if (top?.code === true) where = 'code';
      else if (top?.translate === false) where = 'marked';
      run.items.push({ type: 'text', start: parser.startIndex, end: parser.endIndex + 1, data, where });
    },
    oncomment: (data) => {
      // `<!-- i18n: Shown in the footer. -->`
      const words = /^\s*(?:i18n|l10n|translators?|notes? (?:to|for) translators?)\s*:\s*([^]*?)\s*$/i.exec(
        data.slice(0, maxNote),
      )?.[1];
      if (words !== undefined && words !== '') note = words;
      run.items.push({ type: 'comment', start: parser.startIndex, end: parser.endIndex + 1 });
    },
    onprocessinginstruction: () => {
      flush();
    },
  });
  parser.write(masked);
  parser.end();
  flush();
  return { texts, languages };
}

/** Returns the texts of an element's attributes. */
function textsOfAttributes(
  { tag, name, translate }: Pick<OpenElement, 'tag' | 'name' | 'translate'>,
  attributes: readonly HtmlAttribute[],
  valueOf: (name: string) => string | undefined,
): readonly HtmlText[] {
  const meta = tag === 'meta' ? (valueOf('name') ?? valueOf('property')) : undefined;
  const isFirst = (attribute: HtmlAttribute): boolean =>
    attribute === attributes.find((one) => one.name === attribute.name);
  return attributes
    .filter((attribute) => isText(tag, attribute.name, valueOf) && isFirst(attribute))
    .map(({ name: attribute, value, start, end }) => ({
      element: tag,
      name,
      attribute,
      meta,
      text: value,
      markup: false,
      balanced: true,
      start,
      end,
      kind: attributeKind(value, translate),
      note: undefined,
    }));
}

function attributeKind(value: string, translate: boolean): HtmlText['kind'] {
  if (!translate) return 'marked';
  const isCode = value !== '' && /^\s*$/.test(value.replaceAll(mask, ''));
  return isCode ? 'code' : 'text';
}

/** Returns the offset of the first character of an attribute’s value, including its quote, after the name. */
function valueStart(masked: string, nameEnd: number): number {
  let at = masked.indexOf('=', nameEnd) + 1;
  while (/[ \t\n\f\r]/.test(masked.charAt(at))) at += 1;
  return at;
}

/** Restores the template code in a decoded value. */
function unmask(
  value: string,
  text: string,
  masked: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  if (!value.includes(mask)) return value;
  let at = start - 1;
  return value.replace(new RegExp(mask, 'g'), () => {
    at = masked.indexOf(mask, at + 1);
    if (at < 0 || at >= end) return mask;
    return text.charAt(at);
  });
}
