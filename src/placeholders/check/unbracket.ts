import { nextCodePointOffset } from '../read/nextCodePointOffset.ts';
import { gap, literal, looseToken } from '../read/looseToken.ts';
import { runsOf, type Run } from '../read/runs.ts';
import type { Placeholder } from '../read/placeholder.ts';

/**
 * A translation without its brackets, and information about the parts that were in brackets. Offsets are into `text`.
 */
export interface Unbracketed {
  readonly text: string;
  /** Runs that came back in their own brackets. */
  readonly proven: readonly { readonly start: number; readonly run: Run }[];
  /** Placeholders of the source that came back in brackets though no run was missing. */
  readonly surplus: readonly { readonly start: number; readonly text: string }[];
  /** Bracketed text in place of a missing run of the source. */
  readonly altered: readonly { readonly start: number; readonly text: string; readonly run: Run }[];
}

type Piece =
  | { readonly text: string; readonly run?: never; readonly surplus?: true }
  | { readonly text: string; readonly run: Run; readonly altered?: true };

/** A translation in pieces, some of which are assigned to runs of the source, and the runs without a piece. */
interface Assignment {
  pieces: readonly Piece[];
  missing: Run[];
}

/** Returns the next range of a piece, from an offset on, that is replaced by other pieces. */
type Take = (
  piece: string,
  from: number,
) => { readonly start: number; readonly end: number; readonly pieces: readonly Piece[] } | undefined;

const openers = new Set('[［【〔「⟦〚');
const closers = new Set(']］】〕」⟧〛');
const isGap = new RegExp(`^${gap}$`, 'u');

/** Any possible remainder of a bracket. */
const anyBracket = /[[\]［］【】〔〕「」⟦⟧〚〛]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;

function hasTripleBracket(text: string): boolean {
  return text.includes('[[[') || text.includes('［［［') || text.includes('【【【');
}

/** Triple brackets; the group is their content without leading and trailing whitespace. */
const asciiPair = new RegExp(`\\[\\[\\[${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^]){1,1000}?)${gap}*\\]\\]\\]`, 'gu');
const anyPair = new RegExp(
  `(?:\\[\\[\\[|［［［|【【【)${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^［］【】]){1,1000}?)${gap}*(?:\\]\\]\\]|］］］|】】】)`,
  'gu',
);

/**
 * Removes the brackets from a translation: first those exactly as sent; then, only for runs that are still missing,
 * those in other forms: with whitespace inside, full-width, escaped, too few or too many, reversed, or around altered
 * content. Other forms are only considered if a run is missing, so the source's own brackets remain.
 */
export function unbracket(translated: string, source: string, placeholders: readonly Placeholder[]): Unbracketed {
  const runs = runsOf(source, placeholders);
  if (runs.length === 0 && !hasTripleBracket(translated))
    return { text: translated, proven: [], surplus: [], altered: [] };
  const assignment = takeExact(translated, runs);
  if (assignment.pieces.some((piece) => isOpen(piece) && hasTripleBracket(piece.text))) takeDoubledPairs(assignment);
  if (
    !assignment.pieces.some(
      (piece) =>
        isOpen(piece) && (assignment.missing.length > 0 ? anyBracket.test(piece.text) : hasTripleBracket(piece.text)),
    )
  )
    return assemble(assignment.pieces);

  unescapeBrackets(assignment);
  takeMissing(assignment, source, {
    before: openers,
    after: closers,
    proves: (before, after) =>
      Math.min(before, after) >= 2 || (Math.min(before, after) >= 1 && Math.max(before, after) >= 3),
  });
  takePairs(assignment, source, placeholders);
  takeMissing(assignment, source, {
    before: openers,
    after: closers,
    proves: (before, after) => Math.max(before, after) >= 3,
  });
  // In right-to-left text, brackets may have been typed in visual order.
  takeMissing(assignment, source, {
    before: closers,
    after: openers,
    proves: (before, after) => before >= 3 && after >= 3,
  });
  return assemble(assignment.pieces);
}

/** Finds runs in `[[[ ]]]` as they were sent, the longest first if two match at one offset. */
function takeExact(translated: string, runs: readonly Run[]): Assignment {
  if (runs.length === 0) return { pieces: [{ text: translated }], missing: [] };
  const known = runs.length === 1 ? runs : runs.toSorted((a, b) => b.text.length - a.text.length);
  const pieces: Piece[] = [];
  const missing = [...runs];
  let from = 0;
  for (let at = translated.indexOf('[[['); at >= 0; at = translated.indexOf('[[[', at)) {
    const start = at + 3;
    const run = known.find(
      ({ text }) => translated.startsWith(text, start) && translated.startsWith(']]]', start + text.length),
    );
    if (run === undefined) {
      at += 1;
      continue;
    }
    const isMissing = removeMissing(missing, run);
    pieces.push(
      { text: translated.slice(from, at) },
      isMissing ? { text: run.text, run } : { text: run.text, surplus: true },
    );
    at = start + run.text.length + 3;
    from = at;
  }
  pieces.push({ text: translated.slice(from) });
  return { pieces, missing };
}

