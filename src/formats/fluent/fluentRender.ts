import { parse } from '@fluent/syntax';
import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { fluentReason } from './fluentReason.ts';
import { readPattern, writePattern, type PatternLayout } from './fluentPattern.ts';
import { isBlock } from './fluentUnits.ts';
import {
  pluralOf,
  type FluentEntry,
  type FluentPart,
  type FluentPlural,
  type FluentVariant,
  type Span,
} from './fluentTree.ts';

/** The layout of a file. */
export interface FluentStyle {
  readonly lineEnd: string;
  /** Before attributes and further lines of values. */
  readonly indent: string;
  /** Between a name and its value, such as ` = `: the most frequent spelling in the file. */
  readonly equals: string;
  /**
   * The equals signs of messages, or of attributes, are aligned in a column, so that the whitespace before them
   * varies.
   */
  readonly aligned: boolean;
  /** Messages have comments of their own. */
  readonly hasComments: boolean;
}

export function styleOf(text: string, entries: readonly FluentEntry[], fallback?: FluentStyle): FluentStyle {
  const found = entries.slice(0, 2000).filter(({ name }) => name !== undefined);
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? fallback?.lineEnd ?? '\n';
  const indented = /\n( +)[^ \r\n[*}]/.exec(text)?.[1];
  const counts = new Map<string, number>();
  for (const entry of found) {
    for (const part of entry.parts) {
      const own = isBlock(text, part.pattern) ? undefined : equalsOf(text, entry, part);
      if (own !== undefined) counts.set(own, (counts.get(own) ?? 0) + 1);
    }
  }
  const [equals] = [...counts].reduce<readonly [string | undefined, number]>(
    (most, each) => (each[1] > most[1] ? each : most),
    [undefined, 0],
  );
  return {
    lineEnd,
    indent: indented ?? fallback?.indent ?? '    ',
    equals: equals ?? fallback?.equals ?? ' = ',
    aligned: equals === undefined ? (fallback?.aligned ?? false) : counts.size > 1,
    hasComments: found.length === 0 ? (fallback?.hasComments ?? false) : found.some(({ hasComment }) => hasComment),
  };
}

/** Returns the text between the name of a message or attribute and its value. */
export function equalsOf(text: string, { nameStart, name = '' }: FluentEntry, part: FluentPart): string {
  const nameEnd = part.name === undefined ? nameStart + name.length : part.start + 1 + part.name.length;
  return text.slice(nameEnd, part.pattern.start);
}

/**
 * Returns the pattern for a text. Throws FormatError for one that is not a Fluent pattern, or would be read
 * differently.
 */
export function renderPattern(text: string, layout: PatternLayout): string {
  const pattern = writePattern(text, layout);
  // Plain references are always read correctly, and are the most frequent placeables.
  if (!/[{}]/.test(text.replace(/\{ ?[$-]?[A-Za-z][\w-]* ?\}/g, ''))) return pattern;
  const [entry, ...others] = parse(`k =${layout.isBlock ? '\n' : ' '}${pattern}\n`, { withSpans: true }).body;
  if (entry?.type === 'Junk') {
    throw refusal(because('fluent-not-pattern', shortened(text), fluentReason(entry.annotations[0])));
  }
  const isOne = others.length === 0 && entry?.type === 'Message' && entry.attributes.length === 0;
  if (!isOne || readPattern(pattern, layout.isBlock) !== text) {
    throw refusal(because('fluent-several-patterns', shortened(text)));
  }
  return pattern;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Returns the layout of the pattern at a range. */
export function layoutAt(text: string, span: Span, style: FluentStyle): PatternLayout {
  const block = isBlock(text, span);
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const own = /^ */.exec(text.slice(lineStart, lineStart + 200))?.[0] ?? '';
  const further = /\n( +)[^ \r\n]/.exec(text.slice(span.start, span.end))?.[1];
  const isFurther = further !== undefined && further.length > own.length;
  const inlineIndent = isFurther ? further : own + style.indent;
  return {
    lineEnd: style.lineEnd,
    isBlock: block,
    indent: block ? own || style.indent : inlineIndent,
  };
}

/**
 * Throws FormatError for a text that is only a choice among plural categories: it would be read as several strings, its
 * variants.
 */
export function refusePlural(id: string, text: string): void {
  if (!text.includes('->')) return;
  const [entry] = parse(`k = ${writePattern(text, { lineEnd: '\n', indent: '    ', isBlock: false })}\n`, {
    withSpans: true,
  }).body;
  if (entry?.type === 'Message' && entry.value !== null && pluralOf('', entry.value) !== undefined)
    throw refusal(because('fluent-plural-text', id));
}

/**
 * Returns the value for wanted plural forms, laid out like the source's. Fluent requires a default form: if none is
 * wanted, the source's is used.
 */
export function renderPlural(
  sourceText: string,
  source: FluentPart & { readonly plural: FluentPlural },
  wanted: ReadonlyMap<PluralCategory, string>,
  style: FluentStyle,
): string {
  const { variants } = source.plural;
  const [first] = variants;
  const last = variants.at(-1);
  const other = variants.find(({ isDefault }) => isDefault);
  if (first === undefined || last === undefined || other === undefined) return '';
  const head = reindented(sourceText.slice(source.pattern.start, first.start), style);
  const tail = reindented(sourceText.slice(last.pattern.end, source.pattern.end), style);
  const like = variants.find(({ isDefault }) => !isDefault) ?? first;
  const column = columnOf(sourceText, like) + (like.isDefault ? 1 : 0);
  const lines = cldrPluralCategories
    .filter((category) => wanted.has(category) || category === 'other')
    .map((category) => {
      const value = renderPattern(wanted.get(category) ?? textOf(sourceText, other.pattern), {
        lineEnd: style.lineEnd,
        indent: ' '.repeat(column) + style.indent,
        isBlock: false,
      });
      return category === 'other'
        ? `${' '.repeat(Math.max(column - 1, 0))}*[other] ${value}`
        : `${' '.repeat(column)}[${category}] ${value}`;
    });
  return head.replace(/ *$/, '') + lines.join(style.lineEnd) + tail;
}

/** Returns the text of a pattern in a file. */
export function textOf(text: string, { start, end }: Span): string {
  return readPattern(text.slice(start, end), isBlock(text, { start, end }));
}

function reindented(text: string, { lineEnd }: FluentStyle): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/** Returns the number of spaces before a variant. */
export function columnOf(text: string, variant: FluentVariant): number {
  return variant.start - (text.lastIndexOf('\n', variant.start - 1) + 1);
}
