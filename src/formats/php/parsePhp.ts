import phpParser from 'php-parser';
import { FormatError } from '../kit/localeFormat.ts';
import {
  computedText,
  computedValue,
  containerOf,
  refuseDepth,
  statementMembers,
  statementsOf,
  unnamedMember,
  type BareMember,
  type CodeContainer,
  type CodeMember,
  type CodeNode,
  type CodeRoot,
  type CodeTree,
} from '../code/codeTree.ts';
import { withElementKeys } from '../code/withElementKeys.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { phpError, refuseOpenComment, refuseOpenQuote } from './phpError.ts';
import { refuseLongExpressions } from './refuseLongExpressions.ts';
import { readHeredoc } from './phpHeredoc.ts';
import { readPhpString, type PhpString } from './phpString.ts';

/** A node of php-parser's tree, with the fields that are read. Offsets are in UTF-16 units. */
interface PhpNode {
  readonly kind: string;
  readonly loc?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } } | null;
  readonly children?: readonly PhpNode[];
  readonly expr?: PhpNode | null;
  readonly expression?: PhpNode;
  readonly left?: PhpNode;
  readonly right?: PhpNode;
  /** The function of a call, or the variable of a lookup. */
  readonly what?: PhpNode;
  /** The key of a lookup: `'home'` of `$lang['home']`. */
  readonly offset?: PhpNode | false;
  readonly arguments?: readonly PhpNode[];
  readonly items?: readonly (PhpNode | null)[];
  readonly shortForm?: boolean;
  readonly key?: PhpNode | null;
  readonly value?: PhpNode | string;
  readonly raw?: string;
  readonly name?: string | PhpNode;
  readonly unpack?: boolean;
  readonly type?: string;
  readonly operator?: string;
}

/** Parses a PHP file, without running it, into the arrays that it returns or assigns. Throws FormatError. */
export function parsePhp(text: string): CodeTree {
  if (!/<\?(?:php|=)/i.test(text) && text.trim() !== '') throw formatErrorAt(text, 0, because('php-no-tag'));
  refuseLongExpressions(text);
  const statements = parseLines(text).children ?? [];
  refuseOpenComment(text, statements.at(-1)?.loc?.end.offset ?? 0);
  return { text, roots: rootsOf(text, statements), marks: [] };
}

/** Parses a file. Throws the FormatError for the file as it is. */
function parseLines(text: string): PhpNode {
  try {
    return parse(text);
  } catch (error) {
    // php-parser takes the carriage return of an empty line in a heredoc for text that must be indented, unlike PHP.
    const withLineFeeds = text.replace(/(?<=\n)\r(?=\n)/g, '\n');
    if (withLineFeeds === text) throw error;
    try {
      return parse(withLineFeeds);
    } catch {
      throw error;
    }
  }
}

function parse(text: string): PhpNode {
  const engine = new phpParser.Engine({
    parser: { extractDoc: false, suppressErrors: false },
    ast: { withPositions: true },
    lexer: { short_tags: false, asp_tags: false },
  });
  try {
    return engine.parseCode(text, '');
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw phpError(text, error);
  }
}

/** An assignment to a key of a variable. */
interface KeyAssignment {
  readonly variable: string;
  /** The keys above the last one: `$lang['menu']['home'] = …;` → `['menu']`. */
  readonly path: readonly string[];
  readonly member: BareMember;
}

/** An array that is assigned to a variable, or that the file returns (then `variable` is undefined). */
interface AssignedArray {
  readonly variable: string | undefined;
  readonly container: CodeContainer;
}

