import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { shownText, type TextRange } from './shownText.ts';
import { rangesOf, textDifference, type TextPart } from './textDifference.ts';

/** Two texts in one language, and how their difference is shown. */
export interface Difference {
  readonly older: string;
  readonly newer: string;
  /** BCP 47. */
  readonly locale: string;
  /** The direction of the paragraph; `auto` by default. */
  readonly direction?: 'ltr' | 'rtl';
  /** The id of the paragraph. The sentence that there is no difference gets it with `-none`: `changed-none`. */
  readonly id?: string;
  /** The CSS class of the paragraph. */
  readonly style: 'boxed' | 'difference';
}

/** The words before added and removed parts, and the sentence that there is no difference. */
export interface DifferenceStrings {
  readonly added: string;
  readonly removed: string;
  readonly noDifference: string;
}

/** Returns a single text with the removed and added parts of two texts marked. */
export function markedDifference(
  { older, newer, locale, direction, id, style }: Difference,
  strings: DifferenceStrings,
): TemplateResult {
  return html`${guard([older, newer, locale, direction], () => {
    const parts = textDifference(older, newer, locale);
    if (parts.every(({ kind }) => kind === 'same')) {
      const noneId = id === undefined ? nothing : `${id}-none`;
      return html`<p id=${noneId} class="hint">${strings.noDifference}</p>`;
    }
    const ranges = rangesOf(parts, older, newer);
    const content = parts.map((part, index) => markedPart(part, ranges[index], strings));
    // The paragraph shows whitespace, so none may be added around its content.
    return html`<p id=${id ?? nothing} class="passage ${style}" lang=${locale} dir=${direction ?? 'auto'}>${content}</p>`;
  })}`;
}

/** Marks a changed part by an underline or strikethrough in addition to color, and by a word for screen readers. */
function markedPart(
  { kind, text }: TextPart,
  range: TextRange | undefined,
  { added, removed }: DifferenceStrings,
): TemplateResult {
  const visibleText = shownText(text, range);
  // An element with a direction of its own does not determine that of the paragraph.
  const spokenWord = (word: string): TemplateResult => html`<span class="visually-hidden" dir="auto">${word} </span>`;
  if (kind === 'added') return html`<ins>${spokenWord(added)}${visibleText}</ins>`;
  if (kind === 'removed') return html`<del>${spokenWord(removed)}${visibleText}</del>`;
  return html`${visibleText}`;
}
