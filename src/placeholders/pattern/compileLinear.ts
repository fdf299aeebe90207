import { present } from '../../base/present.ts';
import type { SettingReasonCode } from './settingError.ts';

/**
 * Regular expressions that cannot take exponential time. They are parsed in the syntax of ECMAScript with the flag `v`
 * or `u`, and compiled for `searchLinear.ts`, which follows all alternatives at once instead of one after another.
 */

/** One step of a program. Targets are indices into it. */
export type Instruction =
  | { readonly kind: 'char'; readonly test: (codePoint: number) => boolean }
  /** Continues at both targets; matches from `first` are preferred. */
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'edge'; readonly edge: Edge }
  /** Continues only if the other program matches at the current offset or, if negative, does not match there. */
  | { readonly kind: 'look'; readonly program: Program; readonly isNegative: boolean }
  | { readonly kind: 'match' };

export type Edge = 'start' | 'end' | 'word' | 'no-word';

export interface Program {
  readonly instructions: readonly Instruction[];
  /** Reads the text backward from the current offset: a look-behind. */
  readonly isBackward: boolean;
  /** Every match begins with this; '' if unknown. */
  readonly prefix: string;
  /** A nonempty match begins with a character that one of these accepts. Empty for a look-around. */
  readonly firstCharacters: readonly CharacterTest[];
}

/** Whether a code point is one of a class. */
export type CharacterTest = (codePoint: number) => boolean;

type PatternErrorCode = Extract<
  SettingReasonCode,
  'pattern-flags' | 'pattern-backreference' | 'pattern-string-class' | 'pattern-too-large'
>;

/** Thrown for a valid regular expression that is not supported. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly code: PatternErrorCode;

  constructor(code: PatternErrorCode) {
    super(code);
    this.code = code;
  }
}

/** Maximum size of a program; larger ones would take too much time per character. */
const maxInstructions = 400;

type PatternNode =
  | { readonly kind: 'char'; readonly test: (codePoint: number) => boolean; readonly literal?: string }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly item: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly isGreedy: boolean;
    }
  | { readonly kind: 'look'; readonly item: PatternNode; readonly isBehind: boolean; readonly isNegative: boolean };

/**
 * Compiles a pattern. Throws SyntaxError for an invalid regular expression, and PatternError for one that has
 * backreferences, changes flags, has classes of strings or is too large.
 */
export function compileLinear(pattern: string): Program {
  const flag = isValid(pattern, 'v') ? 'v' : 'u';
  // Throws the engine's error if the pattern is valid with neither flag.
  new RegExp(pattern, flag);
  const tree = parsePattern(pattern, flag);
  const program = assemble(tree);
  return { ...program, prefix: prefixOf(tree), firstCharacters: firstCharactersOf(program.instructions) };
}

