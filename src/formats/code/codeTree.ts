import { formatErrorAt } from '../kit/textPlace.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { noteBetween, readGap } from './codeComments.ts';

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

/**
 * A value that is neither a literal, an array nor an object. `shown` is the text in it that people read, if any;
 * `reason` says why it cannot be written.
 */
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
}

/** A property, an array's entry, or an assignment. */
export interface CodeMember {
  /** Undefined for a spread, a method and the like. The key of a list's element is its index. */
  readonly key: string | undefined;
  /** Position among the container's members. */
  readonly index: number;
  /** The start of the whitespace and comments before it. */
  readonly from: number;
  /** The start of the first comment that belongs to it; without a comment, its own start. */
  readonly lead: number;
  readonly start: number;
  /** The literal of the key; equal to `keyEnd` if there is no literal. */
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

export interface CodeTree {
  readonly text: string;
  readonly roots: readonly CodeRoot[];
  readonly marks: readonly LocaleMark[];
}

/** A member as a parser finds it, without the comments and the comma around it. */
export type BareMember = Pick<CodeMember, 'key' | 'start' | 'keyStart' | 'keyEnd' | 'value' | 'end'>;

/** The kind and range of a container. */
export type Brackets = Pick<CodeContainer, 'kind' | 'start' | 'end' | 'innerStart' | 'innerEnd'>;

/** Creates a container of members separated by commas: finds the commas, and assigns comments to members. */
export function containerOf(text: string, brackets: Brackets, bare: readonly BareMember[]): CodeContainer {
  const members: CodeMember[] = [];
  let from = brackets.innerStart;
  let gap = readGap(text, {
    from,
    to: bare[0]?.start ?? brackets.innerEnd,
    isFirst: true,
    isLast: bare.length === 0,
  });
  for (const [index, member] of bare.entries()) {
    const next = bare[index + 1];
    const before = gap;
    gap = readGap(text, {
      from: member.end,
      to: next?.start ?? brackets.innerEnd,
      isFirst: false,
      isLast: next === undefined,
    });
    const note = joinNotes(before.leading, noteBetween(text, member.keyEnd, member.value.start), gap.trailing);
    const { key, start, keyStart, keyEnd, value, end } = member;
    members.push({ key, index, from, lead: before.lead, start, keyStart, keyEnd, value, end, comma: gap.comma, note });
    from = gap.comma < 0 ? end : gap.comma + 1;
  }
  return { ...brackets, members };
}

/**
 * Creates a container of assignments, which end with semicolons. `statements` are all statements of the file, of which
 * only `own` become members.
 */
export function statementsOf(
  text: string,
  statements: readonly BareMember[],
  own: ReadonlySet<BareMember>,
  contentStart: number,
): CodeContainer {
  const members: CodeMember[] = [];
  let from = contentStart;
  for (const [at, statement] of statements.entries()) {
    if (own.has(statement)) {
      const before = readGap(text, { from, to: statement.start, isFirst: at === 0, isLast: false });
      const after = readGap(text, {
        from: statement.end,
        to: statements[at + 1]?.start ?? text.length,
        isFirst: false,
        isLast: at === statements.length - 1,
      });
      members.push({
        ...statement,
        index: members.length,
        from,
        lead: before.lead,
        comma: -1,
        note: joinNotes(before.leading, undefined, after.trailing),
      });
    }
    from = statement.end;
  }
  const start = members[0]?.start ?? contentStart;
  const end = members.at(-1)?.end ?? contentStart;
  return { kind: 'statements', start, end, innerStart: start, innerEnd: end, members };
}

/** Throws FormatError if arrays or objects are nested too deeply for recursive functions. */
export function refuseDepth(text: string, depth: number, offset: number): void {
  if (depth >= maxDepth) throw formatErrorAt(text, offset, because('nested-too-deeply', maxDepth));
}

function joinNotes(
  leading: string | undefined,
  between: string | undefined,
  trailing: string | undefined,
): string | undefined {
  if (leading === undefined && between === undefined && trailing === undefined) return undefined;
  return [leading, between, trailing].filter((part) => part !== undefined).join('\n');
}
