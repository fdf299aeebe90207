import phpParser from 'php-parser';
import { FormatError } from '../kit/localeFormat.ts';
import {
  containerOf,
  refuseDepth,
  statementsOf,
  type BareMember,
  type CodeContainer,
  type CodeNode,
  type CodeRoot,
  type CodeTree,
} from '../code/codeTree.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';
import { phpError, refuseOpenComment, refuseOpenQuote } from './phpError.ts';
import { refuseLongExpressions } from './phpGuard.ts';
import { readPhpString } from './phpString.ts';

/** A node of php-parser's tree, with the fields that are read. Offsets are UTF-16. */
interface PhpNode {
  readonly kind: string;
  readonly loc?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } } | null;
  readonly children?: readonly PhpNode[];
  readonly expr?: PhpNode | null;
  readonly expression?: PhpNode;
  readonly left?: PhpNode;
  readonly right?: PhpNode;
  readonly what?: PhpNode;
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
  const program = parse(text);
  const last = program.children?.at(-1);
  refuseOpenComment(text, last === undefined ? 0 : rangeOf(last)[1]);
  return { text, roots: rootsOf(text, program.children ?? []), marks: [] };
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

/** An assignment to a key, `$lang['menu']['home'] = …;`, of a variable. */
interface Assignment {
  readonly variable: string;
  readonly path: readonly string[];
  readonly member: BareMember;
}

/** An array that is assigned to a variable, or that the file returns (then `variable` is undefined). */
interface Whole {
  readonly variable: string | undefined;
  readonly container: CodeContainer;
}

function rootsOf(text: string, statements: readonly PhpNode[]): readonly CodeRoot[] {
  const wholes: Whole[] = [];
  const assignments: Assignment[] = [];
  const all: BareMember[] = [];
  for (const statement of statements) {
    const assignment =
      statement.kind === 'expressionstatement' && statement.expression?.kind === 'assign'
        ? statement.expression
        : undefined;
    const member = assignment === undefined ? undefined : assignmentOf(text, assignment);
    all.push(member?.member ?? plainStatement(statement));
    if (member !== undefined) assignments.push(member);
    const alone = assignment?.right ?? statement.expr;
    // Read only to refuse a missing closing quote.
    if (alone?.kind === 'string') valueOf(text, alone, 0);
    const assigned = assignment?.left?.kind === 'variable' ? assignment.right : undefined;
    const value = statement.kind === 'return' ? statement.expr : assigned;
    for (const array of value === undefined ? [] : arraysIn(value)) {
      wholes.push({
        variable: assignment === undefined ? undefined : variableName(assignment.left),
        container: arrayOf(text, array, 0),
      });
    }
  }
  // The name of a file's only variable is not part of ids: no program uses it as a key.
  const variables = new Set([...wholes.map((whole) => whole.variable), ...assignments.map(({ variable }) => variable)]);
  const prefix = (variable: string | undefined): readonly string[] =>
    variables.size > 1 && variable !== undefined ? [variable] : [];
  const roots: CodeRoot[] = wholes.map(({ variable, container }) => ({ path: prefix(variable), container }));
  return [...roots, ...statementRoots(text, all, assignments, prefix)].sort(
    (a, b) => a.container.start - b.container.start,
  );
}

/** Groups assignments that differ only in their last key into containers. */
function statementRoots(
  text: string,
  all: readonly BareMember[],
  assignments: readonly Assignment[],
  prefix: (variable: string) => readonly string[],
): readonly CodeRoot[] {
  const groups = new Map<string, { readonly path: readonly string[]; readonly own: Set<BareMember> }>();
  for (const { variable, path, member } of assignments) {
    const full = [...prefix(variable), ...path];
    const name = JSON.stringify([variable, ...path]);
    const group = groups.get(name) ?? { path: full, own: new Set() };
    group.own.add(member);
    groups.set(name, group);
  }
  const contentStart = (/<\?(?:php|=)/i.exec(text)?.index ?? 0) + 5;
  return statementGroups(text, all, [...groups.values()], contentStart);
}

