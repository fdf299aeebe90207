import { present } from '../../base/present.ts';
import type { WriteContext } from '../kit/localeFormat.ts';
import { goI18nMetadata, isPluralCategory } from '../kit/unitId.ts';
import {
  isContainer,
  liveMembers,
  memberOf,
  stringAt,
  valueAt,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonRoles,
} from './jsonTree.ts';

/** Returns the containers of a file that have roles; none if the file has another shape. */
type Shape = (root: JsonContainer, text: string) => Iterable<readonly [JsonContainer, JsonRoles]>;

/**
 * Marks the containers of files in which only some strings are texts, by their shape: Docusaurus, go-i18n's lists,
 * gotext, inlang's message format (Paraglide), ABP, Nextcloud, MediaWiki. A key such as `description` alone says
 * nothing: in most files it is the key of a text.
 */
export function markRoles(root: JsonContainer, text: string): JsonContainer {
  for (const shape of shapes) {
    let isFound = false;
    for (const [container, roles] of shape(root, text)) {
      container.roles = roles;
      isFound = true;
    }
    if (isFound) break;
  }
  return root;
}

/** The texts at the root of a created file that name its locale. */
export function localeTexts({ roles }: JsonContainer, { targetLocale }: WriteContext): ReadonlyMap<string, string> {
  if (roles?.localeKey === undefined) return new Map();
  return new Map([[roles.localeKey, targetLocale]]);
}

const shapes: readonly Shape[] = [docusaurus, goI18nLists, gotext, inlang, abp, nextcloud, mediaWiki];

/** https://docusaurus.io/docs/i18n/tutorial: `{ id: { "message": text, "description": note } }` */
function docusaurus(root: JsonContainer): ReturnType<Shape> {
  if (root.kind !== 'object') return [];
  const isEntry = (entry: JsonContainer): boolean =>
    stringAt(entry, 'message') !== undefined &&
    entry.members.every(({ key }) => key === 'message' || key === 'description');
  return describedEntries(root, isEntry, new Set(['description']));
}

/** `[{ "id": "hello", "description": note, "translation": text }]`, or with plural categories. */
function goI18nLists(root: JsonContainer): ReturnType<Shape> {
  if (root.kind !== 'array') return [];
  const isEntry = (entry: JsonContainer): boolean =>
    stringAt(entry, 'id') !== undefined &&
    entry.members.some(({ key }) => isGoText(key)) &&
    entry.members.every(({ key }) => goI18nMetadata.has(key) || isGoText(key));
  return describedEntries(root, isEntry, goI18nMetadata);
}

function isGoText(key: string): boolean {
  return key === 'translation' || isPluralCategory(key);
}

/** Returns the values of a container with the roles of entries; none unless all values are such entries. */
function describedEntries(
  root: JsonContainer,
  isEntry: (entry: JsonContainer) => boolean,
  metadata: ReadonlySet<string>,
): ReturnType<Shape> {
  const entries: [JsonContainer, JsonRoles][] = [];
  for (const { value } of root.members) {
    if (value.kind !== 'object' || !isEntry(value)) return [];
    const note = stringAt(value, 'description')?.trim() ?? '';
    entries.push([value, { metadata, copied: metadata, ...(note !== '' && { note }) }]);
  }
  return entries;
}

/** Members of a message next to its text: https://pkg.go.dev/golang.org/x/text/message/pipeline#Messages */
const gotextCopied: ReadonlySet<string> = new Set(['id', 'key', 'meaning', 'message', 'comment', 'placeholders']);
const gotextMetadata: ReadonlySet<string> = new Set([...gotextCopied, 'translatorComment', 'position']);

/** In a choice among plural forms, only `cases` has texts. */
const gotextSelect: ReadonlySet<string> = new Set(['feature', 'arg']);

/** `{ "language": "de", "messages": [{ "id": …, "message": source, "translation": text }] }` */
function* gotext(root: JsonContainer): ReturnType<Shape> {
  const messages = valueAt(root, 'messages');
  if (messages?.kind !== 'array' || root.kind !== 'object' || stringAt(root, 'language') === undefined) return;
  const entries = messages.members.map(({ value }) => value).filter(isObject);
  if (entries.some((entry) => memberOf(entry, 'id') === undefined || memberOf(entry, 'message') === undefined)) return;
  yield [root, { metadata: new Set(['language']), localeKey: 'language' }];
  for (const entry of entries) {
    let note = stringAt(entry, 'translatorComment');
    // gotext itself writes `Copied from source.`, which is no note.
    if (note === undefined || note === 'Copied from source.') note = stringAt(entry, 'comment');
    yield [entry, present({ metadata: gotextMetadata, copied: gotextCopied, note })];
    const select = valueAt(valueAt(entry, 'translation'), 'select');
    if (isContainer(select)) yield [select, { metadata: gotextSelect, copied: gotextSelect }];
  }
}

function isObject(node: JsonNode): node is JsonContainer {
  return node.kind === 'object';
}

const inlangMetadata: ReadonlySet<string> = new Set(['declarations', 'selectors']);

/** https://inlang.com/m/reootnfj/plugin-inlang-messageFormat: variants of a message, under `match`. */
function* inlang(root: JsonContainer, text: string): ReturnType<Shape> {
  if (!text.includes('"match"')) return;
  const containersToVisit: JsonContainer[] = [root];
  for (let container = containersToVisit.pop(); container !== undefined; container = containersToVisit.pop()) {
    const { kind, members } = container;
    const hasMetadata = members.some(({ key, value }) => inlangMetadata.has(key) && value.kind === 'array');
    if (kind === 'object' && valueAt(container, 'match')?.kind === 'object' && hasMetadata)
      yield [container, { metadata: inlangMetadata, copied: inlangMetadata }];
    else for (const { value } of members) if (isContainer(value)) containersToVisit.push(value);
  }
}

/** https://abp.io/docs/latest/framework/fundamentals/localization: `{ "culture": "de", "texts": { … } }` */
function abp(root: JsonContainer): ReturnType<Shape> {
  if (stringAt(root, 'culture') === undefined || valueAt(root, 'texts')?.kind !== 'object') return [];
  return [[root, { metadata: new Set(['culture']), localeKey: 'culture' }]];
}

/** https://docs.nextcloud.com/server/latest/developer_manual/basics/front-end/l10n.html */
function nextcloud(root: JsonContainer): ReturnType<Shape> {
  if (stringAt(root, 'pluralForm')?.startsWith('nplurals') !== true) return [];
  if (valueAt(root, 'translations')?.kind !== 'object') return [];
  return [[root, { metadata: new Set(['pluralForm']) }]];
}

/** https://www.mediawiki.org/wiki/Help:Internationalization: authors and their like, next to the texts. */
function mediaWiki(root: JsonContainer): ReturnType<Shape> {
  if (valueAt(root, '@metadata')?.kind !== 'object') return [];
  return [[root, { metadata: new Set(['@metadata']) }]];
}

/** The members of a container that belong to its texts, as a new container copies them. */
export function copiedMembers(container: JsonContainer | undefined): readonly JsonMember[] {
  const copied = container?.roles?.copied;
  if (copied === undefined) return [];
  return liveMembers(container).filter(({ key }) => copied.has(key));
}
