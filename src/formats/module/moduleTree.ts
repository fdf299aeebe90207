import { parse, type ParserPlugin } from '@babel/parser';
import {
  containerOf,
  refuseDepth,
  type BareMember,
  type CodeContainer,
  type CodeNode,
  type CodeRoot,
  type CodeTree,
  type LocaleMark,
} from '../code/codeTree.ts';
import { isLocaleName } from '../code/codeLocale.ts';
import { because } from '../reasons/reason.ts';
import { exportedObjects, type ExportedObject } from './moduleExports.ts';
import { moduleError, refuseErrors } from './moduleError.ts';
import { refuseNesting } from './moduleGuard.ts';
import { childNodes, unwrapped, type ModuleNode } from './moduleNode.ts';

export type ModuleLanguage = 'javascript' | 'typescript';

/** Parses a module, without running it, into the objects that it exports. Throws FormatError. */
export function parseModule(text: string, language: ModuleLanguage): CodeTree {
  refuseNesting(text);
  const body = parseBody(text, language);
  const objects = exportedObjects(body);
  // The name of the only object, which usually is the locale, is not part of ids.
  const roots = objects.map(({ node, name }): CodeRoot => ({
    path: objects.length > 1 && name !== undefined ? [name] : [],
    container: containerIn(text, node, 0),
  }));
  return { text, roots: withoutLocaleFields(roots), marks: [...nameMarks(body, objects), ...fieldMarks(text, roots)] };
}

function parseBody(text: string, language: ModuleLanguage): readonly ModuleNode[] {
  const flow: ParserPlugin[] = text.includes('@flow') && /@flow\b/.test(text) ? ['flow'] : [];
  const plain: ParserPlugin[] = language === 'typescript' ? ['typescript'] : flow;
  try {
    return parseWith(text, plain);
  } catch (error) {
    // In TypeScript a tag may be a type assertion, so elements are read only if the file is invalid without them.
    if (/<\/|\/>/.test(text)) {
      try {
        return parseWith(text, [...plain, 'jsx']);
      } catch {
        // The first error is the one to report.
      }
    }
    throw moduleError(text, error);
  }
}

function parseWith(text: string, plugins: ParserPlugin[]): readonly ModuleNode[] {
  const file = parse(text, { sourceType: 'module', errorRecovery: true, attachComment: false, plugins });
  refuseErrors(text, file.errors);
  return file.program.body as unknown as readonly ModuleNode[];
}

function containerIn(text: string, node: ModuleNode, depth: number): CodeContainer {
  const start = node.start;
  refuseDepth(text, depth, start);
  const isList = node.type === 'ArrayExpression';
  const bare: BareMember[] = [];
  const elements = (isList ? node.elements : node.properties) ?? [];
  for (const [index, element] of elements.entries()) {
    if (element === null) continue;
    bare.push(isList ? elementOf(text, element, index, depth) : propertyOf(text, element, depth));
  }
  return containerOf(
    text,
    { kind: isList ? 'list' : 'map', start, end: node.end, innerStart: start + 1, innerEnd: node.end - 1 },
    bare,
  );
}

function elementOf(text: string, node: ModuleNode, index: number, depth: number): BareMember {
  const isSpread = node.type === 'SpreadElement';
  const start = node.extra?.parenStart ?? node.start;
  return {
    key: isSpread ? undefined : String(index),
    start,
    keyStart: start,
    keyEnd: start,
    value: valueIn(text, node, depth + 1),
    end: node.end,
  };
}

function propertyOf(text: string, node: ModuleNode, depth: number): BareMember {
  const { start, end, key, value } = node;
  if (
    node.type !== 'ObjectProperty' ||
    key === undefined ||
    value === undefined ||
    typeof value !== 'object' ||
    node.shorthand === true
  ) {
    return { key: undefined, start, keyStart: start, keyEnd: start, value: { kind: 'other', start, end }, end };
  }
  const name = nameOf(key, node.computed === true);
  const found = valueIn(text, value, depth + 1);
  if (name !== undefined)
    return {
      key: name,
      start,
      keyStart: start,
      keyEnd: node.computed === true ? text.indexOf(']', key.end) + 1 : key.end,
      value: found,
      end,
    };
  if (found.kind !== 'text')
    return { key: undefined, start, keyStart: start, keyEnd: start, value: { kind: 'other', start, end }, end };
  const shown: CodeNode = {
    kind: 'other',
    start: found.start,
    end: found.end,
    shown: found.value,
    reason: because('code-key-computed'),
  };
  return { key: text.slice(start, key.end + 1), start, keyStart: start, keyEnd: start, value: shown, end };
}