function statementGroups(
  text: string,
  all: readonly BareMember[],
  groups: readonly { readonly path: readonly string[]; readonly own: ReadonlySet<BareMember> }[],
  contentStart: number,
): readonly CodeRoot[] {
  if (groups.length === 0) return [];
  // The text between statements is scanned once, regardless of the number of groups.
  const every = statementsOf(text, all, new Set(groups.flatMap(({ own }) => [...own])), contentStart);
  const groupOf = new Map(groups.flatMap(({ own }, index) => [...own].map((member) => [member.start, index] as const)));
  const members = groups.map((): CodeContainer['members'][number][] => []);
  for (const member of every.members) {
    const list = members[groupOf.get(member.start) ?? -1];
    list?.push({ ...member, index: list.length });
  }
  return groups.flatMap(({ path }, index) => {
    const own = members[index] ?? [];
    const start = own[0]?.start ?? contentStart;
    const end = own.at(-1)?.end ?? contentStart;
    return [
      { path, container: { kind: 'statements' as const, start, end, innerStart: start, innerEnd: end, members: own } },
    ];
  });
}

/**
 * Functions such as `array_merge($lang, [...])`, whose arguments contain units; other functions compute unknown values.
 */
const mergingFunctions: ReadonlySet<string> = new Set([
  'array_merge',
  'array_replace',
  'array_replace_recursive',
  'array_merge_recursive',
]);

function arraysIn(node: PhpNode | null | undefined): readonly PhpNode[] {
  if (node?.kind === 'array') return [node];
  if (node?.kind === 'cast' && node.expr !== undefined) return arraysIn(node.expr);
  if (node?.kind !== 'call' || typeof node.what?.name !== 'string') return [];
  return mergingFunctions.has(node.what.name.replace(/^\\/, '').toLowerCase())
    ? (node.arguments ?? []).flatMap((each) => arraysIn(each))
    : [];
}

function plainStatement(node: PhpNode): BareMember {
  const [start, end] = rangeOf(node);
  return { key: undefined, start, keyStart: start, keyEnd: start, value: { kind: 'other', start, end }, end };
}

/** Returns undefined unless the assignment is to constant keys of a variable. */
function assignmentOf(text: string, assignment: PhpNode): Assignment | undefined {
  const { left, right } = assignment;
  if (left?.kind !== 'offsetlookup' || right === undefined || assignment.operator !== '=') return undefined;
  const keys: string[] = [];
  let what: PhpNode | undefined = left;
  while (what?.kind === 'offsetlookup') {
    const key = what.offset === false || what.offset === undefined ? undefined : keyOf(text, what.offset);
    if (key === undefined) return undefined;
    keys.unshift(key);
    what = what.what;
  }
  const variable = variableName(what);
  const last = left.offset === false ? undefined : left.offset;
  if (variable === undefined || last === undefined) return undefined;
  const [start] = rangeOf(assignment);
  const [keyStart, keyEnd] = rangeOf(last);
  const value = valueOf(text, right, 0);
  const semicolon = /\s*\)*\s*;/y;
  semicolon.lastIndex = value.end;
  const end = semicolon.test(text) ? semicolon.lastIndex : value.end;
  return { variable, path: keys.slice(0, -1), member: { key: keys.at(-1), start, keyStart, keyEnd, value, end } };
}

function variableName(node: PhpNode | undefined): string | undefined {
  return node?.kind === 'variable' && typeof node.name === 'string' ? node.name : undefined;
}

