import {
  bracketsAfter,
  bracketsBefore,
  closers,
  looseClosers,
  looseOpeners,
  openers,
  ownBrackets,
  reversed,
  type Brackets,
} from '../read/brackets.ts';
import { gap, literal } from '../read/looseToken.ts';
import { placeholderRuns, type Run } from '../read/runs.ts';
import { LooseTokens, type LooseToken } from './looseTokens.ts';
import { MissingRuns } from './missingRuns.ts';
import { TextIndex } from '../../base/text/textIndex.ts';
import type { Placeholder } from '../read/placeholder.ts';

/** The parts of a translation that were in brackets. Offsets are into the text without the brackets. */
export interface BracketFindings {
  /** Runs that came back in their own brackets, so that they are certainly placeholders. */
  readonly proven: readonly { readonly start: number; readonly run: Run }[];
  /** Placeholders of the source that came back in brackets though no run was missing. */
  readonly surplus: readonly { readonly start: number; readonly text: string }[];
  /** Bracketed text in place of a missing run of the source. */
  readonly altered: readonly { readonly start: number; readonly text: string; readonly run: Run }[];
}

/** A translation without its brackets. */
export interface Unbracketed extends BracketFindings {
  readonly text: string;
}

/** A part of a translation: text, a placeholder that came back once too often, or a run, as sent or altered. */
type Piece =
  | { readonly text: string; readonly run?: never; readonly surplus?: true }
  | { readonly text: string; readonly run: Run; readonly altered?: true };

/** A translation in pieces, some of which are assigned to runs of the source, and the runs without a piece. */
interface Assignment {
  pieces: readonly Piece[];
  readonly missing: MissingRuns;
}

/** Returns the next range of a text, from an offset on, and the pieces that replace it. */
type Take = (
  text: string,
  searchStart: number,
) => { readonly start: number; readonly end: number; readonly pieces: readonly Piece[] } | undefined;

/** Any possible remainder of a bracket. */
const anyBracket = /[[\]［］【】〔〕〖〗「」『』《》〈〉⟦⟧〚〛]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;

