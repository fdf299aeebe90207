import { parse, type ParserPlugin } from '@babel/parser';
import {
  computedText,
  computedValue,
  containerOf,
  refuseDepth,
  unnamedMember,
  type BareMember,
  type CodeContainer,
  type CodeMember,
  type CodeNode,
  type CodeRoot,
  type CodeText,
  type CodeTree,
  type LocaleMark,
} from '../code/codeTree.ts';
import { isLocaleName } from '../code/isLocaleName.ts';
import { withElementKeys } from '../code/withElementKeys.ts';
import { because } from '../reasons/reason.ts';
import { exportedObjects, type ExportedObject } from './exportedObjects.ts';
import { constantsOf, constantText, templateText, withConstants } from './moduleConstants.ts';
import { moduleError, refuseErrors } from './moduleError.ts';
import { refuseNesting } from './refuseNesting.ts';
import { childNodes, unwrapValue, type ModuleNode } from './moduleNode.ts';

export type ModuleLanguage = 'javascript' | 'typescript';

/** Parses a module, without running it, into the objects that it exports. Throws FormatError. */
export function parseModule(text: string, language: ModuleLanguage): CodeTree {
  const body = moduleBody(text, language);
  const objects = exportedObjects(body);
  const roots: CodeRoot[] = [];
  const constants = constantsOf(body);
  for (const { node, name } of objects) {
    // The name of the only object, which usually is the locale, is not part of ids.
    const isNamed = objects.length > 1 && name !== undefined;
    roots.push({ path: isNamed ? [name] : [], container: withConstants(text, containerIn(text, node, 0), constants) });
  }
  return { text, roots: ignoreLocaleFields(roots), marks: [...nameMarks(body, objects), ...fieldMarks(text, roots)] };
}

/** Returns the statements of a module, which is not run. Throws FormatError. */
export function moduleBody(text: string, language: ModuleLanguage): readonly ModuleNode[] {
  refuseNesting(text);
  const plugins = pluginsFor(text, language);
  try {
    return parseWith(text, plugins);
  } catch (error) {
    // In TypeScript a tag may be a type assertion, so elements are read only if the file is invalid without them.
    const mayHaveElements = /<\/|\/>/.test(text);
    if (mayHaveElements) {
      try {
        return parseWith(text, [...plugins, 'jsx']);
      } catch {
        // The first error is the one to report.
      }
    }
    throw moduleError(text, error);
  }
}

function pluginsFor(text: string, language: ModuleLanguage): ParserPlugin[] {
  if (language === 'typescript') return ['typescript'];
  return /@flow\b/.test(text) ? ['flow'] : [];
}

function parseWith(text: string, plugins: ParserPlugin[]): readonly ModuleNode[] {
  const file = parse(text, { sourceType: 'module', errorRecovery: true, attachComment: false, plugins });
  refuseErrors(text, file.errors);
  return file.program.body as unknown as readonly ModuleNode[];
}

function containerIn(text: string, node: ModuleNode, depth: number): CodeContainer {
  const { start, end } = node;
  refuseDepth(text, depth, start);
  const members: BareMember[] = [];
  for (const property of node.properties ?? []) members.push(propertyOf(text, property, depth + 1));
  for (const [index, element] of (node.elements ?? []).entries())
    // Null for a gap, as in `[1, , 2]`.
    if (element !== null) members.push(elementOf(text, element, index, depth + 1));
  const kind = node.type === 'ArrayExpression' ? 'list' : 'map';
  return withElementKeys(
    text,
    containerOf(text, { kind, start, end, innerStart: start + 1, innerEnd: end - 1 }, members),
  );
}

function elementOf(text: string, node: ModuleNode, index: number, depth: number): BareMember {
  const start = node.extra?.parenStart ?? node.start;
  const key = node.type === 'SpreadElement' ? undefined : String(index);
  return { key, start, keyStart: start, keyEnd: start, value: valueIn(text, node, depth), end: node.end };
}

function propertyOf(text: string, node: ModuleNode, depth: number): BareMember {
  const { start, end, key, computed = false } = node;
  // Methods, getters, spread objects and `{ name }` have no texts.
  if (node.type !== 'ObjectProperty' || key === undefined || typeof node.value !== 'object' || node.shorthand === true)
    return unnamedMember(start, end);
  const name = nameOf(key, computed);
  const value = valueIn(text, node.value, depth);
  if (name !== undefined) {
    const keyEnd = computed ? text.indexOf(']', key.end) + 1 : key.end;
    return { key: name, start, keyStart: start, keyEnd, value, end };
  }
  if (value.kind !== 'text') return unnamedMember(start, end);
  // `[name]: 'text'`, where the key is the text from bracket to bracket.
  const readOnly = computedText(value.start, value.end, value.value, because('code-key-computed'));
  return { key: text.slice(start, key.end + 1), start, keyStart: start, keyEnd: start, value: readOnly, end };
}

