import type { LocaleFormat } from '../kit/localeFormat.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { parseJson } from './jsonTree.ts';
import { unitsOf } from './jsonUnits.ts';
import { writeJson } from './jsonWrite.ts';

export function jsonFormat(dialect: JsonDialect): LocaleFormat {
  return {
    id: dialect.id,
    read: (text) => unitsOf(dialect.parse(text), dialect),
    write: (text, translations, context) => writeJson(text, translations, context, dialect),
  };
}

/** Every string at any depth is a text, but for what tools and people say about the file itself. */
export const PLAIN_JSON: JsonDialect = {
  id: 'json',
  parse: parseJson,
  pluralSuffixes: true,
  nested: true,
  plainTexts: true,
  textKeys: [],
  isAside: (key) => {
    // Most keys begin with a letter, and this is asked of every one.
    const first = key.charCodeAt(0);
    return first < 0x60 && (first === 0x24 || first === 0x5f || first === 0x2f || first === 0x23) && ASIDES.has(key);
  },
};

/** Keys of JSON Schema, and those that people without comments write comments under. */
const ASIDES: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '_comment',
  '_comments',
  '__comment',
  '__comment__',
  '//',
  '#',
]);
