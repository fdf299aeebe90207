import * as vscode from 'vscode';

/** Names in one line, at most so many; the others are counted. */
export function nameSome(names: readonly string[], most: number): string {
  const named = names.slice(0, most).join(', ');
  return names.length > most ? vscode.l10n.t('{0} and {1} more', named, names.length - most) : named;
}

/** The same with a line for each. */
export function listSome(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - most;
  const rest = more === 1 ? vscode.l10n.t('… and 1 more') : vscode.l10n.t('… and {0} more', more);
  return [...lines.slice(0, most).map((line) => `• ${line}`), ...(more > 0 ? [rest] : [])];
}
