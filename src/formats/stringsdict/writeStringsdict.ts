import type { TextEdit } from '../kit/localeFormat.ts';
import { sortEdits } from '../kit/spliceEdits.ts';
import { insertionPlaces, withPluralMembers } from '../kit/insertionOrder.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { isPluralCategory, splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { encodeByHabit, encodingHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import {
  indentAt,
  insertElements,
  levelOf,
  locationAtEnd,
  locationBetween,
  type SiblingLocation,
  type XmlLayout,
} from '../xml/xmlSiblings.ts';
import { encodeXml } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeCData, isCData, rawValueEdit } from '../xml/xmlValue.ts';
import {
  formatKey,
  isPluralRule,
  pairsOf,
  type Pair,
  type StringsdictFile,
  type StringsdictLeaf,
} from './parseStringsdict.ts';

/** New texts by key, nested like the dictionaries. */
interface NewTexts {
  readonly children: Map<string, NewTexts>;
  text?: string;
}

/** How a file writes characters and lays out its elements. */
interface Style {
  readonly habit: EncodingHabit;
  readonly layout: XmlLayout;
}

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeStringsdict(change: WantedChange, fileOf: (text: string) => StringsdictFile): readonly TextEdit[] {
  if (change.text === '') return createStringsdict(change, fileOf(change.context.sourceText));
  const target = fileOf(change.text);
  const source = change.added.size === 0 ? undefined : fileOf(change.context.sourceText);
  const style = styleOf(target, source ?? target);
  const edits: TextEdit[] = [];
  for (const { id, element } of target.leaves.values()) {
    const text = change.replaced.get(id);
    // An unchanged text is among those to be replaced if only its state changes, which these files do not record.
    if (text !== undefined && text !== change.present.get(id)?.text)
      edits.push(rawValueEdit(target.text, element, encodeText(element, text, style.habit)));
  }
  if (source !== undefined) {
    const texts = newTextsByKey(change.added, [source, target]);
    edits.push(...insertInDict(target.dict, source.dict, texts, { text: target.text, sourceText: source.text, style }));
  }
  return sortEdits(edits);
}

function encodeText(element: XmlElement, text: string, habit: EncodingHabit): string {
  // A CDATA section cannot contain references, which a carriage return needs.
  const canBeCData = text !== '' && !text.includes('\r') && habit.ascii === undefined;
  if (isCData(element) && canBeCData) return encodeCData(text, habit.lineEnd);
  return encodeByHabit(text, habit);
}

/**
 * The texts by the keys that lead to them in one of the files. A plural form that neither file has gets the keys of the
 * plural's other forms: `files.count#few` is next to `files.count#one`.
 */
function newTextsByKey(added: ReadonlyMap<string, string>, files: readonly StringsdictFile[]): NewTexts {
  const tree: NewTexts = { children: new Map() };
  const leaves = new Map<string, StringsdictLeaf>();
  // The first file takes precedence.
  for (const file of files.toReversed()) for (const [id, leaf] of file.leaves) leaves.set(id, leaf);
  const pathsOfPlurals = new Map<string, readonly string[]>();
  for (const { id, path, plural } of leaves.values())
    if (plural !== undefined) pathsOfPlurals.set(splitPlural(id)?.base ?? '', path.slice(0, -1));
  for (const [id, text] of added) {
    const path = leaves.get(id)?.path ?? pathOfNewForm(id, pathsOfPlurals);
    let node = tree;
    for (const key of path) {
      const child: NewTexts = node.children.get(key) ?? { children: new Map() };
      node.children.set(key, child);
      node = child;
    }
    node.text = text;
  }
  return tree;
}

/** Throws FormatError for a text that is not a form of one of the plurals. */
function pathOfNewForm(id: string, pathsOfPlurals: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const member = splitPlural(id);
  const path = member && pathsOfPlurals.get(member.base);
  if (path === undefined) throw refusal(because('unit-in-neither-file', id));
  return [...path, member?.category ?? ''];
}

/** The texts of target and source, and the target's style. */
interface InsertContext {
  readonly text: string;
  readonly sourceText: string;
  readonly style: Style;
}

/** Inserts new texts into a dictionary of the target and those in it, in the order of the source's dictionary. */
function insertInDict(
  dict: XmlElement,
  sourceDict: XmlElement | undefined,
  newTexts: NewTexts,
  context: InsertContext,
): readonly TextEdit[] {
  const { text, sourceText, style } = context;
  const edits: TextEdit[] = [];
  const presentPairs = pairsByKey(text, dict);
  const sourcePairs = pairsByKey(sourceText, sourceDict);
  const missingKeys = new Set<string>();
  for (const [key, child] of newTexts.children) {
    const pair = presentPairs.get(key);
    if (pair === undefined) missingKeys.add(key);
    else if (pair.value.name === 'dict')
      edits.push(...insertInDict(pair.value, sourcePairs.get(key)?.value, child, context));
  }
  // A dictionary that the source lacks keeps its own order.
  const sourceOrder = (sourcePairs.size === 0 ? presentPairs : sourcePairs).keys();
  const order = withPluralMembers([...sourceOrder], [...missingKeys, ...presentPairs.keys()]);
  for (const { ids, after, before } of insertionPlaces(order, new Set(presentPairs.keys()), missingKeys)) {
    const location = locationOf(dict, presentPairs.get(after ?? ''), presentPairs.get(before ?? ''));
    const render = (indent: string | undefined): readonly string[] =>
      ids.flatMap((key) => {
        const newPair = { key, source: sourcePairs.get(key), texts: newTexts.children.get(key) };
        return renderPair(newPair, sourceText, style, indent);
      });
    edits.push(insertElements(text, location, style.layout, render));
  }
  return edits;
}

