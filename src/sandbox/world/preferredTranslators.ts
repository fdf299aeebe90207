/** Translators whom the account prefers for a pair and tier. */
export interface PreferredTranslators {
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Their numbers. */
  readonly translators: readonly number[];
}

/** Those of the sandbox's account. */
export const preferredTranslators: readonly PreferredTranslators[] = [
  { lcSrc: 'en', lcTgt: 'ja', tier: 'standard', translators: [8596, 24123] },
  { lcSrc: 'en', lcTgt: 'fr', tier: 'pro', translators: [31007, 40218] },
];

/** `use_preferred` needs at least so many for the pair (public material). */
export const leastPreferred = 2;

/** The preferred translators of a pair and tier; empty when there are none. */
export function findPreferred({ lcSrc, lcTgt, tier }: Omit<PreferredTranslators, 'translators'>): readonly number[] {
  return preferredTranslators.find((entry) => entry.lcSrc === lcSrc && entry.lcTgt === lcTgt && entry.tier === tier)?.translators ?? [];
}
