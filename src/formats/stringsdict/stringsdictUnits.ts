import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { commentsAbove } from '../xml/xmlSiblings.ts';
import { textOf } from '../xml/xmlText.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { StringsdictFile, StringsdictLeaf } from './parseStringsdict.ts';

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