function pairsByKey(text: string, dict: XmlElement | undefined): ReadonlyMap<string, Pair> {
  if (dict === undefined) return new Map();
  return new Map(pairsOf(text, dict).map((pair) => [pair.key, pair]));
}

function locationOf(parent: XmlElement, after: Pair | undefined, before: Pair | undefined): SiblingLocation {
  if (after === undefined && before === undefined) return locationAtEnd(parent);
  return locationBetween(parent, after?.value, before?.keyElement);
}

/** A new pair: the source's pair with that key, and the texts that are written into it. */
interface NewPair {
  readonly key: string;
  readonly source: Pair | undefined;
  readonly texts: NewTexts | undefined;
}

/** Renders a key and its value as elements. Of a dictionary in the source's `text`, wanted and needed parts remain. */
function renderPair(
  { key, source, texts }: NewPair,
  text: string,
  style: Style,
  indent: string | undefined,
): readonly string[] {
  const { lineEnd, level } = style.layout;
  let keyElement = `<key>${encodeXml(key, lineEnd)}</key>`;
  if (source !== undefined) keyElement = text.slice(source.keyElement.start, source.keyElement.end);
  if (texts?.text !== undefined) return [keyElement, `<string>${encodeByHabit(texts.text, style.habit)}</string>`];
  if (source === undefined) return [];
  if (source.value.name !== 'dict') return [keyElement, text.slice(source.value.start, source.value.end)];
  const childIndent = indent === undefined ? undefined : indent + level;
  const sourcePairs = pairsByKey(text, source.value);
  const isPlural = isPluralRule(text, key, [...sourcePairs.values()]);
  const elements: string[] = [];
  for (const childKey of withPluralMembers([...sourcePairs.keys()], texts?.children.keys() ?? [])) {
    const child = { key: childKey, source: sourcePairs.get(childKey), texts: texts?.children.get(childKey) };
    if (child.texts !== undefined || isNeeded(child.source, isPlural))
      elements.push(...renderPair(child, text, style, childIndent));
  }
  if (indent === undefined) return [keyElement, `<dict>${elements.join('')}</dict>`];
  const lines = elements.map((element) => lineEnd + indent + level + element);
  return [keyElement, `<dict>${lines.join('')}${lineEnd}${indent}</dict>`];
}

/** Whether a new entry needs a part without a wanted text: the format of the entry, or `NSStringFormatValueTypeKey`. */
function isNeeded(pair: Pair | undefined, isInPlural: boolean): boolean {
  if (pair === undefined || pair.value.name === 'dict') return false;
  return pair.key === formatKey || (isInPlural && !isPluralCategory(pair.key));
}

function createStringsdict(change: WantedChange, source: StringsdictFile): readonly TextEdit[] {
  const { text, dict } = source;
  const style = styleOf(source, source);
  const newTexts = newTextsByKey(change.added, [source]);
  const [firstPair] = source.pairs;
  const indent = firstPair && indentAt(text, firstPair.keyElement.start);
  const lead = indent === undefined ? '' : style.layout.lineEnd + indent;
  let created = text.slice(0, dict.innerStart);
  for (const pair of source.pairs) {
    const texts = newTexts.children.get(pair.key);
    if (texts === undefined) continue;
    const elements = renderPair({ key: pair.key, source: pair, texts }, text, style, indent);
    created += elements.map((element) => lead + element).join('');
  }
  // The whitespace before the closing tag, and the rest of the file.
  const content = text.slice(dict.innerStart, dict.innerEnd);
  created += content.slice(content.trimEnd().length) + text.slice(dict.innerEnd);
  return [{ start: 0, end: 0, text: created }];
}

function styleOf(target: StringsdictFile, source: StringsdictFile): Style {
  const habit = encodingHabit(target.text, [samplesOf(target), samplesOf(source)]);
  const levelOfDict = ({ text, dict }: StringsdictFile): string | undefined => levelOf(text, dict);
  const level = levelOfDict(target) ?? levelOfEntries(target) ?? levelOfDict(source) ?? levelOfEntries(source) ?? '\t';
  return { habit, layout: { lineEnd: habit.lineEnd, level } };
}

/** The texts as written, without those in CDATA sections. */
function samplesOf({ text, leaves }: StringsdictFile): readonly string[] {
  const leavesWithoutCData = [...leaves.values()].filter(({ element }) => !isCData(element));
  return leavesWithoutCData.map(({ element }) => text.slice(element.innerStart, element.innerEnd));
}

/** Xcode does not indent the content of the root dictionary, so its indentation is not that of other levels. */
function levelOfEntries({ text, pairs }: StringsdictFile): string | undefined {
  for (const { value } of pairs) {
    const level = levelOf(text, value);
    if (level !== undefined) return level;
  }
  return undefined;
}
