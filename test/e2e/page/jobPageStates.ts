import type { OpenPage } from './pageHarness.ts';
import { delivered, early, faulty, held, reviewable, withOrder } from './snapshots.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

const sourceChanges = [
  {
    severity: 'warning',
    sentence: 'The source of “cart.summary” has changed since the order.',
    currentText: 'You have {count} products in your cart.\nThe total is %1$s.',
  },
] as const;

/** A job that no translator has started, whose source has changed. */
const available: PageSnapshot = {
  ...reviewable,
  status: 'available',
  statusLabel: 'Waiting for a translator',
  highlights: ['Expected in 2 d 4 h'],
  translation: { locale: 'ja', label: 'Japanese', direction: 'ltr' },
  translationPending: 'No translator has started yet.',
  revisions: [],
  comments: [],
  sourceChanges,
  actions: ['cancel', 'cancelAndOrder', 'comment', 'openFile', 'refresh'],
};

/** A key and texts without a space at which a line could break. */
const unbroken: PageSnapshot = {
  ...reviewable,
  title: `settings.${'notification'.repeat(12)}.title`,
  source: { ...reviewable.source, text: `https://example.com/${'path-'.repeat(40)}` },
  translation: { ...reviewable.translation, text: '漢字'.repeat(120) },
  facts: [{ label: 'File', value: `packages/${'components/'.repeat(12)}en.json` }],
  notes: [`The file packages/${'components/'.repeat(12)}en.json has changed.`],
};

/** The states of the job page, each with the steps that lead to it. */
export const jobPageStates: Readonly<Record<string, (open: OpenPage) => Promise<void>>> = {
  loading: () => Promise.resolve(),
  unavailable: (open) =>
    open.show({ type: 'unavailable', title: 'Job 4711', sentence: 'The job was archived.', busy: false }),
  early: (open) => open.show(early),
  available: (open) => open.show(available),
  reviewable: async (open) => {
    await open.show(reviewable);
    await open.page.locator('#approve-options > summary').click();
    await open.page.locator('input[name="public"]').check();
  },
  busy: (open) => open.show({ ...reviewable, busy: true }),
  sourceChanged: (open) => open.show({ ...reviewable, sourceChanges }),
  faulty: async (open) => {
    await open.show(faulty);
    await open.page.locator('#approve').click();
    await open.page.locator('#approve-anyway').waitFor();
  },
  revising: async (open) => {
    await open.show(faulty);
    await open.page.locator('#open-revise').click();
    await open.page.locator('#revise-text').fill('');
    await open.page.locator('#revise').click();
  },
  failed: (open) =>
    open.show({
      ...faulty,
      failure: { intent: 'reject', sentence: 'The service could not be reached. Nothing was sent.' },
    }),
  compared: async (open) => {
    await open.show(reviewable);
    await open.page.locator('#compare-older').selectOption('r1');
    for (const summary of await open.page.locator('.revisions summary').all()) await summary.click();
  },
  held: (open) => open.show(held),
  delivered: (open) => open.show(delivered),
  withOrder: async (open) => {
    await open.show(withOrder);
    await open.page.locator('#order > summary').click();
  },
  unbroken: (open) => open.show(unbroken),
};
