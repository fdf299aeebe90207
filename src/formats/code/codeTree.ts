import { formatErrorAt } from '../kit/textLocation.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { noteBetween, readGap } from './readGap.ts';

/** Deeper nesting does not occur in locale files and would exhaust the stack of recursive functions. */
export const maxDepth = 500;

/** A value in source code, with the offsets of its expression; the end is exclusive. */
export type CodeNode = CodeText | CodeOther | CodeContainer;

/** A literal in which nothing is computed. */
export interface CodeText {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Why it cannot be written back; undefined if it can. */
  readonly reason?: Reason;
}

/** A value that is no literal, array or object. `shown`: the text in it that people read; `reason`: see `CodeText`. */
export interface CodeOther {
  readonly kind: 'other';
  readonly start: number;
  readonly end: number;
  readonly shown?: string;
  readonly reason?: Reason;
}

/** An object or array with keys, a list, or assignments to keys of one variable (`$lang['key'] = 'x';`). */
export interface CodeContainer {
  readonly kind: 'map' | 'list' | 'statements';
  readonly start: number;
  readonly end: number;
  /** After the opening bracket. */
  readonly innerStart: number;
  /** Before the closing bracket. */
  readonly innerEnd: number;
  readonly members: readonly CodeMember[];
  /**
   * The list with indexes as keys. Set in a list whose elements have their identifiers as keys instead; see
   * `withElementKeys`.
   */
  readonly unkeyed?: CodeContainer;
  /** Set in the elements of a keyed list. */
  readonly identity?: ElementIdentity;
}

/** The keys of an element that are not translated. */
export interface ElementIdentity {
  /** The key of its identifier, which is no text. */
  readonly identifier: string;
  /** The keys that a new element has, too: the identifier, numbers and the like. */
  readonly copied: ReadonlySet<string>;
}

/** A property, an array's entry, or an assignment. */
export interface CodeMember {
  /** Undefined for a spread, a method and the like. The key of a list's element is its index, unless it is keyed. */
  readonly key: string | undefined;
  /** Position among the container's members. */
  readonly index: number;
  /** The start of the whitespace and comments before it. */
  readonly triviaStart: number;
  /** The start of the first comment that belongs to it; without a comment, its own start. */
  readonly lead: number;
  readonly start: number;
  /** The start of the key's literal; equal to `keyEnd` if there is no literal. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: CodeNode;
  /** The end of the value, including parentheses, `as const` and a statement's semicolon. */
  readonly end: number;
  /** Offset of the comma after it; -1 without a comma. */
  readonly comma: number;
  /** The text of the comments next to it. */
  readonly note: string | undefined;
}

/** A container of units and the keys above it. There may be several at one path, as with `array_merge`. */
export interface CodeRoot {
  readonly path: readonly string[];
  readonly container: CodeContainer;
}

/** A name of the file's locale in its code, which a new file for another locale replaces. */
export interface LocaleMark {
  readonly start: number;
  readonly end: number;
  /** As written, without quotes. */
  readonly name: string;
  readonly isIdentifier: boolean;
}

/** A parsed file. All offsets are in UTF-16 units. */
export interface CodeTree {
  readonly text: string;
  readonly roots: readonly CodeRoot[];
  readonly marks: readonly LocaleMark[];
}

/** A member as a parser finds it, without the comments and the comma around it. */
export type BareMember = Pick<CodeMember, 'key' | 'start' | 'keyStart' | 'keyEnd' | 'value' | 'end'>;

/** The kind and range of a container. */
export type Brackets = Pick<CodeContainer, 'kind' | 'start' | 'end' | 'innerStart' | 'innerEnd'>;

export function isContainer(node: CodeNode): node is CodeContainer {
  return node.kind !== 'text' && node.kind !== 'other';
}

