import * as vscode from 'vscode';
import type { CommandId } from './commandIds.ts';
import type { Messages } from './messages.ts';

/**
 * Registers a command whose errors go through the shared error handling. A caller that passes `rethrow: true` with
 * the answers, as the job page does, gets the error itself and shows it there.
 */
export function registerCommand(
  messages: Messages,
  id: CommandId,
  run: (...args: readonly unknown[]) => Promise<void>,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
    try {
      await run(...args);
    } catch (error) {
      if (wantsError(args[0])) throw error;
      // The command ends when the message appears, not when the user closes it.
      messages.error(error).catch((failure: unknown) => {
        messages.log(`The message about an error failed itself: ${String(failure)}`);
      });
    }
  });
}

function wantsError(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'rethrow' in argument && argument.rethrow === true;
}
