import * as vscode from 'vscode';
import { isRecord } from '../../base/isRecord.ts';

/**
 * Returns VS Code's setting `files.encoding` for a file, which may differ by folder and by language; undefined if it is
 * not a text.
 */
export function usualEncoding(uri: vscode.Uri): string | undefined {
  const languageId = languageOf(uri);
  const scope = languageId === undefined ? uri : { uri, languageId };
  const value: unknown = vscode.workspace.getConfiguration('files', scope).get('encoding');
  return typeof value === 'string' ? value : undefined;
}

/** Returns the language that VS Code opens a file in, as far as its extension shows. */
function languageOf(uri: vscode.Uri): string | undefined {
  const name = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
  if (open !== undefined) return open.languageId;
  const extension = /\.[^./]+$/.exec(uri.path)?.[0].toLowerCase();
  if (extension === undefined) return undefined;
  const associations: unknown = vscode.workspace.getConfiguration('files', uri).get('associations');
  const associated = isRecord(associations) ? associations[`*${extension}`] : undefined;
  return typeof associated === 'string' ? associated : (languages ??= contributedLanguages()).get(extension);
}

/** Languages by file extension, as the installed extensions contribute them. */
let languages: ReadonlyMap<string, string> | undefined;

function contributedLanguages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { packageJSON } of vscode.extensions.all as readonly { readonly packageJSON: unknown }[]) {
    const contributes = isRecord(packageJSON) ? packageJSON['contributes'] : undefined;
    const contributed = isRecord(contributes) ? contributes['languages'] : undefined;
    for (const language of listOf(contributed)) {
      if (!isRecord(language) || typeof language['id'] !== 'string') continue;
      for (const extension of listOf(language['extensions']))
        if (typeof extension === 'string') found.set(extension.toLowerCase(), language['id']);
    }
  }
  return found;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