/** Matches `[[[` and its equivalents in other scripts. */
const tripleBracket = /\[{3}|［{3}|【{3}|〔{3}|〖{3}|「{3}|『{3}|《{3}|〈{3}/u;

/** Three or more equal brackets that are not the protecting ones: `(((`, `❲❲❲`. */
const looseTriple = new RegExp(`([${literal([...looseOpeners].join(''))}])\\1\\1`, 'u');

/** The length of `[[[`, and of `]]]`. */
const bracketsLength = 3;

/** `[[[ content ]]]`; the group is the content without leading and trailing whitespace. */
const asciiPair = new RegExp(`\\[\\[\\[${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^]){1,1000}?)${gap}*\\]\\]\\]`, 'gu');
const anyPair = new RegExp(
  `(?:${tripleBracket.source})${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^［］【】〔〕〖〗]){1,1000}?)${gap}*` +
    '(?:\\]{3}|］{3}|】{3}|〕{3}|〗{3}|」{3}|』{3}|》{3}|〉{3})',
  'gu',
);

/**
 * Removes the brackets from a translation: first those exactly as sent; then, only for runs that are still missing,
 * those in other forms: with whitespace inside, full-width, escaped, too few or too many, reversed, or around altered
 * content. Other forms are only considered if a run is missing, so the source's own brackets remain.
 */
export function unbracket(translated: string, source: string, placeholders: readonly Placeholder[]): Unbracketed {
  const runs = placeholderRuns(source, placeholders);
  if (runs.length === 0 && !tripleBracket.test(translated))
    return { text: translated, proven: [], surplus: [], altered: [] };
  const unchanged = takeUnchanged(translated, runs);
  if (unchanged !== undefined) return unchanged;
  const assignment = takeExact(translated, runs);
  if (hasInText(assignment, tripleBracket)) takeDoubledPairs(assignment);
  // A source that has three of them itself does not show whose they are.
  if (assignment.missing.size > 0 && hasInText(assignment, looseTriple) && !looseTriple.test(source)) {
    takeMissing(assignment, source, {
      charactersBefore: looseOpeners,
      charactersAfter: looseClosers,
      proves: (countBefore, countAfter) => countBefore >= 3 && countAfter >= 3,
    });
  }
  const possibleBrackets = assignment.missing.size > 0 ? anyBracket : tripleBracket;
  if (!hasInText(assignment, possibleBrackets)) return assemble(assignment.pieces);

  unescapeBrackets(assignment);
  takeMissing(assignment, source, {
    charactersBefore: openers,
    charactersAfter: closers,
    // `[[x]]`, `[[[x]` or `[x]]]`
    proves: (countBefore, countAfter) => {
      const [smaller, larger] = [Math.min(countBefore, countAfter), Math.max(countBefore, countAfter)];
      return smaller >= 2 || (smaller === 1 && larger >= 3);
    },
  });
  takePairs(assignment, source, placeholders);
  takeMissing(assignment, source, {
    charactersBefore: openers,
    charactersAfter: closers,
    // `[[[x` or `x]]]`
    proves: (countBefore, countAfter) => Math.max(countBefore, countAfter) >= 3,
  });
  // In right-to-left text, brackets may have been typed in visual order: `]]]x[[[`.
  takeMissing(assignment, source, {
    charactersBefore: closers,
    charactersAfter: openers,
    proves: (countBefore, countAfter) => countBefore >= 3 && countAfter >= 3,
  });
  return assemble(assignment.pieces);
}

/** Removes the brackets of a usual translation: all runs as sent, in the source's order, no other triple brackets. */
function takeUnchanged(translated: string, runs: readonly Run[]): Unbracketed | undefined {
  const proven: { start: number; run: Run }[] = [];
  let text = '';
  let lastEnd = 0;
  for (const run of runs) {
    const opening = translated.indexOf('[[[', lastEnd);
    if (opening < 0) return undefined;
    const start = opening + bracketsLength;
    const end = start + run.text.length;
    if (!translated.startsWith(run.text, start) || !translated.startsWith(']]]', end)) return undefined;
    // A fourth bracket could belong to a run that ends in one.
    if (translated.charAt(end + bracketsLength) === ']') return undefined;
    text += translated.slice(lastEnd, opening);
    proven.push({ start: text.length, run });
    text += run.text;
    lastEnd = end + bracketsLength;
  }
  text += translated.slice(lastEnd);
  return tripleBracket.test(text) ? undefined : { text, proven, surplus: [], altered: [] };
}

/** Finds runs in `[[[ ]]]` as they were sent, the longest first if two match at one offset. */
function takeExact(translated: string, runs: readonly Run[]): Assignment {
  const missing = new MissingRuns(runs);
  const pieces: Piece[] = [];
  const texts = new Set(runs.map(({ text }) => text));
  let maxLength = 0;
  for (const { text } of runs) maxLength = Math.max(maxLength, text.length);
  let lastEnd = 0;
  /** The offset of the next `]]]`: -1 before the first search; Infinity if none follows, so that the search ends. */
  let closing = -1;
  let opening = translated.indexOf('[[[');
  while (opening >= 0 && closing < Infinity) {
    const start = opening + bracketsLength;
    if (closing < start) {
      const nextClosing = translated.indexOf(']]]', start);
      closing = nextClosing < 0 ? Infinity : nextClosing;
    }
    const end = closing - start > maxLength ? undefined : endOfRun(translated, { start, closing }, texts);
    if (end === undefined) {
      // Text between other brackets: the search continues one character later.
      opening = translated.indexOf('[[[', opening + 1);
      continue;
    }
    const text = translated.slice(start, end);
    const run = missing.take(text);
    pieces.push({ text: translated.slice(lastEnd, opening) });
    pieces.push(run === undefined ? { text, surplus: true } : { text, run });
    lastEnd = end + bracketsLength;
    opening = translated.indexOf('[[[', lastEnd);
  }
  pieces.push({ text: translated.slice(lastEnd) });
  return { pieces, missing };
}

/** Returns the end of the run between two brackets. It may end in one or two brackets of its own: `[[[a[0]]]]`. */
function endOfRun(
  text: string,
  { start, closing }: { readonly start: number; readonly closing: number },
  runTexts: ReadonlySet<string>,
): number | undefined {
  for (let end = closing + 2; end >= closing; end -= 1) {
    if (text.startsWith(']]]', end) && runTexts.has(text.slice(start, end))) return end;
  }
  return undefined;
}

/** Removes doubled brackets, as in `[[[[[[x]]]]]]`: a source has no triple brackets of its own. */
function takeDoubledPairs(assignment: Assignment): void {
  const pieces = [...assignment.pieces];
  for (const [index, piece] of assignment.pieces.entries()) {
    if (isText(piece)) continue;
    let textBefore = pieces[index - 1]?.text ?? '';
    let textAfter = pieces[index + 1]?.text ?? '';
    while (doubledOpeners.test(textBefore) && doubledClosers.test(textAfter)) {
      textBefore = textBefore.replace(doubledOpeners, '');
      textAfter = textAfter.replace(doubledClosers, '');
    }
    if (index > 0) pieces[index - 1] = { ...pieces[index - 1], text: textBefore };
    if (index + 1 < pieces.length) pieces[index + 1] = { ...pieces[index + 1], text: textAfter };
  }
  assignment.pieces = pieces;
}

const doubledOpeners = new RegExp(`\\[\\[\\[${gap}{0,40}$`, 'u');
const doubledClosers = new RegExp(`^${gap}{0,40}\\]\\]\\]`, 'u');

/** Restores brackets that a tool escaped for markup: `&#91;&#91;&#91;`. */
function unescapeBrackets(assignment: Assignment): void {
  if (assignment.missing.size === 0) return;
  assignment.pieces = assignment.pieces.map((piece) => {
    if (!isText(piece) || !piece.text.includes('&')) return piece;
    return {
      text: piece.text
        .replace(/(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3}/giu, '[[[')
        .replace(/(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3}/giu, ']]]'),
    };
  });
}

/** Which brackets next to a run are the protecting ones. */
interface BracketRule {
  /** The characters that may be brackets before a run: `openers`, or `closers` in `]]]x[[[`. */
  readonly charactersBefore: ReadonlySet<string>;
  readonly charactersAfter: ReadonlySet<string>;
  /** Whether so many brackets before a run and after it prove that they are the protecting ones. */
  readonly proves: (countBefore: number, countAfter: number) => boolean;
}

/**
 * Finds missing runs next to remaining brackets, in any form of their characters. Goes from bracket to bracket, and
 * looks runs up by their beginning or their end, so that the time does not depend on how many are missing.
 */
function takeMissing(assignment: Assignment, source: string, rule: BracketRule): void {
  const { missing } = assignment;
  if (missing.size === 0) return;
  const tokens = new LooseTokens(missing);
  const bracketCharacter = new RegExp(
    `[${literal([...rule.charactersBefore, ...rule.charactersAfter].join(''))}]`,
    'gu',
  );
  if (!assignment.pieces.some((piece) => isText(piece) && piece.text.search(bracketCharacter) >= 0)) return;
  const nextBracket = (text: string, searchStart: number): number => {
    bracketCharacter.lastIndex = searchStart;
    return bracketCharacter.exec(text)?.index ?? text.length;
  };
  takeAll(assignment, (text, searchStart) => {
    let bracketStart = nextBracket(text, searchStart);
    while (bracketStart < text.length) {
      // A run may follow an opening bracket, or precede a closing one.
      const isBefore = rule.charactersBefore.has(text.charAt(bracketStart));
      const cluster = bracketsAfter(text, bracketStart, isBefore ? rule.charactersBefore : rule.charactersAfter);
      // A bracket that is a quotation mark, as in `「x」`, is no cluster: at least this one is passed.
      const clusterEnd = bracketStart + Math.max(1, cluster.text.length);
      for (const token of tokens.nextTo(text, { start: bracketStart, end: clusterEnd, isBefore })) {
        const opening = bracketsBefore(text, searchStart, token.start, rule.charactersBefore);
        const closing = bracketsAfter(text, token.end, rule.charactersAfter);
        if (!rule.proves(opening.count, closing.count)) continue;
        const run = missing.take(token.text);
        if (run === undefined) continue;
        const [start, end] = [token.start - opening.text.length, token.end + closing.text.length];
        const surroundings = { opening, closing, before: text.slice(searchStart, start), after: text.slice(end) };
        return { start, end, pieces: piecesFor(run, source, surroundings, rule) };
      }
      bracketStart = nextBracket(text, clusterEnd);
    }
    return undefined;
  });
}

/** The brackets around a run in the translation, and the text before and after them. */
interface Surroundings {
  readonly opening: Brackets;
  readonly closing: Brackets;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the run without the protecting brackets but with the source's own. Whitespace inside the protecting brackets
 * is moved out if the source has whitespace there.
 */
function piecesFor(
  run: Run,
  source: string,
  { opening, closing, before, after }: Surroundings,
  { charactersBefore, charactersAfter }: BracketRule,
): readonly Piece[] {
  const [sourceBefore, sourceAfter] = [source.slice(0, run.start), source.slice(run.end)];
  // If the source has `[%s]`, the outermost bracket of `[[[[%s]]]]` is kept on either side: the first and the last one.
  const isLoose = charactersBefore === looseOpeners;
  const [sourceOpeners, sourceClosers] = isLoose ? [charactersBefore, charactersAfter] : [openers, closers];
  let textBefore = ownBrackets(opening.text, bracketsBefore(sourceBefore, 0, sourceBefore.length, sourceOpeners));
  let textAfter = reversed(ownBrackets(reversed(closing.text), bracketsAfter(sourceAfter, 0, sourceClosers)));
  if (!endsInSpace(before) && endsInSpace(sourceBefore)) textBefore += whitespaceAtEnd(opening.text);
  if (!/^\s/u.test(after) && /^\s/u.test(sourceAfter)) textAfter = whitespaceAtStart(closing.text) + textAfter;
  return [{ text: textBefore }, { text: run.text, run }, { text: textAfter }];
}

/** Examines one character only: `/\s$/u` would search the whole text. */
function endsInSpace(text: string): boolean {
  return /\s/u.test(text.charAt(text.length - 1));
}

export function whitespaceAtEnd(text: string): string {
  return text.slice(text.trimEnd().length);
}

export function whitespaceAtStart(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

/**
 * Handles triple brackets that do not contain exactly one run. If they contain only placeholders, or a missing run, the
 * brackets were moved; otherwise, if a run is missing, that run was altered. The remaining ones are kept and reported.
 */
function takePairs(assignment: Assignment, source: string, placeholders: readonly Placeholder[]): void {
  // Brackets of other scripts can only be the protecting ones if the source has none.
  const pattern = /([［【〔〖「『《〈])\1/u.test(source) ? asciiPair : anyPair;
  const texts = new Set(placeholders.map(({ text }) => text));
  const placeholderTexts = new TextIndex(texts);
  const { missing } = assignment;
  const missingTexts = new TextIndex(missing.texts);
  const reversedRuns = [...missing.list()].reverse();
  /** Returns what replaces a pair of brackets and its content; undefined if the pair remains. */
  const piecesOf = (content: string): readonly Piece[] | undefined => {
    // A missing run and further words: `[[[see x]]]`.
    const token = firstInside(content, missingTexts, missing);
    const run = token && missing.take(token.text);
    if (token && run) {
      const [textBefore, textAfter] = [content.slice(0, token.start), content.slice(token.end)];
      // Directly next to other characters, as in `[[[pre-x]]]`, `x` may be part of something else.
      if (/\S$/u.test(textBefore) || /^\S/u.test(textAfter)) return [{ text: content }];
      return [{ text: textBefore }, { text: run.text, run }, { text: textAfter }];
    }
    // A placeholder that is not missing; several of them.
    if (texts.has(content)) return [{ text: content, surplus: true }];
    if (isMadeOf(content, placeholderTexts)) return [{ text: content }];
    // Anything else is taken for the first run that is still missing.
    const alteredRun = popMissing(reversedRuns, missing);
    return alteredRun && [{ text: content, run: alteredRun, altered: true }];
  };
  const takeNext: Take = (text, searchStart) => {
    pattern.lastIndex = searchStart;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const pieces = piecesOf(match[1] ?? '');
      if (pieces !== undefined) return { start: match.index, end: match.index + match[0].length, pieces };
      pattern.lastIndex = match.index + 1;
    }
    return undefined;
  };
  // Text whose brackets were removed in one round may have been in another pair.
  for (let round = 0; round < 3 && takeAll(assignment, takeNext); round += 1);
}

/** Removes and returns the last of the runs that is still missing. */
function popMissing(runs: Run[], missing: MissingRuns): Run | undefined {
  let run = runs.pop();
  while (run !== undefined && !missing.has(run)) run = runs.pop();
  return run;
}

/** Returns the first missing run in a text, the longest one if several begin there. */
function firstInside(content: string, index: TextIndex, missing: MissingRuns): LooseToken | undefined {
  for (let start = 0; start < content.length; start += 1) {
    const match = index.matchesAt(content, start).find(({ text }) => missing.hasText(text));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Whitespace, or `} few {` between two branches. */
const gapOrBranch = /\s+|\}\s*(?:zero|one|two|few|many|other|=\d+)\s*\{/uy;

/** Whether a text consists of placeholders, whitespace, and branches that a plural gains in another language. */
function isMadeOf(content: string, placeholders: TextIndex): boolean {
  if (content === '') return false;
  for (let offset = 0; offset < content.length;) {
    gapOrBranch.lastIndex = offset;
    const placeholder = placeholders.matchesAt(content, offset)[0];
    if (placeholder !== undefined) offset = placeholder.end;
    else if (gapOrBranch.test(content)) offset = gapOrBranch.lastIndex;
    else return false;
  }
  return true;
}

/** Replaces everything that `take` returns in the text between the runs. Returns whether anything was replaced. */
function takeAll(assignment: Assignment, take: Take): boolean {
  let hasReplaced = false;
  const pieces: Piece[] = [];
  for (const piece of withJoinedText(assignment.pieces)) {
    if (!isText(piece)) {
      pieces.push(piece);
      continue;
    }
    let lastEnd = 0;
    for (let range = take(piece.text, lastEnd); range; range = take(piece.text, lastEnd)) {
      hasReplaced = true;
      pieces.push({ text: piece.text.slice(lastEnd, range.start) }, ...range.pieces);
      lastEnd = range.end;
    }
    pieces.push({ text: piece.text.slice(lastEnd) });
  }
  assignment.pieces = pieces;
  return hasReplaced;
}

/** Whether a piece is text between runs, in which brackets may remain. */
function isText(piece: Piece): boolean {
  return piece.run === undefined && piece.surplus === undefined;
}

function hasInText({ pieces }: Assignment, pattern: RegExp): boolean {
  return pieces.some((piece) => isText(piece) && pattern.test(piece.text));
}

/** Joins adjacent text, since brackets may have been split. */
function withJoinedText(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const lastPiece = result.at(-1);
    if (lastPiece !== undefined && isText(lastPiece) && isText(piece))
      result[result.length - 1] = { text: lastPiece.text + piece.text };
    else result.push(piece);
  }
  return result;
}

function assemble(pieces: readonly Piece[]): Unbracketed {
  const proven: { start: number; run: Run }[] = [];
  const surplus: { start: number; text: string }[] = [];
  const altered: { start: number; text: string; run: Run }[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.run !== undefined) {
      if (piece.altered) altered.push({ start: text.length, text: piece.text, run: piece.run });
      else proven.push({ start: text.length, run: piece.run });
    } else if (piece.surplus) {
      surplus.push({ start: text.length, text: piece.text });
    }
    text += piece.text;
  }
  return { text, proven, surplus, altered };
}
