import { basename } from 'node:path';
import type * as vscode from 'vscode';
import { numberOf } from '../../base/unknownValue.ts';
import type { JournalMemory } from '../../orders/journal/journalLength.ts';

/**
 * Remembers a journal's length in VS Code's own storage, which is not restored together with the folder of the
 * journals.
 */
export function journalMemory(state: vscode.Memento, journalFile: string, log: (line: string) => void): JournalMemory {
  const key = `journalLength.${basename(journalFile)}`;
  return {
    remembered: () => numberOf(state.get<unknown>(key)),
    remember: (length) => {
      state.update(key, length).then(undefined, (error: unknown) => {
        log(`The length of the journal could not be remembered: ${String(error)}`);
      });
    },
  };
}
