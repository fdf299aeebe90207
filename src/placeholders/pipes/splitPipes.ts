import type { PipeFamily } from '../read/placeholder.ts';
import { hasWords, plainLabel, printParts, readParts, readPlural, type PipePart } from './pipeParts.ts';
import { formCounts, listedRule, vueRule } from './pipeRules.ts';

/** One form of a plural with bars, as it is ordered. */
export interface PipeForm {
  /** Identifies the form within its text, independent of its words: `laravel-plural:2/3`, `symfony-plural:{0}`. */
  readonly id: string;
  /** The source's text of the form. */
  readonly text: string;
  /** `2/3`, or the condition as written. */
  readonly name: string;
  /** At most four numbers for which the library selects the form, smallest first. */
  readonly numbers: readonly number[];
  /** Has no words, or no number selects it because of the conditions: nothing to translate. */
  readonly isWordless: boolean;
}

/** A plural with bars in the forms of the target language, with the data to join them again. */
export interface SplitPipes {
  readonly branches: readonly PipeForm[];
  /** The target's parts, with the source's texts, in the order of `branches`. */
  readonly parts: readonly PipePart[];
  readonly family: PipeFamily;
}

export interface PipeLocales {
  readonly source: string;
  readonly target: string;
}

/**
 * Splits a text whose forms are separated by bars into the forms of the target language. Forms with a condition are
 * kept. The number of the others follows from the library's rule (vue-i18n: from its default rule), unless `count` says
 * how many there are. Returns undefined for a text that is not a plural.
 */
export function splitPipes(
  text: string,
  family: PipeFamily,
  locales: PipeLocales,
  count?: number,
): SplitPipes | undefined {
  const own = readPlural(text, family, locales.source);
  if (own === undefined) return undefined;
  const parts = inTarget(own, family, locales, count);
  const selected = selector(parts, family, locales.target, unlabeled(own).length);
  const sourceOf = sourceIndexOf(parts, own, family, locales);
  const total = unlabeled(parts).length;
  let number = 0;
  const forms = parts.map((part, index): Form => {
    if (part.label === '') number += 1;
    const name = part.label === '' ? `${number}/${total}` : plainLabel(part);
    const { text: words } = own[sourceOf(index)] ?? part;
    const numbers = candidates.filter((candidate) => selected(candidate) === index).slice(0, 4);
    const isWordless = !hasWords(words, family) || (part.label === '' && numbers.length === 0);
    return {
      part: { ...part, text: words },
      branch: { id: `${family}:${name}`, text: words, name, numbers, isWordless },
    };
  });
  if (new Set(forms.map(({ branch }) => branch.id)).size < forms.length) return undefined;
  return { family, parts: forms.map(({ part }) => part), branches: forms.map(({ branch }) => branch) };
}

/**
 * Returns a function for the index of the source's form that a form of the target is translated from: the one for the
 * same number, or with the same condition.
 */
export function sourceIndexOf(
  parts: readonly PipePart[],
  own: readonly PipePart[],
  family: PipeFamily,
  locales: PipeLocales,
): (index: number) => number {
  const isSameCount = unlabeled(parts).length === unlabeled(own).length && parts.length === own.length;
  const keepsPositions = isSameCount && (family === 'vue-plural' || hasFixedForms(own, family));
  const inSource = selector(own, family, locales.source, own.length);
  const inTarget = selector(parts, family, locales.target, unlabeled(own).length);
  return (index) => {
    const part = parts[index];
    if (part !== undefined && part.label !== '') {
      const same = own.findIndex((other) => plainLabel(other) === plainLabel(part));
      if (same >= 0) return same;
    }
    if (keepsPositions) return index;
    const numbers = candidates.filter((candidate) => inTarget(candidate) === index);
    // The singular may be for 0, too, as in French; a form for all numbers is no singular.
    const like = numbers.includes(1) && !numbers.includes(2) ? 1 : (numbers.find((each) => each > 1) ?? numbers[0]);
    const found = like === undefined ? -1 : inSource(like);
    return found < 0 ? own.length - 1 : found;
  };
}

interface Form {
  readonly part: PipePart;
  readonly branch: PipeForm;
}

/** Numbers that select all forms of all languages, so that each form has examples. */
const candidates: readonly number[] = [...Array.from({ length: 131 }, (_, number) => number), 1000, 1_000_000];

/**
 * Returns the text with these forms, by id. A missing form has the source's own text; one that is never selected has
 * the text of another form. Undefined if a bar or a condition in a text would change the forms.
 */