function isValid(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Matches `\p{L}`, `\u{1F600}`, `\uD83D\uDE00` (a surrogate pair), `\u00e9`, `\x41`, `\cJ`, and all others: `\.`. */
const escapeSequence = new RegExp(
  String.raw`\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}` +
    String.raw`|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])`,
  'uy',
);

/** Parses a pattern that the engine has already found valid. */
function parsePattern(pattern: string, flag: 'u' | 'v'): PatternNode {
  let offset = 0;

  /** Returns the text that matches at the current offset, and moves the offset to its end. */
  const take = (token: RegExp): string | undefined => {
    token.lastIndex = offset;
    const match = token.exec(pattern)?.[0];
    if (match !== undefined) offset += match.length;
    return match;
  };

  const parseChoice = (): PatternNode => {
    const options = [parseSequence()];
    while (take(/\|/y) !== undefined) options.push(parseSequence());
    const [onlyOption] = options;
    if (options.length === 1 && onlyOption !== undefined) return onlyOption;
    return { kind: 'choice', options };
  };

  const parseSequence = (): PatternNode => {
    const items: PatternNode[] = [];
    while (offset < pattern.length && pattern[offset] !== '|' && pattern[offset] !== ')')
      items.push(withQuantifier(parseAtom()));
    return { kind: 'sequence', items };
  };

  const withQuantifier = (item: PatternNode): PatternNode => {
    // `*`, `+`, `?`, `{2}`, `{2,}`, `{2,4}`
    const quantifier = take(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (quantifier === undefined) return item;
    // `+?` is not greedy.
    const isGreedy = take(/\?/y) === undefined;
    const [min, max] = boundsOf(quantifier);
    return { kind: 'repeat', item, min, max, isGreedy };
  };

  const parseAtom = (): PatternNode => {
    if (pattern[offset] === '(') return parseGroup();
    if (pattern[offset] === '[') return charOf(takeClass());
    if (pattern[offset] === '\\') return parseEscape();
    const char = take(/[^]/uy) ?? '';
    if (char === '^') return { kind: 'edge', edge: 'start' };
    if (char === '$') return { kind: 'edge', edge: 'end' };
    if (char === '.') return charOf('.');
    if (/\w/u.test(char)) return charOf(char, char);
    // Escaped, because a character such as `]` alone is no pattern.
    return charOf(`\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`, char);
  };

  const parseGroup = (): PatternNode => {
    // `(`, `(?:`, `(?=`, `(?!`, `(?<=`, `(?<!`, `(?<name>`
    const opening = take(/\((?:\?(?:<?[=!]|:|<[^>]*>))?/y) ?? '';
    // Only in `(?i:` does a question mark remain.
    if (pattern[offset] === '?') throw new PatternError('pattern-flags');
    const item = parseChoice();
    // The closing parenthesis.
    offset += 1;
    const [, behind, sign] = /^\(\?(<?)([=!])/u.exec(opening) ?? [];
    if (sign === undefined) return item;
    return { kind: 'look', item, isBehind: behind === '<', isNegative: sign === '!' };
  };

  const parseEscape = (): PatternNode => {
    if (take(/\\b/y) !== undefined) return { kind: 'edge', edge: 'word' };
    if (take(/\\B/y) !== undefined) return { kind: 'edge', edge: 'no-word' };
    // `\1`, `\k<name>`
    if (/\\(?:[1-9]|k)/y.test(pattern.slice(offset, offset + 2))) throw new PatternError('pattern-backreference');
    return charOf(take(escapeSequence) ?? '');
  };

  /** Returns the class that begins at the current offset, `[a-z]`, and moves the offset to its end. */
  const takeClass = (): string => {
    const start = offset;
    let depth = 0;
    do {
      if (pattern[offset] === '\\') offset += 1;
      // Only with the flag `v`, classes can nest.
      else if (pattern[offset] === '[' && (flag === 'v' || depth === 0)) depth += 1;
      else if (pattern[offset] === ']') depth -= 1;
      offset += 1;
    } while (depth > 0);
    return pattern.slice(start, offset);
  };

  /** `charPattern` matches one character; `literal` is this character, unless it is a class. */
  const charOf = (charPattern: string, literal?: string): PatternNode => ({
    kind: 'char',
    test: testOf(charPattern, flag),
    ...present({ literal }),
  });

  return parseChoice();
}

function boundsOf(quantifier: string): readonly [number, number] {
  if (quantifier === '*') return [0, Infinity];
  if (quantifier === '+') return [1, Infinity];
  if (quantifier === '?') return [0, 1];
  const [, min = '', comma, max = ''] = /^\{(\d+)(,?)(\d*)\}$/u.exec(quantifier) ?? [];
  if (comma === '') return [Number(min), Number(min)];
  return [Number(min), max === '' ? Infinity : Number(max)];
}

const asciiCount = 128;

/** Tests single characters with the engine, which is fast for every pattern. */
function testOf(charPattern: string, flag: 'u' | 'v'): (codePoint: number) => boolean {
  // `[\q{abc}]` and `\p{RGI_Emoji}` match several characters.
  if (/\\q\{|\\p\{(?:Basic_Emoji|Emoji_Keycap_Sequence|RGI_)/u.test(charPattern))
    throw new PatternError('pattern-string-class');
  const wholeCharacter = new RegExp(`^(?:${charPattern})$`, flag);
  const asciiResults = Array.from({ length: asciiCount }, (_, code) => wholeCharacter.test(String.fromCharCode(code)));
  return (codePoint) => asciiResults[codePoint] ?? wholeCharacter.test(String.fromCodePoint(codePoint));
}

/** Returns the literal characters with which every match begins. */
function prefixOf(node: PatternNode): string {
  if (node.kind === 'char') return node.literal ?? '';
  if (node.kind !== 'sequence') return '';
  let prefix = '';
  for (const item of node.items) {
    if (item.kind !== 'char' || item.literal === undefined) break;
    prefix += item.literal;
  }
  return prefix;
}

/** The tests of all characters that a program can read first. What reads no character is taken as fulfilled. */
function firstCharactersOf(instructions: readonly Instruction[]): readonly CharacterTest[] {
  const tests: CharacterTest[] = [];
  const positions = new Set([0]);
  // The loop also visits the positions that it adds.
  for (const position of positions) {
    const instruction = instructions[position];
    if (instruction?.kind === 'char') tests.push(instruction.test);
    else if (instruction?.kind === 'split') positions.add(instruction.first).add(instruction.second);
    else if (instruction?.kind === 'jump') positions.add(instruction.to);
    else if (instruction?.kind === 'edge' || instruction?.kind === 'look') positions.add(position + 1);
  }
  return tests;
}

/** Builds a program from a tree. `x{2,4}` becomes `xx(x(x)?)?`, so that programs have no counters. */
function assemble(tree: PatternNode, isBackward = false): Program {
  const instructions: Instruction[] = [];

  const emit = (instruction: Instruction): number => {
    if (instructions.length >= maxInstructions) throw new PatternError('pattern-too-large');
    instructions.push(instruction);
    return instructions.length - 1;
  };
  /** Adds an instruction that is replaced as soon as its target is known, and returns its index. */
  const reserve = (): number => emit({ kind: 'match' });
  /** Makes a reserved instruction a choice: to run the instructions after it (preferred if greedy), or to skip them. */
  const setFork = (index: number, isGreedy: boolean): void => {
    const [next, end] = [index + 1, instructions.length];
    instructions[index] = { kind: 'split', first: isGreedy ? next : end, second: isGreedy ? end : next };
  };

  const add = (node: PatternNode): void => {
    if (node.kind === 'sequence') {
      const items = isBackward ? node.items.toReversed() : node.items;
      for (const item of items) add(item);
    } else if (node.kind === 'choice') addChoice(node.options);
    else if (node.kind === 'repeat') addRepeat(node);
    else if (node.kind === 'look')
      emit({ kind: 'look', program: assemble(node.item, node.isBehind), isNegative: node.isNegative });
    else emit(node);
  };

  /** `a|b` becomes: 0: fork to 1 or 3; 1: a; 2: jump to 4; 3: b. */
  const addChoice = (options: readonly PatternNode[]): void => {
    const exits: number[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        add(option);
        continue;
      }
      const fork = reserve();
      add(option);
      exits.push(reserve());
      // The first option is preferred.
      setFork(fork, true);
    }
    for (const exit of exits) instructions[exit] = { kind: 'jump', to: instructions.length };
  };

  /** `a+` becomes: 0: a; 1: fork to 2 or 4; 2: a; 3: jump to 1. `a{1,2}` becomes: 0: a; 1: fork to 2 or 3; 2: a. */
  const addRepeat = ({ item, min, max, isGreedy }: Extract<PatternNode, { kind: 'repeat' }>): void => {
    for (let count = 0; count < min; count += 1) add(item);
    if (max === Infinity) {
      const fork = reserve();
      add(item);
      emit({ kind: 'jump', to: fork });
      setFork(fork, isGreedy);
      return;
    }
    const forks: number[] = [];
    for (let count = min; count < max; count += 1) {
      forks.push(reserve());
      add(item);
    }
    for (const fork of forks) setFork(fork, isGreedy);
  };

  add(tree);
  emit({ kind: 'match' });
  return { instructions, isBackward, prefix: '', firstCharacters: [] };
}
