import { moduleBody, type ModuleLanguage } from './parseModule.ts';
import { childNodes, unwrapValue, type ModuleNode } from './moduleNode.ts';

/**
 * Reads the plural rules that code gives to vue-i18n:
 * `createI18n({ legacy: false, pluralRules: { ru: (choice, choicesLength) => … } })`. The code is parsed and never run: a
 * rule is translated into an expression in postfix notation (see `placeholders/pipes/vueRules.ts`), if it only computes
 * with its two parameters. https://vue-i18n.intlify.dev/guide/essentials/pluralization#custom-pluralization
 */

/** How the program calls vue-i18n: its Composition API reads `pluralRules`, and the older one `pluralizationRules`. */
type Api = 'composition' | 'legacy';

/** The API that a function or class creates if its options don't say; see `apiOf`. */
const apiByCreator: Readonly<Record<string, Api>> = { createI18n: 'legacy', VueI18n: 'legacy', useI18n: 'composition' };

/** An expression, or a part of one, in postfix notation. */
type Postfix = readonly string[];

/** The values of the parameters and constants of a function, by name. */
type Names = ReadonlyMap<string, Postfix>;

/** Longer rules are no plural rules; constants that are used several times are repeated. */
const maxTokens = 400;

/** Thrown for code that does anything but compute with numbers. */
class UnreadableRule extends Error {
  override readonly name = 'UnreadableRule';
}

/**
 * Returns the rules by locale, as the code spells it; undefined for a rule that cannot be read. Throws FormatError for
 * code that cannot be parsed.
 */
export function readPluralRules(text: string, language: ModuleLanguage): ReadonlyMap<string, string | undefined> {
  const body = moduleBody(text, language);
  const declared = declarationsIn(body);
  const rules = new Map<string, string | undefined>();
  const nodes = nodesIn(body);
  const creatorByOptions = new Map<ModuleNode | undefined, string>();
  for (const { type, callee, arguments: [options] = [] } of nodes) {
    const isCreation = type === 'CallExpression' || type === 'NewExpression';
    if (isCreation && callee?.name !== undefined && options !== undefined)
      creatorByOptions.set(resolve(unwrapValue(options), declared), callee.name);
  }
  const isPetite = body.some(({ type, source }) => type === 'ImportDeclaration' && source?.value === 'petite-vue-i18n');
  for (const options of nodes.filter(({ type }) => type === 'ObjectExpression')) {
    const api = isPetite ? 'composition' : apiOf(options, creatorByOptions.get(options));
    const ignoredName = { composition: 'pluralizationRules', legacy: 'pluralRules', unknown: '' }[api ?? 'unknown'];
    for (const name of ['pluralRules', 'pluralizationRules']) {
      const object = resolve(valueAt(options, name), declared);
      if (name === ignoredName || object?.type !== 'ObjectExpression') continue;
      for (const property of object.properties ?? []) {
        const locale = keyOf(property);
        if (locale !== undefined) rules.set(locale, readRule(property, declared));
      }
    }
  }
  return rules;
}

/** Returns all nodes of a module. */
function nodesIn(body: readonly ModuleNode[]): readonly ModuleNode[] {
  const nodes = [...body];
  // The loop also visits the nodes that it adds.
  for (const node of nodes) nodes.push(...childNodes(node));
  return nodes;
}

/**
 * Returns the API that options of vue-i18n select; undefined if nothing shows it, as in a file that only exports them.
 * vue-i18n 9 to 11 create the older one unless `legacy` is false (tried with 9.14, 10.0 and 11.4).
 */
function apiOf(options: ModuleNode, creator: string | undefined): Api | undefined {
  const legacy = valueAt(options, 'legacy');
  if (legacy === undefined) return creator === undefined ? undefined : apiByCreator[creator];
  if (legacy.type !== 'BooleanLiteral') return undefined;
  return isTrue(legacy) ? 'legacy' : 'composition';
}

function valueAt({ properties = [] }: ModuleNode, name: string): ModuleNode | undefined {
  const property = properties.find((one) => one.type === 'ObjectProperty' && keyOf(one) === name);
  return property && valueOf(property);
}

function isTrue({ value }: ModuleNode): boolean {
  return (value as unknown) === true;
}

function keyOf({ key, computed }: ModuleNode): string | undefined {
  if (key?.type === 'StringLiteral' && typeof key.value === 'string') return key.value;
  return key?.type === 'Identifier' && computed !== true ? key.name : undefined;
}

function valueOf({ value }: ModuleNode): ModuleNode | undefined {
  return typeof value === 'object' ? unwrapValue(value) : undefined;
}

/** The functions and constants at the top of a module, by name. */
function declarationsIn(body: readonly ModuleNode[]): ReadonlyMap<string, ModuleNode> {
  const declared = new Map<string, ModuleNode>();
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration';
    const declaration = isExport ? (statement.declaration ?? statement) : statement;
    if (declaration.type === 'FunctionDeclaration' && declaration.id?.name !== undefined)
      declared.set(declaration.id.name, declaration);
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations ?? [])
      if (id?.name !== undefined && init !== null && init !== undefined) declared.set(id.name, unwrapValue(init));
  }
  return declared;
}

function resolve(node: ModuleNode | undefined, declared: ReadonlyMap<string, ModuleNode>): ModuleNode | undefined {
  return node?.type === 'Identifier' ? declared.get(node.name ?? '') : node;
}

