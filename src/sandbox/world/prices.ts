import { findLanguage, languages } from './languages.ts';

export const currency = 'USD';
export const tiers = ['standard', 'pro'] as const;
export type Tier = (typeof tiers)[number];

export interface Pair {
  readonly lcSrc: string;
  readonly lcTgt: string;
  readonly tier: Tier;
  /** Ten-thousandths of a credit per source word or character. */
  readonly unitPrice: number;
}

/** Price factors of a second pass and of an exact match. They are made up: public material has none. */
const editFactor = 1.5;
const exactMatchFactor = 0.25;

/** Languages without translators from or into Japanese. */
const notWithJapanese = new Set(['bg', 'el', 'en-gb', 'fr-ca', 'ro', 'sk', 'sr', 'tl']);

/** Pairs without English or Japanese; each applies in both directions. */
const relatedLanguages: readonly (readonly [string, string])[] = [
  ['de', 'es'],
  ['de', 'fr'],
  ['de', 'it'],
  ['es', 'fr'],
  ['es', 'it'],
  ['es', 'pt'],
  ['es', 'pt-br'],
  ['fr', 'it'],
  ['ko', 'zh'],
  ['ko', 'zh-tw'],
];

/** Variants of one language: adapting costs less than translating. */
const variants: readonly (readonly [string, string])[] = [
  ['en', 'en-gb'],
  ['es', 'es-la'],
  ['fr', 'fr-ca'],
  ['pt', 'pt-br'],
  ['zh', 'zh-tw'],
];

/** Recorded prices that differ from `rule`. */
const recorded: Readonly<Record<string, readonly [standard: number, pro: number]>> = {
  'en>ja': [700, 1200],
  'ja>en': [300, 700],
};

/**
 * All pairs and tiers: each language from and to English, most languages from and to Japanese, and related languages.
 */
export const pairs: readonly Pair[] = languages.flatMap(({ lc: lcSrc }) =>
  languages.filter(({ lc: lcTgt }) => isPair(lcSrc, lcTgt)).flatMap(({ lc: lcTgt }) => tiersOf(lcSrc, lcTgt)),
);

const byPair = new Map(pairs.map((pair) => [pairKey(pair.lcSrc, pair.lcTgt, pair.tier), pair]));

export function findPair(lcSrc: string, lcTgt: string, tier: string): Pair | undefined {
  return byPair.get(pairKey(lcSrc, lcTgt, tier));
}

/**
 * Returns the price of a job in hundredths of a credit: rounded to the nearest, and at least 1 for one unit or more.
 */
export function priceInCents(pair: Pair, unitCount: number, edit = false): number {
  if (unitCount === 0) return 0;
  const factor = edit ? editFactor : 1;
  return Math.max(1, Math.round((unitCount * pair.unitPrice * factor) / 100));
}

/** Returns the price of a job that has an exact match in the translation memory. */
export function exactMatchInCents(cents: number): number {
  if (cents === 0) return 0;
  return Math.max(1, Math.round(cents * exactMatchFactor));
}

/** Formats hundredths of a credit as on the wire: "12.30". */
export function formatCents(cents: number): string {
  return (cents / 100).toFixed(2);
}

function isPair(source: string, target: string): boolean {
  if (source === target) return false;
  if (source === 'en' || target === 'en') return true;
  if (source === 'ja') return !notWithJapanese.has(target);
  if (target === 'ja') return !notWithJapanese.has(source);
  return isListed(relatedLanguages, source, target) || isListed(variants, source, target);
}

function tiersOf(lcSrc: string, lcTgt: string): readonly Pair[] {
  const [standard, pro] = recorded[`${lcSrc}>${lcTgt}`] ?? rule(lcSrc, lcTgt);
  return [
    { lcSrc, lcTgt, tier: 'standard', unitPrice: standard },
    { lcSrc, lcTgt, tier: 'pro', unitPrice: pro },
  ];
}

/**
 * Recorded samples: 0.05 and 0.10 per word, 0.03 and 0.06 per character; the same prices for variants of one language.
 */
function rule(source: string, target: string): readonly [number, number] {
  const isCheaper = findLanguage(source)?.unitType === 'character' || isListed(variants, source, target);
  return isCheaper ? [300, 600] : [500, 1000];
}

function isListed(list: readonly (readonly [string, string])[], source: string, target: string): boolean {
  return list.some(([a, b]) => (a === source && b === target) || (a === target && b === source));
}

function pairKey(source: string, target: string, tier: string): string {
  return `${source}>${target}:${tier}`;
}
