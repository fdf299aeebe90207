import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import type { Message } from './messages.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/**
 * Returns how the messages that VS Code's own tool exports from the source differ from those that the translations are
 * checked against, one line each. Takes a quarter of a minute.
 */
export async function exportFindings(messages: readonly Pick<Message, 'key'>[]): Promise<readonly string[]> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ extension: '.ts', contents: readFileSync(path.join(src, name), 'utf8') }))
    .filter(({ contents }) => contents.includes('@vscode/l10n'));
  const exported = new Set(Object.keys(await getL10nJson(files)));
  const known = new Set(messages.map(({ key }) => key));
  return [
    ...[...known].filter((key) => !exported.has(key)).map((key) => `not exported: ${JSON.stringify(key)}`),
    ...[...exported].filter((key) => !known.has(key)).map((key) => `exported only: ${JSON.stringify(key)}`),
  ];
}
