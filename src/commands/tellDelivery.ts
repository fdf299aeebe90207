import * as vscode from 'vscode';
import type { CommandId } from '../editor/commandIds.ts';
import { uriOf } from '../editor/projects.ts';
import type { DeliveryReport } from '../orders/deliveryReport.ts';

const t = vscode.l10n.t;

/** Says what was written into which file, with a way back, and what was held. */
export function tellDelivery({ written, held }: DeliveryReport): void {
  for (const { project, file, units, document } of written) {
    const undo = t('Undo Delivery');
    const message = document === true ? t('The translated document was written: {0}', file) : units === 1 ? t('1 translation was written into {0}.', file) : t('{0} translations were written into {1}.', units, file);
    const unsaved = isUnsaved(project, file) ? ` ${t('The file has unsaved changes, so it is not saved yet.')}` : '';
    void vscode.window.showInformationMessage(`${message}${unsaved}`, undo).then((chosen) => {
      if (chosen === undo) void vscode.commands.executeCommand('humanTranslation.undoDelivery' satisfies CommandId);
    });
  }
  if (held.size > 0) {
    void vscode.window.showWarningMessage(
      held.size === 1 ? t('1 approved translation was not written. The Human Translation view says why.') : t('{0} approved translations were not written. The Human Translation view says why.', held.size),
    );
  }
}

function isUnsaved(project: string, file: string): boolean {
  const name = uriOf(project, file)?.toString();
  return vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === name);
}
