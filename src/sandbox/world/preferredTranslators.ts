/** Translators whom the account prefers for a pair and tier. */
export interface PreferredTranslators {
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Their numbers. */
  readonly translators: readonly number[];
}

/** Those of the sandbox's first account. */
export const preferredTranslators: readonly PreferredTranslators[] = [
  { lcSrc: 'en', lcTgt: 'ja', tier: 'standard', translators: [8596, 24123] },
  { lcSrc: 'en', lcTgt: 'fr', tier: 'pro', translators: [31007, 40218] },
];

/** `use_preferred` needs at least so many for the pair (public material). */
export const leastPreferred = 2;

/** An account's preferred translators of a pair and tier; empty if it has none. */
export function findPreferred(
  owned: readonly PreferredTranslators[],
  { lcSrc, lcTgt, tier }: Omit<PreferredTranslators, 'translators'>,
): readonly number[] {
  return (
    owned.find((entry) => entry.lcSrc === lcSrc && entry.lcTgt === lcTgt && entry.tier === tier)?.translators ?? []
  );
}