/** The source has no triple brackets, so the remaining ones around a run were doubled. */
function takeDoubledPairs(assignment: Assignment): void {
  const result = [...assignment.pieces];
  for (const [index, piece] of assignment.pieces.entries()) {
    if (isOpen(piece)) continue;
    let left = result[index - 1]?.text ?? '';
    let right = result[index + 1]?.text ?? '';
    while (doubledOpeners.test(left) && doubledClosers.test(right)) {
      left = left.replace(doubledOpeners, '');
      right = right.replace(doubledClosers, '');
    }
    if (index > 0) result[index - 1] = { ...result[index - 1], text: left };
    if (index + 1 < result.length) result[index + 1] = { ...result[index + 1], text: right };
  }
  assignment.pieces = result;
}

const doubledOpeners = new RegExp(`\\[\\[\\[${gap}{0,40}$`, 'u');
const doubledClosers = new RegExp(`^${gap}{0,40}\\]\\]\\]`, 'u');

/** Restores brackets that a tool escaped for markup. */
function unescapeBrackets(assignment: Assignment): void {
  if (assignment.missing.length === 0) return;
  assignment.pieces = assignment.pieces.map((piece) => {
    if (!isOpen(piece) || !piece.text.includes('&')) return piece;
    return {
      text: piece.text
        .replace(/(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3}/giu, '[[[')
        .replace(/(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3}/giu, ']]]'),
    };
  });
}

/** The brackets allowed on either side of a run, and whether their numbers prove that they are the protecting ones. */
interface Around {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly proves: (before: number, after: number) => boolean;
}

/**
 * Maximum length, in UTF-16 units, of runs that are searched in other forms: a longer pattern would exceed the engine's
 * limit.
 */
const maxLooseLength = 1000;

/** Finds missing runs between remaining brackets: as they were sent, then in the other forms of their characters. */
function takeMissing(assignment: Assignment, source: string, around: Around): void {
  for (const text of longestFirst(assignment.missing)) {
    takeToken(assignment, { source, text, around }, (piece, from) => {
      const start = piece.indexOf(text, from);
      return start < 0 ? undefined : { start, end: start + text.length };
    });
    if (text.length > maxLooseLength || !isMissing(assignment, text) || !hasBrackets(assignment)) continue;
    const pattern = new RegExp(looseToken(text), 'gu');
    takeToken(assignment, { source, text, around }, (piece, from) => {
      pattern.lastIndex = from;
      const match = pattern.exec(piece);
      return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
    });
  }
}

function isMissing({ missing }: Assignment, text: string): boolean {
  return missing.some((run) => run.text === text);
}

function hasBrackets({ pieces }: Assignment): boolean {
  return pieces.some((piece) => isOpen(piece) && anyBracket.test(piece.text));
}

type Find = (piece: string, from: number) => { readonly start: number; readonly end: number } | undefined;

/** A missing run that is searched, by its text in the source. */
interface Token {
  readonly source: string;
  readonly text: string;
  readonly around: Around;
}

function takeToken(assignment: Assignment, { source, text, around }: Token, find: Find): void {
  takeAll(assignment, (piece, taken) => {
    for (
      let token = find(piece, taken);
      token !== undefined && token.end > token.start;
      token = find(piece, nextCodePointOffset(piece, token.start))
    ) {
      const run = assignment.missing.find((candidate) => candidate.text === text);
      if (run === undefined) return undefined;
      const [opening, closing] = [
        bracketsBefore(piece, taken, token.start, around.before),
        bracketsAfter(piece, token.end, around.after),
      ];
      if (!around.proves(opening.count, closing.count)) continue;
      removeMissing(assignment.missing, run);
      const end = token.end + closing.text.length;
      const start = token.start - opening.text.length;
      return {
        start,
        end,
        pieces: piecesFor(run, source, {
          opening,
          closing,
          before: piece.slice(taken, start),
          after: piece.slice(end),
        }),
      };
    }
    return undefined;
  });
}

interface Brackets {
  /** The brackets, including whitespace between them. */
  readonly text: string;
  readonly count: number;
}

function bracketsBefore(text: string, from: number, end: number, brackets: ReadonlySet<string>): Brackets {
  let count = 0;
  let start = end;
  for (let at = end - 1; at >= from; at -= 1) {
    const character = text.charAt(at);
    if (brackets.has(character)) count += 1;
    else if (character === '\\' ? !brackets.has(text.charAt(at + 1)) : !isGap.test(character)) break;
    if (brackets.has(character) || character === '\\') start = at;
  }
  return { text: text.slice(start, end), count };
}

