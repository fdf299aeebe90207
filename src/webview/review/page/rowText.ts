import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { shownText } from '../../shared/page/shownText.ts';
import { rangesOf, textDifference } from '../../shared/page/textDifference.ts';
import type { ReviewRow } from '../reviewMessages.ts';
import { textPieces, type TextPiece } from './model/textPieces.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageProblem } from '../../shared/pageSnapshot.ts';

/** Returns one of a row's texts, with its placeholders as chips and its findings marked. */
export function rowText(row: ReviewRow, passage: 'source' | 'translation'): TemplateResult | typeof nothing {
  const text = passage === 'source' ? row.source : row.translation;
  if (text === undefined) return nothing;
  const locale = passage === 'source' ? row.sourceLocale : row.locale;
  const pieces = textPieces(text, row.placeholders, row.problems, passage).map((piece) => pieceOf(piece, text));
  // The paragraph shows whitespace, so none may be added around its content.
  return html`<p class="passage" lang=${locale} dir="auto">${pieces}</p>`;
}

function pieceOf({ text, start, isPlaceholder, severity }: TextPiece, whole: string): TemplateResult {
  const shown = shownText(text, { whole, start });
  const content = isPlaceholder ? html`<code class="chip" dir="ltr">${shown}</code>` : html`${shown}`;
  return severity === undefined ? content : html`<mark class=${severity}>${content}</mark>`;
}

/** Returns the findings of a row, errors first. An icon and a word show the severity in addition to the color. */
export function findingList(problems: readonly PageProblem[], strings: ReviewStrings): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  const worstFirst = problems.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  return html`<ul class="findings">
    ${worstFirst.map(
      ({ severity, sentence }) =>
        html`<li class=${severity}>
          ${severityNotice(strings, severity, sentence)}
        </li>`,
    )}
  </ul>`;
}

/** Returns a text with the words marked that were removed from, and added to, an older one. */
export function wordDifference(older: string, newer: string, locale: string, strings: ReviewStrings): TemplateResult {
  return html`${guard([older, newer, locale], () => {
    const parts = textDifference(older, newer, locale);
    if (parts.every(({ kind }) => kind === 'same')) return html`<p class="hint">${strings.noDifference}</p>`;
    // An element with a direction of its own does not determine that of the paragraph.
    const kindOf = (kind: string): TemplateResult => html`<span class="visually-hidden" dir="auto">${kind} </span>`;
    const ranges = rangesOf(parts, older, newer);
    const content = parts.map(({ kind, text: part }, index) => {
      const text = shownText(part, ranges[index]);
      if (kind === 'same') return html`${text}`;
      return kind === 'added'
        ? html`<ins>${kindOf(strings.added)}${text}</ins>`
        : html`<del>${kindOf(strings.removed)}${text}</del>`;
    });
    return html`<p class="passage difference" lang=${locale} dir="auto">${content}</p>`;
  })}`;
}
