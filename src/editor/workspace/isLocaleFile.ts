import type * as vscode from 'vscode';
import { detectLayout } from '../../locales/layout.ts';
import { layoutPatterns } from '../layoutPatterns.ts';
import { projectFileOf } from './projects.ts';
import { readSettings } from '../settings.ts';

/** Returns whether the project's layout makes a file a locale file. Reads only names of files. */
export async function isLocaleFile(uri: vscode.Uri): Promise<boolean> {
  const file = projectFileOf(uri);
  if (file === undefined) return false;
  const siblings = await file.project.siblings(file.path);
  return detectLayout(file.path, siblings, layoutPatterns(uri), readSettings(uri).sourceLocale) !== undefined;
}
