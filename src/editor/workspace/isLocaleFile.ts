import * as vscode from 'vscode';
import { formatFor, holdsAllLocales } from '../../formats/formats.ts';
import { componentFile, mayHoldAllLocales } from '../../locales/localeFileExtension.ts';
import { detectLayout } from '../../locales/layout.ts';
import { layoutPatterns } from '../layoutPatterns.ts';
import { projectFileOf } from './projects.ts';
import { readSettings } from '../settings.ts';

/**
 * Returns whether the project's layout makes a file a locale file. Reads only names of files, and the open text of a
 * component, a table or a module for messages, since only that shows what it contains.
 */
export async function isLocaleFile(uri: vscode.Uri): Promise<boolean> {
  const file = projectFileOf(uri);
  if (file === undefined) return false;
  const openText = async (): Promise<string> => (await vscode.workspace.openTextDocument(uri)).getText();
  if (componentFile.test(file.path) && (await formatFor(uri.path, await openText())) === undefined) return false;
  const siblings = await file.project.siblings(file.path);
  if (detectLayout(file.path, siblings, layoutPatterns(uri), readSettings(uri).sourceLocale) !== undefined) return true;
  return mayHoldAllLocales(file.path) && holdsAllLocales(file.path, await openText());
}
