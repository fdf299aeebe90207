import type { KeyBinding } from '../host/codeServer.ts';

/**
 * Commands that tests run often, which have keys in the shared window: the palette lists a thousand others each time. None
 * of them shows a view, which would take the focus some time after the key, or depends on a file that was just written.
 */
const commands = [
  'humanTranslation.connect',
  'humanTranslation.refresh',
  'notifications.clearAll',
  'toolCaller.call',
  'workbench.action.closeActiveEditor',
  'workbench.action.closeAllEditors',
  'workbench.action.openSettingsJson',
] as const;

/** From F1 to F9; F10 would open a context menu. */
const keys = new Map<string, string>(commands.map((command, index) => [command, `Control+Alt+Shift+F${index + 1}`]));

/** The key bindings of these commands, for VS Code. */
export const commandBindings: readonly KeyBinding[] = [...keys].map(([command, key]) => ({
  key: key.toLowerCase().replace('control', 'ctrl'),
  command,
}));

/** Returns the key of a command, such as `Control+Alt+Shift+F1`; undefined if it has none. */
export function commandKey(command: string): string | undefined {
  return keys.get(command);
}
