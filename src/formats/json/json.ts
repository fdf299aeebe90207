import type { LocaleFormat } from '../format.ts';
import { parseJson } from './jsonTree.ts';
import { unitsOf, type JsonDialect } from './jsonUnits.ts';
import { writeJson } from './jsonWrite.ts';

/**
 * JSON and JSONC of any nesting, as i18next, vue-i18n, next-intl and most others keep it: every string is a unit, named by
 * its keys (in a list, by its index). Comments beside a unit are its note. Numbers, booleans and null are nobody's text;
 * where the source has a text and the target has null, a translation takes its place.
 */
export const json: LocaleFormat = jsonFormat({ id: 'json', pluralSuffixes: true, messageObjects: false });

/**
 * The strings of a VS Code extension: `package.nls.json` and `bundle.l10n.json`. A value is a text or a text with
 * comments for the translator; a translation is written as a text alone.
 */
export const packageNls: LocaleFormat = jsonFormat({ id: 'package-nls', pluralSuffixes: false, messageObjects: true });

function jsonFormat(dialect: JsonDialect): LocaleFormat {
  return {
    id: dialect.id,
    read: (text) => unitsOf(parseJson(text), dialect),
    write: (text, translations, context) => writeJson(text, translations, context, dialect),
  };
}
