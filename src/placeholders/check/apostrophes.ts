import { present } from '../../base/present.ts';
import { readApostrophes, singleApostrophes, type QuotingRule } from '../read/apostropheRule.ts';
import type { Placeholder, Problem, ProtectedText } from '../read/placeholder.ts';
import type { Span } from '../pattern/userPattern.ts';
import { replaceRanges } from './placeholderWhitespace.ts';

/** The apostrophes of a translation that the program would not show. */
export interface QuotingApostrophes {
  /** They must be doubled, which is certainly right; otherwise only a person can decide. */
  readonly isCertain: boolean;
  /** The program may show everything but the apostrophes. */
  readonly isHarmless?: boolean;
  readonly spans: readonly Span[];
  /** The text that the program would show, with its placeholders; absent if it would reject the text. */
  readonly shown?: string;
}

/**
 * Finds apostrophes that a translator wrote as letters, but that the program would read as quotes: in MessageFormat
 * every single one (`l'utilisateur {0}`), in ICU those before a brace or a tag (`d'{name}`, `l'<b>`) and at the end of
 * a branch. Returns undefined if there are none. Doubling them is certain unless the source has single ones of its own,
 * or unless nothing shows that ICU reads the text: many libraries fill in `{name}` and know no quotes.
 */
export function quotingApostrophes(text: string, source: ProtectedText): QuotingApostrophes | undefined {
  const { apostrophes } = source;
  if (apostrophes === 'literal' || !text.includes("'") || text === source.source) return undefined;
  if (apostrophes === 'message-format' || apostrophes === 'flutter' || apostrophes === 'uncertain')
    return everyApostrophe(text, source, apostrophes);
  const rule = apostrophes ?? (isIcu(source) ? 'icu-and-tags' : undefined);
  const spans = beforeSyntax(text, source, rule);
  if (spans.length === 0) return undefined;
  const isCertain = rule !== undefined && !/'[{}<>#]/u.test(source.source);
  const reading = rule ?? 'icu';
  if (!isCertain && !hidesSyntax(text, source, reading)) return undefined;
  return { isCertain, spans, shown: shownBy(text, source, reading) };
}

/**
 * Returns the text with its quoting apostrophes doubled if that is certainly right, and a function that maps offsets to
 * the new text.
 */
export function doubleApostrophes(
  text: string,
  quoting: QuotingApostrophes | undefined,
): ReturnType<typeof replaceRanges> {
  if (quoting?.isCertain !== true) return { text, moved: (offset) => offset };
  const doubled = quoting.spans.map((span) => ({ ...span, text: "''" }));
  return replaceRanges(text, doubled);
}

/** Returns the problem to report. `before` is the text in which they were found, `text` the text to be written. */
export function apostropheProblem(quoting: QuotingApostrophes, before: string, text: string): Problem {
  const { isCertain, isHarmless = false, spans, shown } = quoting;
  // Other repairs change neither the number nor the order of apostrophes.
  const count = before.slice(0, spans[0]?.start).split("'").length - 1;
  const start = text.split("'", count + 1).join("'").length;
  if (isCertain) return { kind: 'apostrophe-doubled', severity: 'warning', text: "''", start };
  const severity = isHarmless ? 'warning' : 'error';
  return { kind: 'apostrophe-quotes', severity, text: "'", start, ...present({ shown }) };
}

/** Whether a problem is only the consequence of a quoting apostrophe: what it quotes seems to be missing. */
export function explains(apostrophe: Problem, { kind, text: part }: Problem, text: string): boolean {
  if (apostrophe.kind !== 'apostrophe-quotes') return false;
  return kind === 'icu-broken' || (kind === 'missing-placeholder' && text.includes(part));
}

/** Whether a text has syntax that only ICU has. Journals of earlier versions don't say how a text is read. */
function isIcu({ within, placeholders }: ProtectedText): boolean {
  return within !== undefined || placeholders.some(({ syntax, text }) => syntax === 'icu' && text.includes(','));
}

