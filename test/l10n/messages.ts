import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../host/paths.ts';

/** A message of the source with all of its uses. */
export interface Message {
  /** As in a bundle: the English message, followed by `/` and its comment if it has one. */
  readonly key: string;
  readonly message: string;
  readonly comment: string | undefined;
  readonly uses: readonly MessageUse[];
}

export interface MessageUse {
  /** Path in `src` and line: `words/jobLabels.ts:12`. */
  readonly place: string;
  /** The plural category, if the message is a form of `plural`. */
  readonly category: string | undefined;
  /** The call around `l10n.t`, or the property that has the message: `words(file, count)`, `approve:`. */
  readonly role: string;
}

/** Returns the messages of all files of `src`, sorted by their keys. */
export function collectMessages(): readonly Message[] {
  const folder = path.join(projectRoot, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const messages = new Map<string, Message>();
  for (const name of files) {
    for (const found of messagesOf(name, readFileSync(path.join(folder, name), 'utf8'))) {
      const known = messages.get(found.key);
      messages.set(found.key, known === undefined ? found : { ...known, uses: [...known.uses, ...found.uses] });
    }
  }
  return [...messages.values()].sort((a, b) => compareKeys(a.key, b.key));
}

/** Returns the messages of one file, in order, each with one use. */
export function messagesOf(name: string, code: string): readonly Message[] {
  if (!code.includes('@vscode/l10n')) return [];
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isCallExpression(node) ? textOf(node) : undefined;
    if (text !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ ...text, uses: [{ place: `${name}:${line}`, category: categoryOf(node), role: roleOf(node) }] });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Compares keys by code points, as bundles are sorted. */
export function compareKeys(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  const at = a.findIndex((character, index) => character !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at]?.codePointAt(0) ?? -1) - (b[at]?.codePointAt(0) ?? -1);
}

/** Returns the message of `l10n.t('…')` or `l10n.t({ message: '…', comment: ['…'] })`. */
function textOf(call: ts.CallExpression): Omit<Message, 'uses'> | undefined {
  if (call.expression.getText() !== 'l10n.t') return undefined;
  const [first] = call.arguments;
  if (first !== undefined && ts.isStringLiteral(first))
    return { key: first.text, message: first.text, comment: undefined };
  if (first === undefined || !ts.isObjectLiteralExpression(first)) return undefined;
  const member = (name: string): ts.Expression | undefined =>
    first.properties
      .filter((property) => ts.isPropertyAssignment(property))
      .find((property) => property.name.getText() === name)?.initializer;
  const message = member('message');
  const comment = member('comment');
  if (message === undefined || !ts.isStringLiteral(message)) return undefined;
  const given = comment === undefined ? [] : [comment];
  const comments = given.flatMap((each) => (ts.isArrayLiteralExpression(each) ? [...each.elements] : [each]));
  const joined = comments.map((each) => (ts.isStringLiteral(each) ? each.text : '')).join('');
  return joined === ''
    ? { key: message.text, message: message.text, comment: undefined }
    : { key: `${message.text}/${joined}`, message: message.text, comment: joined };
}

function categoryOf(call: ts.Node): string | undefined {
  const form = call.parent;
  if (!ts.isPropertyAssignment(form) || !ts.isCallExpression(form.parent.parent)) return undefined;
  return form.parent.parent.expression.getText() === 'plural' ? form.name.getText() : undefined;
}

function roleOf(call: ts.Node): string {
  const { parent } = call;
  const clip = (text: string): string => text.replace(/\s+/gu, ' ').slice(0, 40);
  if (ts.isPropertyAssignment(parent)) {
    const owner = parent.parent.parent;
    const forms = ts.isCallExpression(owner)
      ? `${owner.expression.getText()}(${clip(owner.arguments[0]?.getText() ?? '')}) `
      : '';
    return `${forms}${parent.name.getText()}:`;
  }
  if (!ts.isCallExpression(parent)) return '';
  return `${parent.expression.getText()}(${parent.arguments
    .slice(1)
    .map((each) => clip(each.getText()))
    .join(', ')})`;
}
