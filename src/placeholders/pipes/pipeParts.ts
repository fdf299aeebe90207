import type { PipeFamily, PlaceholderSyntax } from '../read/placeholder.ts';
import { listedRule } from './pipeRules.ts';

/** A part of a text between bars. The five pieces, joined, are the part as written. */
export interface PipePart {
  readonly lead: string;
  /** The condition of Laravel or Symfony, as written: `{0}`, `[1,19]`, `]1,Inf[`; '' if there is none. */
  readonly label: string;
  /** The whitespace after the condition; also a name that Symfony ignores (`one: `). */
  readonly gap: string;
  readonly text: string;
  readonly trail: string;
}

interface PipeSyntax {
  /** Matches bars, and text with bars that separate nothing. */
  readonly bars: RegExp;
  /** Matches the condition before a form. */
  readonly label?: RegExp;
  /** Matches a name before a form, which the library drops. */
  readonly name?: RegExp;
  /** Matches the number's placeholder, which only plurals have. */
  readonly number: RegExp;
  /** Matches the placeholders that are no words. */
  readonly placeholder: RegExp;
}

const syntaxes: Readonly<Record<PipeFamily, PipeSyntax>> = {
  // `MessageSelector::extractFromString`; there is no escape.
  'laravel-plural': {
    bars: /\|/gu,
    label: /^[{[][-\d\s,.*]{0,40}[}\]]/u,
    number: /:(?:count|number|num|n)(?!\w)/iu,
    placeholder: /:\w+/gu,
  },
  // `TranslatorTrait::trans`; a doubled bar is a literal one.
  'symfony-plural': {
    bars: /\|\||\|/gu,
    label:
      /^(?:\{\s{0,4}-?\d[-\d\s,.]{0,60}\}|[[\]]\s{0,4}(?:-Inf|-?[\d.]{1,20})\s{0,4},\s{0,4}(?:\+?Inf|-?[\d.]{1,20})\s{0,4}[[\]])/u,
    name: /^\w{1,40}:\s{0,20}/u,
    number: /%count%/u,
    placeholder: /%\w+%/gu,
  },
  // The message compiler of @intlify; `{'|'}` is a literal bar.
  'vue-plural': {
    bars: /\{'[^'\r\n]{0,1000}'\}|\|/gu,
    number: /\{\s?(?:count|n|0)\s?\}/u,
    placeholder: /\{[^{}]*\}/gu,
  },
};

/** Returns the family of plurals with bars among a text's families. */
export function pipeFamilyOf(families: readonly PlaceholderSyntax[]): PipeFamily | undefined {
  return families.find((family): family is PipeFamily => typeof family === 'string' && Object.hasOwn(syntaxes, family));
}

/** Returns the parts of a text that are separated by bars: a text without a bar is one part. */
export function readParts(text: string, family: PipeFamily): readonly PipePart[] {
  const { bars } = syntaxes[family];
  const parts: PipePart[] = [];
  let from = 0;
  for (const match of text.matchAll(bars)) {
    if (match[0] !== '|') continue;
    parts.push(readPart(text.slice(from, match.index), family));
    from = match.index + 1;
  }
  return [...parts, readPart(text.slice(from), family)];
}

function readPart(raw: string, family: PipeFamily): PipePart {
  const { label: labelPattern, name: namePattern } = syntaxes[family];
  const inner = raw.trimStart();
  const label = labelPattern?.exec(inner)?.[0] ?? '';
  const rest = inner.slice(label.length);
  const name = label === '' ? (namePattern?.exec(rest)?.[0] ?? '') : '';
  const afterName = rest.slice(name.length).trimStart();
  const text = afterName.trimEnd();
  return {
    lead: raw.slice(0, raw.length - inner.length),
    label,
    gap: rest.slice(0, rest.length - afterName.length),
    text,
    trail: afterName.slice(text.length),
  };
}

/** Returns the text with these parts. Reversed by `readParts`. */
export function printParts(parts: readonly PipePart[]): string {
  return parts.map(({ lead, label, gap, text, trail }) => lead + label + gap + text + trail).join('|');
}

/** Returns a condition without its whitespace, which has no meaning. */
export function plainLabel({ label }: PipePart): string {
  return label.replace(/\s/gu, '');
}

/** Whether a form has words to translate. */
export function hasWords(text: string, family: PipeFamily): boolean {
  return /\p{L}/u.test(text.replace(syntaxes[family].placeholder, ''));
}

/**
 * Returns the forms of a plural whose forms are separated by bars; undefined for a text that only contains bars, such
 * as a title `Home | Shop` or a row of a table. The libraries read such a text as a plural only where the program
 * passes a number, which the file doesn't show. A plural has conditions; or it has as many forms as its language (in
 * vue-i18n two or three), and contains the number, or forms of the same word.
 */
export function readPlural(
  text: string,
  family: PipeFamily,
  locale: string | undefined,
): readonly PipePart[] | undefined {
  if (!text.includes('|')) return undefined;
  const parts = readParts(text, family);
  if (parts.length < 2 || parts.some((part) => part.label === '' && part.text === '')) return undefined;
  if (parts.some(({ label }) => label !== '')) return parts;
  const { number } = syntaxes[family];
  const isPlural = hasFormCount(parts, family, locale) && areForms(parts, number);
  return isPlural ? parts : undefined;
}

/** Laravel and Symfony ignore forms that the source's language does not have. */
function hasFormCount(parts: readonly PipePart[], family: PipeFamily, locale: string | undefined): boolean {
  if (family === 'vue-plural' || locale === undefined) return parts.length <= 3;
  const { count } = listedRule(family, locale);
  return (
    parts.length === count || (parts.length > count && parts.every(({ text }) => syntaxes[family].number.test(text)))
  );
}

function areForms(parts: readonly PipePart[], number: RegExp): boolean {
  if (parts.some(({ text }) => number.test(text))) return true;
  const [last = [], beforeLast = []] = parts.map(({ text }) => wordsOf(text)).toReversed();
  if (last.length === 1 && beforeLast.length === 1) return haveSameBeginning(last[0] ?? '', beforeLast[0] ?? '', 2);
  return last.some((word) => beforeLast.some((other) => word === other || haveSameBeginning(word, other, 3)));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

function haveSameBeginning(one: string, other: string, length: number): boolean {
  return one.length >= length && one.slice(0, length) === other.slice(0, length);
}