function bracketsAfter(text: string, start: number, brackets: ReadonlySet<string>): Brackets {
  let count = 0;
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (brackets.has(character)) {
      count += 1;
      end = at + 1;
    } else if (character === '\\' ? !brackets.has(text.charAt(at + 1)) : !isGap.test(character)) {
      break;
    }
  }
  return { text: text.slice(start, end), count };
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
function piecesFor(run: Run, source: string, { opening, closing, before, after }: Surroundings): readonly Piece[] {
  const [sourceBefore, sourceAfter] = [source.slice(0, run.start), source.slice(run.end)];
  const left =
    /\s$/u.test(opening.text) && !/\s$/u.test(before) && /\s$/u.test(sourceBefore) ? whitespaceAtEnd(opening.text) : '';
  const right =
    /^\s/u.test(closing.text) && !/^\s/u.test(after) && /^\s/u.test(sourceAfter) ? whitespaceAtStart(closing.text) : '';
  return [
    { text: ownBrackets(opening.text, bracketsBefore(sourceBefore, 0, sourceBefore.length, openers)) + left },
    { text: run.text, run },
    { text: right + reversed(ownBrackets(reversed(closing.text), bracketsAfter(sourceAfter, 0, closers))) },
  ];
}

function whitespaceAtEnd(text: string): string {
  return text.slice(text.trimEnd().length);
}

function whitespaceAtStart(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

/**
 * Handles triple brackets that do not contain exactly one run. If they contain only placeholders, or a missing run, the
 * brackets were moved; otherwise, if a run is missing, that run was altered. The remaining ones are kept and reported.
 */
function takePairs(assignment: Assignment, source: string, placeholders: readonly Placeholder[]): void {
  // Brackets of other scripts can only be the protecting ones if the source has none.
  const pattern = /［［|【【/u.test(source) ? asciiPair : anyPair;
  const known = new Set(placeholders.map(({ text }) => text));
  const unaltered = [...assignment.missing];
  const take = (content: string): readonly Piece[] | undefined => {
    const inside = assignment.missing.find((run) => content.includes(run.text));
    if (inside) {
      removeMissing(assignment.missing, inside);
      removeMissing(unaltered, inside);
      const at = content.indexOf(inside.text);
      const [before, after] = [content.slice(0, at), content.slice(at + inside.text.length)];
      // Next to other characters, it may be part of something else.
      return /\S$/u.test(before) || /^\S/u.test(after)
        ? [{ text: content }]
        : [{ text: before }, { text: inside.text, run: inside }, { text: after }];
    }
    if (isMadeOf(content, known)) return [known.has(content) ? { text: content, surplus: true } : { text: content }];
    const altered = unaltered.shift();
    return altered === undefined ? undefined : [{ text: content, run: altered, altered: true }];
  };
  const takeNext: Take = (piece, from) => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece)) {
      const pieces = take(match[1] ?? '');
      if (pieces !== undefined) return { start: match.index, end: match.index + match[0].length, pieces };
      pattern.lastIndex = match.index + 1;
    }
    return undefined;
  };
  // Text whose brackets were removed in one round may have been in another pair.
  for (let round = 0; round < 3 && takeAll(assignment, takeNext); round += 1);
}

/**
 * Whether a text consists of known placeholders and whitespace. Branches that a plural gains in another language count
 * as known.
 */
function isMadeOf(content: string, known: ReadonlySet<string>): boolean {
  if (known.size === 0) return false;
  const texts = longestFirst([...known].map((text) => ({ text }))).map(literal);
  return new RegExp(`^(?:\\s|\\}\\s*(?:zero|one|two|few|many|other|=\\d+)\\s*\\{|${texts.join('|')})+$`, 'u').test(
    content,
  );
}

/** Replaces everything that `take` returns in the text between the runs. Returns whether anything was replaced. */
function takeAll(assignment: Assignment, take: Take): boolean {
  let hasReplaced = false;
  const result: Piece[] = [];
  for (const piece of joined(assignment.pieces)) {
    let from = 0;
    if (isOpen(piece)) {
      for (let taken = take(piece.text, from); taken; taken = take(piece.text, from)) {
        hasReplaced = true;
        result.push({ text: piece.text.slice(from, taken.start) }, ...taken.pieces);
        from = taken.end;
      }
    }
    result.push(from === 0 ? piece : { text: piece.text.slice(from) });
  }
  assignment.pieces = result;
  return hasReplaced;
}

/** Whether a piece is text that is not assigned yet. */
function isOpen(piece: Piece): boolean {
  return piece.run === undefined && piece.surplus === undefined;
}

/** Joins adjacent text, since brackets may have been split. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last !== undefined && isOpen(last) && isOpen(piece))
      result[result.length - 1] = { text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

/** Removes a run, or another one with the same text, from the missing ones. Returns whether there was one. */
function removeMissing(missing: Run[], run: Run): boolean {
  const at = missing.indexOf(run);
  const found = at >= 0 ? at : missing.findIndex(({ text }) => text === run.text);
  if (found >= 0) missing.splice(found, 1);
  return found >= 0;
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

/**
 * Returns the source's own brackets next to a run. If some are missing, they cannot be distinguished from the
 * protecting ones: as many as the source has are kept, outermost first, so that none of its own is lost. If fewer came
 * back, those of the source are used.
 */
function ownBrackets(text: string, { text: inSource, count }: Brackets): string {
  const returned = Array.from(text).filter((character) => openers.has(character) || closers.has(character));
  return returned.length < count ? inSource : returned.slice(0, count).join('');
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

function longestFirst(items: readonly { readonly text: string }[]): readonly string[] {
  return [...new Set(items.map(({ text }) => text))].sort((a, b) => b.length - a.length);
}
