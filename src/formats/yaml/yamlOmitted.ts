import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry } from '../kit/localeFormat.ts';
import { escapeKey, isPluralCategory, joinPlural } from '../kit/unitId.ts';
import { because, type ReasonCode } from '../reasons/reason.ts';
import { isContainer, topOf, type YamlContainer, type YamlFile, type YamlMember, type YamlNode } from './yamlTree.ts';
import { isLocaleData, isPluralSet, unitsBelow } from './yamlUnits.ts';

/** A file whose omitted entries are searched. */
interface Search {
  readonly file: YamlFile;
  /** How many aliases and texts may still be followed: aliases can refer to each other's values again and again. */
  remaining: number;
}

/** More is found in no locale file, and named by nobody. */
const maxIncluded = 20_000;

/**
 * Returns the texts that are only referred to, by aliases and merge keys, with the ids that they would have as units;
 * and those under a key that is no text, or with a tag.
 */
export function omittedIn(file: YamlFile): readonly OmittedEntry[] {
  const top = topOf(file);
  return isContainer(top) ? [...omittedBelow(top, '', { file, remaining: maxIncluded })] : [];
}

/** Returns the omitted entries of a container; `prefix` is that of its ids: `cart.items.` */
function* omittedBelow(container: YamlContainer, prefix: string, search: Search): Iterable<OmittedEntry> {
  const isSet = prefix !== '' && isPluralSet(container);
  for (const member of container.members) {
    const { key, value, start } = member;
    if (container.byKey.get(key) !== member) {
      yield* omittedWithoutKey(container, member, prefix, search);
      continue;
    }
    if (isLocaleData(prefix, member, search.file) || container.identity?.identifier === key) continue;
    if (isSet && !isPluralCategory(key)) continue;
    const isForm = isSet && isPluralCategory(key);
    const id = isForm
      ? joinPlural({ base: prefix.slice(0, -1), category: key, ordinal: false })
      : prefix + escapeKey(key);
    if (value.kind === 'alias') yield* included(value, { id, code: 'entry-alias', start }, search);
    else if (isContainer(value)) yield* omittedBelow(value, `${id}.`, search);
    else if (id === '' && value.kind === 'text' && hasWords(value.value)) yield entryOf('', 'entry-no-key', start);
    else if (value.kind === 'data' && value.isTagged === true && hasWords(textOf(value, search)))
      yield entryOf(id, 'entry-tagged', start);
  }
}

/** Returns the texts of a merge key that its map does not have itself, or a text whose key is a list or a map. */
function* omittedWithoutKey(
  container: YamlContainer,
  { key, value, start, keyStart, keyEnd }: YamlMember,
  prefix: string,
  search: Search,
): Iterable<OmittedEntry> {
  if (key === '<<') {
    const merged = isContainer(value) && value.kind === 'seq' ? value.members.map((member) => member.value) : [value];
    for (const entry of merged.flatMap((node) => [
      ...included(node, { id: prefix, code: 'entry-merged', start }, search),
    ])) {
      const [ownKey = ''] = /^(?:\\.|[^.#\\])*/.exec((entry.key ?? '').slice(prefix.length)) ?? [];
      const isOwn = [...container.byKey.keys()].some((name) => escapeKey(name) === ownKey);
      if (!isOwn) yield entry;
    }
    return;
  }
  // Any other one is overridden by a later one with the same key.
  const hasStructuredKey = key === '' && keyStart < keyEnd && /^[[{]/.test(search.file.text.slice(keyStart));
  if (hasStructuredKey && hasWords(textOf(value, search))) yield entryOf('', 'entry-key-structure', start);
}

/** Where a node is referred to: the id that it has there or, for a merge key, the prefix of ids. */
interface ReferenceTo {
  readonly id: string;
  readonly code: 'entry-alias' | 'entry-merged';
  readonly start: number;
}

/** Returns the texts of a node that is referred to. */
function* included(node: YamlNode, { id, code, start }: ReferenceTo, search: Search): Iterable<OmittedEntry> {
  search.remaining -= 1;
  if (search.remaining < 0) return;
  const value = node.kind === 'alias' ? search.file.anchors.get(node.anchor ?? '') : node;
  if (value?.kind === 'text' && hasWords(value.value)) yield entryOf(id, code, start);
  if (!isContainer(value)) return;
  const prefix = id === '' || id.endsWith('.') ? id : `${id}.`;
  for (const unit of unitsBelow(value, prefix, search.file)) {
    search.remaining -= 1;
    if (search.remaining < 0) return;
    if (hasWords(unit.text)) yield entryOf(unit.id, code, start);
  }
  for (const { key = '' } of omittedBelow(value, prefix, search)) yield entryOf(key, code, start);
}

function entryOf(key: string, code: Extract<ReasonCode, `entry-${string}`>, start: number): OmittedEntry {
  return { start, reason: because(code), ...(key !== '' && { key }) };
}

/** Returns a value as the file has it. */
function textOf({ start, end }: YamlNode, { file }: Search): string {
  return file.text.slice(start, end);
}
