import { gap, literal, looseToken } from './looseToken.ts';
import { runsOf, type Run } from './runs.ts';
import type { Placeholder } from './placeholder.ts';

/** A translation without its brackets, and what is known of the parts that stood in them. Offsets are into `text`. */
export interface Unbracketed {
  readonly text: string;
  /** Runs that came back in brackets of their own. */
  readonly proven: readonly { readonly start: number; readonly run: Run }[];
  /** Runs that came back in brackets of their own more often than they were sent. */
  readonly surplus: readonly { readonly start: number; readonly run: Run }[];
  /** What stood in brackets where a run of the source is missing. */
  readonly altered: readonly { readonly start: number; readonly text: string; readonly run: Run }[];
}

type Piece = { readonly text: string; readonly run?: never } | { readonly text: string; readonly run: Run; readonly state?: 'altered' | 'surplus' };

/** A translation in pieces, of which some stand for runs of the source already, and the runs that none stands for yet. */
interface Work {
  pieces: readonly Piece[];
  missing: Run[];
}

/** What a match gives way to; undefined leaves it. `before` and `after` are what stands around it in its piece. */
type Take = (match: RegExpExecArray, before: string, after: string) => readonly Piece[] | undefined;

const openers = '\\[［【〔「⟦〚';
const closers = '\\]］】〕」⟧〛';
/** Bounded, so that a text of nothing but brackets takes no longer than its length. */
const someOpeners = `(?:\\\\?[${openers}]${gap}*){1,40}`;
const someClosers = `(?:${gap}*\\\\?[${closers}]){1,40}`;

