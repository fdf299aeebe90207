import type { Edge, Instruction, Program } from './compileLinear.ts';

/** A range of a text; UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The remaining steps. Counted, not timed, so that searching the same text always has the same result. */
export interface StepCounter {
  remaining: number;
}

/** Thrown when a search has used all its steps. */
export class StepLimitError extends Error {
  override readonly name = 'StepLimitError';
}

/** The active alternatives at one offset, preferred ones first, and the start of each. */
interface Threads {
  readonly at: number[];
  readonly starts: number[];
}

/**
 * Returns the first nonempty match at or after `from`, with the end that a backtracking engine would prefer. As in such
 * an engine, an empty match hides the others with the same start. The preferred end may only differ if a repeated part
 * can itself be empty. Throws StepLimitError.
 */
export function searchLinear(program: Program, text: string, from: number, steps: StepCounter): Span | undefined {
  const { instructions, prefix } = program;
  const marks = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { at: [], starts: [] };
  let match: Span | undefined;
  for (let offset = from; ;) {
    if (match === undefined) {
      if (threads.at.length === 0 && prefix !== '') {
        offset = text.indexOf(prefix, offset);
        if (offset < 0) return undefined;
      }
      follow(instructions, 0, { text, offset, start: offset, threads, marks, steps });
    }
    if (threads.at.length === 0 && (match !== undefined || offset >= text.length)) return match;
    const codePoint = text.codePointAt(offset);
    const nextOffset = offset + widthOf(codePoint ?? 0);
    const nextThreads: Threads = { at: [], starts: [] };
    for (const [index, position] of threads.at.entries()) {
      const instruction = instructions[position];
      const start = threads.starts[index] ?? offset;
      if (instruction?.kind === 'match') {
        if (start < offset) match = { start, end: offset };
        break;
      }
      if (instruction?.kind === 'char' && codePoint !== undefined && instruction.test(codePoint)) {
        follow(instructions, position + 1, { text, offset: nextOffset, start, threads: nextThreads, marks, steps });
      }
    }
    if (codePoint === undefined) return match;
    threads = nextThreads;
    offset = nextOffset;
  }
}

interface Following {
  readonly text: string;
  readonly offset: number;
  readonly start: number;
  readonly threads: Threads;
  /**
   * For each instruction, the last offset at which it was reached. Reaching it there again is less preferred, so it is
   * ignored.
   */
  readonly marks: Int32Array;
  readonly steps: StepCounter;
}

/** Adds the instructions that can be reached without reading a character. */
function follow(instructions: readonly Instruction[], from: number, following: Following): void {
  const { text, offset, start, threads, marks, steps } = following;
  const positionsToVisit = [from];
  for (let position = positionsToVisit.pop(); position !== undefined; position = positionsToVisit.pop()) {
    if (marks[position] === offset) continue;
    marks[position] = offset;
    countStep(steps);
    const instruction = instructions[position];
    if (instruction?.kind === 'split') positionsToVisit.push(instruction.second, instruction.first);
    else if (instruction?.kind === 'jump') positionsToVisit.push(instruction.to);
    else if (instruction?.kind === 'edge') {
      if (isEdge(text, offset, instruction.edge)) positionsToVisit.push(position + 1);
    } else if (instruction?.kind === 'look') {
      if (matchesAt(instruction.program, text, offset, steps) !== instruction.negative)
        positionsToVisit.push(position + 1);
    } else {
      threads.at.push(position);
      threads.starts.push(start);
    }
  }
}

/** Whether a program matches from an offset on, forward or backward. */
function matchesAt({ instructions, backwards }: Program, text: string, from: number, steps: StepCounter): boolean {
  const marks = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { at: [], starts: [] };
  follow(instructions, 0, { text, offset: from, start: from, threads, marks, steps });
  for (let offset = from; threads.at.length > 0;) {
    if (threads.at.some((position) => instructions[position]?.kind === 'match')) return true;
    const codePoint = backwards ? codePointBefore(text, offset) : text.codePointAt(offset);
    if (codePoint === undefined) return false;
    const nextOffset = backwards ? offset - widthOf(codePoint) : offset + widthOf(codePoint);
    const nextThreads: Threads = { at: [], starts: [] };
    for (const position of threads.at) {
      const instruction = instructions[position];
      if (instruction?.kind === 'char' && instruction.test(codePoint))
        follow(instructions, position + 1, {
          text,
          offset: nextOffset,
          start: from,
          threads: nextThreads,
          marks,
          steps,
        });
    }
    threads = nextThreads;
    offset = nextOffset;
  }
  return false;
}

function codePointBefore(text: string, offset: number): number | undefined {
  if (offset <= 0) return undefined;
  const pair = text.codePointAt(offset - 2) ?? 0;
  return widthOf(pair) === 2 ? pair : text.charCodeAt(offset - 1);
}

/** Returns how many UTF-16 code units a character has. */
function widthOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}

function isEdge(text: string, offset: number, edge: Edge): boolean {
  if (edge === 'start') return offset === 0;
  if (edge === 'end') return offset === text.length;
  const changes = isWordAt(text, offset - 1) !== isWordAt(text, offset);
  return changes === (edge === 'word');
}

function isWordAt(text: string, offset: number): boolean {
  return /^\w$/u.test(text.charAt(offset));
}

function countStep(steps: StepCounter): void {
  steps.remaining -= 1;
  if (steps.remaining < 0) throw new StepLimitError();
}
