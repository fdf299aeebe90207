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
  const found = new Map<ModuleNode, ExportedObject>();
  const add = (value: ModuleNode | null | undefined, name: string | undefined): void => {
    const plain = value === null || value === undefined ? undefined : unwrapped(value);
    const identifier = plain?.type === 'Identifier' ? plain.name : undefined;
    const node = identifier === undefined ? objectIn(plain) : declared.get(identifier);
    if (node === undefined) return;
    const own = identifier ?? nameIn(declared, node);
    // An object that is exported both as default and by name has that name.
    found.set(node, { node, name: found.get(node)?.name ?? name, declared: own });
  };
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') add(statement.declaration, undefined);
    else if (statement.type === 'TSExportAssignment') add(statement.expression, undefined);
    else if (statement.type === 'ExportNamedDeclaration') addNamed(statement, add);
    else if (statement.type === 'ExpressionStatement') addCommonJs(statement.expression, add);
  }
  return [...found.values()].sort((a, b) => a.node.start - b.node.start);
}

type Add = (value: ModuleNode | null | undefined, name: string | undefined) => void;

function addNamed(statement: ModuleNode, add: Add): void {
  for (const { id, init } of statement.declaration?.declarations ?? []) if (id?.name !== undefined) add(init, id.name);
  if (statement.source !== null && statement.source !== undefined) return;
  for (const { local, exported } of statement.specifiers ?? [])
    if (local !== undefined) add(local, exported?.name === 'default' ? undefined : exported?.name);
}

/** `module.exports = {…}`, `exports.messages = {…}`, `module.exports.messages = {…}`. */
function addCommonJs(expression: ModuleNode | undefined, add: Add): void {
  if (expression?.type !== 'AssignmentExpression' || expression.operator !== '=') return;
  const { left, right } = expression;
  if (left?.type !== 'MemberExpression' || left.computed === true) return;
  const property = left.property?.name;
  if (left.object?.name === 'module' && property === 'exports') add(right, undefined);
  else if (isExports(left.object)) add(right, property === 'default' ? undefined : property);
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
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations ?? []) {
      const object = init === null || init === undefined ? undefined : objectIn(init);
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
  const name = value.callee?.type === 'MemberExpression' ? value.callee.property?.name : value.callee?.name;
  const last = value.arguments?.at(-1);
  return name !== undefined && returnsObject.test(name) && last !== undefined ? objectIn(last) : undefined;
}

function objectReturned(body: ModuleNode['body']): ModuleNode | undefined {
  if (body === undefined || 'length' in body) return undefined;
  if (body.type !== 'BlockStatement') return objectIn(body);
  const [only] = (body.body as readonly ModuleNode[] | undefined) ?? [];
  return only?.type === 'ReturnStatement' ? objectIn(only.argument) : undefined;
}
