import type { PluralCategory } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { escapeKey, formId, isPluralCategory } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { textOf } from '../xml/xmlText.ts';
import { childOf, isElement, parseXml, type XmlDocument, type XmlElement } from '../xml/xmlTree.ts';

/** A key of a property list's dictionary, and its value. */
export interface Pair {
  readonly key: string;
  readonly keyElement: XmlElement;
  readonly value: XmlElement;
}

/** A string with a text. */
export interface StringsdictLeaf {
  readonly id: string;
  /** Keys from the outermost to its own. */
  readonly path: readonly string[];
  readonly element: XmlElement;
  readonly plural?: PluralCategory;
  /** Whether the plural forms are inserted into this text: `%#@files@ in %#@folders@`. */
  readonly isFormat: boolean;
}

export interface StringsdictFile {
  readonly text: string;
  readonly document: XmlDocument;
  /** The outermost dictionary, and its pairs. */
  readonly dict: XmlElement;
  readonly pairs: readonly Pair[];
  /** By id, in the file's order; if a key occurs twice, the last leaf counts. */
  readonly leaves: ReadonlyMap<string, StringsdictLeaf>;
}

/** The key of the text into which the plural forms are inserted: `%#@files@ in %#@folders@`. */
export const formatKey = 'NSStringLocalizedFormatKey';
/** Rules whose dictionaries contain one text for each width or device. */
const choiceRules: ReadonlySet<string> = new Set(['NSStringVariableWidthRuleType', 'NSStringDeviceSpecificRuleType']);
const ruleTypeKey = 'NSStringFormatSpecTypeKey';

/** Reads the texts of a file. Throws FormatError for a text that is not a property list with a dictionary. */
export function parseStringsdict(text: string): StringsdictFile {
  const document = parseXml(text);
  const { root } = document;
  if (root.name !== 'plist') throw formatErrorAt(text, root.start, because('stringsdict-root', root.name));
  const dict = childOf(root, 'dict');
  if (dict === undefined) throw formatErrorAt(text, root.start, because('stringsdict-no-dict'));
  const pairs = pairsOf(text, dict);
  const leaves = new Map<string, StringsdictLeaf>();
  for (const { key, value } of pairs) {
    if (value.name !== 'dict') continue;
    for (const leaf of leavesOf(text, key, value)) {
      // Moves it to the end, in case the id has already occurred.
      leaves.delete(leaf.id);
      leaves.set(leaf.id, leaf);
    }
  }
  return { text, document, dict, pairs, leaves };
}

/** The pairs of a dictionary. Throws FormatError if keys and values do not alternate. */
export function pairsOf(text: string, dict: XmlElement): readonly Pair[] {
  const elements = dict.children.filter(isElement);
  const pairs: Pair[] = [];
  for (let index = 0; index < elements.length; index += 2) {
    const [keyElement, value] = [elements[index], elements[index + 1]];
    if (keyElement === undefined) break;
    if (keyElement.name !== 'key')
      throw formatErrorAt(text, keyElement.start, because('stringsdict-key-expected', keyElement.name));
    if (value === undefined || value.name === 'key')
      throw formatErrorAt(text, keyElement.end, because('stringsdict-no-value'));
    pairs.push({ key: textOf(text, keyElement), keyElement, value });
  }
  return pairs;
}

/** Whether the dictionary of a key contains the forms of a plural. */
export function isPluralRule(text: string, key: string, pairs: readonly Pair[]): boolean {
  if (choiceRules.has(key)) return false;
  const ruleType = pairs.find((pair) => pair.key === ruleTypeKey)?.value;
  // Without a declared type, every plural has the form `other`.
  if (ruleType === undefined) return pairs.some((pair) => pair.key === 'other');
  return textOf(text, ruleType).trim() === 'NSStringPluralRuleType';
}

/** The texts of an entry: its format, the forms of its variables, and the texts for widths or devices. */
function leavesOf(text: string, key: string, entry: XmlElement): readonly StringsdictLeaf[] {
  const leaves: StringsdictLeaf[] = [];
  for (const { key: partKey, value } of pairsOf(text, entry)) {
    const base = `${escapeKey(key)}.${escapeKey(partKey)}`;
    if (partKey === formatKey && value.name === 'string')
      leaves.push({ id: escapeKey(key), path: [key, partKey], element: value, isFormat: true });
    if (value.name !== 'dict') continue;
    const formPairs = pairsOf(text, value);
    const isPlural = isPluralRule(text, partKey, formPairs);
    for (const { key: form, value: element } of formPairs) {
      if (element.name !== 'string') continue;
      const leaf = { path: [key, partKey, form], element, isFormat: false };
      // `greeting.NSStringVariableWidthRuleType.20`, or `files.count#one`
      if (choiceRules.has(partKey)) leaves.push({ ...leaf, id: `${base}.${escapeKey(form)}` });
      else if (isPlural && isPluralCategory(form)) leaves.push({ ...leaf, id: formId(base, form), plural: form });
    }
  }
  return leaves;
}
