import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import type { FileLocales, LocaleFormat, TextEdit } from '../kit/localeFormat.ts';
import { provenFormat, type FormatParts } from '../kit/provenFormat.ts';
import { memberOfNestedId, nestedId, variantId } from '../kit/unitId.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { hasSourceTexts, localeTexts, markRoles, mayBeGotext } from './markRoles.ts';
import { isBlank } from './jsonStyle.ts';
import { parseJson } from './jsonTree.ts';
import { omittedIn } from './jsonOmitted.ts';
import { unitsOf } from './jsonUnits.ts';
import { writeJson } from './writeJson.ts';

/** A format of the JSON family. */
export function jsonFormat(dialect: JsonDialect): LocaleFormat {
  return keptWhileWriting(dialect.parse, (parse) => {
    const format = provenFormat({
      id: dialect.id,
      ...(dialect.nested && { keysArePaths: true }),
      ...(dialect.locales && { locales: (text: string) => dialect.locales?.(parse, text) }),
      ...(dialect.readsWithSource === true && { readsWithSource: true }),
      units: (text, locale, sourceText) => unitsOf(parse(text, sourceText), dialect, locale === undefined),
      omitted: (text, _locale, sourceText) => omittedIn(parse(text, sourceText), dialect),
      edits: (change) => writeJson(change, dialect, parse),
      ...spellingsOfIds(dialect),
    });
    return {
      ...format,
      write: (text, translations, context) => {
        if (translations.size === 0) return [];
        if (!isBlank(text)) return format.write(text, translations, context);
        // The content of a new file replaces the whitespace.
        return format.write('', translations, context).map((edit): TextEdit => ({ ...edit, end: text.length }));
      },
    };
  });
}

/** The ids that refer to one location. */
function spellingsOfIds(dialect: JsonDialect): Pick<FormatParts, 'placeOf' | 'findUnit'> {
  // `ship#one` and `ship_one`, `count#one` and `count=one`
  if (dialect.pluralSuffixes)
    return { placeOf: variantId, findUnit: (id, { source }) => source().get(memberOfNestedId(id) ?? id) };
  // `ship#one` and `ship.one`
  if (dialect.nestedPlurals === true)
    return {
      placeOf: nestedId,
      findUnit: (id, { source }) => source().get(id) ?? source().get(memberOfNestedId(id) ?? id),
    };
  if (dialect.ignoresCase !== true) return {};
  const lowerCase = (id: string): string => id.toLowerCase();
  return {
    placeOf: lowerCase,
    findUnit: (id, { source }) => [...source().values()].find((unit) => lowerCase(unit.id) === lowerCase(id)),
  };
}

/** Every string at any depth is a text, except metadata about the file. */
export const plainJson: JsonDialect = {
  id: 'json',
  parse: parseJson,
  pluralSuffixes: true,
  nested: true,
  plainTexts: true,
  textKeys: [],
  // Called for every key; most begin with a letter, so a check of the first character avoids most lookups.
  isMetadata: (key) => '$_/#'.includes(key.charAt(0)) && metadataKeys.has(key),
};

/** Plain JSON in which files of known shapes have further metadata; see `markRoles`. */
export const shapedJson: JsonDialect = {
  ...plainJson,
  parse: (text, source) => markRoles(parseJson(text), text, source),
  readsWithSource: true,
  isMetadata: (key, isRoot, container) =>
    container?.roles?.metadata.has(key) === true || plainJson.isMetadata(key, isRoot),
  // The note of a container with roles.
  details: (_member, { roles }) => roles,
  createdTexts: localeTexts,
  // A file with both the source's text and its translation is read differently as a source.
  locales: (parse, text) => (mayBeGotext(text) && hasSourceTexts(parse(text)) ? noLocales : undefined),
};

const noLocales: FileLocales = { source: undefined, targets: [] };

/** Keys of JSON Schema, and keys that people use for comments because the syntax has none. */
const metadataKeys: ReadonlySet<string> = new Set(
  '$schema $id $comment _comment _comments __comment __comment__ // #'.split(' '),
);
