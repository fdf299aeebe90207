import { once } from '../../base/once.ts';
import type { LocaleFormat, TextEdit, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { provenFormat, refusal, sourceOrNone, type WantedChange } from '../kit/provenFormat.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import type { HtmlAttribute, HtmlText } from './htmlElements.ts';
import { markupMark } from './htmlRun.ts';
import { scanHtml } from './htmlScan.ts';
import { encodeAttribute, encodeMarkup, encodeText, type HtmlStyle } from './htmlText.ts';

/**
 * HTML documents and templates: the content of a block element, up to the next block boundary, is a text; a tag without
 * its matching tag is such a boundary too. With inline elements (`<b>`, `<a>`, `<br>`) it is markup as written;
 * otherwise it is decoded and its whitespace is collapsed. Attributes that people read are separate texts, except for
 * those in a text with markup. A new file is the source’s with the translations and `lang` set. Units are named by
 * their elements and numbers (`p.3`, `img.alt.1`), or by the element’s `data-i18n` or `id` (`id.intro`), so both files
 * need the same structure: nothing is inserted into an existing file.
 */
export const html: LocaleFormat = keptWhileWriting(readHtml, (fileOf) =>
  provenFormat({
    id: 'html',
    idsArePositions: true,
    units: (text) => Array.from(fileOf(text).texts, ([id, htmlText]) => unitOf(id, htmlText)),
    edits: (change) => {
      if (isBlank(change.text)) return creation(change, fileOf(change.context.sourceText));
      return changes(change, fileOf(change.text));
    },
    // A new file has all texts of the source, also those that were not requested.
    mayAppear: (unit, change) => isBlank(change.text) && change.source().get(unit.id)?.text === unit.text,
  }),
);

interface HtmlFile {
  readonly text: string;
  /** By id, in the file's order. */
  readonly texts: ReadonlyMap<string, HtmlText>;
  readonly languages: readonly HtmlAttribute[];
}

function readHtml(text: string): HtmlFile {
  const counts = new Map<string, number>();
  const { texts, languages } = scanHtml(text);
  const byId = new Map<string, HtmlText>();
  for (const htmlText of texts) {
    const base = baseOf(htmlText);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    // The first text with a name of its own needs no number.
    const isNamed = htmlText.name !== undefined || htmlText.meta !== undefined;
    byId.set(isNamed && count === 1 ? base : `${base}.${count}`, htmlText);
  }
  return { text, texts: byId, languages };
}

/** Returns the name of a text, `p`, `id.intro` or `img.alt`; texts with the same name are numbered. */
function baseOf({ element, name, meta, attribute }: HtmlText): string {
  const nameParts = name === undefined ? [element] : ['id', name];
  const part = meta ?? attribute;
  if (part !== undefined) nameParts.push(part);
  return nameParts.map(escapeKey).join('.');
}

const whyReadOnly: Readonly<Record<HtmlText['kind'], Reason | undefined>> = {
  text: undefined,
  marked: because('unit-marked'),
  code: because('unit-only-code'),
};

function unitOf(id: string, { text, markup, kind, note, start, end }: HtmlText): Unit {
  return unitFrom({ id, text, markup, note, maxChars: lengthHint(note), reason: whyReadOnly[kind], start, end });
}

/** Returns the edit that creates a file: the source's text with the translations and the target's language. */
function creation(change: WantedChange, file: HtmlFile): readonly TextEdit[] {
  const { sourceText, targetLocale } = change.context;
  const source = change.source();
  // What is equal to the source's text stays as the source has it written.
  const translations = new Map([...change.added].filter(([id, text]) => source.get(id)?.text !== text));
  const style = styleOf(sourceText);
  const edits = textEdits(file, translations, () => source);
  for (const { start, end } of file.languages)
    edits.push({ start, end, text: encodeAttribute(targetLocale, sourceText.slice(start, end), style) });
  edits.sort((a, b) => a.start - b.start);
  return [{ start: 0, end: change.text.length, text: spliceEdits(sourceText, edits) }];
}

/** Returns the edits of an existing file, in which nothing is inserted. */
function changes(change: WantedChange, file: HtmlFile): readonly TextEdit[] {
  const [missingId] = change.added.keys();
  const { targetLocale, sourceLocale } = change.context;
  if (missingId !== undefined) throw refusal(because('document-structure', missingId, targetLocale, sourceLocale));
  const translations = new Map([...change.replaced].filter(([id, text]) => change.present.get(id)?.text !== text));
  // The source decides what is markup if the target has lost it.
  const source = once(() => sourceOrNone(change));
  return textEdits(file, translations, source).sort((a, b) => a.start - b.start);
}

/** Returns the edits of elements that the file has. `source` is called only if it makes a difference. */
function textEdits(
  { text: fileText, texts }: HtmlFile,
  translations: ReadonlyMap<string, string>,
  source: () => ReadonlyMap<string, Unit>,
): TextEdit[] {
  const style = styleOf(fileText);
  const edits: TextEdit[] = [];
  for (const [id, text] of translations) {
    const present = texts.get(id);
    if (present === undefined) continue;
    const { start, end, attribute, element, markup } = present;
    if (attribute !== undefined) {
      edits.push({ start, end, text: encodeAttribute(text, fileText.slice(start, end), style) });
      continue;
    }
    if (text === '') throw refusal(because('translation-empty'));
    // In a `<title>`, tags are text.
    const isMarkup = markup || (element !== 'title' && mayBeMarkup(text) && source().get(id)?.markup === true);
    if (isMarkup) edits.push({ start, end, text: encodeMarkup(text, fileText.startsWith(markupMark, end), style) });
    else edits.push({ start, end, text: encodeText(text, style) });
  }
  return edits;
}

/** Whether a text looks like markup. */
function mayBeMarkup(text: string): boolean {
  // `<b>`, `&amp;`, `&#160;`
  return text.includes('<') || (text.includes('&') && /&#?\w/.test(text));
}

function styleOf(text: string): HtmlStyle {
  return { lineEnd: lineEndOf(text), namesNbsp: text.includes('&nbsp;') };
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text);
}
