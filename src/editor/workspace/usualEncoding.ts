import * as vscode from 'vscode';
import { listOf, memberOf, stringOf } from '../../base/unknownValue.ts';

/**
 * Returns VS Code's setting `files.encoding` for a file, which may differ by folder and by language; undefined if it is
 * not a text.
 */
export function usualEncoding(uri: vscode.Uri): string | undefined {
  const languageId = languageOf(uri);
  const scope = languageId === undefined ? uri : { uri, languageId };
  return stringOf(vscode.workspace.getConfiguration('files', scope).get('encoding'));
}

/** Returns the language that VS Code opens a file in, as far as its extension shows. */
function languageOf(uri: vscode.Uri): string | undefined {
  const name = uri.toString();
  const openDocument = vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
  if (openDocument !== undefined) return openDocument.languageId;
  // `/locales/en.po → .po`
  const extension = /\.[^./]+$/.exec(uri.path)?.[0].toLowerCase();
  if (extension === undefined) return undefined;
  const associations: unknown = vscode.workspace.getConfiguration('files', uri).get('associations');
  const languageOfUser = stringOf(memberOf(associations, `*${extension}`));
  if (languageOfUser !== undefined) return languageOfUser;
  languages ??= contributedLanguages();
  return languages.get(extension);
}

/** Languages by file extension, as the installed extensions contribute them. */
let languages: ReadonlyMap<string, string> | undefined;

function contributedLanguages(): ReadonlyMap<string, string> {
  const byExtension = new Map<string, string>();
  for (const { packageJSON } of vscode.extensions.all)
    for (const language of listOf(memberOf(packageJSON, 'contributes', 'languages'))) {
      const id = stringOf(memberOf(language, 'id'));
      if (id === undefined) continue;
      for (const extension of listOf(memberOf(language, 'extensions')))
        if (typeof extension === 'string') byExtension.set(extension.toLowerCase(), id);
    }
  return byExtension;
}
