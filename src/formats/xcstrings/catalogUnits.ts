import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { isSameLocale } from '../../base/locale.ts';
import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry, TextRange, Unit } from '../kit/localeFormat.ts';
import {
  isContainer,
  memberOf,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from '../json/jsonTree.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import {
  entriesOf,
  idOf,
  isMarkedNotToTranslate,
  languageIn,
  leavesOf,
  nodeAt,
  objectAt,
  stringAt,
  type Catalog,
  type Leaf,
} from './catalogTree.ts';

/** Why a string that the code no longer contains is not ordered: the app never shows it. */
export const staleReason = 'xcstrings-stale';

/** States of a text that needs work: not translated, to be reviewed, or of a key that the code no longer contains. */
const unsettledStates: ReadonlySet<string> = new Set(['new', 'needs_review', 'stale']);

/** The texts of the source language, or of another language, with an empty text for each that it lacks. */
export function catalogUnits(catalog: Catalog, locale: string | undefined): readonly Unit[] {
  const { sourceLanguage } = catalog;
  const isSource = locale === undefined || (sourceLanguage !== undefined && isSameLocale(sourceLanguage, locale));
  const language = isSource ? undefined : (languageIn(catalog, locale) ?? locale);
  const target = language === undefined ? undefined : { language, categories: pluralCategoriesOf(language) };
  const units: Unit[] = [];
  for (const member of entriesOf(catalog)) {
    if (!isContainer(member.value)) continue;
    const entry = {
      member,
      entryFacts: entryFactsOf(catalog.text, member),
      sourceTexts: sourceLeaves(catalog, member),
    };
    if (target === undefined) for (const leaf of entry.sourceTexts) units.push(unitFrom(factsOf(entry, leaf)));
    else addTargetUnits(entry, objectAt(member.value, 'localizations'), target, units);
  }
  return units;
}

interface TargetLanguage {
  readonly language: string;
  /** Its plural categories. */
  readonly categories: ReadonlySet<string>;
}

/** An entry of the catalog, with its texts in the source language. */
interface Entry {
  readonly member: JsonMember;
  readonly entryFacts: EntryFacts;
  readonly sourceTexts: readonly Leaf[];
}

/** Properties of an entry that apply to all its texts. */
interface EntryFacts {
  readonly note: string | undefined;
  readonly maxChars: number | undefined;
  readonly reason: Reason | undefined;
}

function entryFactsOf(text: string, { value }: JsonMember): EntryFacts {
  const note = stringAt(value, 'comment')?.value.trim();
  const properties = { note, maxChars: lengthHint(note), reason: undefined };
  if (isMarkedNotToTranslate(text, value)) return { ...properties, reason: because('xcstrings-marked') };
  if (stringAt(value, 'extractionState')?.value === 'stale') return { ...properties, reason: because(staleReason) };
  return properties;
}

/** The texts of an entry in the source language; if there are none, the key is the text. */
export function sourceLeaves(
  { sourceLanguage }: Catalog,
  { key, keyStart, keyEnd, value }: JsonMember,
): readonly Leaf[] {
  const localizations = objectAt(value, 'localizations');
  const leaves = sourceLanguage === undefined ? [] : leavesOf(nodeAt(localizations, [sourceLanguage]));
  if (leaves.length > 0) return leaves;
  const keyAsText: JsonString = { kind: 'string', start: keyStart, end: keyEnd, value: key };
  return [{ suffix: '', category: undefined, keys: ['stringUnit'], value: keyAsText, state: undefined }];
}

