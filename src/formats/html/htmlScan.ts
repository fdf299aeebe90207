import { Parser } from 'htmlparser2';
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
import { addChunk, emptyRun, textOfRun, type Run } from './htmlRun.ts';
import { mask, maskTemplates } from './templateMask.ts';

/**
 * Elements nested deeper than this are refused: real documents do not contain them, and browsers do not render them.
 */
const maxDepth = 1000;

export interface HtmlScan {
  /** In the order of the file. */
  readonly texts: readonly HtmlText[];
  /** Values of the root element’s `lang` and `xml:lang`. */
  readonly languages: readonly HtmlAttribute[];
}

interface Open {
  readonly tag: string;
  readonly name: string | undefined;
  readonly translate: boolean;
  readonly code: boolean;
  /** The content is not read, as in a script. */
  readonly skipped: boolean;
  /** The run in which the element was opened. */
  readonly run: Run;
}

/** Reads a text as HTML, which has no syntax errors. Throws FormatError for elements nested too deeply. */
export function scanHtml(text: string): HtmlScan {
  const masked = maskTemplates(text);
  const texts: HtmlText[] = [];
  const languages: HtmlAttribute[] = [];
  const stack: Open[] = [];
  let run: Run = emptyRun();
  let attributes: HtmlAttribute[] = [];
  let note: string | undefined;

  const block = (): Open | undefined => {
    for (let at = stack.length - 1; at >= 0; at -= 1) if (blockElements.has(stack[at]?.tag ?? '')) return stack[at];
    return undefined;
  };
  const flush = (): void => {
    const { kind } = run;
    if (kind !== undefined) {
      const around = block();
      const { text: words, markup } = textOfRun(run, text, masked);
      texts.push({
        element: around?.tag ?? 'text',
        name: around?.name,
        attribute: undefined,
        meta: undefined,
        text: words,
        markup,
        balanced: run.unmatched === 0,
        start: run.start,
        end: run.end,
        kind,
        note,
      });
      note = undefined;
    } else if (run.attributes.length > 0) texts.push(...run.attributes);
    if (run.start >= 0 || run.attributes.length > 0) run = emptyRun();
  };
  const parser = new Parser({
    onattribute: (name, value, quote) => {
      const start = quote === undefined ? parser.endIndex : valueStart(masked, parser.startIndex + name.length);
      const decoded = unmask(value, text, masked, { start, end: parser.endIndex });
      const hasReturn = value.includes('\r') && masked.slice(start, parser.endIndex).includes('\r');
      attributes.push({
        name,
        value: hasReturn ? decoded.replace(/\r\n?/g, '\n') : decoded,
        start,
        end: parser.endIndex,
      });
    },
    onopentag: (tag, _values, isImplied) => {
      const isBlock = blockElements.has(tag);
      if (isBlock) flush();
      else if (!isImplied) addTag(run, parser.startIndex, parser.endIndex + 1);
      const parent = stack.at(-1);
      let translate = parent?.translate ?? true;
      let name: string | undefined;
      if (attributes.length > 0) {
        const own = attributes;
        attributes = [];
        const valueOf = (wanted: string): string | undefined => own.find((each) => each.name === wanted)?.value;
        if (tag === 'html') languages.push(...own.filter((each) => each.name === 'lang' || each.name === 'xml:lang'));
        translate = saysTranslate(valueOf) ?? translate;
        name = valueOf('data-i18n') ?? valueOf('id');
        (isBlock ? texts : run.attributes).push(...ownTexts({ tag, name, translate }, own, valueOf));
      }
      if (stack.length >= maxDepth)
        throw formatErrorAt(text, parser.startIndex, because('structure-too-deep', maxDepth));
      if (!isBlock) run.unmatched += 1;
      const isCode = codeElements.has(tag);
      stack.push({
        tag,
        name: name === '' ? undefined : name,
        translate,
        code: isCode || parent?.code === true,
        skipped: (isCode && isBlock) || parent?.skipped === true,
        run,
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
      const isVoid = isImplied && parser.startIndex < parser.endIndex && run.lastTag === parser.startIndex;
      if (!isImplied) addTag(run, parser.startIndex, parser.endIndex + 1);
      if (!isImplied || isVoid) run.unmatched += open?.run === run ? -1 : 1;
    },
    ontext: (data) => {
      const top = stack.at(-1);
      if (top?.skipped === true) return;
      addChunk(
        run,
        { start: parser.startIndex, end: parser.endIndex + 1, data },
        masked,
        top?.code === true ? 'code' : top?.translate === false ? 'marked' : 'text',
      );
    },
    oncomment: (data) => {
      const words = /^\s*(?:i18n|l10n|translators?|notes? (?:to|for) translators?)\s*:\s*([^]*?)\s*$/i.exec(
        data.slice(0, 2000),
      )?.[1];
      if (words !== undefined && words !== '') note = words;
      run.comments.push({ start: parser.startIndex, end: parser.endIndex + 1 });
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

function addTag(run: Run, start: number, end: number): void {
  if (run.start < 0) run.start = start;
  run.end = end;
  run.tags += 1;
  run.lastTag = start;
}

/** Returns the texts of an element's attributes. */
function ownTexts(
  { tag, name, translate }: Pick<Open, 'tag' | 'name' | 'translate'>,
  attributes: readonly HtmlAttribute[],
  valueOf: (name: string) => string | undefined,
): readonly HtmlText[] {
  const meta = tag === 'meta' ? (valueOf('name') ?? valueOf('property')) : undefined;
  return attributes
    .filter(
      (attribute, index) =>
        isText(tag, attribute.name, valueOf) && attributes.findIndex((each) => each.name === attribute.name) === index,
    )
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
      kind: !translate ? 'marked' : value !== '' && /^\s*$/.test(value.replaceAll(mask, '')) ? 'code' : 'text',
      note: undefined,
    }));
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
    return at >= 0 && at < end ? text.charAt(at) : mask;
  });
}
