import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../editor/commandIds.ts';
import { showWarning } from '../../../editor/shown/toasts.ts';
import { plural, words } from '../../../words/words.ts';

/** Notifies the user of approvals that were not sent because the page was left first, with a button that lists them. */
export async function notifyNotSent(jobIds: readonly string[]): Promise<void> {
  const reviewButton = words(l10n.t('Review Translations'));
  const message = plural(jobIds.length, {
    one: l10n.t('{0} approval was not sent, because you left the review page within 5 seconds.'),
    other: l10n.t('{0} approvals were not sent, because you left the review page within 5 seconds.'),
  });
  const pressedButton = await showWarning(message, reviewButton);
  if (pressedButton === reviewButton)
    await vscode.commands.executeCommand('humanTranslation.reviewTranslations' satisfies CommandId, jobIds);
}
