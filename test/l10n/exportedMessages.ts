import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import type { Message } from './messages.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/** A whole import of a module with messages. */
const messageImport = /^import .* from '(?:vscode|@vscode\/l10n)';\n/gmu;

/**
 * Returns how the messages that VS Code's own tool exports from the source differ from those that the translations are
 * checked against, one line each. The tool compiles its queries again for each file and each import, which takes most
 * of its time, so it gets one file with the text of all files, and each import once.
 */
export async function exportFindings(messages: readonly Pick<Message, 'key'>[]): Promise<readonly string[]> {
  const imports = new Set<string>();
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(src, name), 'utf8'))
    .filter((text) => text.includes('@vscode/l10n'))
    .map((text) =>
      text.replace(messageImport, (line) => {
        imports.add(line);
        return '';
      }),
    );
  const exported = new Set(
    Object.keys(await getL10nJson([{ extension: '.ts', contents: [...imports, ...texts].join('\n') }])),
  );
  const known = new Set(messages.map(({ key }) => key));
  return [
    ...[...known].filter((key) => !exported.has(key)).map((key) => `not exported: ${JSON.stringify(key)}`),
    ...[...exported].filter((key) => !known.has(key)).map((key) => `exported only: ${JSON.stringify(key)}`),
  ];
}
