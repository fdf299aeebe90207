import { formatErrorAt } from '../kit/textPlace.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { noteBetween, settleGap } from './codeComments.ts';

/** Deeper nesting does not occur in locale files and would exhaust the stack of recursive functions. */
export const MAX_DEPTH = 500;

/** A value in source code, with the offsets of its expression; the end is exclusive. */
export type CodeNode = CodeText | CodeOther | CodeContainer;

/** A literal without anything to be computed. */
export interface CodeText {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Why it cannot be written back; undefined if it can. */
  readonly reason?: Reason;
}

/**
 * Anything else that is no array or object. `shown` is the text in it that people read, when there is some: it cannot
 * be written, for `reason`.
 */
export interface CodeOther {
  readonly kind: 'other';
  readonly start: number;
  readonly end: number;
  readonly shown?: string;
  readonly reason?: Reason;
}

/** An object or array with keys, a list, or assignments (`$lang['key'] = 'x';`) that together are one. */
export interface CodeContainer {
  readonly kind: 'map' | 'list' | 'statements';
  readonly start: number;
  readonly end: number;
  /** Behind the opening bracket, and before the closing one. */
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly members: readonly CodeMember[];
}

/** A property, an array's entry, or an assignment. */
export interface CodeMember {
  /** Undefined when it has no key that can be told: a spread, a method. Elements of a list have their index. */
  readonly key: string | undefined;
  /** Position among the container's members. */
  readonly index: number;
  /** Where the spaces and comments before it begin. */
  readonly from: number;
  /** The first of the comments that belong to it, or itself. */
  readonly lead: number;
  readonly start: number;
  /** The key's own literal; the two are equal when there is none. */
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: CodeNode;
  /** Of the value with what is around it: parentheses, `as const`, a statement's semicolon. */
  readonly end: number;
  /** Offset of the comma after it; -1 if there is none. */
  readonly comma: number;
  /** The text of the comments next to it. */
  readonly note: string | undefined;
}

/** Containers that hold units, by the keys above them. Several may stand at one path, as with `array_merge`. */
export interface CodeRoot {
  readonly path: readonly string[];
  readonly container: CodeContainer;
}

/** A place that names the file's locale: what is written there in a new file for another one. */
export interface LocaleMark {
  readonly start: number;
  readonly end: number;
  /** As it is written, without quotes. */
  readonly name: string;
  readonly isIdentifier: boolean;
}

export interface CodeTree {
  readonly text: string;
  readonly roots: readonly CodeRoot[];
  readonly marks: readonly LocaleMark[];
}

/** A member as a parser finds it, before the text around it is looked at. */
export type BareMember = Pick<CodeMember, 'key' | 'start' | 'keyStart' | 'keyEnd' | 'value' | 'end'>;

/** Where a container begins and ends. */
export type Brackets = Pick<CodeContainer, 'kind' | 'start' | 'end' | 'innerStart' | 'innerEnd'>;

/** A container of members that commas part; finds the commas, and gives comments to the members they stand beside. */
export function containerOf(text: string, brackets: Brackets, bare: readonly BareMember[]): CodeContainer {
  const members: CodeMember[] = [];
  let from = brackets.innerStart;
  let gap = settleGap(text, {
    from,
    to: bare[0]?.start ?? brackets.innerEnd,
    isFirst: true,
    isLast: bare.length === 0,
  });
  for (const [index, member] of bare.entries()) {
    const next = bare[index + 1];
    const before = gap;
    gap = settleGap(text, {
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
 * A container of assignments, which end in their semicolons; `bare` holds all statements of the file, of which only
 * `own` are members.
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
      const before = settleGap(text, { from, to: statement.start, isFirst: at === 0, isLast: false });
      const after = settleGap(text, {
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

/** Throws FormatError when arrays or objects are nested too deep to be walked. */
export function refuseDepth(text: string, depth: number, offset: number): void {
  if (depth >= MAX_DEPTH) throw formatErrorAt(text, offset, because('nested-too-deeply', MAX_DEPTH));
}

function joinNotes(
  leading: string | undefined,
  between: string | undefined,
  trailing: string | undefined,
): string | undefined {
  if (leading === undefined && between === undefined && trailing === undefined) return undefined;
  return [leading, between, trailing].filter((part) => part !== undefined).join('\n');
}
