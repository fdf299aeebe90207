import type * as vscode from 'vscode';
import { parseLayoutPatterns, type LayoutPattern } from '../locales/layoutPattern.ts';
import { readSettings } from './settings.ts';

/** Reads the user's layout patterns for a file or folder; none if one is invalid, which commands report. */
export function layoutPatterns(uri: vscode.Uri): readonly LayoutPattern[] {
  try {
    return parseLayoutPatterns(readSettings(uri).layouts);
  } catch {
    return [];
  }
}
