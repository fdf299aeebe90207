import ts from 'typescript';

/** A small change of the code that may change what it does. */
export interface CodeChange {
  /** What is changed, as a noun phrase: "negated condition". */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** The code that replaces it. */
  readonly text: string;
}

const otherOperators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
]);

/** Values that a function returns at its beginning; those of another type than the function's are no valid code. */
const earlyValues = ['', ' undefined', ' false', ' true', ' 0', " ''", ' []'];

/** Returns all changes that can be made to a file. Some of them are invalid code, which the type check finds. */
export function codeChanges(text: string): readonly CodeChange[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const changes: CodeChange[] = [];
  const visit = (node: ts.Node): void => {
    // Types, imports and what is logged do not change what a user sees.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || isLogged(node))
      return;
    changes.push(...changesOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return changes;
}

function isLogged(node: ts.Node): boolean {
  return (
    ts.isExpressionStatement(node) &&
    ts.isCallExpression(node.expression) &&
    /(?:^|\.)(?:log|warn|debug)$/u.test(node.expression.expression.getText())
  );
}

function changesOf(node: ts.Node, file: ts.SourceFile): readonly CodeChange[] {
  const replaced = (kind: string, part: ts.Node, text: string): CodeChange => ({
    kind,
    start: part.getStart(file),
    end: part.end,
    text,
  });
  if (ts.isIfStatement(node) || ts.isWhileStatement(node))
    return [replaced('negated condition', node.expression, `!(${node.expression.getText(file)})`)];
  if (ts.isConditionalExpression(node))
    return [replaced('negated condition', node.condition, `!(${node.condition.getText(file)})`)];
  if (ts.isBinaryExpression(node)) {
    const operator = otherOperators.get(node.operatorToken.kind);
    return operator === undefined ? [] : [replaced('other operator', node.operatorToken, operator)];
  }
  if (ts.isNumericLiteral(node)) {
    const number = Number(node.text);
    return Number.isSafeInteger(number)
      ? [replaced('other number', node, String(number + 1)), replaced('other number', node, `(${number - 1})`)]
      : [];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaced('other constant', node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaced('other constant', node, 'true')];
  if (ts.isExpressionStatement(node)) {
    const { expression } = node;
    const removed = replaced('removed statement', node, ';');
    if (!ts.isAwaitExpression(expression)) return [removed];
    return [removed, replaced('dropped await', expression, `void ${expression.expression.getText(file)}`)];
  }
  if (ts.isSpreadElement(node)) return [replaced('removed spread', node.expression, '[]')];
  if (ts.isSpreadAssignment(node)) return [replaced('removed spread', node.expression, '{}')];
  if (ts.isCallExpression(node)) {
    const [first, second] = node.arguments;
    if (first === undefined || second === undefined) return [];
    const between = file.text.slice(first.end, second.getStart(file));
    const swapped = second.getText(file) + between + first.getText(file);
    return [{ kind: 'swapped arguments', start: first.getStart(file), end: second.end, text: swapped }];
  }
  if (ts.isBlock(node) && ts.isFunctionLike(node.parent) && node.statements.length > 1) {
    const at = node.getStart(file) + 1;
    return earlyValues.map((value) => ({ kind: 'early return', start: at, end: at, text: ` return${value};` }));
  }
  return [];
}

/** Returns a text with a change. */
export function applyChange(text: string, change: CodeChange): string {
  return text.slice(0, change.start) + change.text + text.slice(change.end);
}
