/** The account's preferred translators for a pair and tier. */
export interface PreferredTranslators {
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: string;
  /** Translator numbers. */
  readonly translators: readonly number[];
}

/** The preferred translators of the sandbox's first account. */
export const preferredTranslators: readonly PreferredTranslators[] = [
  { lcSrc: 'en', lcTgt: 'ja', tier: 'standard', translators: [8596, 24123] },
  { lcSrc: 'en', lcTgt: 'fr', tier: 'pro', translators: [31007, 40218] },
];

/** Minimum number of preferred translators for `use_preferred` on a pair (public material). */
export const minPreferred = 2;

/** Returns an account's preferred translators for a pair and tier; empty if it has none. */
export function findPreferred(
  owned: readonly PreferredTranslators[],
  { lcSrc, lcTgt, tier }: Omit<PreferredTranslators, 'translators'>,
): readonly number[] {
  return (
    owned.find((entry) => entry.lcSrc === lcSrc && entry.lcTgt === lcTgt && entry.tier === tier)?.translators ?? []
  );
}