/** Creates a container of members separated by commas: finds the commas, and assigns comments to members. */
export function containerOf(text: string, brackets: Brackets, bareMembers: readonly BareMember[]): CodeContainer {
  const members: CodeMember[] = [];
  const { innerStart, innerEnd } = brackets;
  let triviaStart = innerStart;
  const firstStart = bareMembers[0]?.start ?? innerEnd;
  const isEmpty = bareMembers.length === 0;
  let gap = readGap(text, { start: innerStart, end: firstStart, beginsContainer: true, endsContainer: isEmpty });
  for (const [index, member] of bareMembers.entries()) {
    const nextMember = bareMembers[index + 1];
    const endsContainer = nextMember === undefined;
    const gapBefore = gap;
    const gapEnd = nextMember?.start ?? innerEnd;
    gap = readGap(text, { start: member.end, end: gapEnd, beginsContainer: false, endsContainer });
    const note = joinNotes(gapBefore.leading, noteBetween(text, member.keyEnd, member.value.start), gap.trailing);
    members.push({ ...member, index, triviaStart, lead: gapBefore.lead, comma: gap.comma, note });
    triviaStart = Math.max(member.end, gap.comma + 1);
  }
  return { ...brackets, members };
}

/** Returns the statements that are `assignments`, with their comments; they end with semicolons. */
export function statementMembers(
  text: string,
  statements: readonly BareMember[],
  assignments: ReadonlySet<BareMember>,
  contentStart: number,
): readonly CodeMember[] {
  const members: CodeMember[] = [];
  let triviaStart = contentStart;
  for (const [index, statement] of statements.entries()) {
    if (assignments.has(statement)) {
      const nextStatement = statements[index + 1];
      const endsContainer = nextStatement === undefined;
      const gapRange = { start: triviaStart, end: statement.start, beginsContainer: index === 0, endsContainer: false };
      const { lead, leading } = readGap(text, gapRange);
      const nextStart = nextStatement?.start ?? text.length;
      const gapAfter = readGap(text, { start: statement.end, end: nextStart, beginsContainer: false, endsContainer });
      const note = joinNotes(leading, gapAfter.trailing);
      members.push({ ...statement, index: members.length, triviaStart, lead, comma: -1, note });
    }
    triviaStart = statement.end;
  }
  return members;
}

/** Creates a container of assignments. */
export function statementsOf(members: readonly CodeMember[]): CodeContainer {
  const start = members[0]?.start ?? 0;
  const end = members.at(-1)?.end ?? 0;
  return { kind: 'statements', start, end, innerStart: start, innerEnd: end, members };
}

/** Creates a member without a key: a spread, a method, a statement that assigns nothing. */
export function unnamedMember(start: number, end: number): BareMember {
  return { key: undefined, start, keyStart: start, keyEnd: start, value: { kind: 'other', start, end }, end };
}

/** Creates a value that cannot be written, although it contains a text that people read. */
export function computedText(start: number, end: number, shown: string, reason: Reason): CodeOther {
  return { kind: 'other', start, end, shown, reason };
}

/** Matches a literal in an expression with words that people read: two words, or one that begins in upper case. */
const proseLiteral = /(['"`])(?:(?!\1)[^\\\n])*?(?:\p{L}{2,} +[^'"`\s]|(?<=['"`])\p{Lu}\p{Ll}+[.!?…]?(?=['"`]))/u;

/** Creates a value that the program computes; it is read-only if its expression contains words that people read. */
export function computedValue(expression: string, { start, end }: Pick<CodeNode, 'start' | 'end'>): CodeOther {
  // Most are short: numbers, names, calls. A function with a body is no text.
  if (expression.length > maxExpression || !proseLiteral.test(expression)) return { kind: 'other', start, end };
  return computedText(start, end, expression, because('code-computed'));
}

/** In UTF-16 units. */
const maxExpression = 1000;

/** Throws FormatError if arrays or objects are nested too deeply for recursive functions. */
export function refuseDepth(text: string, depth: number, offset: number): void {
  if (depth >= maxDepth) throw formatErrorAt(text, offset, because('nested-too-deeply', maxDepth));
}