function readRule(property: ModuleNode, declared: ReadonlyMap<string, ModuleNode>): string | undefined {
  // `ru(choice) { … }` is a function itself.
  const rule = property.type === 'ObjectMethod' ? property : resolve(valueOf(property), declared);
  try {
    if (rule === undefined || !isPlainFunction(rule)) return undefined;
    const names = new Map<string, Postfix>();
    for (const [index, parameter] of (rule.params ?? []).slice(0, 2).entries()) {
      if (parameter.type !== 'Identifier' || parameter.name === undefined) return undefined;
      names.set(parameter.name, [index === 0 ? 'n' : 'c']);
    }
    return resultOf(rule, names).join(' ');
  } catch (error) {
    if (error instanceof UnreadableRule) return undefined;
    throw error;
  }
}

function isPlainFunction({ type, async, generator, kind }: ModuleNode): boolean {
  const isFunction =
    type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';
  const isMethod = type === 'ObjectMethod' && kind === 'method';
  return (isFunction || isMethod) && async !== true && generator !== true;
}

function resultOf({ body }: ModuleNode, names: Names): Postfix {
  const block = singleNode(body);
  return block.type === 'BlockStatement' ? runStatements(statementsIn(block), names) : expression(block, names);
}

function singleNode(body: ModuleNode['body']): ModuleNode {
  if (body === undefined || 'length' in body) throw new UnreadableRule();
  return body;
}

/** The statements of a block; of any other statement, itself. */
function statementsIn(statement: ModuleNode): readonly ModuleNode[] {
  if (statement.type !== 'BlockStatement') return [statement];
  return (statement.body ?? []) as readonly ModuleNode[];
}

/** Returns what statements return: `if (a) return b; return c;` is `a ? b : c`. */
function runStatements(statements: readonly ModuleNode[], names: Names): Postfix {
  const [statement, ...next] = statements;
  if (statement?.type === 'ReturnStatement') return expression(statement.argument, names);
  if (statement?.type === 'BlockStatement') return runStatements([...statementsIn(statement), ...next], names);
  if (statement?.type === 'IfStatement') {
    const { test, consequent, alternate } = statement;
    if (consequent === undefined) throw new UnreadableRule();
    const whenTrue = runStatements([...statementsIn(consequent), ...next], names);
    const whenFalse = runStatements([...(alternate ? statementsIn(alternate) : []), ...next], names);
    return limited([...expression(test, names), ...whenTrue, ...whenFalse, '?']);
  }
  if (statement?.type === 'VariableDeclaration' && statement.kind === 'const') {
    const namesHere = new Map(names);
    for (const { id, init } of statement.declarations ?? []) {
      if (id?.type !== 'Identifier' || id.name === undefined) throw new UnreadableRule();
      namesHere.set(id.name, expression(init, namesHere));
    }
    return runStatements(next, namesHere);
  }
  throw new UnreadableRule();
}

const binaryOperators: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!='].map((sign) => [sign, sign])),
  '===': '==',
  '!==': '!=',
};
/** The number of operands of the functions of `Math`. */
const functions: Readonly<Record<string, number>> = { abs: 1, floor: 1, trunc: 1, min: 2, max: 2 };

function expression(wrapped: ModuleNode | null | undefined, names: Names): Postfix {
  if (wrapped === null || wrapped === undefined) throw new UnreadableRule();
  const node = unwrapValue(wrapped);
  const { type, operator = '', left, right, argument, name } = node;
  const parts = (...operands: readonly (ModuleNode | null | undefined)[]): Postfix =>
    operands.flatMap((operand) => expression(operand, names));
  if (type === 'NumericLiteral' && typeof node.value === 'number') return [String(node.value)];
  if (type === 'BooleanLiteral') return [isTrue(node) ? '1' : '0'];
  if (type === 'Identifier') return names.get(name ?? '') ?? unreadable();
  if (type === 'ConditionalExpression') return limited([...parts(node.test, node.consequent, node.alternate), '?']);
  if (type === 'LogicalExpression' && (operator === '&&' || operator === '||'))
    return limited([...parts(left, right), operator]);
  if (type === 'BinaryExpression' && Object.hasOwn(binaryOperators, operator))
    return limited([...parts(left, right), binaryOperators[operator] ?? '']);
  if (type === 'UnaryExpression' && operator === '+') return parts(argument);
  if (type === 'UnaryExpression' && operator === '-') return limited([...parts(argument), 'negative']);
  if (type === 'UnaryExpression' && operator === '!') return limited([...parts(argument), '!']);
  if (type === 'CallExpression') return call(node, names);
  return unreadable();
}

/** `Math.abs(n)`, `Number(n === 1)`. */
function call({ callee, arguments: operands = [] }: ModuleNode, names: Names): Postfix {
  const parts = operands.flatMap((operand) => expression(operand, names));
  if (callee?.type === 'Identifier' && callee.name === 'Number' && operands.length === 1) return parts;
  const isOfMath = callee?.type === 'MemberExpression' && callee.computed !== true && callee.object?.name === 'Math';
  const name = isOfMath ? (callee.property?.name ?? '') : '';
  if (!Object.hasOwn(functions, name) || functions[name] !== operands.length) throw new UnreadableRule();
  return limited([...parts, name]);
}

function unreadable(): never {
  throw new UnreadableRule();
}

function limited(tokens: Postfix): Postfix {
  if (tokens.length > maxTokens) throw new UnreadableRule();
  return tokens;
}
