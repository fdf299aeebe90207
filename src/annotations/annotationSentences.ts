import * as l10n from '@vscode/l10n';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { formatCredits, localeName } from '../words/formatting.ts';
import { remainingReviewTime, statusPhrase, unitCountText, type UnitType } from '../words/jobLabels.ts';
import { problemLine } from '../words/problemSentences.ts';
import { truncatedLines, truncatedList } from '../words/truncatedList.ts';
import { join, fromOutside, plural, words, type Words } from '../words/words.ts';
import type { MissingStrings } from '../orders/spend/place/estimate.ts';

/** The most locales that a lens names. */
const maxLocales = 6;

/** The most characters of a locale in a lens: any text may be one, because it comes from the project's files. */
const localeCharacters = 20;

/** The most characters of a translation in a hover; the job's page has the whole text. */
export const hoverCharacters = 1000;

/** The most warnings that a hover lists. */
const maxWarnings = 5;

/**
 * "12 missing in ja, fr · 37 words · about 3.40 USD · Order": the strings of a file that can be ordered. Those with
 * simulated translations are named separately: "1 missing in de · 3 simulated in ja · …".
 */
export function missingText(
  { count, simulated, locales, unitCount, credits, currency }: MissingStrings,
  unitType: UnitType | undefined,
): Words {
  const missingCount = count - (simulated?.count ?? 0);
  const parts: Words[] = [];
  if (missingCount > 0) parts.push(missingIn(missingCount, simulated?.otherLocales ?? locales));
  if (simulated !== undefined) parts.push(simulatedIn(simulated.count, simulated.locales));
  if (unitCount !== undefined) parts.push(unitCountText(unitCount, unitType));
  if (credits !== undefined) parts.push(words(l10n.t('about {0}'), formatCredits(credits, currency)));
  parts.push(words(l10n.t({ message: 'Order', comment: 'verb' })));
  return join(parts, ' · ');
}

function missingIn(count: number, locales: readonly string[]): Words {
  return plural(
    count,
    {
      one: l10n.t({ message: '{0} missing in {1}', comment: 'one string' }),
      other: l10n.t({ message: '{0} missing in {1}', comment: 'several strings' }),
    },
    localeNames(locales),
  );
}

/** Names simulated translations: after a delivery from the sandbox, "missing" would seem wrong. */
function simulatedIn(count: number, locales: readonly string[]): Words {
  return plural(
    count,
    {
      one: l10n.t({ message: '{0} simulated in {1}', comment: 'one string' }),
      other: l10n.t({ message: '{0} simulated in {1}', comment: 'several strings' }),
    },
    localeNames(locales),
  );
}

function localeNames(locales: readonly string[]): Words {
  return truncatedList(
    locales.map((locale) => fromOutside(locale, localeCharacters)),
    maxLocales,
  );
}

/** "ja to review · fr being translated": a status for each locale of a string. */
export function statusesText(jobs: readonly TrackedJob[]): Words {
  const parts = jobs
    .slice(0, maxLocales)
    .map(({ targetLocale, status }) =>
      words(l10n.t('{0} {1}'), fromOutside(targetLocale, localeCharacters), statusPhrase(status)),
    );
  const hiddenCount = jobs.length - parts.length;
  if (hiddenCount > 0)
    parts.push(
      plural(hiddenCount, {
        one: l10n.t({ message: '{0} more', comment: 'one language' }),
        other: l10n.t({ message: '{0} more', comment: 'several languages' }),
      }),
    );
  return join(parts, ' · ');
}

/**
 * The lines of a job in a hover: language, status and price, then the translation and its warnings. Errors are shown as
 * diagnostics, which VS Code adds to the hover.
 */
export function hoverLines(job: TrackedJob, now: number): readonly Words[] {
  const { targetLocale, status, credits, currency, translatedText } = job;
  const facts = [localeName(targetLocale), statusPhrase(status), formatCredits(credits, currency)];
  const remaining = status === 'reviewable' ? remainingReviewTime(job, now) : undefined;
  if (remaining !== undefined) facts.push(remaining);
  let translation = words(l10n.t('There’s no translation yet.'));
  if (translatedText !== undefined) translation = fromOutside(translatedText, hoverCharacters);
  const warnings = job.problems.filter(({ severity }) => severity === 'warning');
  return [join(facts, ' · '), translation, ...truncatedLines(warnings.map(problemLine), maxWarnings)];
}
