import { html, nothing, type TemplateResult } from 'lit';
import { shownText } from '../../shared/page/shownText.ts';
import { markedDifference } from '../../shared/page/markedDifference.ts';
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
  const pieces = textPieces(text, row.placeholders, row.problems, passage).map((piece) => renderPiece(piece, text));
  // The paragraph shows whitespace, so none may be added around its content.
  return html`<p class="passage" lang=${locale} dir="auto">${pieces}</p>`;
}

function renderPiece({ text, start, isPlaceholder, severity }: TextPiece, whole: string): TemplateResult {
  const visibleText = shownText(text, { whole, start });
  const content = isPlaceholder ? html`<code class="chip" dir="ltr">${visibleText}</code>` : html`${visibleText}`;
  if (severity === undefined) return content;
  return html`<mark class=${severity}>${content}</mark>`;
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
export function wordDifference(
  texts: { readonly older: string; readonly newer: string; readonly locale: string },
  strings: ReviewStrings,
): TemplateResult {
  return markedDifference({ ...texts, style: 'difference' }, strings);
}
