import * as v from 'valibot';
import type { CacheSection } from '../../journal/journalCache.ts';

/**
 * Ids of jobs that other programs have ordered with the same account: their custom data is not of this extension. They
 * are remembered so that they are not fetched again.
 */
export const foreignJobs: CacheSection<true> = { name: 'foreignJobs', item: v.literal(true), maxItems: 200_000 };
