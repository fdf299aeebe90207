import type { Message } from './readMessage.ts';
import type { Problem } from './placeholder.ts';

/** Warnings about a translation as a text: its final punctuation, its line breaks, and whether anything was translated. */
export function checkText(source: Message, translation: Message): readonly Problem[] {
  return [...finalPunctuation(source.text, translation.text), ...lineBreaks(source.text, translation.text), ...sameAsSource(source, translation)];
}

/** Brackets that are left over: three in a row, two where the source has none, or one that touches a placeholder. */
export function bracketsLeft(source: string, translation: Message): readonly Problem[] {
  const { text, placeholders } = translation;
  const runs = /［［|【【|\[\[|\]\]|］］|】】/u.test(source) ? /\[{3,}|\]{3,}/gu : /\[{2,}|\]{2,}|［{3,}|］{3,}|【{3,}|】{3,}/gu;
  const problems = [...text.matchAll(runs)].map((match) => left(match[0], match.index));
  if (problems.length > 0 || /[[\]]/u.test(source)) return problems;
  for (const { start, end } of placeholders) {
    if (text[start - 1] === '[') problems.push(left('[', start - 1));
    if (text[end] === ']') problems.push(left(']', end));
  }
  return problems;
}

function left(text: string, start: number): Problem {
  return { kind: 'brackets-left', severity: 'error', text, start };
}

/** The marks that end a sentence, each with what it is called in other scripts. */
const finalMarks = new Map(
  Object.entries({ '.': '.。．｡।۔։።', '!': '!！', '?': '?？؟;', ':': ':：', ';': ';；؛', '…': '…⋯' }).flatMap(([mark, forms]) =>
    Array.from(forms, (form): [string, string] => [form, mark]),
  ),
);

function finalPunctuation(source: string, translation: string): readonly Problem[] {
  const wanted = finalMark(source);
  const found = finalMark(translation);
  // A Greek question mark looks like a semicolon.
  if (wanted === found || (wanted === '?' && translation.trimEnd().endsWith(';'))) return [];
  const text = translation.trimEnd().slice(-1);
  return [{ kind: 'final-punctuation', severity: 'warning', text, start: Math.max(0, translation.trimEnd().length - 1) }];
}

function finalMark(text: string): string | undefined {
  const trimmed = text.trimEnd();
  if (trimmed.endsWith('...')) return '…';
  return finalMarks.get(trimmed.slice(-1));
}

function lineBreaks(source: string, translation: string): readonly Problem[] {
  const count = (text: string): number => text.split(/\r\n|[\r\n]/u).length;
  return count(source) === count(translation) ? [] : [{ kind: 'line-breaks', severity: 'warning', text: translation }];
}

/** Equal texts are suspicious only where there were words to translate. */
function sameAsSource(source: Message, translation: Message): readonly Problem[] {
  if (source.text !== translation.text) return [];
  let words = '';
  let from = 0;
  for (const { start, end } of source.placeholders) {
    words += source.text.slice(from, start);
    from = end;
  }
  words += source.text.slice(from);
  return /\p{L}/u.test(words) ? [{ kind: 'same-as-source', severity: 'warning', text: translation.text, start: 0 }] : [];
}
