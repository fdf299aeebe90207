import { runsOf, type Run } from './runs.ts';
import type { Placeholder } from './placeholder.ts';

/** A translation without its brackets, and what is known of the parts that stood in them. Offsets are into `text`. */
export interface Unbracketed {
  readonly text: string;
  /** Runs that came back in brackets of their own. */
  readonly proven: readonly { readonly start: number; readonly run: Run }[];
  /** What stood in brackets where a run of the source is missing. */
  readonly altered: readonly { readonly start: number; readonly text: string; readonly run: Run }[];
}

type Piece = { readonly text: string } | { readonly text: string; readonly run: Run; readonly altered?: true };

/** Triple brackets, their content without the blanks at its ends in a group of its own. */
const asciiPair = /\[\[\[\s*((?:(?!\[\[\[|\]\]\])[^]){1,1000}?)\s*\]\]\]/u;
const anyPair = /(?:\[\[\[|［［［|【【【)\s*((?:(?!\[\[\[|\]\]\])[^［］【】]){1,1000}?)\s*(?:\]\]\]|］］］|】】】)/u;

const openers = '\\[［【〔「';
const closers = '\\]］】〕」';

/**
 * Takes the brackets off a translation: first those that stand exactly as they were sent, give or take blanks inside;
 * then, only for runs that are still missing, those that came back in other forms: full-width, too few or too many, or
 * around an altered content. Nothing is guessed where nothing is missing, so brackets of the source's own stay.
 */
export function unbracket(translated: string, source: string, placeholders: readonly Placeholder[]): Unbracketed {
  const runs = runsOf(source, placeholders);
  const exact = takeExact(translated, source, runs);
  const paired = takePairs(takeDeformed(exact, source, runs), source, runs, placeholders);
  return assemble(takeOneSided(paired, source, runs));
}

/** Runs in `[[[ ]]]`, the longest first where two could stand at one place. A doubled pair is taken off twice. */
function takeExact(translated: string, source: string, runs: readonly Run[]): readonly Piece[] {
  if (runs.length === 0) return [{ text: translated }];
  const byText = new Map(runs.map((run) => [run.text, run]));
  const known = longestFirst(runs);
  const exact = known.map(literal).join('|');
  const loose = known.map(looseLiteral).join('|');
  // As it was sent; with blanks around it; with other blanks inside it, as a skeleton of several lines may come back.
  const pattern = new RegExp(`\\[\\[\\[(?:(?<exact>${exact})|(?<before>\\s*)(?:(?<padded>${exact})|(?<loose>${loose}))(?<after>\\s*))\\]\\]\\]`, 'gu');
  const byLooseText = new Map([...runs].reverse().map((run) => [withoutBlanks(run.text), run]));

  const pieces: Piece[] = [];
  let from = 0;
  for (const match of translated.matchAll(pattern)) {
    const { exact: exactText, before = '', padded, loose: looseText = '', after = '' } = match.groups ?? {};
    const run = byText.get(exactText ?? padded ?? '') ?? byLooseText.get(withoutBlanks(looseText));
    if (!run) continue;
    const end = match.index + match[0].length;
    // A blank that slipped into the brackets goes back out if the source has one there.
    const left = before !== '' && !/\s$/u.test(translated.slice(0, match.index)) && /\s$/u.test(source.slice(0, run.start)) ? before : '';
    const right = after !== '' && !/^\s/u.test(translated.slice(end)) && /^\s/u.test(source.slice(run.end)) ? after : '';
    pieces.push({ text: translated.slice(from, match.index) + left }, { text: run.text, run });
    from = end;
    if (right !== '') pieces.push({ text: right });
  }
  pieces.push({ text: translated.slice(from) });
  return withoutDoubledPairs(pieces);
}

/** The source has no triple brackets, so those left around a run were doubled. */
function withoutDoubledPairs(pieces: readonly Piece[]): readonly Piece[] {
  const result = [...pieces];
  for (const [index, piece] of pieces.entries()) {
    if (!('run' in piece)) continue;
    let left = result[index - 1]?.text ?? '';
    let right = result[index + 1]?.text ?? '';
    while (/\[\[\[\s*$/u.test(left) && /^\s*\]\]\]/u.test(right)) {
      left = left.replace(/\[\[\[\s*$/u, '');
      right = right.replace(/^\s*\]\]\]/u, '');
    }
    if (index > 0) result[index - 1] = { ...result[index - 1], text: left };
    if (index + 1 < result.length) result[index + 1] = { ...result[index + 1], text: right };
  }
  return result;
}

/** Missing runs with something like brackets on both sides, three at least on one side or two on both. */
function takeDeformed(pieces: readonly Piece[], source: string, runs: readonly Run[]): readonly Piece[] {
  return takeMissing(pieces, runs, source, `(?<open>(?:[${openers}]\\s*)+)`, `(?<close>(?:\\s*[${closers}])+)`, (open, close) => Math.max(open, close) >= 3 || (open >= 2 && close >= 2));
}

/** Missing runs whose triple brackets stand on one side only. */
function takeOneSided(pieces: readonly Piece[], source: string, runs: readonly Run[]): readonly Piece[] {
  const opened = takeMissing(pieces, runs, source, `(?<open>(?:[${openers}]\\s*){3,})`, '(?<close>)', () => true);
  return takeMissing(opened, runs, source, '(?<open>)', `(?<close>(?:\\s*[${closers}]){3,})`, () => true);
}

