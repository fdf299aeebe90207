import type { EntryOf, IntentJob } from '../../src/orders/journal/journalEntry.ts';

/** Returns a job of an intent, into Japanese, without units. `text` is its source text, without placeholders. */
export function makeIntentJob({
  text = 't',
  ...changes
}: Partial<IntentJob> & { readonly text?: string } = {}): IntentJob {
  return {
    number: 1,
    title: 'a',
    sourceHash: 'h',
    protectedText: { text, source: text, placeholders: [] },
    targetLocale: 'ja',
    targetLanguage: 'ja',
    units: [],
    credits: 1,
    unitCount: 1,
    ...changes,
  };
}

/** Returns the journal entry of an order that is about to be sent: intent `i` of project `p`, without jobs. */
export function makeIntent(changes: Partial<EntryOf<'intent'>> = {}): EntryOf<'intent'> {
  return {
    type: 'intent',
    id: 'i',
    at: 1,
    project: 'p',
    sourceLocale: 'en',
    sourceLanguage: 'en',
    tier: 'pro',
    autoApprove: false,
    simulated: false,
    credits: 1,
    jobs: [],
    ...changes,
  };
}