/** Returns the name of a key that is not computed; undefined for a computed one. */
function nameOf(key: ModuleNode, computed: boolean): string | undefined {
  if (key.type === 'StringLiteral' && typeof key.value === 'string') return key.value;
  if (key.type === 'NumericLiteral' && typeof key.value === 'number') return String(key.value);
  if (computed) return templateText(key);
  if (key.type === 'Identifier') return key.name;
  return undefined;
}

function valueIn(text: string, wrappedNode: ModuleNode, depth: number): CodeNode {
  const node = unwrapValue(wrappedNode);
  const { start, end } = node;
  if (node.type === 'ObjectExpression' || node.type === 'ArrayExpression') return containerIn(text, node, depth);
  if (node.type === 'StringLiteral' && typeof node.value === 'string')
    return { kind: 'text', start, end, value: node.value };
  if (node.type === 'TemplateLiteral') {
    const value = templateText(node);
    if (value !== undefined) return { kind: 'text', start, end, value };
    return computedText(start, end, text.slice(start + 1, end - 1), because('code-interpolated'));
  }
  if (node.type === 'BinaryExpression' && isTextSum(node)) {
    const value = constantText(node);
    if (value !== undefined) return { kind: 'text', start, end, value };
    return computedText(start, end, text.slice(start, end), because('code-concatenated'));
  }
  return computedValue(text.slice(start, end), { start, end });
}

/** Whether a sum contains a string: `'Hello ' + name`. */
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

/** Fields that may name the file's locale. */
const localeFields: ReadonlySet<string> = new Set(
  'locale lang language languageCode localeCode langCode code name isoName iso tag id'.split(' '),
);

/** Whether a field of the outermost object names the file's locale (`locale: 'en'`), so it is not a unit. */
function isLocaleField(member: CodeMember): member is CodeMember & { readonly value: CodeText } {
  const { key = '', value } = member;
  return localeFields.has(key) && value.kind === 'text' && isLocaleName(value.value);
}

/** Removes the keys of fields that name the file's locale: a member without a key is not a unit. */
function ignoreLocaleFields(roots: readonly CodeRoot[]): readonly CodeRoot[] {
  const withoutLocaleKey = (member: CodeMember): CodeMember =>
    isLocaleField(member) ? { ...member, key: undefined } : member;
  return roots.map(({ path, container }) => {
    return { path, container: { ...container, members: container.members.map(withoutLocaleKey) } };
  });
}

/** Finds the names of the file's locale in such fields, which a new file replaces. */
function fieldMarks(text: string, roots: readonly CodeRoot[]): LocaleMark[] {
  const marks: LocaleMark[] = [];
  for (const { value } of roots.flatMap(({ container }) => container.members.filter(isLocaleField))) {
    const start = value.start + 1;
    const end = value.end - 1;
    // A name with escapes stays as it is.
    if (text.slice(start, end) === value.value) marks.push({ start, end, name: value.value, isIdentifier: false });
  }
  return marks;
}

/** Finds the locale in the property that a script assigns: `LANG['en'] = {…}`, `lang.en = {…}`. */
function propertyMarks({ type, start, end, name, value }: ModuleNode): LocaleMark[] {
  if (type === 'Identifier' && name !== undefined && isLocaleName(name))
    return [{ start, end, name, isIdentifier: true }];
  if (type !== 'StringLiteral' || typeof value !== 'string' || !isLocaleName(value)) return [];
  return [{ start: start + 1, end: end - 1, name: value, isIdentifier: false }];
}

/** Finds the name of the only object, if it is a locale (`const en = {…}; export default en;`), outside of objects. */
function nameMarks(body: readonly ModuleNode[], objects: readonly ExportedObject[]): LocaleMark[] {
  const [object, ...otherObjects] = objects;
  if (object?.property !== undefined) return propertyMarks(object.property);
  const name = otherObjects.length === 0 ? object?.variable : undefined;
  if (name === undefined || !isLocaleName(name)) return [];
  const marks: LocaleMark[] = [];
  const nodesToVisit: ModuleNode[] = [...body];
  for (let node = nodesToVisit.pop(); node !== undefined; node = nodesToVisit.pop()) {
    if (node.type === 'Identifier' && node.name === name)
      marks.push({ start: node.start, end: node.start + name.length, name, isIdentifier: true });
    if (node.type !== 'ObjectExpression' && node.type !== 'ImportDeclaration') nodesToVisit.push(...childNodes(node));
  }
  // `export { en }` contains one identifier twice.
  const marksByStart = new Map(marks.map((mark) => [mark.start, mark]));
  return [...marksByStart.values()].sort((a, b) => a.start - b.start);
}
