/** What a key does on the page. */
export type KeyCommand =
  /** Moves the focus down by a number of rows, up if it is negative. `extend` selects the rows up to there. */
  | { readonly kind: 'move'; readonly by: number; readonly extend: boolean }
  | { readonly kind: (typeof kindsByKey)[CommandKey] | 'selectAll' };

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The rows that Page Up and Page Down move by. */
const rowsPerPage = 10;

/** How many rows down a key moves the focus. */
const rowsByMoveKey: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: rowsPerPage,
  PageUp: -rowsPerPage,
  Home: -Infinity,
  End: Infinity,
};

/** The kinds of the commands of other keys. */
const kindsByKey = {
  a: 'approve',
  r: 'revise',
  x: 'reject',
  c: 'comment',
  o: 'openFile',
  d: 'details',
  Enter: 'details',
  n: 'next',
  z: 'undo',
  '/': 'filter',
  ' ': 'select',
  Escape: 'escape',
} as const;

type CommandKey = keyof typeof kindsByKey;

/**
 * Returns the key of an event. On a layout that types letters of another script, such as Russian or Greek, or combining
 * marks, such as Hindi or Thai, it is the key in the same position of a US keyboard.
 */
function keyOf({ key, code, shiftKey }: KeyEvent): string {
  // On a Russian layout, the key `ф` has the code `KeyA`.
  const isOtherScript = /^[\p{L}\p{M}]+$/u.test(key) && !/^\p{Script=Latin}/u.test(key);
  if (!isOtherScript) return key;
  const letter = /^Key([A-Z])$/u.exec(code)?.[1];
  if (letter !== undefined && shiftKey) return letter;
  if (letter !== undefined) return letter.toLowerCase();
  if (code === 'Slash' && !shiftKey) return '/';
  return key;
}

/**
 * Returns what a key does. Only moves are repeated while a key is held down: everything else needs a press of its own,
 * so that a key that is held too long approves nothing.
 */
export function keyCommand(event: KeyEvent): KeyCommand | undefined {
  const { repeat, ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = keyOf(event);
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key === 'a' && !repeat) return { kind: 'selectAll' };
    return undefined;
  }
  const distance = Object.hasOwn(rowsByMoveKey, key) ? rowsByMoveKey[key] : undefined;
  if (distance !== undefined) return { kind: 'move', by: distance, extend: shiftKey };
  const kind = Object.hasOwn(kindsByKey, key) ? kindsByKey[key as CommandKey] : undefined;
  if (kind === undefined || repeat) return undefined;
  return { kind };
}

/**
 * Returns what a key does where the focus is: nothing where text is entered or a button is pressed. In the filter,
 * Escape and the down arrow lead back to the list.
 */
export function commandAtFocus(event: KeyboardEvent): KeyCommand | { readonly kind: 'toList' } | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  const { target, key } = event;
  if (target instanceof HTMLInputElement && target.type === 'search') {
    if (key === 'Escape' || key === 'ArrowDown') return { kind: 'toList' };
    return undefined;
  }
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return undefined;
  const isControl = target instanceof HTMLButtonElement || target instanceof HTMLInputElement;
  const isPress = isControl && (key === 'Enter' || key === ' ');
  if (isPress) return undefined;
  return keyCommand(event);
}