function valueOf(text: string, node: PhpNode, depth: number): CodeNode {
  const [start, end] = rangeOf(node);
  if (node.kind === 'array') return arrayOf(text, node, depth);
  if (node.kind === 'string') return textOf(text, start, end);
  if (node.kind === 'nowdoc' || (node.kind === 'encapsed' && node.type === 'heredoc')) {
    return {
      kind: 'other',
      start,
      end,
      shown: heredocText(text.slice(start, end)),
      reason: because('php-heredoc'),
    };
  }
  if (node.kind === 'encapsed')
    return {
      kind: 'other',
      start,
      end,
      shown: text.slice(start + 1, end - 1),
      reason: because('code-interpolated'),
    };
  if (node.kind === 'bin' && node.type === '.') {
    return {
      kind: 'other',
      start,
      end,
      shown: text.slice(start, end),
      reason: because('code-concatenated'),
    };
  }
  return { kind: 'other', start, end };
}

function textOf(text: string, start: number, end: number): CodeNode {
  const raw = text.slice(start, end);
  if (end === text.length) refuseOpenQuote(text, start);
  if (!/^['"]/.test(raw)) return { kind: 'other', start, end, shown: raw, reason: because('php-byte-string') };
  const { value, isBytes } = readPhpString(raw);
  if (isBytes)
    return {
      kind: 'other',
      start,
      end,
      shown: value,
      reason: because('unit-byte-escapes'),
    };
  return { kind: 'text', start, end, value };
}

function heredocText(raw: string): string {
  return raw.replace(/^<<<[^\r\n]*(?:\r\n|\n|\r)/, '').replace(/(?:\r\n|\n|\r)?[^\r\n]*$/, '');
}

function arrayOf(text: string, node: PhpNode, depth: number): CodeContainer {
  const [start, end] = rangeOf(node);
  refuseDepth(text, depth, start);
  const bare: BareMember[] = [];
  let next = 0;
  let keys = 0;
  for (const item of node.items ?? []) {
    if (item === null) continue;
    const [itemStart, itemEnd] = rangeOf(item);
    const { value } = item;
    if (item.kind !== 'entry' || value === undefined || typeof value === 'string' || item.unpack === true) {
      bare.push({
        key: undefined,
        start: itemStart,
        keyStart: itemStart,
        keyEnd: itemStart,
        value: { kind: 'other', start: itemStart, end: itemEnd },
        end: itemEnd,
      });
      keys += 1;
      continue;
    }
    const own = item.key ?? undefined;
    let key = own === undefined ? String(next) : keyOf(text, own);
    let node = valueOf(text, value, depth + 1);
    if (own !== undefined) keys += 1;
    if (own !== undefined && key === undefined) {
      const [keyStart, keyEnd] = rangeOf(own);
      key = text.slice(keyStart, keyEnd);
      if (node.kind === 'text')
        node = {
          kind: 'other',
          start: node.start,
          end: node.end,
          shown: node.value,
          reason: because('code-key-computed'),
        };
    }
    if (/^(?:0|[1-9]\d{0,14})$/.test(key ?? '')) next = Math.max(next, Number(key) + 1);
    const [keyStart, keyEnd] = own === undefined ? [itemStart, itemStart] : rangeOf(own);
    bare.push({ key, start: itemStart, keyStart, keyEnd, value: node, end: Math.max(itemEnd, node.end) });
  }
  const innerStart = text.indexOf(node.shortForm === true ? '[' : '(', start) + 1;
  return containerOf(
    text,
    { kind: keys > 0 || bare.length === 0 ? 'map' : 'list', start, end, innerStart, innerEnd: end - 1 },
    bare,
  );
}

/** Returns the key as PHP evaluates it if it is constant; undefined for a computed one. */
function keyOf(text: string, node: PhpNode): string | undefined {
  const [start, end] = rangeOf(node);
  const raw = text.slice(start, end);
  if (node.kind === 'string' && /^['"]/.test(raw)) return readPhpString(raw).value;
  return (node.kind === 'number' || node.kind === 'unary') && /^-?(?:0|[1-9]\d*)$/.test(raw) ? raw : undefined;
}

function rangeOf(node: PhpNode): readonly [number, number] {
  return [node.loc?.start.offset ?? 0, node.loc?.end.offset ?? 0];
}
