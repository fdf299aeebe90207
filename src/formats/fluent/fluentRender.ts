import { parse } from '@fluent/syntax';
import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { fluentReason } from './fluentReason.ts';
import { readPattern, writePattern, type PatternLayout } from './fluentPattern.ts';
import { isBlock } from './fluentUnits.ts';
import { pluralOf, type FluentEntry, type FluentPart, type FluentPlural, type Span } from './parseFluent.ts';

/** The layout of a file. */
export interface FluentStyle {
  readonly lineEnd: string;
  /** The spaces before attributes and further lines of values. */
  readonly indent: string;
  /** The text between a name and its value, such as ` = `: the most frequent spelling in the file. */
  readonly equals: string;
  /** The equals signs of messages, or of attributes, are in one column, so the spaces before them vary. */
  readonly aligned: boolean;
  /** Messages have comments of their own. */
  readonly hasComments: boolean;
}

/** This many entries are enough to detect a file's style. */
const enoughEntries = 2000;

/** Detects the style of a file; conventions that it does not show are those of `fallback`. */
export function styleOf(text: string, entries: readonly FluentEntry[], fallback?: FluentStyle): FluentStyle {
  const messages = entries.slice(0, enoughEntries).filter(({ name }) => name !== undefined);
  const equalsCounts = new Map<string, number>();
  for (const message of messages) {
    for (const part of message.parts) {
      if (isBlock(text, part.pattern)) continue;
      const equals = equalsOf(text, message, part);
      equalsCounts.set(equals, (equalsCounts.get(equals) ?? 0) + 1);
    }
  }
  const highestCount = Math.max(...equalsCounts.values());
  // `[]` if no sign was counted: then that of `fallback`.
  const [equals = fallback?.equals ?? ' = '] = [...equalsCounts].find(([, count]) => count === highestCount) ?? [];
  const isUsuallyAligned = equalsCounts.size === 0 && fallback?.aligned === true;
  const isUsuallyCommented = messages.length === 0 && fallback?.hasComments === true;
  return {
    lineEnd: /\r?\n/.exec(text)?.[0] ?? fallback?.lineEnd ?? '\n',
    // The spaces of the first indented line that is neither a variant (`[one]`, `*[other]`) nor a closing brace.
    indent: /\n( +)[^ \r\n[*}]/.exec(text)?.[1] ?? fallback?.indent ?? '    ',
    equals,
    // Several spellings: the number of spaces before aligned signs varies.
    aligned: equalsCounts.size > 1 || isUsuallyAligned,
    hasComments: messages.some(({ hasComment }) => hasComment) || isUsuallyCommented,
  };
}

/** Returns the text between the name of a message or attribute and its value. */
export function equalsOf(text: string, { nameStart, name = '' }: FluentEntry, part: FluentPart): string {
  const nameEnd = part.name === undefined ? nameStart + name.length : part.start + '.'.length + part.name.length;
  return text.slice(nameEnd, part.pattern.start);
}

/**
 * Returns the pattern for the whole text of a value or attribute. If it is only a choice of plural forms, it begins with
 * an empty literal, without which it would be read as several strings. Throws as `renderPattern`.
 */
export function renderText(text: string, layout: PatternLayout): string {
  return renderPattern(text, layout, isOnlyPlural(text) ? emptyLiteral : '');
}

const emptyLiteral = '{""}';

function isOnlyPlural(text: string): boolean {
  if (!text.includes('->')) return false;
  const pattern = writePattern(text, { lineEnd: '\n', indent: '    ', isBlock: false });
  const [entry] = parse(`k = ${pattern}\n`, { withSpans: true }).body;
  return entry?.type === 'Message' && entry.value !== null && pluralOf('', entry.value) !== undefined;
}

/**
 * Returns the pattern for a text, after a literal that protects characters. Throws FormatError for a text that would not
 * be read as this one pattern.
 */