/** Returns the name of a key that is not computed; undefined for a computed one. */
function nameOf(key: ModuleNode, computed: boolean): string | undefined {
  if (key.type === 'StringLiteral' && typeof key.value === 'string') return key.value;
  if (key.type === 'NumericLiteral' && typeof key.value === 'number') return String(key.value);
  if (computed)
    return key.type === 'TemplateLiteral' && key.expressions?.length === 0
      ? (key.quasis?.[0]?.value as { readonly cooked?: string } | undefined)?.cooked
      : undefined;
  return key.type === 'Identifier' ? key.name : undefined;
}

function valueIn(text: string, wrapped: ModuleNode, depth: number): CodeNode {
  const node = unwrapped(wrapped);
  const { start, end } = node;
  if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return containerIn(text, node, depth);
  if (node.type === 'StringLiteral' && typeof node.value === 'string')
    return { kind: 'text', start, end, value: node.value };
  if (node.type === 'TemplateLiteral') {
    const [only] = node.quasis ?? [];
    const cooked = (only?.value as { readonly cooked?: string } | undefined)?.cooked;
    if (node.expressions?.length === 0 && cooked !== undefined) return { kind: 'text', start, end, value: cooked };
    return {
      kind: 'other',
      start,
      end,
      shown: text.slice(start + 1, end - 1),
      reason: because('code-interpolated'),
    };
  }
  if (node.type === 'BinaryExpression' && isTextSum(node)) {
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

/** Whether a sum contains a string. */
function isTextSum(sum: ModuleNode): boolean {
  let node: ModuleNode | undefined = sum;
  while (node?.type === 'BinaryExpression' && node.operator === '+') {
    if (isText(node.right)) return true;
    node = node.left;
  }
  return isText(node);
}

function isText(node: ModuleNode | undefined): boolean {
  return node?.type === 'StringLiteral' || node?.type === 'TemplateLiteral';
}

const localeFields: ReadonlySet<string> = new Set([
  'locale',
  'lang',
  'language',
  'languageCode',
  'localeCode',
  'langCode',
  'code',
  'name',
  'isoName',
  'iso',
  'tag',
  'id',
]);

/** Whether a field of the outermost object names the file's locale (`locale: 'en'`), so it is not a unit. */
function isLocaleField(key: string | undefined, value: CodeNode): boolean {
  return key !== undefined && localeFields.has(key) && value.kind === 'text' && isLocaleName(value.value);
}

function withoutLocaleFields(roots: readonly CodeRoot[]): readonly CodeRoot[] {
  return roots.map(({ path, container }) => {
    if (!container.members.some(({ key, value }) => isLocaleField(key, value))) return { path, container };
    const members = container.members.map((member) =>
      isLocaleField(member.key, member.value) ? { ...member, key: undefined } : member,
    );
    return { path, container: { ...container, members } };
  });
}

function fieldMarks(text: string, roots: readonly CodeRoot[]): LocaleMark[] {
  return roots.flatMap(({ container }) =>
    container.members.flatMap(({ key, value }) => {
      if (
        !isLocaleField(key, value) ||
        value.kind !== 'text' ||
        text.slice(value.start + 1, value.end - 1) !== value.value
      )
        return [];
      return [{ start: value.start + 1, end: value.end - 1, name: value.value, isIdentifier: false }];
    }),
  );
}

/** Finds the name of the only object, if it is a locale (`const en = {…}; export default en;`), outside of objects. */
function nameMarks(body: readonly ModuleNode[], objects: readonly ExportedObject[]): LocaleMark[] {
  const [only] = objects;
  if (objects.length !== 1 || only?.declared === undefined || !isLocaleName(only.declared)) return [];
  const name = only.declared;
  const marks: LocaleMark[] = [];
  const open: ModuleNode[] = [...body];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'Identifier' && node.name === name)
      marks.push({ start: node.start, end: node.start + name.length, name, isIdentifier: true });
    if (node.type !== 'ObjectExpression' && node.type !== 'ImportDeclaration') open.push(...childNodes(node));
  }
  const starts = new Set<number>();
  return marks.filter(({ start }) => !starts.has(start) && starts.add(start)).sort((a, b) => a.start - b.start);
}
