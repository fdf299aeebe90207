import * as l10n from '@vscode/l10n';
import type { Estimate, LocaleEstimate } from '../orders/spend/place/estimate.ts';
import { formatCredits, localeName } from './formatting.ts';
import { unitCountText, type UnitType } from './jobLabels.ts';
import { tierLabel } from './tierLabel.ts';
import { andMoreLine, truncatedList } from './truncatedList.ts';
import { join, fromOutside, own, plural, type Words, words } from './words.ts';
import type { DifferenceReason, PriceDifference } from '../orders/spend/place/quotePlan.ts';

/** "about 48 words · 2.40 USD (Standard)": the expected price of a locale's strings; empty if there are none. */
export function estimateText(
  { jobCount, unitCount, credits, currency, freeCount, documentCount }: LocaleEstimate,
  tier: string,
  unitType: UnitType | undefined,
): Words {
  if (jobCount === 0) return own('');
  if (documentCount === jobCount) return words(l10n.t('price only by quote'));
  const parts = [words(l10n.t('about {0}'), unitCountText(unitCount, unitType))];
  if (credits === undefined) parts.push(words(l10n.t('not offered as {0}'), tierLabel(tier)));
  else parts.push(words(l10n.t('{0} ({1})'), formatCredits(credits, currency), tierLabel(tier)));
  if (freeCount > 0)
    parts.push(
      plural(freeCount, { one: l10n.t('{0} string approved earlier'), other: l10n.t('{0} strings approved earlier') }),
    );
  return join(parts, ' · ');
}

/** The maximum number of strings or languages that are named in one line. */
const maxNamed = 3;

/**
 * Says how the price of a quote differs from its estimate, and why, one line for each reason. Returns no lines if they
 * are equal. For documents alone there was no estimate.
 */
export function differenceLines(
  differences: readonly PriceDifference[],
  estimate: Estimate,
  currency: string | undefined,
): readonly Words[] {
  if (differences.every(({ reason }) => reason === 'documents')) return [];
  const total = formatCredits(estimate.credits, estimate.currency);
  return [
    words(l10n.t('The quote differs from the estimate of {0}:'), total),
    ...differences.map((difference) => join([own('•'), withAmount(difference, currency)], ' ')),
  ];
}

/** Returns why a price differs, and by which amount. */
function withAmount(difference: PriceDifference, currency: string | undefined): Words {
  const { reason, credits } = difference;
  const sentence = differenceSentences[reason](difference, namesIn(difference));
  if (credits === 0 || reason === 'currency') return sentence;
  const amount = formatCredits(Math.abs(credits), currency);
  if (credits > 0) return words(l10n.t('{0} ({1} more)'), sentence, amount);
  return words(l10n.t('{0} ({1} less)'), sentence, amount);
}

/** The strings and languages of a difference, as a sentence names them. */
interface Names {
  readonly strings: Words;
  readonly languages: Words;
}

function namesIn({ jobs }: PriceDifference): Names {
  const titles = [...new Set(jobs.map(({ title }) => title))];
  const locales = [...new Set(jobs.map(({ targetLocale }) => targetLocale))];
  const quotedTitles = titles.map((title) => words(l10n.t('“{0}”'), title));
  return {
    strings: truncatedList(quotedTitles, maxNamed),
    languages: truncatedList(locales.map(localeName), maxNamed),
  };
}

const differenceSentences: Readonly<Record<DifferenceReason, (difference: PriceDifference, names: Names) => Words>> = {
  currency: () => words(l10n.t('The service’s table of prices is in another currency')),
  documents: () => words(l10n.t('Only the service counts documents')),
  'no-price': (_difference, { languages }) =>
    words(l10n.t('The service’s table of prices doesn’t include {0} in this tier'), languages),
  count: ({ jobs }, { strings }) =>
    plural(
      jobs.length,
      {
        one: l10n.t('The service counted {0} string differently: {1}'),
        other: l10n.t('The service counted {0} strings differently: {1}'),
      },
      strings,
    ),
  approved: ({ jobs }) =>
    plural(jobs.length, {
      one: l10n.t('{0} string is free, because the same text was approved before'),
      other: l10n.t('{0} strings are free, because the same texts were approved before'),
    }),
  'not-approved': ({ jobs }, { strings }) =>
    plural(
      jobs.length,
      {
        one: l10n.t('{0} string isn’t free, although the same text was approved before: {1}'),
        other: l10n.t('{0} strings aren’t free, although the same texts were approved before: {1}'),
      },
      strings,
    ),
  'second-pass': () => words(l10n.t('The estimate didn’t include the second pass by an editor')),
  'unit-price': (_difference, { languages }) =>
    words(l10n.t('The service charges a different price than its table says for {0}'), languages),
};

/** A text with its number of units: as this extension estimated it, and as the service counted it. */
export interface ComparedCount {
  readonly text: string;
  readonly estimated: number;
  readonly counted: number;
}

/** Says how the service counts texts, and which of them it counts differently than the estimate, one line for each. */
export function countLines(counts: readonly ComparedCount[], unitType: UnitType | undefined): readonly Words[] {
  const differentCounts = counts.filter(({ estimated, counted }) => estimated !== counted);
  if (differentCounts.length === 0) return [words(l10n.t('The estimate is the same.'))];
  const estimatedTotal = unitCountText(
    counts.reduce((total, { estimated }) => total + estimated, 0),
    unitType,
  );
  const lines = [words(l10n.t('The estimate is {0}. The service counts these strings differently:'), estimatedTotal)];
  for (const { text, estimated, counted } of differentCounts.slice(0, maxListed))
    lines.push(words(l10n.t('• {0} instead of {1}: “{2}”'), counted, estimated, outsideText(text)));
  const hiddenCount = differentCounts.length - maxListed;
  if (hiddenCount > 0) lines.push(andMoreLine(hiddenCount));
  return lines;
}

/** The maximum number of texts that are listed, and of characters that are shown of each. */
const maxListed = 8;
const maxTextCharacters = 80;

function outsideText(text: string): Words {
  return fromOutside(text.replaceAll(/\s+/gu, ' '), maxTextCharacters);
}