function addTargetUnits(
  entry: Entry,
  localizations: JsonContainer | undefined,
  { language, categories }: TargetLanguage,
  units: Unit[],
): void {
  const localization = nodeAt(localizations, [language]);
  const ids = new Set<string>();
  for (const leaf of leavesOf(localization)) {
    const facts = factsOf(entry, leaf);
    const needsWork = facts.text !== '' && unsettledStates.has(leaf.state?.value ?? '');
    units.push(unitFrom({ ...facts, needsWork }));
    ids.add(facts.id);
  }
  const location = locationOf(entry.member, localizations, localization, language);
  for (const leaf of entry.sourceTexts) {
    if (ids.has(idOf(entry.member.key, leaf))) continue;
    if (leaf.category !== undefined && !categories.has(leaf.category)) continue;
    const isConflict = conflictWith(localization, leaf.keys) !== undefined;
    const reason = isConflict ? because('xcstrings-varies', language) : entry.entryFacts.reason;
    units.push(unitFrom({ ...factsOf(entry, leaf), text: '', ...location, reason }));
  }
}

/** The plural forms of a language; all of them if it is unknown. */
function pluralCategoriesOf(language: string): ReadonlySet<string> {
  try {
    return new Set(new Intl.PluralRules(language.replaceAll('_', '-')).resolvedOptions().pluralCategories);
  } catch {
    return new Set(cldrPluralCategories);
  }
}

/**
 * Returns the node because of which no text can be written at these keys: a localization has either one text or
 * variations of one kind. A `stringUnit` is in the way of `['variations', 'plural', 'one', 'stringUnit']`. Undefined if
 * a text can be written.
 */
export function conflictWith(localization: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let node = localization;
  for (const [index, key] of keys.entries()) {
    if (!isContainer(node)) return undefined;
    const container = node;
    let rivalKeys = rivalKinds.get(key);
    const isKindOfVariations = keys[index - 1] === 'variations';
    // `plural` rules out `device`, and the reverse.
    if (isKindOfVariations) rivalKeys ??= container.members.map((member) => member.key).filter((kind) => kind !== key);
    const rivals = rivalKeys?.map((kind) => memberOf(container, kind)?.value);
    const rival = rivals?.find((value) => isContainer(value));
    if (rival !== undefined) return rival;
    node = memberOf(container, key)?.value;
  }
  return undefined;
}

/** By the key of a text or of variations: the keys of which none may be next to it. */
const rivalKinds: ReadonlyMap<string, readonly string[]> = new Map([
  ['stringUnit', ['variations', 'stringSet']],
  ['stringSet', ['variations', 'stringUnit']],
  ['variations', ['stringUnit', 'stringSet']],
]);

/** Where to insert a missing text: in its localization, or with a new one, after the languages sorted before it. */
function locationOf(
  entry: JsonMember,
  localizations: JsonContainer | undefined,
  localization: JsonNode | undefined,
  language: string,
): TextRange {
  // `- 1`: before its `}`.
  if (localization !== undefined) return { start: localization.end - 1, end: localization.end - 1 };
  const previousLanguage = localizations?.members.findLast(({ key }) => key < language);
  // `+ 1`: after the `{` of the localizations, or of an entry without any.
  const insertionOffset = previousLanguage?.value.end ?? (localizations ?? entry.value).start + 1;
  return { start: insertionOffset, end: insertionOffset };
}

function factsOf({ member, entryFacts }: Entry, leaf: Leaf): UnitFacts {
  const { value: text, start, end } = leaf.value;
  return {
    id: idOf(member.key, leaf),
    text,
    start,
    end,
    note: entryFacts.note,
    maxChars: entryFacts.maxChars,
    plural: leaf.category,
    reason: entryFacts.reason ?? loneSurrogateReason(text),
  };
}

/** Returns the entry with the empty key that Xcode often adds, if it has a text. */
export function omittedIn({ strings }: Catalog): readonly OmittedEntry[] {
  return strings.members
    .filter(({ key, value }) => {
      const localizations = key === '' ? (objectAt(value, 'localizations')?.members ?? []) : [];
      return localizations.some((localization) =>
        leavesOf(localization.value).some(({ value: { value: text } }) => hasWords(text)),
      );
    })
    .map(({ keyStart }) => ({ start: keyStart, reason: because('entry-no-key') }));
}
