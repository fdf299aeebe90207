import { isLocaleName } from '../code/isLocaleName.ts';
import { unwrapValue, type ModuleNode } from './moduleNode.ts';

/** An object that a module exports. */
export interface ExportedObject {
  readonly node: ModuleNode;
  /** The name under which it is imported; undefined for the default export. */
  readonly name: string | undefined;
  /** The name of its variable in the module, if any. */
  readonly variable: string | undefined;
  /** Of a script's object, the last name of the property that it is assigned to: `'en'` of `LANG['en'] = {…}`. */
  readonly property?: ModuleNode;
}

/**
 * Returns the objects that a module exports (as default, by name, or in CommonJS), each once, in its order. A file
 * without any is a script for pages, if all that it does is to give one object a name.
 */
export function exportedObjects(body: readonly ModuleNode[]): readonly ExportedObject[] {
  const objectsByVariable = declaredObjects(body);
  const exports = new Map<ModuleNode, ExportedObject>();
  for (const statement of body) {
    for (const { value, name } of exportsOf(statement)) {
      const node = value?.type === 'Identifier' ? objectsByVariable.get(value.name ?? '') : objectOf(value);
      if (node === undefined) continue;
      // An object that is exported both as default and by name has that name.
      const exportedName = exports.get(node)?.name ?? (name === 'default' ? undefined : name);
      exports.set(node, { node, name: exportedName, variable: variableNameOf(objectsByVariable, node) });
    }
  }
  if (exports.size === 0) return scriptObject(body);
  return [...exports.values()].sort((a, b) => a.node.start - b.node.start);
}

/**
 * `let i18n = {…};`, `LANG['fr'] = {…};`: the object that a script gives a name. None if it does anything else, or if the
 * locale is a part of the name (`texts_fr`), so that a file for another locale would need a name that nothing shows.
 */
function scriptObject(body: readonly ModuleNode[]): readonly ExportedObject[] {
  const [statement, ...others] = body;
  if (statement === undefined || others.length > 0) return [];
  if (statement.type === 'VariableDeclaration') {
    const [declaration, ...moreDeclarations] = statement.declarations ?? [];
    const node = objectOf(declaration?.init);
    const variable = declaration?.id?.name;
    if (node === undefined || moreDeclarations.length > 0 || endsInLocale(variable)) return [];
    return [{ node, name: undefined, variable }];
  }
  const { type, operator, left, right } = statement.expression ?? statement;
  const node = objectOf(right);
  if (type !== 'AssignmentExpression' || operator !== '=' || left === undefined || node === undefined) return [];
  const property = left.type === 'MemberExpression' ? left.property : left;
  if (property === undefined || endsInLocale(property.name ?? property.value)) return [];
  return [{ node, name: undefined, variable: undefined, property }];
}

/** Whether a name ends in that of a locale after another word: `texts_fr`, `lang-pt-BR`. */
function endsInLocale(name: ModuleNode['value']): boolean {
  if (typeof name !== 'string' || isLocaleName(name)) return false;
  return Array.from(name.matchAll(/[-_]/g)).some(({ index }) => isLocaleName(name.slice(index + 1)));
}

/** A value that a module exports, without type assertions and parentheses. */
interface Export {
  readonly value: ModuleNode | undefined;
  /** `default` for the default export; undefined for a name in quotes, as in `export { a as 'b' }`. */
  readonly name: string | undefined;
}

function exportOf(value: ModuleNode | null | undefined, name: string | undefined): Export {
  if (value === null || value === undefined) return { value: undefined, name };
  return { value: unwrapValue(value), name };
}

function exportsOf(statement: ModuleNode): readonly Export[] {
  if (statement.type === 'ExportDefaultDeclaration') return [exportOf(statement.declaration, 'default')];
  if (statement.type === 'TSExportAssignment') return [exportOf(statement.expression, 'default')];
  if (statement.type === 'ExportNamedDeclaration') return namedExports(statement);
  if (statement.type === 'ExpressionStatement')
    return [...commonJsExports(statement.expression), ...amdExports(statement.expression)];
  return [];
}