function everyApostrophe(
  text: string,
  source: ProtectedText,
  rule: 'message-format' | 'flutter' | 'uncertain',
): QuotingApostrophes | undefined {
  const spans = singleApostrophes(text).filter(outsidePlaceholders(text, source));
  if (spans.length === 0) return undefined;
  const reading = rule === 'uncertain' ? 'message-format' : rule;
  const isRejected = rule === 'flutter' && spans.length % 2 === 1;
  const shownIfRead = isRejected ? {} : { shown: shownBy(text, source, reading) };
  const isUsed = singleApostrophes(source.source).some(outsidePlaceholders(source.source, source));
  // Three in a row may be a letter and a quotation mark.
  const isCertain = rule !== 'uncertain' && !isUsed && spans.every(({ start }) => text[start - 1] !== "'");
  const isHiding = hidesSyntax(text, source, reading);
  if (!isCertain && !isHiding && !spans.some(({ start, end }) => isInWord(text, start, end))) return undefined;
  return { isCertain, isHarmless: rule === 'uncertain' && !isHiding, spans, ...shownIfRead };
}

function isInWord(text: string, start: number, end: number): boolean {
  return /\p{L}$/u.test(text.slice(0, start)) && /^\p{L}/u.test(text.slice(end));
}

/** Apostrophes within a placeholder are the source's own, and around a single brace they are certainly quotes. */
function outsidePlaceholders(text: string, { placeholders }: ProtectedText): (span: Span) => boolean {
  const withApostrophe = placeholders.map((placeholder) => placeholder.text).filter((part) => part.includes("'"));
  const parts = new Set([...withApostrophe, "'{'", "'}'"]);
  const inside: Span[] = [];
  for (const part of parts)
    for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length))
      inside.push({ start, end: start + part.length });
  return (span) => !inside.some(({ start, end }) => start <= span.start && span.end <= end);
}

/**
 * Whether syntax that the program reads in the source would be quoted in the text, so shown as it is. If a source may
 * be read in two ways, it is taken to be read as its author meant it.
 */
function hidesSyntax(text: string, source: ProtectedText, rule: QuotingRule): boolean {
  const { placeholders, apostrophes } = source;
  const unquoted = (whole: string): string => {
    const characters = readApostrophes(whole, rule, isInPlural(source));
    return characters.map(({ char, quoted }) => (quoted ? ' ' : char)).join('');
  };
  const readInSource = apostrophes === 'uncertain' ? source.source : unquoted(source.source);
  const readInText = unquoted(text);
  const syntax = rule === 'icu-and-tags' ? /^[{}<#]/u : /^[{}#]/u;
  return placeholders.some(({ text: part }) => {
    const expected = Math.min(countOf(part, readInSource), countOf(part, text));
    return syntax.test(part) && countOf(part, readInText) < expected;
  });
}

function isInPlural({ within }: ProtectedText): boolean {
  return within === 'plural' || within === 'added-plural';
}

function countOf(part: string, text: string): number {
  return text.split(part).length - 1;
}

/** Returns the apostrophes next to syntax of the source that follows them, which they would quote. */
function beforeSyntax(
  text: string,
  { apostrophes, placeholders, within }: ProtectedText,
  rule: 'icu' | 'icu-and-tags' | undefined,
): readonly Span[] {
  const isRead = ({ syntax, text: part }: Placeholder): boolean => {
    if (syntax === 'tag') return rule === 'icu-and-tags';
    // A numbered argument is found as one of .NET.
    return syntax === 'icu' || (apostrophes !== undefined && /^\{\s*\w+\s*\}$/u.test(part));
  };
  const parts = placeholders.filter(isRead).map((placeholder) => placeholder.text);
  return singleApostrophes(text).filter(
    ({ end }) => parts.some((part) => text.startsWith(part, end)) || (within !== undefined && end === text.length),
  );
}

function shownBy(text: string, source: ProtectedText, rule: QuotingRule): string {
  return readApostrophes(text, rule, isInPlural(source))
    .map(({ char }) => char)
    .join('');
}
