import type { TextRange, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import { escapeKey, goI18nMetadata, isPluralCategory, joinPlural, splitKeyPath, splitPlural } from '../kit/unitId.ts';
import {
  isContainer,
  liveMembers,
  topOf,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlText,
} from './yamlTree.ts';

/** The file and the node that a unit was read from. */
export interface Origin {
  readonly file: YamlFile;
  readonly node: YamlText;
}

/** Composing a file is slow, so units refer to the tree that they were read from. */
const origins = new WeakMap<Unit, Origin>();

export function originOf(unit: Unit): Origin | undefined {
  return origins.get(unit);
}

/** A file, and the units that were read from it so far. */
interface Reading {
  readonly file: YamlFile;
  readonly units: Unit[];
}

/** Returns the units of a file, in its order. */
export function unitsOf(file: YamlFile): readonly Unit[] {
  const reading: Reading = { file, units: [] };
  const top = topOf(file);
  if (isContainer(top)) collectUnits(top, '', undefined, reading);
  return reading.units;
}

/**
 * Returns the messages of a browser extension that writes them in YAML, `_locales/en/messages.yml`: of each entry only
 * the `message`, with its `description` as a note. A build converts them to `messages.json`.
 */
export function extensionMessagesOf(file: YamlFile): readonly Unit[] {
  const reading: Reading = { file, units: [] };
  const top = topOf(file);
  if (!isContainer(top)) return [];
  for (const { key, value, note } of liveMembers(top)) {
    if (!isContainer(value) || value.kind !== 'map') continue;
    const message = value.byKey.get('message')?.value;
    if (message?.kind !== 'text') continue;
    addUnit({ id: `${escapeKey(key)}.message` }, message, joinNotes(note, descriptionOf(value)), reading);
  }
  return reading.units;
}

/** Returns the units that a container has as one whose ids have a prefix: `cart.items.` */
export function unitsBelow(container: YamlContainer, prefix: string, file: YamlFile): readonly Unit[] {
  const reading: Reading = { file, units: [] };
  collectUnits(container, prefix, undefined, reading);
  return reading.units;
}

/** Collects the units of a container; `prefix` is that of their ids: `cart.items.` */
function collectUnits(container: YamlContainer, prefix: string, note: string | undefined, reading: Reading): void {
  const isSet = prefix !== '' && isPluralSet(container);
  for (const member of liveMembers(container)) {
    const { key, value } = member;
    const memberNote = joinNotes(note, member.note);
    if (isSet) {
      if (value.kind !== 'text' || !isPluralCategory(key)) continue;
      const id = joinPlural({ base: prefix.slice(0, -1), category: key, ordinal: false });
      addUnit({ id, plural: key }, value, memberNote, reading);
      continue;
    }
    if (isLocaleData(prefix, member, reading.file) || container.identity?.identifier === key) continue;
    const id = prefix + escapeKey(key);
    if (value.kind === 'text') addUnit({ id }, value, memberNote, reading);
    if (value.kind === 'data' && value.word !== undefined) reading.units.push(booleanUnit(id, value, value.word));
    if (!isContainer(value)) continue;
    // Only the forms of a plural set take over the notes of their container.
    const setNote = isPluralSet(value) ? joinNotes(member.note, descriptionOf(value)) : undefined;
    collectUnits(value, `${id}.`, setNote, reading);
  }
}

function addUnit(
  { id, plural }: Pick<Unit, 'id' | 'plural'>,
  node: YamlText,
  note: string | undefined,
  reading: Reading,
): void {
  if (id === '') return;
  const { start, end, value } = node;
  const reason = loneSurrogateReason(value);
  const unit = unitFrom({ id, text: value, start, end, note, maxChars: lengthHint(note), plural, reason });
  reading.units.push(unit);
  origins.set(unit, { file: reading.file, node });
}

/** Returns a unit for a word that its program reads as a boolean, so that the word is not omitted without notice. */
function booleanUnit(id: string, { start, end }: TextRange, word: string): Unit {
  return unitFrom({ id, text: word, start, end, reason: because('boolean-word', word) });
}

/** Whether a container is a map whose keys are CLDR plural categories, including `other`, as in Rails and go-i18n. */
export function isPluralSet(container: YamlContainer): boolean {
  return container.kind === 'map' && container.byKey.has('other') && canBePluralSet(container);
}

/** Whether a map is a plural set, or becomes one as soon as it has its form `other`. */
export function canBePluralSet(container: YamlContainer): boolean {
  if (container.kind !== 'map') return false;
  for (const [key, { value }] of container.byKey) {
    if (isContainer(value) || !(isPluralCategory(key) || goI18nMetadata.has(key))) return false;
  }
  return true;
}

function descriptionOf(container: YamlContainer): string | undefined {
  const description = container.byKey.get('description')?.value;
  return description?.kind === 'text' ? description.value : undefined;
}

/** Rails' keys under `number`: formats, separators and units, which the translations of Rails provide. */
const numberKeys: readonly string[] = ['format', 'currency', 'percentage', 'precision', 'human', 'nth'];

/** Whether a member is a locale's format or rule among Rails' texts: https://guides.rubyonrails.org/i18n.html */
export function isLocaleData(prefix: string, { key, value }: YamlMember, file: YamlFile): boolean {
  if (prefix === 'date.' || prefix === 'time.') return isContainer(value) && (key === 'formats' || key === 'order');
  if (file.localeRoot === undefined || !isContainer(value)) return false;
  if (prefix === 'i18n.') return key === 'plural' || key === 'transliterate';
  return prefix === '' && key === 'number' && numberKeys.some((numberKey) => value.byKey.has(numberKey));
}

/** Returns the keys of a unit's text: `cart.items#one` → `cart`, `items`, `one`; undefined for an invalid id. */
export function keysOf(id: string): { readonly keys: readonly string[]; readonly isPlural: boolean } | undefined {
  const member = splitPlural(id);
  if (member?.ordinal === true) return undefined;
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined) return undefined;
  if (member === undefined) return { keys, isPlural: false };
  return { keys: [...keys, member.category], isPlural: true };
}
