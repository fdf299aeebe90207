import { commandIds } from './commandTitles.ts';

/** Modifiers, then keys, as VS Code's key bindings and Playwright name them: about a hundred combinations. */
const modifiers = [
  { code: 'ctrl+alt+shift', pressed: 'Control+Alt+Shift' },
  { code: 'ctrl+alt', pressed: 'Control+Alt' },
] as const;
const keys = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => ({ code: letter.toLowerCase(), pressed: `Key${letter}` })),
  ...Array.from({ length: 12 }, (_, index) => ({ code: `f${index + 1}`, pressed: `F${index + 1}` })),
  ...[...'0123456789'].map((digit) => ({ code: digit, pressed: `Digit${digit}` })),
];
const combinations = modifiers.flatMap((modifier) =>
  keys.map((key) => ({ code: `${modifier.code}+${key.code}`, pressed: `${modifier.pressed}+${key.pressed}` })),
);

/** A combination of keys for each command, by its id. */
const assigned = new Map(commandIds.map((id, index) => [id, combinations[index]]));

/**
 * Key bindings of the tests' user, one for each command: the palette takes several times the processor time.
 * They are of `runCommands`, so that no menu and no tooltip shows them.
 */
export const commandKeyBindings: readonly object[] = [...assigned].map(([id, combination]) => {
  if (combination === undefined) throw new Error(`No key is left for the command "${id}".`);
  return { key: combination.code, command: 'runCommands', args: { commands: [id] } };
});

/** Returns the keys that run a command, as Playwright presses them. Throws for an unknown id. */
export function keysOf(id: string): string {
  const combination = assigned.get(id);
  if (combination === undefined) throw new Error(`There is no command "${id}".`);
  return combination.pressed;
}
