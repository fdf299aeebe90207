import type { LocaleFormat } from '../kit/localeFormat.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { jsonFormat, PLAIN_JSON } from './jsonFormat.ts';
import { isContainer, liveMembers, memberOf, type JsonContainer, type JsonMember, type JsonNode } from './jsonTree.ts';
import { textKeyOf } from './jsonUnits.ts';

/**
 * Where the text and what is said about it stand: FormatJS's own way, Transifex's, Lokalise's, and Crowdin's or
 * Smartling's.
 */
const TEXT_KEYS = ['defaultMessage', 'string', 'translation', 'message'];
const NOTE_KEYS = ['description', 'developer_comment', 'notes', 'context'];

/**
 * Messages that `formatjs extract` took out of the code of a React app: `{ id: { "defaultMessage": text, "description":
 * note } }`, or with the keys of its other formatters. An id is not a path. Files of other locales are the same, or flat,
 * `{ id: text }`; both are read, and each is written in its own way.
 */
const FORMATJS: JsonDialect = {
  ...PLAIN_JSON,
  id: 'formatjs',
  pluralSuffixes: false,
  nested: false,
  textKeys: TEXT_KEYS,
  // What the formatter for Smartling puts first is about the file.
  isAside: (key, isRoot) => PLAIN_JSON.isAside(key, isRoot) || (isRoot && key === 'smartling'),
  entryNote: (entry) => NOTE_KEYS.flatMap((key) => sayings(memberOf(entry, key)?.value)),
  remarks: ({ value }) => limitOf(value),
  newEntries,
};

export const formatjs: LocaleFormat = jsonFormat(FORMATJS);

/**
 * The way of the target's first entry, else of the source's; what is said about a text only where the target says such
 * things.
 */
function newEntries(source: JsonContainer, target: JsonContainer | undefined): JsonNewEntries {
  const entries = target === undefined ? [] : liveMembers(target).filter(isEntry);
  const [first] = entries.length === 0 ? liveMembers(source).filter(isEntry) : entries;
  const textKey = textKeyOf(first?.value, FORMATJS);
  const said = new Set(entries.flatMap(({ value }) => (isContainer(value) ? value.members.map(({ key }) => key) : [])));
  return { textKey, copies: (key) => !TEXT_KEYS.includes(key) && (entries.length === 0 || said.has(key)) };
}

function isEntry({ key, value }: JsonMember): boolean {
  return !FORMATJS.isAside(key, true) && (value.kind === 'string' || textKeyOf(value, FORMATJS) !== undefined);
}

/** A description is a text, or any structure that the project likes. */
function sayings(node: JsonNode | undefined): readonly string[] {
  if (node?.kind === 'string') return [node.value];
  if (!isContainer(node)) return [];
  return liveMembers(node).flatMap(({ key, value }) =>
    sayings(value).map((line) => (node.kind === 'array' ? line : `${key}: ${line}`)),
  );
}

/** Lokalise's limit of characters. */
function limitOf(entry: JsonNode): { readonly maxChars: number } | undefined {
  const limit = entry.kind === 'object' ? memberOf(entry, 'limit')?.value : undefined;
  return limit?.kind === 'scalar' && limit.number !== undefined && limit.number > 0
    ? { maxChars: limit.number }
    : undefined;
}
