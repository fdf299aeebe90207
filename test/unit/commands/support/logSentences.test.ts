import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { logSentences } from '../../../../src/commands/support/logSentences.ts';

const src = path.resolve(import.meta.dirname, '../../../../src');

/** Files that run in another process, or in the browser. */
const elsewhere = /^(?:sandbox|webview[/\\]page|webview[/\\]reviewPage)[/\\]/u;

/** Requests, which `redactLog` recognizes by their form. */
const requestLine = '{} {} → {} in {} ms';

const files: readonly ts.SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !elsewhere.test(name))
  .map((name) => ts.createSourceFile(name, readFileSync(path.join(src, name), 'utf8'), ts.ScriptTarget.Latest, true));

/** Returns the nodes of a kind within a node. */
function nodesIn<Node extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** Returns a text of the code with `{}` for each expression; undefined for anything else. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '{}'}${right ?? '{}'}`;
}

/**
 * Returns the sentences that an expression may have as its value, also those of a function that makes them. Throws for
 * an expression of another kind, whose sentences would be unknown.
 */
function sentencesOf(node: ts.Expression): readonly string[] {
  const text = textOf(node);
  if (text !== undefined) return [text];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(sentencesOf);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    if (node.expression.text === 'redact') return node.arguments.flatMap(sentencesOf);
    return sentencesMadeBy(node.expression.text);
  }
  if (ts.isIdentifier(node)) return sentencesOfVariable(node);
  throw new Error(`${node.getSourceFile().fileName} logs ${node.getText()}, whose sentences are not found.`);
}

/** Returns the sentences that a function of the code returns. */
function sentencesMadeBy(name: string): readonly string[] {
  const declared = files
    .flatMap((file) => nodesIn(file, ts.isFunctionDeclaration))
    .filter((node) => node.name?.text === name);
  const returned = declared.flatMap((node) => nodesIn(node, ts.isReturnStatement));
  const sentences = returned.flatMap(({ expression }) => (expression === undefined ? [] : sentencesOf(expression)));
  if (sentences.length === 0) throw new Error(`The sentences of the function ${name} are not found.`);
  return sentences;
}

/** Returns the sentences of a variable; none of a parameter, because its function is what logs. */
function sentencesOfVariable(node: ts.Identifier): readonly string[] {
  for (let scope: ts.Node = node; !ts.isSourceFile(scope); scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some(({ name }) => name.getText() === node.text)) return [];
    if (
      !ts.isForOfStatement(scope) ||
      !nodesIn(scope.initializer, ts.isIdentifier).some(({ text }) => text === node.text)
    )
      continue;
    // for (const line of failures.map(failureLine))
    const list = scope.expression;
    const [made] = ts.isCallExpression(list) ? list.arguments : [];
    if (made !== undefined && ts.isIdentifier(made)) return sentencesMadeBy(made.text);
  }
  throw new Error(`${node.getSourceFile().fileName} logs ${node.text}, whose sentences are not found.`);
}

/** Returns the sentences that the code passes to a function that logs. */
function loggedIn(file: ts.SourceFile): readonly string[] {
  return nodesIn(file, ts.isCallExpression).flatMap((node) => {
    const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
    if (!/^#?(?:log|warn)(?:Safely)?$/u.test(called.getText())) return [];
    // The first argument of logSafely is the function that logs.
    const text = node.arguments.at(called.getText() === 'logSafely' ? 1 : 0);
    return text === undefined ? [] : sentencesOf(text);
  });
}

describe('the sentences of a report’s log', () => {
  it('are those that the code logs', () => {
    const logged = new Set(files.flatMap(loggedIn).filter((sentence) => sentence !== requestLine));
    assert.ok(logged.size > 50, String(logged.size));
    assert.deepEqual(logSentences.toSorted(), [...logged].sort());
  });
});
