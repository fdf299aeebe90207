import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { logSentences } from '../../../../src/commands/support/logSentences.ts';

const src = path.resolve(import.meta.dirname, '../../../../src');

/** Files that run in another process, or in the browser. */
const elsewhere = /^(?:sandbox|webview[/\\]page|webview[/\\]reviewPage)[/\\]/u;

/** Returns a text of the code with `{}` for each expression; undefined for anything else. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '{}'}${right ?? '{}'}`;
}

/** Returns the sentences that the code passes to a function that logs. */
function loggedIn(name: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (/^#?(?:log|warn)(?:Safely)?$/u.test(called.getText()))
        found.push(...node.arguments.flatMap((arg) => textOf(arg) ?? []));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, readFileSync(path.join(src, name), 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

describe('the sentences of a report’s log', () => {
  it('are those that the code logs', () => {
    const logged = new Set(
      readdirSync(src, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !elsewhere.test(name))
        .flatMap(loggedIn),
    );
    assert.ok(logged.size > 50, String(logged.size));
    assert.deepEqual(logSentences.toSorted(), [...logged].sort());
  });
});
