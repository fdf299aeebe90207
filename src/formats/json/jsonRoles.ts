import type { WriteContext } from '../kit/localeFormat.ts';
import { goI18nMetadata, isPluralCategory } from '../kit/unitId.ts';
import { isContainer, liveMembers, memberOf, type JsonContainer, type JsonNode, type JsonRoles } from './jsonTree.ts';

/** A file of a known shape; `find` returns the containers with roles, or none if the file has another shape. */
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
  return new Map(roles?.localeKey === undefined ? [] : [[roles.localeKey, targetLocale]]);
}

const shapes: readonly Shape[] = [docusaurus, goLists, gotext, inlang, abp, nextcloud, mediaWiki];

/** https://docusaurus.io/docs/i18n/tutorial: `{ id: { "message": text, "description": note } }` */
function docusaurus(root: JsonContainer): ReturnType<Shape> {
  const entries = root.kind === 'object' ? root.members : [];
  const isEntry = ({ value }: { readonly value: JsonNode }): boolean =>
    value.kind === 'object' &&
    memberOf(value, 'message')?.value.kind === 'string' &&
    value.members.every(({ key }) => key === 'message' || key === 'description');
  if (!entries.every(isEntry)) return [];
  return entries.flatMap(({ value }) =>
    isContainer(value)
      ? [[value, { metadata: descriptionOnly, copied: descriptionOnly, ...noteOf(value, 'description') }]]
      : [],
  );
}

const descriptionOnly: ReadonlySet<string> = new Set(['description']);

/** `[{ "id": "hello", "description": note, "translation": text }]`, or with plural categories. */
function goLists(root: JsonContainer): ReturnType<Shape> {
  if (root.kind !== 'array') return [];
  const isEntry = ({ value }: { readonly value: JsonNode }): boolean =>
    value.kind === 'object' &&
    stringAt(value, 'id') !== undefined &&
    value.members.some(({ key }) => isGoText(key)) &&
    value.members.every(({ key }) => goI18nMetadata.has(key) || isGoText(key));
  if (!root.members.every(isEntry)) return [];
  return root.members.flatMap(({ value }) =>
    isContainer(value)
      ? [[value, { metadata: goI18nMetadata, copied: goI18nMetadata, ...noteOf(value, 'description') }]]
      : [],
  );
}

function isGoText(key: string): boolean {
  return key === 'translation' || isPluralCategory(key);
}

/** https://pkg.go.dev/golang.org/x/text/message/pipeline#Messages */
const gotextCopied: ReadonlySet<string> = new Set(['id', 'key', 'meaning', 'message', 'comment', 'placeholders']);
const gotextMetadata: ReadonlySet<string> = new Set([...gotextCopied, 'translatorComment', 'position']);

/** In a choice among plural forms, only `cases` has texts. */
const gotextSelect: ReadonlySet<string> = new Set(['feature', 'arg']);

/** `{ "language": "de", "messages": [{ "id": …, "message": source, "translation": text }] }` */
function* gotext(root: JsonContainer): ReturnType<Shape> {
  const messages = memberOf(root, 'messages')?.value;
  if (messages?.kind !== 'array' || root.kind !== 'object' || stringAt(root, 'language') === undefined) return;
  const entries = messages.members.flatMap(({ value }) => (value.kind === 'object' ? [value] : []));
  if (entries.some((entry) => memberOf(entry, 'id') === undefined || memberOf(entry, 'message') === undefined)) return;
  yield [root, { metadata: new Set(['language']), localeKey: 'language' }];
  for (const entry of entries) {
    const comment = stringAt(entry, 'translatorComment');
    const note = comment === undefined || comment === 'Copied from source.' ? stringAt(entry, 'comment') : comment;
    yield [entry, { metadata: gotextMetadata, copied: gotextCopied, ...(note === undefined ? {} : { note }) }];
    const translation = memberOf(entry, 'translation')?.value;
    const select = translation?.kind === 'object' ? memberOf(translation, 'select')?.value : undefined;
    if (isContainer(select)) yield [select, { metadata: gotextSelect, copied: gotextSelect }];
  }
}

const inlangMetadata: ReadonlySet<string> = new Set(['declarations', 'selectors']);

/** https://inlang.com/m/reootnfj/plugin-inlang-messageFormat: variants of a message, under `match`. */
function* inlang(root: JsonContainer, text: string): ReturnType<Shape> {
  if (!text.includes('"match"')) return;
  const open: JsonContainer[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const match = memberOf(next, 'match')?.value;
    const hasMetadata = next.members.some(({ key, value }) => inlangMetadata.has(key) && value.kind === 'array');
    if (next.kind === 'object' && match?.kind === 'object' && hasMetadata)
      yield [next, { metadata: inlangMetadata, copied: inlangMetadata }];
    else for (const { value } of next.members) if (isContainer(value)) open.push(value);
  }
}

/** https://abp.io/docs/latest/framework/fundamentals/localization: `{ "culture": "de", "texts": { … } }` */
function abp(root: JsonContainer): ReturnType<Shape> {
  const isShape = stringAt(root, 'culture') !== undefined && memberOf(root, 'texts')?.value.kind === 'object';
  return isShape ? [[root, { metadata: new Set(['culture']), localeKey: 'culture' }]] : [];
}

/** https://docs.nextcloud.com/server/latest/developer_manual/basics/front-end/l10n.html */
function nextcloud(root: JsonContainer): ReturnType<Shape> {
  const isShape =
    stringAt(root, 'pluralForm')?.startsWith('nplurals') === true &&
    memberOf(root, 'translations')?.value.kind === 'object';
  return isShape ? [[root, { metadata: new Set(['pluralForm']) }]] : [];
}

/** https://www.mediawiki.org/wiki/Help:Internationalization: authors and their like, next to the texts. */
function mediaWiki(root: JsonContainer): ReturnType<Shape> {
  const isShape = root.kind === 'object' && memberOf(root, '@metadata')?.value.kind === 'object';
  return isShape ? [[root, { metadata: new Set(['@metadata']) }]] : [];
}

function noteOf(container: JsonContainer, key: string): { readonly note?: string } {
  const note = stringAt(container, key)?.trim();
  return note === undefined || note === '' ? {} : { note };
}

function stringAt(container: JsonContainer, key: string): string | undefined {
  const value = memberOf(container, key)?.value;
  return value?.kind === 'string' ? value.value : undefined;
}

/** The members of a container that belong to its texts, as a new container copies them. */
export function copiedMembers(container: JsonContainer): ReturnType<typeof liveMembers> {
  const { roles } = container;
  return roles?.copied === undefined ? [] : liveMembers(container).filter(({ key }) => roles.copied?.has(key));
}
