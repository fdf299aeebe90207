import type { ReviewRow } from '../../src/webview/review/reviewMessages.ts';

/** The time for which `makeReviewRow` makes rows. */
export const reviewNow = Date.parse('2026-05-15T10:00:00Z');

/** Returns the row of a short translation without findings or messages. */
export function makeReviewRow(id: string, changes: Partial<ReviewRow> = {}): ReviewRow {
  return {
    id,
    title: `cart.item${id}`,
    source: `Item {count} of ${id}`,
    translation: `{count} 番目 ${id}`,
    sourceLocale: 'en',
    locale: 'ja',
    file: 'locales/ja.json',
    order: '77',
    hash: `hash-${id}`,
    problems: [],
    placeholders: ['{count}'],
    until: reviewNow + 100 * 60 * 60 * 1000,
    revisions: 0,
    actions: ['approve', 'revise', 'reject', 'comment'],
    notes: [],
    comments: 0,
    isUnanswered: false,
    ...changes,
  };
}
