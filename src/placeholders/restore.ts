import { bracketsLeft, checkText } from './checkText.ts';
import { comparePlaceholders } from './comparePlaceholders.ts';
import { readMessage } from './readMessage.ts';
import { unbracket } from './unbracket.ts';
import type { Placeholder, PlaceholderSyntax, Problem, ProtectedText } from './placeholder.ts';

/**
 * Takes the protecting brackets off a translation and compares it with its source. `text` is what may be written into the
 * file if no problem is an error. Brackets may have come back with blanks inside, full-width, doubled, partly lost or not
 * at all; what can be proved is taken back, everything else is a problem. Offsets of problems are into `text`.
 */
export function restore(translated: string, source: ProtectedText): { readonly text: string; readonly problems: readonly Problem[] } {
  const unbracketed = unbracket(withLineEndsOf(source.source, translated), source.source, source.placeholders);
  const text = withOuterBlanksOf(source.source, unbracketed.text);
  if (text.trim() === '' && source.source.trim() !== '') {
    return { text, problems: [{ kind: 'empty', severity: 'error', text: '', start: 0 }] };
  }
  const shift = leadingBlanks(text).length - leadingBlanks(unbracketed.text).length;
  const syntaxes = source.syntaxes ?? distinct(source.placeholders);
  const original = { ...readMessage(source.source, syntaxes, source.within), placeholders: source.placeholders };
  const translation = readMessage(text, syntaxes, source.within);
  const problems = [
    ...comparePlaceholders(original, translation, {
      proven: unbracketed.proven.map((place) => ({ ...place, start: place.start + shift })),
      altered: unbracketed.altered.map((place) => ({ ...place, start: place.start + shift })),
    }),
    ...bracketsLeft(source.source, translation),
    ...(text === unbracketed.text ? [] : [blanksRepaired(text)]),
    ...checkText(original, translation),
  ];
  return { text, problems };
}

/** The service may hand back other line ends than it was given; those of the source are meant. A source that mixes them is left alone. */
function withLineEndsOf(source: string, translated: string): string {
  if (!source.includes('\r')) return translated.replace(/\r\n?/gu, '\n');
  return /(?<!\r)\n|\r(?!\n)/u.test(source) ? translated : translated.replace(/\r\n?|\n/gu, '\r\n');
}

/** Translators' tools lose the blanks around a text, which programs rely on. */
function withOuterBlanksOf(source: string, translated: string): string {
  const inner = translated.trim();
  if (inner === '') return source.trim() === '' ? source : '';
  return leadingBlanks(source) + inner + source.slice(source.trimEnd().length);
}

function leadingBlanks(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function blanksRepaired(text: string): Problem {
  return { kind: 'blanks-repaired', severity: 'warning', text };
}

function distinct(placeholders: readonly Placeholder[]): readonly PlaceholderSyntax[] {
  return [...new Map(placeholders.map(({ syntax }) => [JSON.stringify(syntax), syntax])).values()];
}
