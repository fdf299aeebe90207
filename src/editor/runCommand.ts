import { orderingCommands, type CommandId } from './commandIds.ts';
import type { Messages } from './messages.ts';

/**
 * Runs a command and shows its errors as messages. A caller that passes `rethrow: true` with the answers gets the error
 * instead.
 */
export async function runCommand(
  messages: Messages,
  id: CommandId,
  run: (...args: readonly unknown[]) => Promise<void>,
  args: readonly unknown[],
): Promise<void> {
  try {
    await run(...args);
  } catch (error) {
    if (wantsError(args[0])) throw error;
    // The command ends when the message appears, not when the user closes it.
    messages.error(error, { isOrdering: orderingCommands.has(id) }).catch((failure: unknown) => {
      messages.log(`An error could not be shown: ${String(failure)}`);
    });
  }
}

function wantsError(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'rethrow' in argument && argument.rethrow === true;
}