function rootsOf(text: string, statements: readonly PhpNode[]): readonly CodeRoot[] {
  const arrays: AssignedArray[] = [];
  const assignments: KeyAssignment[] = [];
  // One for each statement, also for those that assign nothing.
  const members: BareMember[] = [];
  for (const statement of statements) {
    const assignment = assignmentIn(statement);
    const keyAssignment = keyAssignmentIn(text, assignment);
    if (keyAssignment !== undefined) assignments.push(keyAssignment);
    members.push(keyAssignment?.member ?? unnamedMember(...rangeOf(statement)));
    const value = assignment?.right ?? statement.expr;
    // The result is ignored: reading a string throws if its closing quote is missing.
    if (value?.kind === 'string') valueOf(text, value, 0);
    for (const array of arraysIn(returnedOrAssignedValue(statement, assignment)))
      arrays.push({ variable: variableName(assignment?.left), container: arrayOf(text, array, 0) });
  }
  // The name of a file's only variable is not part of ids: no program uses it as a key.
  const hasOneVariable = new Set([...arrays, ...assignments].map(({ variable }) => variable)).size === 1;
  const roots = statementRoots(text, members, assignments, hasOneVariable);
  for (const { variable, container } of arrays) {
    const isNamed = variable !== undefined && !hasOneVariable;
    roots.push({ path: isNamed ? [variable] : [], container });
  }
  return roots.sort((a, b) => a.container.start - b.container.start);
}

/** Returns the assignment that is a whole statement: `$lang = [];`. */
function assignmentIn(statement: PhpNode): PhpNode | undefined {
  if (statement.kind !== 'expressionstatement' || statement.expression?.kind !== 'assign') return undefined;
  return statement.expression;
}

/** Returns the value that the file returns or that is assigned to a variable, but not one assigned to a key. */
function returnedOrAssignedValue(statement: PhpNode, assignment: PhpNode | undefined): PhpNode | null | undefined {
  if (statement.kind === 'return') return statement.expr;
  if (assignment?.left?.kind === 'variable') return assignment.right;
  return undefined;
}

/** Groups assignments that differ only in their last key into containers. `statements` are all those of the file. */
function statementRoots(
  text: string,
  statements: readonly BareMember[],
  assignments: readonly KeyAssignment[],
  hasOneVariable: boolean,
): CodeRoot[] {
  if (assignments.length === 0) return [];
  const contentStart = (/<\?(?:php|=)/i.exec(text)?.index ?? 0) + '<?php'.length;
  // The text between statements is scanned once, regardless of the number of groups.
  const assignmentMembers = new Set(assignments.map(({ member }) => member));
  const members = statementMembers(text, statements, assignmentMembers, contentStart);
  const groups = new Map<string, { readonly path: readonly string[]; readonly members: CodeMember[] }>();
  for (const [index, { variable, path }] of assignments.entries()) {
    const member = members[index];
    if (member === undefined) continue;
    const fullPath = [variable, ...path];
    const groupKey = JSON.stringify(fullPath);
    const group = groups.get(groupKey) ?? { path: hasOneVariable ? path : fullPath, members: [] };
    group.members.push({ ...member, index: group.members.length });
    groups.set(groupKey, group);
  }
  return Array.from(groups.values(), (group) => ({ path: group.path, container: statementsOf(group.members) }));
}

/** Functions whose arguments contain units: `array_merge($lang, [...])`. Other functions compute unknown values. */
const mergingFunctions: ReadonlySet<string> = new Set([
  'array_merge',
  'array_replace',
  'array_replace_recursive',
  'array_merge_recursive',
]);

/** Returns the arrays of units in a value: the array itself, or those that a function merges. */
function arraysIn(node: PhpNode | null | undefined): readonly PhpNode[] {
  if (node?.kind === 'array') return [node];
  if (node?.kind === 'cast') return arraysIn(node.expr);
  if (node?.kind !== 'call' || typeof node.what?.name !== 'string') return [];
  if (!mergingFunctions.has(node.what.name.replace(/^\\/, '').toLowerCase())) return [];
  return (node.arguments ?? []).flatMap((argument) => arraysIn(argument));
}

