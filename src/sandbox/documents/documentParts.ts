import { languageDetector } from '../world/detectLanguage.ts';
import { translate } from '../world/translator.ts';
import { countUnits } from '../world/unitCount.ts';

/** The file is not what its name says, or is broken or too large to be read; the message says what. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';
}

/** A stretch of a file. The sources of all parts, joined, are the file. */
export interface Part {
  /** What is to be translated; or what stays: within a word, or between two. */
  readonly kind: 'text' | 'glue' | 'gap';
  /** As it stands in the file. */
  readonly source: string;
  /** What the source says, where the format writes that in its own way. */
  readonly text?: string;
  /** How the format writes a text; it is its own writing by default. */
  readonly write?: (text: string) => string;
}

/** A sentence, paragraph or entry: what a translator sees at once. */
export type Segment = readonly Part[];

/** Cuts a file into segments; what has no text in it is a segment of one gap. */
export type ReadSegments = (text: string) => Iterable<Segment>;

/** Stands for the parts between two texts of a segment while they are translated and counted as one. Tags, which are neither; and with a control character, which no text has. */
const seams = { glue: '<s \u001f>', gap: '<p \u001f>' } as const;
const seam = /<[sp] \u001f>/u;
const seamCharacter = '\u001f';

const letterOrDigit = /[\p{L}\p{N}]/u;
const letter = /\p{L}/u;

/** Changes the text of every segment. What is between stays as it is, byte for byte. */
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

/** A translator for `rewriteSegments`: simulated, and marked as such. Addresses and placeholders stay. */
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

/** What a file's text comes to. */
export interface DocumentMeasure {
  /** The words or characters that are charged for. */
  readonly unitCount: number;
  /** Code of the language that it seems to be in. */
  readonly language: string;
}

/** Measures what `rewriteSegments` goes over, and changes nothing. */
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

/** Web and mail addresses, and the usual placeholders. */
const keptInText =
  /\b(?:https?|ftp|mailto):[^\s<>"')\]]+|\bwww\.[^\s<>"')\]]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}|\$?\{\{?[\w.$ -]{1,100}\}?\}|%\(\w{1,100}\)[a-z]|%(?:\d+\$)?[sdif@]\b/gu;

export function gap(source: string): Part {
  return { kind: 'gap', source };
}

export function glue(source: string): Part {
  return { kind: 'glue', source };
}

export function plain(source: string): Part {
  return { kind: 'text', source };
}

/** Lines with their line breaks. */
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

/** The changed text parts of a segment, in order. */
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
