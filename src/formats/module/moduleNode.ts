/** A node of Babel's tree, with the fields that are read. Offsets are in UTF-16 units. */
export interface ModuleNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly extra?: { readonly parenStart?: number };
  readonly name?: string;
  readonly operator?: string;
  /** Of a declaration: `const`, `let` or `var`. */
  readonly kind?: string;
  readonly computed?: boolean;
  readonly shorthand?: boolean;
  readonly async?: boolean;
  readonly generator?: boolean;
  readonly params?: readonly ModuleNode[];
  readonly test?: ModuleNode;
  readonly consequent?: ModuleNode;
  readonly alternate?: ModuleNode | null;
  readonly value?: ModuleNode | string | number;
  readonly key?: ModuleNode;
  readonly properties?: readonly ModuleNode[];
  readonly elements?: readonly (ModuleNode | null)[];
  readonly quasis?: readonly { readonly value?: unknown }[];
  readonly expressions?: readonly ModuleNode[];
  readonly expression?: ModuleNode;
  readonly declaration?: ModuleNode | null;
  readonly declarations?: readonly ModuleNode[];
  readonly specifiers?: readonly ModuleNode[];
  readonly source?: ModuleNode | null;
  readonly local?: ModuleNode;
  readonly exported?: ModuleNode;
  readonly init?: ModuleNode | null;
  readonly left?: ModuleNode;
  readonly right?: ModuleNode;
  readonly object?: ModuleNode;
  readonly property?: ModuleNode;
  readonly callee?: ModuleNode;
  readonly arguments?: readonly ModuleNode[];
  readonly argument?: ModuleNode | null;
  readonly body?: ModuleNode | readonly ModuleNode[];
  readonly id?: ModuleNode;
}

/** Wrappers that add a type to a value without changing it. */
const typeWrappers: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSNonNullExpression',
  'TypeCastExpression',
  'ParenthesizedExpression',
]);

/** Returns a value without `as const`, `satisfies X` and parentheses. */
export function unwrapValue(node: ModuleNode): ModuleNode {
  let value = node;
  while (typeWrappers.has(value.type) && value.expression !== undefined) value = value.expression;
  return value;
}

/** Returns the nodes in all fields of a node, in no certain order. */
export function childNodes(node: ModuleNode): readonly ModuleNode[] {
  const children: ModuleNode[] = [];
  for (const value of (Object.values(node) as unknown[]).flat()) if (isNode(value)) children.push(value);
  return children;
}

function isNode(value: unknown): value is ModuleNode {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('start' in value)) return false;
  return typeof value.type === 'string' && typeof value.start === 'number';
}
