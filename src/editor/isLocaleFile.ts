import type * as vscode from 'vscode';
import { detectLayout } from '../locales/layout.ts';
import { parseLayoutPatterns } from '../locales/layoutPattern.ts';
import { projectFileOf } from './projects.ts';
import { layoutSettings } from './settings.ts';

/** Whether the project's layout makes a file a locale file. Reads names only. A pattern of the settings that makes no sense is told by the commands. */
export async function isLocaleFile(uri: vscode.Uri): Promise<boolean> {
  const file = projectFileOf(uri);
  if (file === undefined) return false;
  const { patterns, sourceLocale } = layoutSettings(uri);
  try {
    return detectLayout(file.path, await file.project.siblings(file.path), parseLayoutPatterns(patterns), sourceLocale) !== undefined;
  } catch {
    return false;
  }
}
