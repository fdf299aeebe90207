import type { KeyBinding } from '../host/codeServer.ts';

/**
 * Commands that tests run often, which have keys in the shared window: the palette lists a thousand others each time. None
 * of them shows a view, which would take the focus some time after the key.
 */
const commands = [
  'humanTranslation.connect',
  'humanTranslation.orderFile',
  'humanTranslation.quoteFile',
  'humanTranslation.refresh',
  'humanTranslation.undoDelivery',
  'notifications.clearAll',
  'toolCaller.call',
  'workbench.action.closeActiveEditor',
  'workbench.action.closeAllEditors',
  'workbench.action.openSettingsJson',
] as const;

/** Without F10, which opens context menus with Shift. */
const functionKeys = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F11', 'F12'];

const keys = new Map<string, string>(
  commands.map((command, index) => [command, `Control+Alt+Shift+${functionKeys[index] ?? ''}`]),
);

/** The key bindings of these commands, for VS Code. */
export const commandBindings: readonly KeyBinding[] = [...keys].map(([command, key]) => ({
  key: key.toLowerCase().replace('control', 'ctrl'),
  command,
}));

/** Returns the key of a command, such as `Control+Alt+Shift+F1`; undefined if it has none. */
export function commandKey(command: string): string | undefined {
  return keys.get(command);
}