/** Returns an assignment to constant keys of a variable, `$lang['home'] = …;`; undefined for any other one. */
function keyAssignmentIn(text: string, assignment: PhpNode | undefined): KeyAssignment | undefined {
  const { left, right, operator } = assignment ?? {};
  if (assignment === undefined || right === undefined || operator !== '=') return undefined;
  // `$lang[] = …;` has no key.
  if (left?.kind !== 'offsetlookup' || left.offset === false || left.offset === undefined) return undefined;
  // From the last key to the first: `$lang['menu']['home']` is a lookup of `home` in `$lang['menu']`.
  const keys: string[] = [];
  let node: PhpNode | undefined = left;
  while (node?.kind === 'offsetlookup') {
    const key = keyOf(text, node.offset);
    if (key === undefined) return undefined;
    keys.unshift(key);
    node = node.what;
  }
  const variable = variableName(node);
  if (variable === undefined) return undefined;
  const [start] = rangeOf(assignment);
  const [keyStart, keyEnd] = rangeOf(left.offset);
  const value = valueOf(text, right, 0);
  const member = { key: keys.at(-1), start, keyStart, keyEnd, value, end: statementEnd(text, value.end) };
  return { variable, path: keys.slice(0, -1), member };
}

/** Returns the end of a statement, which includes closing parentheses around its value and the semicolon. */
function statementEnd(text: string, valueEnd: number): number {
  const parenthesesAndSemicolon = /\s*\)*\s*;/y;
  parenthesesAndSemicolon.lastIndex = valueEnd;
  if (!parenthesesAndSemicolon.test(text)) return valueEnd;
  return parenthesesAndSemicolon.lastIndex;
}

function variableName(node: PhpNode | undefined): string | undefined {
  if (node?.kind !== 'variable' || typeof node.name !== 'string') return undefined;
  return node.name;
}

function valueOf(text: string, node: PhpNode, depth: number): CodeNode {
  const [start, end] = rangeOf(node);
  if (node.kind === 'array') return arrayOf(text, node, depth);
  if (node.kind === 'string') return textOf(text, start, end);
  const literal = text.slice(start, end);
  const isHeredoc = node.kind === 'nowdoc' || (node.kind === 'encapsed' && node.type === 'heredoc');
  if (isHeredoc && !hasVariables(node)) {
    const heredoc = readHeredoc(literal);
    if (heredoc !== undefined) return heredocOf(start, end, heredoc);
  }
  // `"Hello $name"`
  const inside = isHeredoc ? heredocText(literal) : literal.slice(1, -1);
  if (isHeredoc || node.kind === 'encapsed') return computedText(start, end, inside, because('code-interpolated'));
  if (node.kind === 'bin' && node.type === '.') return concatenationOf(text, node);
  return computedValue(literal, { start, end });
}

function heredocOf(start: number, end: number, { value, isBytes }: PhpString): CodeNode {
  if (isBytes) return computedText(start, end, value, because('unit-byte-escapes'));
  return { kind: 'text', start, end, value };
}

function hasVariables({ value }: PhpNode): boolean {
  return (
    Array.isArray(value) &&
    value.some((part: PhpNode) => part.kind !== 'encapsedpart' || part.expression?.kind !== 'string')
  );
}

/** Reads texts that are concatenated, `'One ' . 'text'`; read-only if the program computes one of them. */
function concatenationOf(text: string, node: PhpNode): CodeNode {
  const [start, end] = rangeOf(node);
  const values: string[] = [];
  // From the last part to the first: `'a' . 'b' . 'c'` is `'a' . 'b'`, and `'c'`.
  const nodesToVisit: (PhpNode | undefined)[] = [node];
  for (let part = nodesToVisit.pop(); part !== undefined; part = nodesToVisit.pop()) {
    if (part.kind === 'bin' && part.type === '.') {
      nodesToVisit.push(part.left, part.right);
      continue;
    }
    const value = valueOf(text, part, 0);
    if (value.kind !== 'text') return computedText(start, end, text.slice(start, end), because('code-concatenated'));
    values.unshift(value.value);
  }
  return { kind: 'text', start, end, value: values.join('') };
}

