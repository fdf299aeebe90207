import type { Edge, Instruction, Program } from './linearPattern.ts';

/** A range of a text; UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The remaining steps. Counted, not timed, so that searching the same text always has the same result. */
export interface Budget {
  left: number;
}

/** Thrown when a search has used all its steps. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** The active alternatives at one offset, the preferred first, and the start of each. */
interface Threads {
  readonly at: number[];
  readonly starts: number[];
}

/**
 * Returns the first nonempty match at or after `from`, with the end that a backtracking engine would prefer. As there,
 * an empty match hides the others with the same start. Only if a repeated part can itself be empty, another of the
 * possible ends may be preferred. Throws OverBudget.
 */
export function searchLinear(program: Program, text: string, from: number, budget: Budget): Span | undefined {
  const { instructions, prefix } = program;
  const marks = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { at: [], starts: [] };
  let found: Span | undefined;
  for (let place = from; ;) {
    if (found === undefined) {
      if (threads.at.length === 0 && prefix !== '') {
        place = text.indexOf(prefix, place);
        if (place < 0) return undefined;
      }
      follow(instructions, 0, { text, place, start: place, threads, marks, budget });
    }
    if (threads.at.length === 0 && (found !== undefined || place >= text.length)) return found;
    const codePoint = text.codePointAt(place);
    const after = place + (codePoint !== undefined && codePoint > 0xffff ? 2 : 1);
    const next: Threads = { at: [], starts: [] };
    for (const [index, at] of threads.at.entries()) {
      const instruction = instructions[at];
      const start = threads.starts[index] ?? place;
      if (instruction?.kind === 'match') {
        if (start < place) found = { start, end: place };
        break;
      }
      if (instruction?.kind === 'char' && codePoint !== undefined && instruction.test(codePoint)) {
        follow(instructions, at + 1, { text, place: after, start, threads: next, marks, budget });
      }
    }
    if (codePoint === undefined) return found;
    threads = next;
    place = after;
  }
}

interface Following {
  readonly text: string;
  readonly place: number;
  readonly start: number;
  readonly threads: Threads;
  /** For each instruction, the last offset at which it was reached; reaching it again there is less preferred. */
  readonly marks: Int32Array;
  readonly budget: Budget;
}

/** Adds the instructions that can be reached without reading a character. */
function follow(instructions: readonly Instruction[], from: number, following: Following): void {
  const { text, place, start, threads, marks, budget } = following;
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (marks[at] === place) continue;
    marks[at] = place;
    spend(budget);
    const instruction = instructions[at];
    if (instruction?.kind === 'split') waiting.push(instruction.second, instruction.first);
    else if (instruction?.kind === 'jump') waiting.push(instruction.to);
    else if (instruction?.kind === 'edge') {
      if (isEdge(text, place, instruction.edge)) waiting.push(at + 1);
    } else if (instruction?.kind === 'look') {
      if (matchesAt(instruction.program, text, place, budget) !== instruction.negative) waiting.push(at + 1);
    } else {
      threads.at.push(at);
      threads.starts.push(start);
    }
  }
}

/** Whether a program matches from an offset on, forward or backward. */
function matchesAt({ instructions, backwards }: Program, text: string, from: number, budget: Budget): boolean {
  const marks = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { at: [], starts: [] };
  follow(instructions, 0, { text, place: from, start: from, threads, marks, budget });
  for (let place = from; threads.at.length > 0;) {
    if (threads.at.some((at) => instructions[at]?.kind === 'match')) return true;
    const codePoint = backwards ? codePointBefore(text, place) : text.codePointAt(place);
    if (codePoint === undefined) return false;
    const width = codePoint > 0xffff ? 2 : 1;
    const after = backwards ? place - width : place + width;
    const next: Threads = { at: [], starts: [] };
    for (const at of threads.at) {
      const instruction = instructions[at];
      if (instruction?.kind === 'char' && instruction.test(codePoint))
        follow(instructions, at + 1, { text, place: after, start: from, threads: next, marks, budget });
    }
    threads = next;
    place = after;
  }
  return false;
}

function codePointBefore(text: string, place: number): number | undefined {
  if (place <= 0) return undefined;
  const pair = place > 1 ? text.codePointAt(place - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? pair : text.charCodeAt(place - 1);
}

function isEdge(text: string, place: number, edge: Edge): boolean {
  if (edge === 'start') return place === 0;
  if (edge === 'end') return place === text.length;
  const changes = isWordAt(text, place - 1) !== isWordAt(text, place);
  return changes === (edge === 'word');
}

function isWordAt(text: string, place: number): boolean {
  return /^\w$/u.test(text.charAt(place));
}

function spend(budget: Budget): void {
  budget.left -= 1;
  if (budget.left < 0) throw new OverBudget();
}
