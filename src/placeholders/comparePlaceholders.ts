import { compareIcu } from './compareIcu.ts';
import { isChoiceArgument } from './icu.ts';
import { firstUnnestedTag, tagKey } from './tags.ts';
import type { Unbracketed } from './unbracket.ts';
import type { Message } from './readMessage.ts';
import type { Placeholder, Problem, ProblemKind } from './placeholder.ts';

interface Extra {
  readonly text: string;
  readonly start: number;
  readonly syntax: Placeholder['syntax'];
}

/**
 * Errors for every placeholder, tag and entity that the translation lacks, adds or alters, and for ICU and tag structure.
 * What is compared is what the program will read: the placeholders found in the restored text, whatever stood in brackets.
 */
export function comparePlaceholders(source: Message, translation: Message, { proven, altered }: Pick<Unbracketed, 'proven' | 'altered'>): readonly Problem[] {
  const icu = compareIcu(source, translation);
  const icuBroken = source.icu !== undefined && icu === undefined;
  const ofTheTree = (placeholder: Placeholder): boolean => source.icu !== undefined && placeholder.syntax === 'icu' && !isChoiceArgument(placeholder.text);
  const mine = (placeholder: Placeholder): boolean => placeholder.syntax !== 'tag' && !ofTheTree(placeholder);
  const wanted = source.placeholders.filter(mine);
  // Pieces of a broken ICU message look like placeholders of other families; one problem says it all.
  const wantedTexts = new Set(wanted.map(({ text }) => text));
  const found = translation.placeholders.filter((placeholder) => mine(placeholder) && !(icuBroken && isBraced(placeholder) && !wantedTexts.has(placeholder.text)));

  let { missing, extra } = difference(wanted, found);
  ({ missing, extra } = withoutProven(missing, extra, proven, translation));
  const missingTexts = [...missing.map(({ text }) => text), ...(icu?.missing ?? [])];
  extra = [...extra, ...(icu?.extra ?? []).map(({ text, start }): Extra => ({ text, start, syntax: 'icu' }))];

  const problems: Problem[] = [];
  if (icuBroken) problems.push(error('icu-broken', translation.text, 0));
  for (const { start, text, run } of altered) {
    problems.push(error('changed-placeholder', text, start));
    for (const placeholder of run.placeholders) removeFirst(missingTexts, (missingText) => missingText === placeholder.text);
    extra = extra.filter((one) => one.start < start || one.start >= start + text.length);
  }
  for (const one of extra) {
    const isChange = removeFirst(missingTexts, (text) => text !== one.text && looseKey(text) === looseKey(one.text));
    if (isChange) problems.push(error('changed-placeholder', one.text, one.start));
    else problems.push({ ...error('extra-placeholder', one.text, one.start), severity: one.syntax === 'entity' ? 'warning' : 'error' });
  }
  problems.push(...missingTexts.map((text) => error('missing-placeholder', text)));
  problems.push(...orderProblems(wanted, found, problems.length === 0));
  return [...problems, ...tagProblems(source, translation)];
}

function difference(wanted: readonly Placeholder[], found: readonly Placeholder[]): { missing: readonly Placeholder[]; extra: readonly Extra[] } {
  const left = new Map<string, number>();
  for (const { text } of wanted) left.set(text, (left.get(text) ?? 0) + 1);
  const extra = found.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
  // Of several equal ones the last are said to be missing; their texts are all that is told.
  const missing = [...wanted].reverse().filter(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
  return { missing: missing.reverse(), extra };
}

/**
 * Families whose search looks at the character before, only to tell placeholders from words: a program fills in `50%s` too.
 * In the other families what stands before counts: `{{0}}` is no placeholder in .NET.
 */
function isFilledAnywhere({ text, syntax }: Pick<Placeholder, 'text' | 'syntax'>): boolean {
  return syntax === 'printf' || syntax === 'java-date' || syntax === 'url' || syntax === 'vue-link' || (syntax === 'laravel' && text.startsWith(':'));
}

/**
 * A placeholder that came back in its brackets is there even when the words beside it now hide it from the search,
 * unless the search sees another placeholder in its place. A URL ends where its brackets ended.
 */
function withoutProven(
  missing: readonly Placeholder[],
  extra: readonly Extra[],
  proven: Unbracketed['proven'],
  translation: Message,
): { missing: readonly Placeholder[]; extra: readonly Extra[] } {
  const places = proven.flatMap(({ start, run }) =>
    run.placeholders.map(({ text, start: own, syntax }) => ({ text, start: start + own - run.start, syntax })),
  );
  let rest = extra;
  const stillMissing = missing.filter((placeholder) => {
    const hidden = places.findIndex(({ text, start, syntax }) => {
      if (text !== placeholder.text || !isFilledAnywhere({ text, syntax })) return false;
      const over = translation.placeholders.filter((other) => other.start < start + text.length && other.end > start);
      if (over.length === 0) return true;
      return syntax === 'url' && over.every((other) => other.start === start && other.syntax === 'url' && other.text !== text);
    });
    if (hidden < 0) return true;
    const [place] = places.splice(hidden, 1);
    if (place) rest = rest.filter((one) => one.syntax !== 'url' || one.start !== place.start);
    return false;
  });
  return { missing: stillMissing, extra: rest };
}

/** Unnumbered `%s %d` are filled by position, so the order of unlike ones may not change. */
function orderProblems(wanted: readonly Placeholder[], found: readonly Placeholder[], allThere: boolean): readonly Problem[] {
  if (!allThere) return [];
  const before = wanted.filter(isPositional);
  const after = found.filter(isPositional);
  const moved = after.find(({ text }, index) => text !== before[index]?.text);
  return moved ? [error('order-changed', moved.text, moved.start)] : [];
}

function isPositional({ text, syntax }: Placeholder): boolean {
  return (syntax === 'printf' || syntax === 'java-date') && text !== '%%' && !/^%\d+\$/u.test(text);
}

function tagProblems(source: Message, translation: Message): readonly Problem[] {
  const wanted = source.placeholders.filter(({ syntax }) => syntax === 'tag');
  const found = translation.placeholders.filter(({ syntax }) => syntax === 'tag');
  const missing = wanted.map(({ text }) => text);
  const problems: Problem[] = [];
  for (const { text, start } of found) {
    if (!removeFirst(missing, (other) => tagKey(other) === tagKey(text))) problems.push(error('tag-broken', text, start));
  }
  problems.push(...missing.map((text) => error('tag-broken', text)));
  if (problems.length > 0 || firstUnnestedTag(wanted.map(({ text }) => text)) !== undefined) return problems;
  const unnested = firstUnnestedTag(found.map(({ text }) => text));
  return unnested === undefined ? [] : [error('tag-broken', unnested, found.find(({ text }) => text === unnested)?.start)];
}

function isBraced({ syntax }: Placeholder): boolean {
  return syntax === 'icu' || syntax === 'brace' || syntax === 'dotnet' || syntax === 'vscode' || syntax === 'mustache';
}

/** Equal for placeholders that differ in case or blanks only: one is taken for the other, altered. */
function looseKey(text: string): string {
  return text.replace(/\s+/gu, '').toLowerCase();
}

function removeFirst(texts: string[], matches: (text: string) => boolean): boolean {
  const at = texts.findIndex(matches);
  if (at >= 0) texts.splice(at, 1);
  return at >= 0;
}

function error(kind: ProblemKind, text: string, start?: number): Problem {
  return { kind, severity: 'error', text, ...(start === undefined ? {} : { start }) };
}
