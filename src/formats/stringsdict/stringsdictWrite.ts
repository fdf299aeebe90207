import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { sortEdits } from '../kit/spliceEdits.ts';
import { insertionPlaces, withPluralMembers } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { splitPlural } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import {
  asciiHabit,
  encodeByHabit,
  referenceHabit,
  usualReferences,
  type EncodingHabit,
} from '../xml/xmlReferences.ts';
import {
  indentAt,
  insertElements,
  levelOf,
  locationAtEnd,
  locationBetween,
  type SiblingLocation,
  type XmlLayout,
} from '../xml/xmlSiblings.ts';
import { encodeXml, needsAscii } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeCData, isCData, rawValueEdit } from '../xml/xmlValue.ts';
import { formatKey, isPluralRule, pairsOf, type Pair, type StringsdictFile } from './stringsdictTree.ts';

/** New texts by key, nested like the dictionaries. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  text?: string;
}

interface Style {
  readonly habit: EncodingHabit;
  readonly layout: XmlLayout;
}

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeStringsdict(change: WantedChange, fileOf: (text: string) => StringsdictFile): readonly TextEdit[] {
  if (change.text === '') return create(change, fileOf(change.context.sourceText));
  const target = fileOf(change.text);
  const source = change.added.size === 0 ? undefined : fileOf(change.context.sourceText);
  const style = styleOf(target, source ?? target);
  const edits: TextEdit[] = [];
  for (const { id, element } of target.leaves.values()) {
    const text = change.replaced.get(id);
    // A state was requested, but these files record none.
    if (text !== undefined && text !== change.present.get(id)?.text)
      edits.push(rawValueEdit(target.text, element, encode(element, text, style.habit)));
  }
  if (source !== undefined) edits.push(...insert(target, source, wantedTree(change.added, [source, target]), style));
  return sortEdits(edits);
}

function encode(element: XmlElement, text: string, habit: EncodingHabit): string {
  // A CDATA section cannot contain references, which a carriage return needs.
  return isCData(element) && text !== '' && !text.includes('\r') && habit.ascii === undefined
    ? encodeCData(text, habit.lineEnd)
    : encodeByHabit(text, habit);
}

/**
 * The texts by the keys that lead to them; a plural form that neither file has is placed among the forms that one of
 * them has.
 */
function wantedTree(added: ReadonlyMap<string, string>, files: readonly StringsdictFile[]): Wanted {
  const tree: Wanted = { children: new Map() };
  const rules = new Map(
    files.flatMap(({ leaves }) =>
      [...leaves.values()].flatMap(({ id, path, plural }) =>
        plural === undefined ? [] : [[splitPlural(id)?.base ?? '', path] as const],
      ),
    ),
  );
  for (const [id, text] of added) {
    const member = splitPlural(id);
    const rule = member === undefined ? undefined : rules.get(member.base);
    const path =
      files.map(({ leaves }) => leaves.get(id)?.path).find((each) => each !== undefined) ??
      (rule === undefined ? undefined : [...rule.slice(0, -1), member?.category ?? '']);
    if (path === undefined) throw refusal(because('unit-in-neither-file', id));
    let node = tree;
    for (const key of path) {
      const next: Wanted = node.children.get(key) ?? { children: new Map() };
      node.children.set(key, next);
      node = next;
    }
    node.text = text;
  }
  return tree;
}

function insert(target: StringsdictFile, source: StringsdictFile, wanted: Wanted, style: Style): readonly TextEdit[] {
  return insertInto(target.dict, source.dict, wanted, { text: target.text, sourceText: source.text, style });
}

interface Texts {
  readonly text: string;
  readonly sourceText: string;
  readonly style: Style;
}

function insertInto(
  dict: XmlElement,
  sourceDict: XmlElement | undefined,
  wanted: Wanted,
  texts: Texts,
): readonly TextEdit[] {
  const { text, sourceText, style } = texts;
  const edits: TextEdit[] = [];
  const present = new Map(pairsOf(text, dict).map((pair) => [pair.key, pair]));
  const own = new Map(sourceDict === undefined ? [] : pairsOf(sourceText, sourceDict).map((pair) => [pair.key, pair]));
  const missing = new Set<string>();
  for (const [key, child] of wanted.children) {
    const pair = present.get(key);
    if (pair === undefined) missing.add(key);
    else if (pair.value.name === 'dict') edits.push(...insertInto(pair.value, own.get(key)?.value, child, texts));
  }
  const order = withPluralMembers([...(own.size === 0 ? present : own).keys()], [...missing, ...present.keys()]);
  for (const { ids, after, before } of insertionPlaces(order, new Set(present.keys()), missing)) {
    const location = locationOf(dict, present.get(after ?? ''), present.get(before ?? ''));
    edits.push(
      insertElements(text, location, style.layout, (indent) =>
        ids.flatMap((key) =>
          renderPair({ key, source: own.get(key), wanted: wanted.children.get(key) }, sourceText, style, indent),
        ),
      ),
    );
  }
  return edits;
}