export function joinPipes(
  { branches, parts, family }: SplitPipes,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const spare = [...texts].findLast(([id]) => branches.some((branch) => branch.id === id))?.[1];
  const wanted = parts.map((part, index) => {
    const { id = '', numbers = [] } = branches[index] ?? {};
    const text = texts.get(id) ?? (part.label === '' && numbers.length === 0 ? spare : undefined);
    return { ...part, text: text?.trim() ?? part.text };
  });
  const joined = printParts(wanted);
  const found = readParts(joined, family);
  const isSame =
    found.length === wanted.length &&
    found.every((part, index) => part.text === wanted[index]?.text && part.label === wanted[index].label);
  return isSame ? joined : undefined;
}

/** The number of forms without a condition in which a plural was ordered. */
export interface OrderedPipes {
  readonly family: PipeFamily;
  readonly count: number | undefined;
}

/** Returns the ways to split that branch ids name; none if they are not ids of forms between bars. */
export function pipesOfIds(ids: Iterable<string>): readonly OrderedPipes[] {
  const found = new Map<string, OrderedPipes>();
  for (const id of ids) {
    const [, family, count] = /^(laravel-plural|symfony-plural|vue-plural):(?:\d+\/(\d+)$)?/u.exec(id) ?? [];
    if (family === undefined) continue;
    const key = `${family} ${count ?? ''}`;
    found.set(key, { family: family as PipeFamily, count: count === undefined ? undefined : Number(count) });
  }
  const counted = [...found.values()].filter(({ count }) => count !== undefined);
  return counted.length > 0 ? counted : [...found.values()];
}

function inTarget(
  own: readonly PipePart[],
  family: PipeFamily,
  { target }: PipeLocales,
  count: number | undefined,
): readonly PipePart[] {
  if (hasFixedForms(own, family)) return own;
  const plain = unlabeled(own);
  const wanted = count ?? formCounts(family, target, plain.length)[0] ?? plain.length;
  if (wanted === plain.length) return own;
  const at = own.findIndex(({ label }) => label === '');
  const added = Array.from({ length: wanted }, (): PipePart => ({ lead: '', label: '', gap: '', text: '', trail: '' }));
  return spaced([...own.slice(0, at), ...added, ...own.slice(at).filter(({ label }) => label !== '')], own);
}

/** Whether all forms have conditions. If some have, Laravel counts all forms by their position. */
export function hasFixedForms(own: readonly PipePart[], family: PipeFamily): boolean {
  const { length } = unlabeled(own);
  return length === 0 || (family === 'laravel-plural' && length < own.length);
}

/** Gives parts the whitespace around the source's bars. */
function spaced(parts: readonly PipePart[], own: readonly PipePart[]): readonly PipePart[] {
  return parts.map((part, index) => ({
    ...part,
    lead: (index === 0 ? own[0] : own[1])?.lead ?? '',
    trail: (index === parts.length - 1 ? own.at(-1) : own[0])?.trail ?? '',
  }));
}

function unlabeled(parts: readonly PipePart[]): readonly PipePart[] {
  return parts.filter(({ label }) => label === '');
}

/** Returns the function by which the library selects one of the parts for a number. */
function selector(
  parts: readonly PipePart[],
  family: PipeFamily,
  locale: string,
  sourceCount: number,
): (number: number) => number {
  const plain = unlabeled(parts);
  const rule = family === 'vue-plural' ? vueRule(plain.length, locale, sourceCount) : listedRule(family, locale);
  return (number) => {
    const labeled = parts.findIndex((part) => part.label !== '' && isMet(plainLabel(part), family, number));
    if (labeled >= 0) return labeled;
    const index = rule.indexOf(number);
    if (family === 'laravel-plural') return index < parts.length ? index : 0;
    const chosen = plain[index];
    return chosen === undefined ? -1 : parts.indexOf(chosen);
  };
}

/** Whether each number that meets a condition of the source meets one of the translation, too. */
export function coversConditions(parts: readonly PipePart[], own: readonly PipePart[], family: PipeFamily): boolean {
  const meetsOne = (all: readonly PipePart[], number: number): boolean =>
    all.some((part) => part.label !== '' && isMet(plainLabel(part), family, number));
  return candidates.every((number) => !meetsOne(own, number) || meetsOne(parts, number));
}

/** Whether a number meets a condition: `MessageSelector::extractFromString`, `TranslatorTrait::trans`. */
function isMet(label: string, family: PipeFamily, number: number): boolean {
  const values = label.slice(1, -1).split(',');
  if (family === 'symfony-plural' && label.startsWith('{')) return values.some((value) => Number(value) === number);
  const [from = '', to] = values;
  if (to === undefined) return from !== '' && Number(from) === number;
  const first = from === '*' || from === '-Inf' ? -Infinity : Number(from);
  const last = to === '*' || to.endsWith('Inf') ? Infinity : Number(to);
  if (family === 'laravel-plural') return number >= first && number <= last;
  return (
    (label.startsWith('[') ? number >= first : number > first) && (label.endsWith(']') ? number <= last : number < last)
  );
}
