import * as vscode from 'vscode';
import { formatFor } from '../../formats/formats.ts';
import { componentFile } from '../../locales/localeFileExtension.ts';
import { detectLayout } from '../../locales/layout.ts';
import { layoutPatterns } from '../layoutPatterns.ts';
import { projectFileOf } from './projects.ts';
import { readSettings } from '../settings.ts';

/**
 * Returns whether the project's layout makes a file a locale file. Reads only names of files, and the open text of a
 * component, since only that shows whether it holds messages.
 */
export async function isLocaleFile(uri: vscode.Uri): Promise<boolean> {
  const file = projectFileOf(uri);
  if (file === undefined) return false;
  if (componentFile.test(file.path) && !(await holdsMessages(uri))) return false;
  const siblings = await file.project.siblings(file.path);
  return detectLayout(file.path, siblings, layoutPatterns(uri), readSettings(uri).sourceLocale) !== undefined;
}

async function holdsMessages(uri: vscode.Uri): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  return (await formatFor(uri.path, document.getText())) !== undefined;
}
