import type { PlannedJob } from '../../src/orders/model/plan/plan.ts';

/** Returns a planned job into Japanese, without units. `text` is its title and source text, without placeholders. */
export function makePlannedJob({
  text = 't',
  ...changes
}: Partial<PlannedJob> & { readonly text?: string } = {}): PlannedJob {
  return {
    title: text,
    protectedText: { text, source: text, placeholders: [] },
    targetLocale: 'ja',
    targetLanguage: 'ja',
    units: [],
    reason: 'missing',
    ...changes,
  };
}
