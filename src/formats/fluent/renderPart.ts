import type { PluralCategory } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { renderPlural, renderText, type FluentStyle } from './fluentRender.ts';
import type { FluentPart, FluentPlural } from './parseFluent.ts';

/** The wanted texts of one value or attribute: a single text, or one for each plural category. */
export interface WantedPart {
  readonly name: string | undefined;
  text: string | undefined;
  readonly forms: Map<PluralCategory, string>;
}

/** By the names of entries, then of their parts ('' is the value). */
export type Wanted = Map<string, Map<string, WantedPart>>;

/** Renders a new value or attribute, starting after the name's equals sign or after the part before it. */
export function renderPart(
  files: { readonly sourceText: string; readonly source: FluentPart | undefined; readonly style: FluentStyle },
  part: WantedPart,
): string {
  const { sourceText, source, style } = files;
  const value = renderValue(sourceText, source, part, style);
  if (part.name === undefined) {
    if (value.isBlock) return style.lineEnd + value.text;
    // The spaces after the sign: ` = ` → ` `.
    return style.equals.slice(style.equals.trimEnd().length) + value.text;
  }
  let equals = attributeEquals(sourceText, source, style);
  if (value.isBlock) equals = equals.trimEnd() + style.lineEnd;
  return `${style.lineEnd}${style.indent}.${part.name}${equals}${value.text}`;
}

/** Returns the file's own spelling, or the source's if equals signs are aligned. */
function attributeEquals(sourceText: string, source: FluentPart | undefined, style: FluentStyle): string {
  if (!style.aligned || source?.name === undefined) return style.equals;
  // After the dot and the name.
  const sourceEquals = sourceText.slice(source.start + 1 + source.name.length, source.pattern.start);
  if (/^ *= *$/.test(sourceEquals)) return sourceEquals;
  return style.equals;
}

function renderValue(
  sourceText: string,
  source: FluentPart | undefined,
  part: WantedPart,
  style: FluentStyle,
): { readonly text: string; readonly isBlock: boolean } {
  // The source's pattern begins on a line of its own, after at most one space.
  const isSourceBlock =
    source !== undefined && /\n *$/.test(sourceText.slice(Math.max(source.pattern.start - 2, 0), source.pattern.start));
  if (part.text === undefined) {
    if (!hasPlural(source)) throw refusal(because('fluent-no-plural'));
    return { text: renderPlural(sourceText, source, part.forms, style), isBlock: isSourceBlock };
  }
  const { lineEnd } = style;
  const indent = part.name === undefined ? style.indent : style.indent + style.indent;
  const isBlock = isSourceBlock && part.text.includes('\n');
  return { text: renderText(part.text, { lineEnd, indent, isBlock }), isBlock };
}

function hasPlural(part: FluentPart | undefined): part is FluentPart & { readonly plural: FluentPlural } {
  return part?.plural !== undefined;
}
