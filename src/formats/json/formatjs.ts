import { present } from '../../base/present.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { jsonFormat, plainJson } from './jsonFormat.ts';
import {
  isContainer,
  liveMembers,
  positiveNumber,
  valueAt,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
} from './jsonTree.ts';
import { textKeyOf } from './jsonUnits.ts';

/** The keys in the output of FormatJS's formatters: its own, Transifex, Lokalise, Crowdin and Smartling. */
const textKeys = ['defaultMessage', 'string', 'translation', 'message'];
const noteKeys = ['description', 'developer_comment', 'notes', 'context'];

/**
 * Messages that `formatjs extract` found in the code of a React app: `{ id: { "defaultMessage": text, "description":
 * note } }`, or with the keys of its other formatters. An id is not a path. Files of other locales have the same form,
 * or are flat, `{ id: text }`; both forms are read and kept.
 */
const formatjsDialect: JsonDialect = {
  ...plainJson,
  id: 'formatjs',
  pluralSuffixes: false,
  nested: false,
  textKeys,
  // The first member in Smartling's form is about the file.
  isMetadata: (key, isRoot) => plainJson.isMetadata(key, isRoot) || (isRoot && key === 'smartling'),
  entryNote: (entry) => noteKeys.flatMap((key) => descriptionLines(valueAt(entry, key))),
  // Lokalise's length limit, in characters.
  details: ({ value }) => present({ maxChars: positiveNumber(valueAt(value, 'limit')) }),
  newEntries,
};

export const formatjs: LocaleFormat = jsonFormat(formatjsDialect);

/**
 * The form of new entries: that of the target's first entry, else of the source's. Other parts of the source's entry
 * are copied if the target's entries have such parts.
 */
function newEntries(source: JsonContainer, target: JsonContainer | undefined): JsonNewEntries {
  const entries = liveMembers(target).filter(isEntry);
  const firstEntry = entries[0] ?? liveMembers(source).find(isEntry);
  const textKey = textKeyOf(firstEntry?.value, formatjsDialect);
  const parts = new Set<string>();
  for (const { value } of entries) if (isContainer(value)) for (const { key } of value.members) parts.add(key);
  return { textKey, copies: (key) => !textKeys.includes(key) && (entries.length === 0 || parts.has(key)) };
}

function isEntry({ key, value }: JsonMember): boolean {
  if (formatjsDialect.isMetadata(key, true)) return false;
  return value.kind === 'string' || textKeyOf(value, formatjsDialect) !== undefined;
}

/** The lines of a description, which is a text or any structure. */
function descriptionLines(node: JsonNode | undefined): readonly string[] {
  if (node?.kind === 'string') return [node.value];
  if (!isContainer(node)) return [];
  return liveMembers(node).flatMap(({ key, value }) => {
    const prefix = node.kind === 'array' ? '' : `${key}: `;
    return descriptionLines(value).map((line) => prefix + line);
  });
}