/** Anything that may be left of a bracket. */
const anyBracket = /[[\]［］【】〔〕「」⟦⟧〚〛]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;
const tripleBracket = /\[\[\[|［［［|【【【/u;

/** Triple brackets, their content without the blanks at its ends in a group of its own. */
const asciiPair = new RegExp(`\\[\\[\\[${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^]){1,1000}?)${gap}*\\]\\]\\]`, 'gu');
const anyPair = new RegExp(`(?:\\[\\[\\[|［［［|【【【)${gap}*((?:(?!\\[\\[\\[|\\]\\]\\])[^［］【】]){1,1000}?)${gap}*(?:\\]\\]\\]|］］］|】】】)`, 'gu');

/**
 * Takes the brackets off a translation: first those that stand exactly as they were sent; then, only for runs that are still
 * missing, those that came back in other forms: with blanks inside, full-width, escaped, too few or too many, the wrong way
 * round, or around an altered content. Nothing is guessed where nothing is missing, so brackets of the source's own stay.
 */
export function unbracket(translated: string, source: string, placeholders: readonly Placeholder[]): Unbracketed {
  const runs = runsOf(source, placeholders);
  const work = takeExact(translated, runs);
  if (work.pieces.some((piece) => piece.run === undefined && tripleBracket.test(piece.text))) takeDoubledPairs(work);
  if (!work.pieces.some((piece) => piece.run === undefined && (work.missing.length > 0 ? anyBracket : tripleBracket).test(piece.text))) return assemble(work.pieces);

  takeMissing(work, source, someOpeners, someClosers, (open, close) => Math.max(open, close) >= 3 || (open >= 2 && close >= 2));
  takePairs(work, source, placeholders);
  takeMissing(work, source, someOpeners, '', (open) => open >= 3);
  takeMissing(work, source, '', someClosers, (_, close) => close >= 3);
  // In a text that runs from right to left, brackets may have been typed as they look.
  takeMissing(work, source, someClosers, someOpeners, (open, close) => open >= 3 && close >= 3);
  return assemble(work.pieces);
}

/** Runs that stand in `[[[ ]]]` as they were sent, the longest first where two could stand at one place. */
function takeExact(translated: string, runs: readonly Run[]): Work {
  if (runs.length === 0) return { pieces: [{ text: translated }], missing: [] };
  const known = runs.length === 1 ? runs : runs.toSorted((a, b) => b.text.length - a.text.length);
  const pieces: Piece[] = [];
  const missing = [...runs];
  let from = 0;
  for (let at = translated.indexOf('[[['); at >= 0; at = translated.indexOf('[[[', at)) {
    const start = at + 3;
    const run = known.find(({ text }) => translated.startsWith(text, start) && translated.startsWith(']]]', start + text.length));
    if (run === undefined) {
      at += 1;
      continue;
    }
    const isMissing = noLongerMissing(missing, run);
    pieces.push({ text: translated.slice(from, at) }, isMissing ? { text: run.text, run } : { text: run.text, run, state: 'surplus' });
    at = start + run.text.length + 3;
    from = at;
  }
  pieces.push({ text: translated.slice(from) });
  return { pieces, missing };
}

/** The source has no triple brackets, so those left around a run were doubled. */
function takeDoubledPairs(work: Work): void {
  const result = [...work.pieces];
  for (const [index, piece] of work.pieces.entries()) {
    if (piece.run === undefined) continue;
    let left = result[index - 1]?.text ?? '';
    let right = result[index + 1]?.text ?? '';
    while (doubledOpeners.test(left) && doubledClosers.test(right)) {
      left = left.replace(doubledOpeners, '');
      right = right.replace(doubledClosers, '');
    }
    if (index > 0) result[index - 1] = { ...result[index - 1], text: left };
    if (index + 1 < result.length) result[index + 1] = { ...result[index + 1], text: right };
  }
  work.pieces = result;
}

const doubledOpeners = new RegExp(`\\[\\[\\[${gap}{0,40}$`, 'u');
const doubledClosers = new RegExp(`^${gap}{0,40}\\]\\]\\]`, 'u');

/** Missing runs between what is left of brackets, where as many are left as `proves` wants. */
function takeMissing(work: Work, source: string, open: string, close: string, proves: (openers: number, closers: number) => boolean): void {
  for (const text of longestFirst(work.missing)) {
    const pattern = new RegExp(`(?<open>${open})(?<token>${literal(text)}|${looseToken(text)})(?<close>${close})`, 'gu');
    takeAll(work, pattern, ({ groups }, before, after) => {
      const run = work.missing.find((candidate) => candidate.text === text);
      const [opening, closing] = [groups?.['open'] ?? '', groups?.['close'] ?? ''];
      if (run === undefined || !proves(countBrackets(opening), countBrackets(closing))) return undefined;
      noLongerMissing(work.missing, run);
      const [sourceBefore, sourceAfter] = [source.slice(0, run.start), source.slice(run.end)];
      // A blank that slipped into the brackets goes back out if the source has one there.
      const left = /\s$/u.test(opening) && !/\s$/u.test(before) && /\s$/u.test(sourceBefore) ? blanksAtEnd(opening) : '';
      const right = /^\s/u.test(closing) && !/^\s/u.test(after) && /^\s/u.test(sourceAfter) ? blanksAtStart(closing) : '';
      return [
        { text: ownBrackets(opening, ownAtEnd.exec(sourceBefore)?.[0].length ?? 0) + left },
        { text: run.text, run },
        { text: right + ownBrackets(closing, ownAtStart.exec(sourceAfter)?.[0].length ?? 0) },
      ];
    });
  }
}

const ownAtEnd = new RegExp(`[${openers}]*$`, 'u');
const ownAtStart = new RegExp(`^[${closers}]*`, 'u');

function blanksAtEnd(text: string): string {
  return text.slice(text.trimEnd().length);
}

function blanksAtStart(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

/**
 * Triple brackets with other than one run in them. When what they hold is all of it placeholders, or has a missing run in it,
 * the brackets were moved; when not, and a run is missing, that run was altered. The rest stays and is reported.
 */
function takePairs(work: Work, source: string, placeholders: readonly Placeholder[]): void {
  // Brackets of other scripts are ours only where the source has none.
  const pattern = /［［|【【/u.test(source) ? asciiPair : anyPair;
  const known = new Set(placeholders.map(({ text }) => text));
  const unaltered = [...work.missing];
  const take: Take = ([, content = '']) => {
    const inside = work.missing.find((run) => content.includes(run.text));
    if (inside) {
      noLongerMissing(work.missing, inside);
      noLongerMissing(unaltered, inside);
      const at = content.indexOf(inside.text);
      return [{ text: content.slice(0, at) }, { text: inside.text, run: inside }, { text: content.slice(at + inside.text.length) }];
    }
    if (isMadeOf(content, known)) return [{ text: content }];
    const altered = unaltered.shift();
    return altered === undefined ? undefined : [{ text: content, run: altered, state: 'altered' }];
  };
  // What one round takes off may have stood in brackets itself.
  for (let round = 0; round < 3 && takeAll(work, pattern, take); round += 1);
}

/** Whether a text consists of known placeholders and blanks; the branches that a plural gains in another language are as good as known. */
function isMadeOf(content: string, known: ReadonlySet<string>): boolean {
  if (known.size === 0) return false;
  const texts = longestFirst([...known].map((text) => ({ text }))).map(literal);
  return new RegExp(`^(?:\\s|\\}\\s*(?:zero|one|two|few|many|other|=\\d+)\\s*\\{|${texts.join('|')})+$`, 'u').test(content);
}

/** Replaces every match in the texts between the runs that `take` takes; whether there was any. */
function takeAll(work: Work, pattern: RegExp, take: Take): boolean {
  let took = false;
  const result: Piece[] = [];
  for (const piece of joined(work.pieces)) {
    if (piece.run !== undefined) {
      result.push(piece);
      continue;
    }
    let from = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(piece.text); match; match = pattern.exec(piece.text)) {
      const end = match.index + match[0].length;
      const replacement = take(match, piece.text.slice(from, match.index), piece.text.slice(end));
      if (replacement === undefined) {
        pattern.lastIndex = match.index + 1;
        continue;
      }
      took = true;
      result.push({ text: piece.text.slice(from, match.index) }, ...replacement);
      from = end;
    }
    result.push({ text: piece.text.slice(from) });
  }
  work.pieces = result;
  return took;
}

/** Neighbouring texts as one, since a bracket may have been cut in two. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last !== undefined && last.run === undefined && piece.run === undefined) result[result.length - 1] = { text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

/** Takes a run off the missing ones, the very one or another of its text; whether there was one. */
function noLongerMissing(missing: Run[], run: Run): boolean {
  const at = missing.indexOf(run);
  const found = at >= 0 ? at : missing.findIndex(({ text }) => text === run.text);
  if (found >= 0) missing.splice(found, 1);
  return found >= 0;
}

function assemble(pieces: readonly Piece[]): Unbracketed {
  const proven: { start: number; run: Run }[] = [];
  const surplus: { start: number; run: Run }[] = [];
  const altered: { start: number; text: string; run: Run }[] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.run !== undefined) {
      if (piece.state === 'altered') altered.push({ start: text.length, text: piece.text, run: piece.run });
      else if (piece.state === 'surplus') surplus.push({ start: text.length, run: piece.run });
      else proven.push({ start: text.length, run: piece.run });
    }
    text += piece.text;
  }
  return { text, proven, surplus, altered };
}

/** Of the brackets that came, those beyond our three, as many as stood there in the source; where fewer than ours came, what the source has. */
function ownBrackets(brackets: string, inSource: number): string {
  const found = Array.from(brackets.matchAll(new RegExp(`[${openers}${closers}]`, 'gu')), ([bracket]) => bracket);
  const own = found.length < 3 ? inSource : Math.min(found.length - 3, inSource);
  return found.slice(0, own).join('');
}

function countBrackets(brackets: string): number {
  return brackets.match(new RegExp(`[${openers}${closers}]`, 'gu'))?.length ?? 0;
}

function longestFirst(items: readonly { readonly text: string }[]): readonly string[] {
  return [...new Set(items.map(({ text }) => text))].sort((a, b) => b.length - a.length);
}
