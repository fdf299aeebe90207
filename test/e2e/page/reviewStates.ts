import type { ReviewMessage } from '../../../src/webview/review/reviewMessages.ts';
import { makeReviewRow, reviewNow } from '../../builders/reviewRow.ts';
import { allRows, error, upToDate, type OpenReview } from './reviewHarness.ts';
import { faulty } from './snapshots.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

const hour = 60 * 60 * 1000;

const warning = {
  severity: 'warning',
  sentence: 'The translation ends with “。” where the source ends with “.”',
  location: { passage: 'translation', start: 12, end: 13 },
} as const;

/** Rows of all kinds: findings, a revision, right-to-left text, an ending review period, messages, a long text. */
export const variedRows: ReviewMessage = allRows([
  makeReviewRow('1', { until: reviewNow + 3 * hour, comments: 2, isUnanswered: true }),
  makeReviewRow('2', { problems: [error, warning], suggestion: 'The placeholder {count} is missing.' }),
  makeReviewRow('3', {
    locale: 'ar',
    file: 'locales/ar.json',
    translation: 'مرحبًا بعودتك، {count}!',
    previous: 'أهلا بك، {count}!',
    revisions: 1,
    order: '78',
  }),
  makeReviewRow('4', { notes: ['The source of “cart.item4” has changed since the order.'], truncated: true }),
  makeReviewRow('5', { actions: ['approve', 'reject', 'comment'], revisions: 3 }),
  ...Array.from({ length: 30 }, (_, index) =>
    makeReviewRow(String(index + 6), { locale: 'fr', file: 'locales/fr.json' }),
  ),
]);

const detail: PageSnapshot = { ...faulty, jobId: '1', title: 'cart.item1' };

/** The states of the page, each with the steps that lead to it. */
export const reviewStates: Readonly<Record<string, (open: OpenReview) => Promise<void>>> = {
  empty: (open) => open.post(allRows([]), upToDate),
  loading: (open) => open.post({ type: 'state', loading: true }),
  outdated: (open) =>
    open.post(variedRows, {
      type: 'state',
      loading: false,
      notice: 'The last refresh failed. The log has the details.',
    }),
  list: (open) => open.post(variedRows, upToDate),
  nothingMatches: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('#filter-text').fill('nowhere');
  },
  selectedAndScoped: async (open) => {
    await open.post(variedRows, upToDate, { type: 'scope', jobIds: ['1', '2', '3', '5'] });
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('Shift+ArrowDown');
  },
  queuedAndFailed: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('a');
    await open.page.keyboard.press('j');
    await open.page.keyboard.press('r');
    await open.page.keyboard.type('Shorter');
    await open.page.keyboard.press('Enter');
    await open.post({
      type: 'results',
      results: [{ jobId: '7', action: 'revise', sentence: 'The service could not be reached. Nothing was sent.' }],
    });
    await open.page.keyboard.press('r');
    await open.page.keyboard.press('Escape');
  },
  rejecting: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('x');
    await open.page.keyboard.press('Enter');
  },
  details: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('d');
    await open.post(detail);
  },
  cleanList: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('[data-name=approve-clean]').click();
    await open.post({ type: 'checked', remaining: 0, failed: 2 });
  },
  revisingSeveral: async (open) => {
    await open.post(variedRows, upToDate);
    await open.page.locator('.list').focus();
    await open.page.keyboard.press('Control+a');
    await open.page.keyboard.press('r');
  },
};
