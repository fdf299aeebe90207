import { unwrapped, type ModuleNode } from './moduleNode.ts';

/** An object that a module exports. */
export interface ExportedObject {
  readonly node: ModuleNode;
  /** The name under which it is imported; undefined for the default export. */
  readonly name: string | undefined;
  /** Its variable in the module, if any. */
  readonly declared: string | undefined;
}

/** Returns the objects that a module exports (as default, by name, or in CommonJS), each once, in its order. */
export function exportedObjects(body: readonly ModuleNode[]): readonly ExportedObject[] {
  const declared = declaredObjects(body);
  const objects = new Map<ModuleNode, ExportedObject>();
  for (const statement of body) {
    for (const { value, name } of exportsOf(statement)) {
      const node = value?.type === 'Identifier' ? declared.get(value.name ?? '') : objectIn(value);
      if (node === undefined) continue;
      // An object that is exported both as default and by name has that name.
      const exportedName = objects.get(node)?.name ?? (name === 'default' ? undefined : name);
      objects.set(node, { node, name: exportedName, declared: nameIn(declared, node) });
    }
  }
  return [...objects.values()].sort((one, other) => one.node.start - other.node.start);
}

/** A value that a module exports, without type assertions and parentheses. */
interface Export {
  readonly value: ModuleNode | undefined;
  /** `default` for the default export. */
  readonly name: string | undefined;
}

function exportOf(value: ModuleNode | null | undefined, name: string | undefined): Export {
  if (value === null || value === undefined) return { value: undefined, name };
  return { value: unwrapped(value), name };
}

function exportsOf(statement: ModuleNode): readonly Export[] {
  if (statement.type === 'ExportDefaultDeclaration') return [exportOf(statement.declaration, 'default')];
  if (statement.type === 'TSExportAssignment') return [exportOf(statement.expression, 'default')];
  if (statement.type === 'ExportNamedDeclaration') return namedExports(statement);
  if (statement.type === 'ExpressionStatement') return commonJsExports(statement.expression);
  return [];
}

/** `export const messages = {…};`, `export { messages, other as default };`. */
function namedExports({ declaration, source, specifiers }: ModuleNode): readonly Export[] {
  const exports: Export[] = [];
  for (const { id, init } of declaration?.declarations ?? [])
    if (id?.name !== undefined) exports.push(exportOf(init, id.name));
  // Nothing of another module is in this file.
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
  return (
    node?.name === 'exports' ||
    (node?.type === 'MemberExpression' && node.object?.name === 'module' && node.property?.name === 'exports')
  );
}

/** Returns the objects that are assigned to the module's variables, by name. */
function declaredObjects(body: readonly ModuleNode[]): ReadonlyMap<string, ModuleNode> {
  const objects = new Map<string, ModuleNode>();
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations ?? []) {
      const object = objectIn(init);
      if (id?.name !== undefined && object !== undefined) objects.set(id.name, object);
    }
  }
  return objects;
}

function nameIn(declared: ReadonlyMap<string, ModuleNode>, node: ModuleNode): string | undefined {
  for (const [name, object] of declared) if (object === node) return name;
  return undefined;
}

/** Functions that return the object passed to them, or the object that the function passed to them returns. */
const returnsObject = /^(?:freeze|deepFreeze|define\w*(?:I18n|Locale|Translation|Lang)\w*|createLocale|lazyLocale)$/i;

function objectIn(node: ModuleNode | null | undefined): ModuleNode | undefined {
  if (node === null || node === undefined) return undefined;
  const value = unwrapped(node);
  if (value.type === 'ObjectExpression') return value;
  if (value.type === 'ArrowFunctionExpression') return objectReturned(value.body);
  if (value.type !== 'CallExpression') return undefined;
  const { callee } = value;
  const name = callee?.type === 'MemberExpression' ? callee.property?.name : callee?.name;
  if (name === undefined || !returnsObject.test(name)) return undefined;
  return objectIn(value.arguments?.at(-1));
}

function objectReturned(body: ModuleNode['body']): ModuleNode | undefined {
  if (body === undefined || 'length' in body) return undefined;
  if (body.type !== 'BlockStatement') return objectIn(body);
  const [statement] = (body.body as readonly ModuleNode[] | undefined) ?? [];
  if (statement?.type !== 'ReturnStatement') return undefined;
  return objectIn(statement.argument);
}
