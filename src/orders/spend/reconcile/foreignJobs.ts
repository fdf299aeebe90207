import * as v from 'valibot';
import type { CacheSection } from '../../journal/journalCache.ts';

/** Jobs that other clients have ordered with the same account, by id: their custom data is not of this extension. */
export const foreignJobs: CacheSection<true> = { name: 'foreignJobs', item: v.literal(true), maxItems: 200_000 };
