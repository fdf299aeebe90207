import type { OmittedEntry, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { containsWords } from '../xml/elementsWithWords.ts';
import { commentsAbove } from '../xml/xmlSiblings.ts';
import { textOf } from '../xml/xmlText.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { formatKey, pairsOf, type Pair, type StringsdictFile, type StringsdictLeaf } from './parseStringsdict.ts';

/** The units of a file, in its order. */
export function unitsOf(file: StringsdictFile): readonly Unit[] {
  const notes = new Map<string, string>();
  for (const { key, keyElement } of file.pairs)
    notes.set(key, noteOf(commentsAbove(file.text, file.dict, keyElement).map(({ text }) => text)));
  return Array.from(file.leaves.values(), (leaf) => {
    const { id, plural, element, path } = leaf;
    const text = textOf(file.text, element, file.document.entities);
    const note = notes.get(path[0] ?? '');
    const reason = readOnlyReason(leaf, text);
    return unitFrom({ id, text, note, maxChars: lengthHint(note), plural, reason, ...valueRange(file.text, element) });
  });
}

function readOnlyReason({ element, isFormat }: StringsdictLeaf, text: string): Reason | undefined {
  if (element.children.some((child) => child.kind !== 'cdata')) return because('unit-more-than-text');
  // `%#@files@` and `%1$#@files@`
  const textWithoutVariables = text.replace(/%(?:\d+\$)?#@[^@]*@/g, '');
  const hasWords = /[\p{L}\p{N}]/u.test(textWithoutVariables);
  return isFormat && text !== '' && !hasWords ? because('stringsdict-no-words') : undefined;
}

function noteOf(comments: readonly string[]): string {
  const lines = comments.flatMap((comment) => comment.split(/\r\n|\n|\r/)).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** Returns the texts that belong to no rule: next to the dictionaries, or under a form that no language has. */
export function* omittedIn({ text, pairs, leaves }: StringsdictFile): Iterable<OmittedEntry> {
  const read = new Set([...leaves.values()].map(({ element }) => element));
  const entry = (path: readonly string[], { start }: XmlElement): OmittedEntry => {
    return { key: joinKeyPath(path), start, reason: because('entry-kind') };
  };
  const isLost = (pair: Pair): boolean =>
    pair.value.name === 'string' && !read.has(pair.value) && containsWords(text, pair.value);
  for (const pair of pairs) {
    if (isLost(pair)) yield entry([pair.key], pair.value);
    // The last of equal keys counts.
    if (pair.value.name !== 'dict' || pair !== pairs.findLast(({ key }) => key === pair.key)) continue;
    for (const rule of pairsOf(text, pair.value)) {
      if (isLost(rule) && rule.key !== formatKey) yield entry([pair.key, rule.key], rule.value);
      if (rule.value.name !== 'dict') continue;
      for (const form of pairsOf(text, rule.value))
        // `NSStringFormatValueTypeKey` and the like are not shown.
        if (isLost(form) && !form.key.startsWith('NSString')) yield entry([pair.key, rule.key, form.key], form.value);
    }
  }
}
