import * as vscode from 'vscode';

/** A tier in words; one that only the service knows is shown as it is. */
export function tierLabel(tier: string): string {
  if (tier === 'standard') return vscode.l10n.t('Standard');
  if (tier === 'pro') return vscode.l10n.t('Pro');
  return tier;
}