/** `export const messages = {…};`, `export { messages, other as default };`. */
function namedExports({ declaration, source, specifiers }: ModuleNode): readonly Export[] {
  const exports: Export[] = [];
  for (const { id, init } of declaration?.declarations ?? [])
    if (id?.name !== undefined) exports.push(exportOf(init, id.name));
  // `export { messages } from './de'` exports nothing of this file.
  if (source !== null && source !== undefined) return exports;
  for (const { local, exported } of specifiers ?? []) exports.push(exportOf(local, exported?.name));
  return exports;
}

/** `module.exports = {…}`, `exports.messages = {…}`, `module.exports.messages = {…}`. */
function commonJsExports(expression: ModuleNode | undefined): readonly Export[] {
  if (expression?.type !== 'AssignmentExpression' || expression.operator !== '=') return [];
  const { left, right } = expression;
  if (left?.type !== 'MemberExpression' || left.computed === true) return [];
  const property = left.property?.name;
  if (left.object?.name === 'module' && property === 'exports') return [exportOf(right, 'default')];
  if (isExports(left.object)) return [exportOf(right, property)];
  return [];
}

function isExports(node: ModuleNode | undefined): boolean {
  if (node?.name === 'exports') return true;
  return node?.type === 'MemberExpression' && node.object?.name === 'module' && node.property?.name === 'exports';
}

/** `define({…})`, `define([], function () { return {…}; })`, as in SharePoint and in Dojo's folders `nls`. */
function amdExports(expression: ModuleNode | undefined): readonly Export[] {
  if (expression?.type !== 'CallExpression' || expression.callee?.name !== 'define') return [];
  return [exportOf(functionResult(expression.arguments?.at(-1)), 'default')];
}

/** Returns what a function returns, and any other value itself. */
function functionResult(node: ModuleNode | undefined): ModuleNode | undefined {
  return node !== undefined && isFunction(node) ? returnedObject(node.body) : node;
}

function isFunction({ type }: ModuleNode): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

/** Returns the objects that are assigned to the module's variables, by name. */
function declaredObjects(body: readonly ModuleNode[]): ReadonlyMap<string, ModuleNode> {
  const objects = new Map<string, ModuleNode>();
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations ?? []) {
      const object = objectOf(init);
      if (id?.name !== undefined && object !== undefined) objects.set(id.name, object);
    }
  }
  return objects;
}

function variableNameOf(objectsByVariable: ReadonlyMap<string, ModuleNode>, node: ModuleNode): string | undefined {
  for (const [name, object] of objectsByVariable) if (object === node) return name;
  return undefined;
}

/** Functions that take an object, or a function that returns one: `Object.freeze({…})`, `defineLocale(() => ({…}))`. */
const objectFunctions = /^(?:freeze|deepFreeze|define\w*(?:I18n|Locale|Translation|Lang)\w*|createLocale|lazyLocale)$/i;

/** Returns the object of texts in a value: the value itself, or the object that a function takes or returns. */
function objectOf(node: ModuleNode | null | undefined): ModuleNode | undefined {
  if (node === null || node === undefined) return undefined;
  const value = unwrapValue(node);
  if (value.type === 'ObjectExpression') return value;
  if (value.type === 'ArrowFunctionExpression') return returnedObject(value.body);
  if (value.type !== 'CallExpression') return undefined;
  const { callee } = value;
  const name = callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name;
  if (name === undefined || !objectFunctions.test(name)) return undefined;
  return objectOf(value.arguments?.at(-1));
}

function returnedObject(body: ModuleNode['body']): ModuleNode | undefined {
  // A function's body is a single node; only programs and blocks have lists.
  if (body === undefined || 'length' in body) return undefined;
  if (body.type !== 'BlockStatement') return objectOf(body);
  const [statement] = (body.body as readonly ModuleNode[] | undefined) ?? [];
  if (statement?.type !== 'ReturnStatement') return undefined;
  return objectOf(statement.argument);
}
