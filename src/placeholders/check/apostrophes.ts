import { present } from '../../base/present.ts';
import { readApostrophes, singleApostrophes, type QuotingRule } from '../read/apostropheRule.ts';
import type { Placeholder, Problem, ProtectedText } from '../read/placeholder.ts';
import type { Span } from '../pattern/compileUserPattern.ts';
import { replaceRanges } from './whitespaceReplacements.ts';

/** The apostrophes of a translation that the program would not show. */
export interface QuotingApostrophes {
  /** Doubling them is certainly right; otherwise only a person can decide. */
  readonly isCertain: boolean;
  /** The program may show everything but the apostrophes; no placeholder is lost. */
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
  // If nothing shows how apostrophes are read, not even syntax that only ICU has, `rule` is undefined.
  const rule = apostrophes ?? (isIcu(source) ? 'icu-and-tags' : undefined);
  const spans = beforeSyntax(text, source, rule);
  if (spans.length === 0) return undefined;
  const sourceHasQuotes = /'[{}<>#]/u.test(source.source);
  const isCertain = rule !== undefined && !sourceHasQuotes;
  const quotingRule = rule ?? 'icu';
  if (!isCertain && !hidesSyntax(text, source, quotingRule)) return undefined;
  return { isCertain, spans, shown: shownBy(text, source, quotingRule) };
}

/** Returns the text with its apostrophes doubled if that is certain, and a function that maps offsets to it. */
export function doubleApostrophes(
  text: string,
  quoting: QuotingApostrophes | undefined,
): ReturnType<typeof replaceRanges> {
  if (quoting?.isCertain !== true) return { text, moved: (offset) => offset };
  const doubled = quoting.spans.map((span) => ({ ...span, text: "''" }));
  return replaceRanges(text, doubled);
}

/**
 * Returns the problem to report. `unrepaired` is the text in which the apostrophes were found, `text` the one to be
 * written. Repairs move apostrophes, but keep their number and order: the third one is still the third.
 */
export function apostropheProblem(quoting: QuotingApostrophes, unrepaired: string, text: string): Problem {
  const { isCertain, isHarmless = false, spans, shown } = quoting;
  const countBefore = countOf("'", unrepaired.slice(0, spans[0]?.start));
  // For `a'b'c'd` and 2 apostrophes before the wanted one: `a'b'c`.
  const textBefore = text.split("'", countBefore + 1).join("'");
  const start = textBefore.length;
  if (isCertain) return { kind: 'apostrophe-doubled', severity: 'warning', text: "''", start };
  const severity = isHarmless ? 'warning' : 'error';
  return { kind: 'apostrophe-quotes', severity, text: "'", start, ...present({ shown }) };
}

/** Whether a problem is only the consequence of a quoting apostrophe: a quoted placeholder seems to be missing. */
export function explains(apostrophe: Problem, problem: Problem, text: string): boolean {
  if (apostrophe.kind !== 'apostrophe-quotes') return false;
  return problem.kind === 'icu-broken' || (problem.kind === 'missing-placeholder' && text.includes(problem.text));
}

/** Whether a text has syntax that only ICU has: it is a branch of a message, or has `{n, number}`. */
function isIcu({ within, placeholders }: ProtectedText): boolean {
  return within !== undefined || placeholders.some(({ syntax, text }) => syntax === 'icu' && text.includes(','));
}

/** Returns all single apostrophes outside placeholders: MessageFormat and Flutter read each of them as a quote. */
function everyApostrophe(
  text: string,
  source: ProtectedText,
  rule: 'message-format' | 'flutter' | 'uncertain',
): QuotingApostrophes | undefined {
  const spans = singleApostrophes(text).filter(outsidePlaceholders(text, source));
  if (spans.length === 0) return undefined;
  const quotingRule = rule === 'uncertain' ? 'message-format' : rule;
  // Flutter rejects a quote without an end, so an odd number of apostrophes.
  const isRejected = rule === 'flutter' && spans.length % 2 === 1;
  const shown = isRejected ? undefined : shownBy(text, source, quotingRule);
  const sourceHasQuotes = singleApostrophes(source.source).some(outsidePlaceholders(source.source, source));
  // The last of three in a row follows a doubled one, and may be a quotation mark.
  const followsApostrophe = spans.some(({ start }) => text[start - 1] === "'");
  const isCertain = rule !== 'uncertain' && !sourceHasQuotes && !followsApostrophe;
  const isHiding = hidesSyntax(text, source, quotingRule);
  // If it is uncertain, quotation marks as in `'Save'` are only reported if they hide a placeholder.
  if (!isCertain && !isHiding && !spans.some((span) => isInWord(text, span))) return undefined;
  return { isCertain, isHarmless: rule === 'uncertain' && !isHiding, spans, ...present({ shown }) };
}

