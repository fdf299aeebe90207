import { languageDetector } from '../world/detectLanguage.ts';
import { translate } from '../world/translator.ts';
import { countUnits } from '../world/unitCount.ts';

/** The file does not match its extension, is broken, or is too large to read; the message says which. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';
}

/** A range of a file. All parts' sources together are the file. */
export interface Part {
  /** Translated text, or content that is kept: `glue` within a word, `gap` between two. */
  readonly kind: 'text' | 'glue' | 'gap';
  /** The text in the file. */
  readonly source: string;
  /** The decoded text, if the format escapes it. */
  readonly text?: string;
  /** Encodes a text for the format; by default the text is written as it is. */
  readonly write?: (text: string) => string;
}

/** A sentence, paragraph or entry, which a translator sees as a whole. */
export type Segment = readonly Part[];

/** Splits a file into segments; content without text is a segment of one gap. */
export type ReadSegments = (text: string) => Iterable<Segment>;

/**
 * Tags that separate the texts of a segment while they are translated and counted together. Tags are neither translated
 * nor counted. They contain a control character, which no text has.
 */
const seams = { glue: '<s \u001f>', gap: '<p \u001f>' } as const;
const seam = /<[sp] \u001f>/u;
const seamCharacter = '\u001f';

const letterOrDigit = /[\p{L}\p{N}]/u;
const letter = /\p{L}/u;

/** Replaces the text of every segment. Content between texts is kept byte for byte. */
export function rewriteSegments(segments: Iterable<Segment>, change: (text: string) => string): string {
  const written: string[] = [];
  for (const segment of segments) {
    const texts = changeTexts(segment, change);
    let index = 0;
    for (const part of segment) {
      if (part.kind !== 'text') written.push(part.source);
      else {
        const text = texts[index] ?? textOf(part);
        index += 1;
        written.push(text === textOf(part) ? part.source : (part.write?.(text) ?? text));
      }
    }
  }
  return written.join('');
}

/**
 * Creates a translator for `rewriteSegments`. Its translations are simulated and marked as such; addresses and
 * placeholders are kept.
 */
export function segmentTranslator(lcTgt: string, round: number): (text: string) => string {
  return (text) => {
    const kept: string[] = [];
    const masked = text.replace(keptInText, (found) => `<s ${seamCharacter}${kept.push(found) - 1}>`);
    if (!letter.test(masked.replace(/<[^<>]*>/gu, ''))) return text;
    return translate({ text: masked, lcTgt, round }).replace(
      /<s \u001f(\d+)>/gu,
      (_tag, index: string) => kept[Number(index)] ?? '',
    );
  };
}

/** The measured text of a file. */
export interface DocumentMeasure {
  /** Number of charged words or characters. */
  readonly unitCount: number;
  /** Code of the detected language. */
  readonly language: string;
}

/** Measures the texts that `rewriteSegments` would change, without changing them. */
export function segmentMeasure(lcSrc: string): {
  readonly change: (text: string) => string;
  readonly measure: () => DocumentMeasure;
} {
  let unitCount = 0;
  const { add, detected } = languageDetector(lcSrc);
  return {
    change: (text) => {
      unitCount += countUnits(text, lcSrc);
      add(text);
      return text;
    },
    measure: () => ({ unitCount, language: detected() }),
  };
}

/** Web and mail addresses, and common placeholders. */
const keptInText = new RegExp(
  [
    /\b(?:https?|ftp|mailto):[^\s<>"')\]]+/u,
    /\bwww\.[^\s<>"')\]]+/u,
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/u,
    /\$?\{\{?[\w.$ -]{1,100}\}?\}/u,
    /%\(\w{1,100}\)[a-z]/u,
    /%(?:\d+\$)?[sdif@]\b/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export function gap(source: string): Part {
  return { kind: 'gap', source };
}

export function glue(source: string): Part {
  return { kind: 'glue', source };
}

export function plain(source: string): Part {
  return { kind: 'text', source };
}

/** Yields the lines with their line breaks. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found + 1;
    yield text.slice(start, end);
    start = end;
  }
}

function textOf(part: Part): string {
  return part.text ?? part.source;
}

/** Returns the changed text parts of a segment, in order. */
function changeTexts(segment: Segment, change: (text: string) => string): readonly string[] {
  const texts = segment.filter((part) => part.kind === 'text').map(textOf);
  if (!texts.some((text) => letterOrDigit.test(text))) return texts;
  if (texts.length === 1 || texts.some((text) => text.includes(seamCharacter))) return texts.map(change);
  const changed = change(joinTexts(segment)).split(seam);
  return changed.length === texts.length ? changed : texts.map(change);
}

function joinTexts(segment: Segment): string {
  let joined = '';
  let between: 'none' | 'glue' | 'gap' = 'none';
  let any = false;
  for (const part of segment) {
    if (part.kind === 'gap') between = 'gap';
    else if (part.kind === 'glue') between = between === 'gap' ? 'gap' : 'glue';
    else {
      if (any) joined += between === 'gap' ? seams.gap : seams.glue;
      joined += textOf(part);
      any = true;
      between = 'none';
    }
  }
  return joined;
}
