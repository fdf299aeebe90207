import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { escapeKey, joinPlural } from '../kit/unitId.ts';
import type { FluentEntry, FluentPart, Span } from './parseFluent.ts';
import { readPattern } from './fluentPattern.ts';

/** Returns the units of a file, in its order. Of entries with the same name, the first counts, as in Fluent. */
export function unitsOf(text: string, entries: readonly FluentEntry[]): readonly Unit[] {
  const units: Unit[] = [];
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry.name === undefined || names.has(entry.name)) continue;
    names.add(entry.name);
    // Of attributes with the same name, the first counts; most entries have only a value, so nothing can repeat.
    const ids = entry.parts.length > 1 ? new Set<string>() : undefined;
    for (const part of entry.parts) {
      const id = partId(entry.name, part);
      if (ids?.has(id) === true) continue;
      ids?.add(id);
      const { plural } = part;
      if (plural === undefined) units.push(toUnit(text, { id }, part.pattern, entry));
      for (const { category, pattern } of plural?.variants ?? []) {
        const member = joinPlural({ base: id, category, ordinal: plural?.ordinal === true });
        units.push(toUnit(text, { id: member, plural: category, countName: plural?.countName }, pattern, entry));
      }
    }
  }
  return units;
}

/** `welcome`, or `welcome.title` for an attribute. */
export function partId(name: string, part: FluentPart): string {
  if (part.name === undefined) return escapeKey(name);
  return `${escapeKey(name)}.${escapeKey(part.name)}`;
}

/** Whether a pattern begins on a line of its own. */
export function isBlock(text: string, { start }: Span): boolean {
  return start === 0 || text[start - 1] === '\n';
}

function toUnit(
  text: string,
  { id, plural, countName }: Pick<UnitFacts, 'id' | 'plural' | 'countName'>,
  { start, end }: Span,
  { note }: FluentEntry,
): Unit {
  const value = readPattern(text.slice(start, end), isBlock(text, { start, end }));
  const reason = loneSurrogateReason(value);
  return unitFrom({ id, text: value, start, end, note, maxChars: lengthHint(note), plural, countName, reason });
}