function takeMissing(
  pieces: readonly Piece[],
  runs: readonly Run[],
  source: string,
  open: string,
  close: string,
  proves: (openers: number, closers: number) => boolean,
): readonly Piece[] {
  let result = pieces;
  for (const text of longestFirst(missingFrom(pieces, runs))) {
    const pattern = new RegExp(`${open}${literal(text)}${close}`, 'u');
    for (const run of missingFrom(result, runs).filter((missing) => missing.text === text)) {
      result = replaceFirst(result, pattern, (match) => {
        const before = match.groups?.['open'] ?? '';
        const after = match.groups?.['close'] ?? '';
        if (!proves(countBrackets(before), countBrackets(after))) return undefined;
        return [{ text: ownBrackets(before, openersBefore(source, run)) }, { text, run }, { text: ownBrackets(after, closersAfter(source, run)) }];
      });
    }
  }
  return result;
}

/**
 * Triple brackets with other than one run in them. When what they hold is all of it placeholders, or has a missing run in it,
 * the brackets were moved; when not, and a run is missing, that run was altered. The rest stays and is reported.
 */
function takePairs(pieces: readonly Piece[], source: string, runs: readonly Run[], placeholders: readonly Placeholder[]): readonly Piece[] {
  // Brackets of other scripts are ours only where the source has none.
  const pattern = /［［|【【/u.test(source) ? asciiPair : anyPair;
  const known = new Set(placeholders.map(({ text }) => text));
  let result = pieces;
  for (let more = true; more; ) {
    more = false;
    result = replaceFirst(result, pattern, (match) => {
      const [, content = ''] = match;
      const missing = missingFrom(result, runs);
      const inside = missing.find((run) => content.includes(run.text));
      if (inside) {
        const at = content.indexOf(inside.text);
        more = true;
        return [{ text: content.slice(0, at) }, { text: inside.text, run: inside }, { text: content.slice(at + inside.text.length) }];
      }
      if (isMadeOf(content, known)) {
        more = true;
        return [{ text: content }];
      }
      const [altered] = missing.filter((run) => !result.some((piece) => 'altered' in piece && piece.run === run));
      if (!altered) return undefined;
      more = true;
      return [{ text: content, run: altered, altered: true }];
    });
  }
  return result;
}

/** Whether a text consists of known placeholders and blanks; the branches that a plural gains in another language are as good as known. */
function isMadeOf(content: string, known: ReadonlySet<string>): boolean {
  if (known.size === 0) return false;
  const texts = longestFirst([...known].map((text) => ({ text }))).map(literal);
  const pattern = new RegExp([...texts, '\\}\\s*(?:zero|one|two|few|many|other)\\s*\\{'].join('|'), 'gu');
  return content.replace(pattern, '').trim() === '';
}

/** Replaces the first match in the pieces that are not runs; `replace` gives undefined to leave the match and look no further in that piece. */
function replaceFirst(pieces: readonly Piece[], pattern: RegExp, replace: (match: RegExpExecArray) => readonly Piece[] | undefined): readonly Piece[] {
  for (const [index, piece] of pieces.entries()) {
    if ('run' in piece) continue;
    const match = pattern.exec(piece.text);
    const parts = match && replace(match);
    if (!parts) continue;
    const before = { text: piece.text.slice(0, match.index) };
    const after = { text: piece.text.slice(match.index + match[0].length) };
    return [...pieces.slice(0, index), before, ...parts, after, ...pieces.slice(index + 1)];
  }
  return pieces;
}

/** The runs of the source that no piece stands for, each as often as it is missing. An altered piece stands for none. */
function missingFrom(pieces: readonly Piece[], runs: readonly Run[]): readonly Run[] {
  const present = pieces.filter((piece) => 'run' in piece && !piece.altered).map(({ text }) => text);
  return runs.filter(({ text }) => {
    const at = present.indexOf(text);
    if (at >= 0) present.splice(at, 1);
    return at < 0;
  });
}

function assemble(pieces: readonly Piece[]): Unbracketed {
  const proven: { start: number; run: Run }[] = [];
  const altered: { start: number; text: string; run: Run }[] = [];
  let text = '';
  for (const piece of pieces) {
    if ('run' in piece) {
      if (piece.altered) altered.push({ start: text.length, text: piece.text, run: piece.run });
      else proven.push({ start: text.length, run: piece.run });
    }
    text += piece.text;
  }
  return { text, proven, altered };
}

function openersBefore(source: string, run: Run): number {
  return new RegExp(`[${openers}]*$`, 'u').exec(source.slice(0, run.start))?.[0].length ?? 0;
}

function closersAfter(source: string, run: Run): number {
  return new RegExp(`^[${closers}]*`, 'u').exec(source.slice(run.end))?.[0].length ?? 0;
}

/** As many of the brackets that came as stood there in the source. */
function ownBrackets(brackets: string, count: number): string {
  return brackets.replace(/\s/gu, '').slice(0, count);
}

function countBrackets(brackets: string): number {
  return brackets.replace(/\s/gu, '').length;
}

function longestFirst(items: readonly { readonly text: string }[]): readonly string[] {
  return [...new Set(items.map(({ text }) => text))].sort((a, b) => b.length - a.length);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

/** Matches the text whatever its blanks have become. */
function looseLiteral(text: string): string {
  return text
    .split(/\s+/u)
    .map(literal)
    .join('\\s*');
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/gu, '');
}
