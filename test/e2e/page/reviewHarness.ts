import type { Browser, Page } from 'playwright-core';
import type { ReviewMessage, ReviewRow } from '../../../src/webview/review/reviewMessages.ts';
import { reviewStrings } from '../../../src/webview/review/host/reviewStrings.ts';
import { reviewNow } from '../../builders/reviewRow.ts';
import { pageAddress, startPageServer, type PageLook, type PageServer } from './pageHarness.ts';
import type { ReviewIntent } from '../../../src/webview/review/reviewIntent.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

/** The review page's strings in English. */
export const reviewPageStrings = reviewStrings();

export function startReviewServer(): Promise<PageServer> {
  return startPageServer({
    entry: 'src/webview/review/page/startReviewPage.ts',
    style: 'review.css',
    strings: reviewPageStrings,
  });
}

/** A review page in a browser. */
export interface OpenReview {
  readonly page: Page;
  /** Script errors and violations of the policy. */
  readonly pageErrors: readonly string[];
  post(...messages: readonly (ReviewMessage | PageSnapshot)[]): Promise<void>;
  /** Returns the intents that the page has sent, without `ready` and those about what is in view. */
  sent(): Promise<readonly ReviewIntent[]>;
  allSent(): Promise<readonly ReviewIntent[]>;
}

/** Opens the review page in a new tab, with a clock that stands still until `page.clock` moves it. */
export async function openReview(
  browser: Browser,
  server: PageServer,
  options: PageLook & { readonly frozen?: boolean } = {},
): Promise<OpenReview> {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1200, height: options.height ?? 800 },
    deviceScaleFactor: options.scale ?? 1,
  });
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
  });
  if (options.frozen === true) await page.clock.install({ time: reviewNow });
  await page.goto(pageAddress(server, options));
  const allSent = (): Promise<readonly ReviewIntent[]> =>
    page.evaluate(() => (globalThis as unknown as { sentMessages: ReviewIntent[] }).sentMessages);
  return {
    page,
    pageErrors,
    post: async (...messages) => {
      for (const message of messages) await page.evaluate(postAndRender, message);
    },
    allSent,
    sent: async () => (await allSent()).filter(({ type }) => !['ready', 'visible', 'details', 'queued'].includes(type)),
  };
}

/** Runs in the browser: posts a message and waits until the page has rendered it. */
async function postAndRender(message: unknown): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    window.addEventListener(
      'message',
      () => {
        resolve();
      },
      { once: true },
    );
  });
  window.postMessage(message, '*');
  await arrived;
  const element = document.querySelector('human-translation-review') as unknown as { updateComplete: Promise<unknown> };
  await element.updateComplete;
  await element.updateComplete;
}

/** Returns the message with all rows. */
export function allRows(rows: readonly ReviewRow[]): ReviewMessage {
  return {
    type: 'rows',
    reset: true,
    more: false,
    rows,
    removed: [],
    locales: { ja: 'Japanese', fr: 'French', ar: 'Arabic' },
  };
}

export const upToDate: ReviewMessage = { type: 'state', loading: false };

export const error = {
  severity: 'error',
  sentence: 'The placeholder {count} is missing.',
  location: { passage: 'source', start: 5, end: 12 },
} as const;
