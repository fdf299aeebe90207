import type * as vscode from 'vscode';
import { parseLastChoices, type LastChoices } from '../../orders/model/order/lastChoices.ts';

const key = 'humanTranslation.lastChoices';

/** Returns the choices of this workspace's last order. */
export function readLastChoices(memento: vscode.Memento): LastChoices | undefined {
  return parseLastChoices(memento.get(key));
}

/** Stores the choices that the next order of this workspace begins with. */
export async function storeLastChoices(memento: vscode.Memento, choices: LastChoices): Promise<void> {
  await memento.update(key, choices);
}