export function renderPattern(text: string, layout: PatternLayout, protection = ''): string {
  const [, indent = '', written = ''] = /^( *)([^]*)$/.exec(writePattern(text, layout)) ?? [];
  const pattern = indent + protection + written;
  // Plain references (`{ $name }`, `{ -brand }`) are always read correctly, and are the most frequent placeables.
  const withoutReferences = text.replace(/\{ ?[$-]?[A-Za-z][\w-]* ?\}/g, '');
  if (!/[{}]/.test(withoutReferences)) return pattern;
  // The pattern is parsed as the value of a message `k`.
  const [entry, ...otherEntries] = parse(`k =${layout.isBlock ? '\n' : ' '}${pattern}\n`, { withSpans: true }).body;
  if (entry?.type === 'Junk')
    throw refusal(because('fluent-not-pattern', shortened(text), fluentReason(entry.annotations[0])));
  const isOneMessage = otherEntries.length === 0 && entry?.type === 'Message' && entry.attributes.length === 0;
  if (!isOneMessage || readPattern(pattern, layout.isBlock) !== text)
    throw refusal(because('fluent-several-patterns', shortened(text)));
  return pattern;
}

/** Returns a text as an error quotes it. */
function shortened(text: string): string {
  const maxLength = 60;
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

/** Returns the layout of the pattern at a range. */
export function layoutAt(text: string, span: Span, style: FluentStyle): PatternLayout {
  const { lineEnd } = style;
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const maxIndent = 200;
  const lineIndent = /^ */.exec(text.slice(lineStart, lineStart + maxIndent))?.[0] ?? '';
  if (isBlock(text, span)) return { lineEnd, isBlock: true, indent: lineIndent || style.indent };
  // An inline pattern with several lines: the indentation of its second line, if greater than that of its first.
  const furtherIndent = /\n( +)[^ \r\n]/.exec(text.slice(span.start, span.end))?.[1] ?? '';
  const indent = furtherIndent.length > lineIndent.length ? furtherIndent : lineIndent + style.indent;
  return { lineEnd, isBlock: false, indent };
}

/** Returns a value with the wanted plural forms, laid out like the source's; its default form is required. */
export function renderPlural(
  sourceText: string,
  source: FluentPart & { readonly plural: FluentPlural },
  wanted: ReadonlyMap<PluralCategory, string>,
  style: FluentStyle,
): string {
  const { variants } = source.plural;
  const [firstVariant] = variants;
  const lastVariant = variants.at(-1);
  const defaultVariant = variants.find(({ isDefault }) => isDefault);
  if (firstVariant === undefined || lastVariant === undefined || defaultVariant === undefined) return '';
  const { lineEnd } = style;
  const column = bracketColumn(sourceText, source.plural);
  const layout = { lineEnd, indent: ' '.repeat(column) + style.indent, isBlock: false };
  const lines: string[] = [];
  for (const category of cldrPluralCategories) {
    const sourceForm = category === 'other' ? textOf(sourceText, defaultVariant.pattern) : undefined;
    const form = wanted.get(category) ?? sourceForm;
    if (form === undefined) continue;
    const variant = `[${category}] ${renderPattern(form, layout)}`;
    // The asterisk of the default form is before the column of the brackets.
    if (category === 'other') lines.push(`${' '.repeat(Math.max(column - 1, 0))}*${variant}`);
    else lines.push(' '.repeat(column) + variant);
  }
  // Up to the first variant, without its indentation, which `lines` already have.
  const head = sourceText.slice(source.pattern.start, firstVariant.start).replace(/ *$/, '');
  const tail = sourceText.slice(lastVariant.pattern.end, source.pattern.end);
  return head.replace(/\r?\n/g, lineEnd) + lines.join(lineEnd) + tail.replace(/\r?\n/g, lineEnd);
}

/** Returns the text of a pattern in a file. */
export function textOf(text: string, { start, end }: Span): string {
  return readPattern(text.slice(start, end), isBlock(text, { start, end }));
}

/** Two levels of four spaces. */
const usualBracketColumn = 8;

/** Returns how many characters are before the brackets of variants: 4 for `    [one]` and for `   *[other]`. */
export function bracketColumn(text: string, { variants }: FluentPlural): number {
  const modelVariant = variants.find(({ isDefault }) => !isDefault) ?? variants[0];
  if (modelVariant === undefined) return usualBracketColumn;
  const lineStart = text.lastIndexOf('\n', modelVariant.start - 1) + 1;
  return modelVariant.start - lineStart + (modelVariant.isDefault ? 1 : 0);
}