/** Whether there are letters on both sides: `l'eau`. */
function isInWord(text: string, { start, end }: Span): boolean {
  return /\p{L}$/u.test(text.slice(0, start)) && /^\p{L}/u.test(text.slice(end));
}

/** Returns a function: whether an apostrophe is outside the source's placeholders, and not in `'{'` or `'}'`. */
function outsidePlaceholders(text: string, { placeholders }: ProtectedText): (apostrophe: Span) => boolean {
  const partsWithQuotes = placeholders.map((placeholder) => placeholder.text).filter((part) => part.includes("'"));
  const parts = new Set([...partsWithQuotes, "'{'", "'}'"]);
  const excludedSpans: Span[] = [];
  for (const part of parts) {
    for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length))
      excludedSpans.push({ start, end: start + part.length });
  }
  return (apostrophe) => !excludedSpans.some(({ start, end }) => start <= apostrophe.start && apostrophe.end <= end);
}

/** Whether apostrophes of the text quote a placeholder that the source does not quote: `l'{x}` would show `l{x}`. */
function hidesSyntax(text: string, source: ProtectedText, rule: QuotingRule): boolean {
  const { placeholders, apostrophes } = source;
  /** Returns a text with spaces instead of its quoted characters. */
  const unquoted = (message: string): string => {
    const characters = readApostrophes(message, rule, isInPlural(source));
    return characters.map(({ char, quoted }) => (quoted ? ' ' : char)).join('');
  };
  // If the rule is uncertain, the author of the source is taken to mean all its placeholders as such.
  const unquotedSource = apostrophes === 'uncertain' ? source.source : unquoted(source.source);
  const unquotedText = unquoted(text);
  const syntaxStart = rule === 'icu-and-tags' ? /^[{}<#]/u : /^[{}#]/u;
  return placeholders.some(({ text: part }) => {
    const expectedCount = Math.min(countOf(part, unquotedSource), countOf(part, text));
    return syntaxStart.test(part) && countOf(part, unquotedText) < expectedCount;
  });
}

function isInPlural({ within }: ProtectedText): boolean {
  return within === 'plural' || within === 'added-plural';
}

function countOf(part: string, text: string): number {
  return text.split(part).length - 1;
}

/** Returns the apostrophes directly before a placeholder of the source, which they would quote: `d'{name}`. */
function beforeSyntax(
  text: string,
  { apostrophes, placeholders, within }: ProtectedText,
  rule: 'icu' | 'icu-and-tags' | undefined,
): readonly Span[] {
  const isQuotable = ({ syntax, text: part }: Placeholder): boolean => {
    if (syntax === 'tag') return rule === 'icu-and-tags';
    // `{0}` of ICU has the syntax of .NET.
    return syntax === 'icu' || (apostrophes !== undefined && /^\{\s*\w+\s*\}$/u.test(part));
  };
  const parts = placeholders.filter(isQuotable).map((placeholder) => placeholder.text);
  return singleApostrophes(text).filter(({ end }) => {
    // The text of a branch is followed by the branch's closing brace, which an apostrophe at the end would quote.
    const isAtBranchEnd = within !== undefined && end === text.length;
    return isAtBranchEnd || parts.some((part) => text.startsWith(part, end));
  });
}

/** Returns the text without the apostrophes that the program reads as quotes. */
function shownBy(text: string, source: ProtectedText, rule: QuotingRule): string {
  return readApostrophes(text, rule, isInPlural(source))
    .map(({ char }) => char)
    .join('');
}
