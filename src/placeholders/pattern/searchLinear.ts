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

/** The alternatives that still match at one offset of the text, preferred ones first. */
interface Threads {
  /** The index of the instruction that each alternative has reached. */
  readonly positions: number[];
  /** The offset at which each alternative began to match. */
  readonly starts: number[];
}

/**
 * Returns the first nonempty match at or after `minStart`, with the end that a backtracking engine would prefer. As
 * in such an engine, an empty match hides the others with the same start. The preferred end may only differ if a
 * repeated part can itself be empty. Throws StepLimitError.
 */
export function searchLinear(program: Program, text: string, minStart: number, steps: StepCounter): Span | undefined {
  const { instructions } = program;
  const visitedAt = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { positions: [], starts: [] };
  let match: Span | undefined;
  for (let offset = minStart; ;) {
    // Until something matches, a match may begin at each offset.
    if (match === undefined) {
      if (threads.positions.length === 0) {
        offset = possibleStart(program, text, offset);
        if (offset < 0) return undefined;
      }
      addThreads(instructions, 0, { text, offset, start: offset, threads, visitedAt, steps });
    }
    if (threads.positions.length === 0 && (match !== undefined || offset >= text.length)) return match;

    const codePoint = text.codePointAt(offset);
    const nextOffset = offset + widthOf(codePoint ?? 0);
    const nextThreads: Threads = { positions: [], starts: [] };
    for (const [index, position] of threads.positions.entries()) {
      const instruction = instructions[position];
      const start = threads.starts[index] ?? offset;
      if (instruction?.kind === 'match') {
        // All threads after this one are less preferred.
        if (start < offset) match = { start, end: offset };
        break;
      }
      if (instruction?.kind === 'char' && codePoint !== undefined && instruction.test(codePoint)) {
        const reached = { text, offset: nextOffset, start, threads: nextThreads, visitedAt, steps };
        addThreads(instructions, position + 1, reached);
      }
    }
    if (codePoint === undefined) return match;
    threads = nextThreads;
    offset = nextOffset;
  }
}

/** Returns the first offset, not before `minStart`, at which a nonempty match may begin; -1 if there is none. */
function possibleStart({ prefix, firstCharacters }: Program, text: string, minStart: number): number {
  if (prefix !== '') return text.indexOf(prefix, minStart);
  for (let offset = minStart; offset < text.length;) {
    const codePoint = text.codePointAt(offset) ?? 0;
    if (firstCharacters.some((accepts) => accepts(codePoint))) return offset;
    offset += widthOf(codePoint);
  }
  return -1;
}

/** The state of a search at one offset. */
interface SearchState {
  readonly text: string;
  readonly offset: number;
  /** The offset at which the thread began to match. */
  readonly start: number;
  /** Threads are added to these. */
  readonly threads: Threads;
  /** For each instruction, the last offset at which it was reached: there, another thread would be less preferred. */
  readonly visitedAt: Int32Array;
  readonly steps: StepCounter;
}

/** Adds a thread for each `char` and `match` that can be reached from a position without reading a character. */
function addThreads(instructions: readonly Instruction[], firstPosition: number, state: SearchState): void {
  const { text, offset, start, threads, visitedAt, steps } = state;
  const positionsToVisit = [firstPosition];
  for (let position = positionsToVisit.pop(); position !== undefined; position = positionsToVisit.pop()) {
    if (visitedAt[position] === offset) continue;
    visitedAt[position] = offset;
    countStep(steps);

    const instruction = instructions[position];
    // The last position of the list is visited next.
    if (instruction?.kind === 'split') positionsToVisit.push(instruction.second, instruction.first);
    else if (instruction?.kind === 'jump') positionsToVisit.push(instruction.to);
    else if (instruction?.kind === 'edge') {
      if (isEdge(text, offset, instruction.edge)) positionsToVisit.push(position + 1);
    } else if (instruction?.kind === 'look') {
      if (matchesAt(instruction.program, text, offset, steps) !== instruction.isNegative)
        positionsToVisit.push(position + 1);
    } else {
      threads.positions.push(position);
      threads.starts.push(start);
    }
  }
}

/** Whether a program matches from an offset on, forward or backward. */
function matchesAt({ instructions, isBackward }: Program, text: string, start: number, steps: StepCounter): boolean {
  const visitedAt = new Int32Array(instructions.length).fill(-1);
  let threads: Threads = { positions: [], starts: [] };
  addThreads(instructions, 0, { text, offset: start, start, threads, visitedAt, steps });
  for (let offset = start; threads.positions.length > 0;) {
    if (threads.positions.some((position) => instructions[position]?.kind === 'match')) return true;
    const codePoint = isBackward ? codePointBefore(text, offset) : text.codePointAt(offset);
    if (codePoint === undefined) return false;
    const nextOffset = isBackward ? offset - widthOf(codePoint) : offset + widthOf(codePoint);
    const nextThreads: Threads = { positions: [], starts: [] };
    for (const position of threads.positions) {
      const instruction = instructions[position];
      if (instruction?.kind === 'char' && instruction.test(codePoint)) {
        const reached = { text, offset: nextOffset, start, threads: nextThreads, visitedAt, steps };
        addThreads(instructions, position + 1, reached);
      }
    }
    threads = nextThreads;
    offset = nextOffset;
  }
  return false;
}

function codePointBefore(text: string, offset: number): number | undefined {
  if (offset <= 0) return undefined;
  // Two units before may be a surrogate pair, so one character; otherwise, the character is the unit before.
  const possiblePair = text.codePointAt(offset - 2) ?? 0;
  return widthOf(possiblePair) === 2 ? possiblePair : text.charCodeAt(offset - 1);
}

/** Returns how many UTF-16 code units a character has. */
function widthOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}

function isEdge(text: string, offset: number, edge: Edge): boolean {
  if (edge === 'start') return offset === 0;
  if (edge === 'end') return offset === text.length;
  const isWordBoundary = isWordAt(text, offset - 1) !== isWordAt(text, offset);
  return edge === 'word' ? isWordBoundary : !isWordBoundary;
}

function isWordAt(text: string, offset: number): boolean {
  return /^\w$/u.test(text.charAt(offset));
}

function countStep(steps: StepCounter): void {
  steps.remaining -= 1;
  if (steps.remaining < 0) throw new StepLimitError();
}
