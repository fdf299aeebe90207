import { present } from '../../base/present.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import type { WriteContext } from '../kit/localeFormat.ts';
import { goI18nMetadata, isPluralCategory, numberedIds } from '../kit/unitId.ts';
import { keyLists, setKeys } from './keyLists.ts';
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
 * nothing: in most files it is the key of a text. The elements of lists get their identifiers as keys, in a target as
 * in its source.
 */
export function markRoles(root: JsonContainer, text: string, source?: TargetSource<JsonContainer>): JsonContainer {
  for (const shape of shapes) {
    let isFound = false;
    for (const [container, roles] of shape(root, text)) {
      container.roles = roles;
      isFound = true;
    }
    if (isFound) break;
  }
  keyLists(root, text, source);
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

/**
 * `[{ "id": "hello", "description": note, "translation": text }]`, or with plural categories; and the messages that
 * babel-plugin-react-intl extracted, with `defaultMessage`: https://formatjs.github.io/docs/tooling/babel-plugin
 */
function goI18nLists(root: JsonContainer): ReturnType<Shape> {
  if (root.kind !== 'array') return [];
  const isEntry = (entry: JsonContainer): boolean =>
    stringAt(entry, 'id') !== undefined &&
    entry.members.some(({ key }) => isGoText(key)) &&
    entry.members.every(({ key }) => goI18nListMetadata.has(key) || isGoText(key));
  return describedEntries(root, isEntry, goI18nListMetadata);
}

/** Keys next to the text: go-i18n's, and where babel-plugin-react-intl found a message. */
const goI18nListMetadata: ReadonlySet<string> = new Set([...goI18nMetadata, 'file', 'start', 'end']);

function isGoText(key: string): boolean {
  return key === 'translation' || key === 'defaultMessage' || isPluralCategory(key);
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

/** In the source's language, the program shows the message itself if it has no translation. */
const gotextSource: ReadonlyMap<string, string> = new Map([['translation', 'message']]);

/**
 * `{ "language": "de", "messages": [{ "id": …, "message": source, "translation": text }] }`. A message is identified by
 * its id, of several by the first: https://pkg.go.dev/golang.org/x/text/message/pipeline#Message
 */
function* gotext(root: JsonContainer): ReturnType<Shape> {
  const messages = valueAt(root, 'messages');
  if (messages?.kind !== 'array' || root.kind !== 'object' || stringAt(root, 'language') === undefined) return;
  const entries = messages.members.map(({ value }) => value).filter(isObject);
  if (entries.some((entry) => memberOf(entry, 'id') === undefined || memberOf(entry, 'message') === undefined)) return;
  yield [root, { metadata: new Set(['language']), localeKey: 'language' }];
  // Other elements, such as null, keep their positions.
  const uniqueKey = numberedIds('.');
  setKeys(
    messages,
    messages.members.map(({ key, value }) => uniqueKey(gotextId(value) ?? key)),
  );
  for (const entry of entries) {
    let note = stringAt(entry, 'translatorComment');
    // gotext itself writes `Copied from source.`, which is no note.
    if (note === undefined || note === 'Copied from source.') note = stringAt(entry, 'comment');
    yield [entry, present({ metadata: gotextMetadata, copied: gotextCopied, sourceTexts: gotextSource, note })];
    const select = valueAt(valueAt(entry, 'translation'), 'select');
    if (!isContainer(select)) continue;
    yield [select, { metadata: gotextSelect, copied: gotextSelect }];
    const cases = valueAt(select, 'cases');
    const isPlural = stringAt(select, 'feature') === 'plural';
    if (isPlural && isContainer(cases)) yield [cases, { metadata: new Set(), isPluralSet: true }];
  }
}

/** The id of a message, or the first of its ids. */
function gotextId(message: JsonNode): string | undefined {
  const ids = valueAt(message, 'id');
  if (ids?.kind === 'array') return stringAt(ids, '0');
  return stringAt(message, 'id');
}

/** Whether a text may be a file of gotext, as is seen without parsing it. */
export function mayBeGotext(text: string): boolean {
  return text.includes('"messages"') && text.includes('"translation"') && text.includes('"language"');
}

/** Whether the messages of a file contain their source texts. */
export function hasSourceTexts(root: JsonContainer): boolean {
  const [message] = liveMembers(containerAt(root, 'messages'));
  return message?.value.kind === 'object' && message.value.roles?.sourceTexts !== undefined;
}

function containerAt(root: JsonContainer, key: string): JsonContainer | undefined {
  const value = valueAt(root, key);
  return isContainer(value) ? value : undefined;
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
    const variants = valueAt(container, 'match');
    if (kind === 'object' && variants?.kind === 'object' && hasMetadata) {
      yield [container, { metadata: inlangMetadata, copied: inlangMetadata }];
      const pluralSelector = pluralSelectorOf(container);
      if (pluralSelector !== undefined) yield [variants, { metadata: new Set(), pluralSelector }];
    } else for (const { value } of members) if (isContainer(value)) containersToVisit.push(value);
  }
}

/** The only selector of a message's variants, if it is declared as a plural: `local c = count: plural type=ordinal`. */
function pluralSelectorOf(message: JsonContainer): JsonRoles['pluralSelector'] {
  const selectors = valueAt(message, 'selectors');
  const declarations = valueAt(message, 'declarations');
  if (!isContainer(selectors) || selectors.members.length !== 1 || !isContainer(declarations)) return undefined;
  const name = stringAt(selectors, '0');
  for (const { value } of declarations.members) {
    const declaration = value.kind === 'string' ? value.value : '';
    const [, declared, options = ''] = /^local\s+(\S+)\s*=\s*\S+\s*:\s*plural\b(.*)$/s.exec(declaration) ?? [];
    if (name !== undefined && declared === name) return { name, ordinal: /type\s*=\s*ordinal/.test(options) };
  }
  return undefined;
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
