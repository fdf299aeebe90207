import type { Unit } from './format.ts';
import type { TextRange } from './kit/localeFormat.ts';

/** Returns the units that a selection touches: their values, or what precedes them on their lines, such as keys. */
export function unitsBetween(text: string, units: readonly Unit[], start: number, end: number): readonly Unit[] {
  // A value after the selection is touched if its key is selected: neither a line end nor a separator is between them.
  const separatorIndex = text.slice(end).search(/[\r\n,{[]/u);
  const keyEnd = separatorIndex < 0 ? text.length : end + separatorIndex;
  return units.filter((unit) => start <= unit.end && unit.start <= keyEnd);
}

/** Returns where a unit's key is written, before its value on the same line; else the value's range. */
export function keySpan(text: string, unit: Unit): TextRange {
  const searchStart = ownLineStart(text, unit);
  // `cart.items#one` → `one`
  const lastKey = unit.id.split(/[.#]/u).at(-1) ?? '';
  const keyIndex = lastKey === '' ? -1 : text.slice(searchStart, unit.start).lastIndexOf(lastKey);
  return keyIndex < 0 ? unit : { start: searchStart + keyIndex, end: searchStart + keyIndex + lastKey.length };
}

/** Returns the offset from which a unit's line belongs to the unit: after the previous value, if the line has one. */
function ownLineStart(text: string, unit: TextRange): number {
  const lineStart = Math.max(text.lastIndexOf('\n', unit.start - 1), text.lastIndexOf('\r', unit.start - 1)) + 1;
  const textBefore = text.slice(lineStart, unit.start);
  // If a line has several values, the key of this one begins after the last separator. Without one, that is index -1.
  const separatorIndex = Math.max(...[',', '{', '['].map((mark) => textBefore.lastIndexOf(mark)));
  return lineStart + separatorIndex + 1;
}