function locationOf(parent: XmlElement, after: Pair | undefined, before: Pair | undefined): SiblingLocation {
  return after === undefined && before === undefined
    ? locationAtEnd(parent)
    : locationBetween(parent, after?.value, before?.keyElement);
}

/** A new pair; `source` is the same pair of the source file. */
interface NewPair {
  readonly key: string;
  readonly source: Pair | undefined;
  readonly wanted: Wanted | undefined;
}

/**
 * A key and its value, each as an element: the wanted parts of the source's value, with everything that is not
 * translatable. `text` is that of the source file.
 */
function renderPair(
  { key, source, wanted }: NewPair,
  text: string,
  style: Style,
  indent: string | undefined,
): readonly string[] {
  const keyElement =
    source === undefined
      ? `<key>${encodeXml(key, style.layout.lineEnd)}</key>`
      : text.slice(source.keyElement.start, source.keyElement.end);
  if (wanted?.text !== undefined) return [keyElement, `<string>${encodeByHabit(wanted.text, style.habit)}</string>`];
  if (source === undefined) return [];
  if (source.value.name !== 'dict') return [keyElement, text.slice(source.value.start, source.value.end)];
  const inner = indent === undefined ? undefined : indent + style.layout.level;
  const lead = inner === undefined ? '' : style.layout.lineEnd + inner;
  const pairs = new Map(pairsOf(text, source.value).map((pair) => [pair.key, pair]));
  const isRule = isPluralRule(text, key, [...pairs.values()]);
  const keys = withPluralMembers([...pairs.keys()], wanted?.children.keys() ?? []);
  const elements = keys
    .filter((each) => wanted?.children.has(each) === true || isNeeded(pairs.get(each), isRule))
    .flatMap((each) => {
      const pair = { key: each, source: pairs.get(each), wanted: wanted?.children.get(each) };
      return renderPair(pair, text, style, inner);
    });
  const tail = indent === undefined ? '' : style.layout.lineEnd + indent;
  return [keyElement, `<dict>${elements.map((element) => lead + element).join('')}${tail}</dict>`];
}

/**
 * The parts of a new entry that are required in addition to the wanted texts: its format, and how its variables are
 * formatted.
 */
function isNeeded(pair: Pair | undefined, isRule: boolean): boolean {
  if (pair === undefined || pair.value.name === 'dict') return false;
  return pair.key === formatKey || (isRule && !cldrPluralCategories.some((category) => category === pair.key));
}

function create(change: WantedChange, source: StringsdictFile): readonly TextEdit[] {
  const { text, dict } = source;
  const style = styleOf(source, source);
  const wanted = wantedTree(change.added, [source]);
  const [first] = source.pairs;
  const indent = first === undefined ? undefined : indentAt(text, first.keyElement.start);
  const lead = indent === undefined ? '' : style.layout.lineEnd + indent;
  const elements = source.pairs
    .filter(({ key }) => wanted.children.has(key))
    .flatMap((pair) =>
      renderPair({ key: pair.key, source: pair, wanted: wanted.children.get(pair.key) }, text, style, indent),
    );
  const closing = /\s*$/.exec(text.slice(dict.innerStart, dict.innerEnd))?.[0] ?? '';
  return [
    {
      start: 0,
      end: 0,
      text:
        text.slice(0, dict.innerStart) +
        elements.map((element) => lead + element).join('') +
        closing +
        text.slice(dict.innerEnd),
    },
  ];
}

function styleOf(target: StringsdictFile, source: StringsdictFile): Style {
  const samples = [target, source].map(({ text, leaves }) =>
    [...leaves.values()].flatMap(({ element }) =>
      isCData(element) ? [] : [text.slice(element.innerStart, element.innerEnd)],
    ),
  );
  const ascii =
    asciiHabit(target.text) ?? (needsAscii(target.text) ? (code: number): string => `&#${code};` : undefined);
  const lineEnd = lineEndOf(target.text);
  return {
    habit: { lineEnd, references: referenceHabit(samples, usualReferences), ascii },
    layout: {
      lineEnd,
      level:
        levelOf(target.text, target.dict) ??
        levelIn(target) ??
        levelOf(source.text, source.dict) ??
        levelIn(source) ??
        '\t',
    },
  };
}

/**
 * Xcode does not indent the content of the root dictionary further than its tag, so its indentation is not that of
 * other levels.
 */
function levelIn({ text, pairs }: StringsdictFile): string | undefined {
  for (const { value } of pairs) {
    const level = levelOf(text, value);
    if (level !== undefined) return level;
  }
  return undefined;
}
