import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import ts from 'typescript';

const src = path.resolve(import.meta.dirname, '../../src');

describe('export of messages', function () {
  this.timeout(120_000);

  it('finds the message of every call of l10n.t', async () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ extension: '.ts', contents: readFileSync(path.join(src, name), 'utf8') }))
      .filter(({ contents }) => contents.includes('@vscode/l10n'));
    const called = files.flatMap(({ contents }) => messagesOf(contents));
    const exported = Object.keys(await getL10nJson(files));
    assert.ok(called.length > 500, `only ${called.length} calls`);
    assert.deepEqual(exported.toSorted(), [...new Set(called)].toSorted());
  });
});

/** Returns the messages of all calls of `l10n.t`, in order. */
function messagesOf(code: string): readonly string[] {
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
      const [message] = node.arguments;
      messages.push(message !== undefined && ts.isStringLiteral(message) ? message.text : node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true));
  return messages;
}
