import * as vscode from 'vscode';
import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** VS Code allows two characters. */
const maxCount = 99;

/** Returns the decoration of a file: a count after its name, and the color of warnings. */
export function fileBadge(count: number, tooltip: Words, isWarning: boolean): vscode.FileDecoration {
  return new vscode.FileDecoration(
    count === 0 ? undefined : String(Math.min(count, maxCount)),
    plain(tooltip),
    isWarning ? new vscode.ThemeColor('list.warningForeground') : undefined,
  );
}
