import type { CodeContainer, CodeMember, CodeNode } from '../code/codeTree.ts';
import { unwrapValue, type ModuleNode } from './moduleNode.ts';

/** Returns the text of a sum of literals, `'One ' + 'text'`; undefined if the program computes a part of it. */
export function constantText(expression: ModuleNode): string | undefined {
  let value = '';
  // From the last part to the first: `'a' + 'b' + 'c'` is `'a' + 'b'`, and `'c'`.
  const nodesToVisit: (ModuleNode | undefined)[] = [expression];
  for (let node = nodesToVisit.pop(); node !== undefined; node = nodesToVisit.pop()) {
    const part = unwrapValue(node);
    if (part.type === 'BinaryExpression' && part.operator === '+') {
      nodesToVisit.push(part.left, part.right);
      continue;
    }
    const partText = part.type === 'StringLiteral' ? part.value : templateText(part);
    if (typeof partText !== 'string') return undefined;
    value = partText + value;
  }
  return value;
}

/** Returns the text of a template without expressions; undefined for any other node. */
export function templateText(node: ModuleNode): string | undefined {
  if (node.type !== 'TemplateLiteral' || node.expressions?.length !== 0) return undefined;
  const quasi = node.quasis?.[0]?.value as { readonly cooked?: string } | undefined;
  return quasi?.cooked;
}

/** Returns the texts that a module assigns to its own constants, by name: `const brand = 'Acme';` */
export function constantsOf(body: readonly ModuleNode[]): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations ?? []) {
      const value = init === null || init === undefined ? undefined : constantText(init);
      if (id?.name !== undefined && value !== undefined) constants.set(id.name, value);
    }
  }
  return constants;
}

/** Returns a container in which the names of constants are their texts: a translation replaces the name. */
export function withConstants(
  text: string,
  container: CodeContainer,
  constants: ReadonlyMap<string, string>,
): CodeContainer {
  if (constants.size === 0) return container;
  const valueNow = (node: CodeNode): CodeNode => {
    const { kind, start, end } = node;
    if (kind === 'text') return node;
    if (kind !== 'other') return withConstants(text, node, constants);
    const value = constants.get(text.slice(start, end));
    return value === undefined ? node : { kind: 'text', start, end, value };
  };
  const members = container.members.map((member): CodeMember => ({ ...member, value: valueNow(member.value) }));
  return { ...container, members };
}