/** Reads a string in quotes; one such as `b'bytes'` is read-only. Throws FormatError for a missing closing quote. */
function textOf(text: string, start: number, end: number): CodeNode {
  const literal = text.slice(start, end);
  // php-parser accepts an open quote if the string ends with the file.
  if (end === text.length) refuseOpenQuote(text, start);
  if (!/^['"]/.test(literal)) return computedText(start, end, literal, because('php-byte-string'));
  const { value, isBytes } = readPhpString(literal);
  if (isBytes) return computedText(start, end, value, because('unit-byte-escapes'));
  return { kind: 'text', start, end, value };
}

/** Returns the lines between those that begin and end a heredoc. */
function heredocText(literal: string): string {
  return literal.replace(/^<<<[^\r\n]*(?:\r\n|\n|\r)/, '').replace(/(?:\r\n|\n|\r)?[^\r\n]*$/, '');
}

function arrayOf(text: string, node: PhpNode, depth: number): CodeContainer {
  const [start, end] = rangeOf(node);
  refuseDepth(text, depth, start);
  const members: BareMember[] = [];
  let nextIndex = 0;
  let isMap = false;
  for (const item of node.items ?? []) {
    if (item === null) continue;
    const member = itemOf(text, item, nextIndex, depth + 1);
    members.push(member);
    // Items of a list have an index as their key, but do not write it: `keyStart` is `keyEnd`.
    const isSpreadArray = member.key === undefined;
    const hasWrittenKey = member.keyStart < member.keyEnd;
    if (isSpreadArray || hasWrittenKey) isMap = true;
    const isIndex = /^(?:0|[1-9]\d{0,14})$/.test(member.key ?? '');
    if (isIndex) nextIndex = Math.max(nextIndex, Number(member.key) + 1);
  }
  const kind = isMap || members.length === 0 ? 'map' : 'list';
  const innerStart = text.indexOf(node.shortForm === true ? '[' : '(', start) + 1;
  return withElementKeys(text, containerOf(text, { kind, start, end, innerStart, innerEnd: end - 1 }, members));
}

/** Returns an item of an array; without a key of its own, its key is `nextIndex`. */
function itemOf(text: string, item: PhpNode, nextIndex: number, depth: number): BareMember {
  const [start, itemEnd] = rangeOf(item);
  if (item.kind !== 'entry' || typeof item.value !== 'object' || item.unpack === true)
    return unnamedMember(start, itemEnd);
  const value = valueOf(text, item.value, depth);
  const end = Math.max(itemEnd, value.end);
  const keyNode = item.key ?? undefined;
  if (keyNode === undefined) return { key: String(nextIndex), start, keyStart: start, keyEnd: start, value, end };
  const [keyStart, keyEnd] = rangeOf(keyNode);
  const key = keyOf(text, keyNode);
  if (key !== undefined) return { key, start, keyStart, keyEnd, value, end };
  return { key: text.slice(keyStart, keyEnd), start, keyStart, keyEnd, value: asReadOnly(value), end };
}

/** Returns the value of a computed key: its text is read-only, as nothing says where the program puts it. */
function asReadOnly(value: CodeNode): CodeNode {
  if (value.kind !== 'text') return value;
  return computedText(value.start, value.end, value.value, because('code-key-computed'));
}

/** Returns the key as PHP evaluates it if it is constant; undefined for a computed one, or for none. */
function keyOf(text: string, node: PhpNode | false | undefined): string | undefined {
  if (node === undefined || node === false) return undefined;
  const literal = text.slice(...rangeOf(node));
  if (node.kind === 'string' && /^['"]/.test(literal)) return readPhpString(literal).value;
  // PHP reads other numbers, such as 0x10, as different keys than they are written.
  const isNumber = node.kind === 'number' || node.kind === 'unary';
  return isNumber && /^-?(?:0|[1-9]\d*)$/.test(literal) ? literal : undefined;
}

function rangeOf(node: PhpNode): readonly [number, number] {
  return [node.loc?.start.offset ?? 0, node.loc?.end.offset ?? 0];
}
