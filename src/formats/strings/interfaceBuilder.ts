import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { refuseConflict } from '../kit/textLocation.ts';
import { splitKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { strings } from './appleStrings.ts';
import { decodeLiteral } from './stringsEscape.ts';

/**
 * The strings of an interface (`.storyboard`, `.xib`) in another language than its own, as Xcode writes them. The comment
 * of an entry has the source text: `Class = "UIButton"; normalTitle = "Save changes"; ObjectID = "4a";` above
 * `"4a.normalTitle" = "Änderungen sichern";`. Without a comment, the source text is not known.
 */
export const interfaceBuilder: LocaleFormat = {
  ...strings,
  id: 'interface-builder',
  // Like a PO file, it names neither locale, and is read without one for the source.
  locales: (text) => {
    refuseConflict(text);
    return { source: undefined, targets: [] };
  },
  read: (text, locale, ...call) => {
    const units = strings.read(text, locale, ...call);
    return locale === undefined ? units.map(withSourceText) : units;
  },
};

function withSourceText(unit: Unit): Unit {
  const source = sourceTextOf(unit);
  if (source !== undefined) return { ...unit, text: source };
  return { ...unit, translatable: false, reason: unit.reason ?? because('strings-source-unknown') };
}

/** Returns the text of the unit's property in its comment: `normalTitle = "…"`, `4a.segmentTitles[0] = "…"`. */
function sourceTextOf({ id, note = '' }: Unit): string | undefined {
  // `4a.normalTitle`: the object, and its property.
  const [key = ''] = splitKeyPath(id) ?? [];
  const property = /^[^.]*\.(.+)$/.exec(key)?.[1];
  if (property === undefined) return undefined;
  for (const [, name, literal = ''] of note.matchAll(/(?:^|;)\s*(\S{1,200}) = ("(?:[^"\\]|\\[^])*")/g)) {
    if (name !== property && name?.endsWith(`.${property}`) !== true) continue;
    return decodeLiteral(literal, { start: 0, end: literal.length, quote: '"' }).text;
  }
  return undefined;
}
