import type { Unit } from './format.ts';

/** A range of a text, as UTF-16 offsets. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the units that a selection from `start` to `end` touches: their values, or anything before them on the same
 * line, such as their keys.
 */
export function unitsBetween(text: string, units: readonly Unit[], start: number, end: number): readonly Unit[] {
  // A unit after the selection is touched if its key is: nothing between them ends the line or the value before.
  const separator = text.slice(end).search(/[\r\n,{[]/u);
  const keyEnd = separator < 0 ? text.length : end + separator;
  return units.filter((unit) => start <= unit.end && unit.start <= keyEnd);
}

/**
 * Returns where a unit's key is written: on the same line before its value. Returns the value's range if the key is not
 * written there.
 */
export function keySpan(text: string, unit: Unit): Span {
  const from = keyStart(text, unit);
  const name = unit.id.split(/[.#]/u).at(-1) ?? '';
  const at = name === '' ? -1 : text.slice(from, unit.start).lastIndexOf(name);
  return at < 0 ? unit : { start: from + at, end: from + at + name.length };
}

/** Returns the offset from which a line belongs to a unit: after the value before it, if any. */
function keyStart(text: string, unit: Span): number {
  const lineStart = Math.max(text.lastIndexOf('\n', unit.start - 1), text.lastIndexOf('\r', unit.start - 1)) + 1;
  const between = text.slice(lineStart, unit.start);
  // If a line has several values, the key of this one begins after the last separator.
  const separator = Math.max(between.lastIndexOf(','), between.lastIndexOf('{'), between.lastIndexOf('['));
  return lineStart + separator + 1;
}
