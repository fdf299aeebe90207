import * as l10n from '@vscode/l10n';
import { comparisonKey, languageOf } from '../base/locale.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { noHistory } from '../orders/model/plan/planHistory.ts';
import { keysOnOrder } from '../orders/spend/place/findOnOrder.ts';
import { TranslationGaps, type TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import { targetLocalesOf } from '../orders/units/gaps/planDrafts.ts';
import { wantedUnits } from '../orders/units/plan/wantedUnits.ts';
import { plural, type Words } from '../words/words.ts';
import type { CliSession } from './cliSession.ts';
import { gapPorts, type CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';

/** Returns what the translations of a group of files lack. Without a session, no earlier order is known. */
export async function gapsOf(
  { sources, locales }: SourceGroup,
  projects: CliProjects,
  session: CliSession | undefined,
): Promise<TranslationGaps> {
  const allLocales = [...sources.map(({ locale }) => locale), ...targetLocalesOf(sources), ...locales];
  const languages = [...knownLanguageCodes, ...allLocales].flatMap(codesFor);
  if (session === undefined) return new TranslationGaps(sources, { history: noHistory, languages }, gapPorts(projects));
  const { context, jobs } = session;
  const history = await session.jobs.orderHistory(sources);
  return new TranslationGaps(
    sources,
    { history, languages },
    { ...gapPorts(projects), onOrder: (targets) => keysOnOrder(context, targets, (id) => jobs.statusOf(id)) },
  );
}

/** Returns codes that count as languages of the service, so that strings are missing in any language: `pt-br`, `pt`. */
function codesFor(locale: string): readonly string[] {
  return [locale, comparisonKey(locale), languageOf(locale)].map((code) => code.toLowerCase());
}

/** Counts the strings that a target should have, without empty ones and plural forms that the program doesn't use. */
export function countStrings({ source, target }: TargetGaps): number {
  const translatableUnits = wantedUnits(source, target).filter(
    ({ sourceUnit: { text, translatable }, unusedNextTo }) =>
      unusedNextTo === undefined && translatable !== false && text.trim() !== '',
  );
  return new Set(translatableUnits.flatMap(({ id, copies = [] }) => [id, ...copies])).size;
}

/** Says how many strings count as on order although they may belong to another project. */
export function otherCloneLines(count: number): readonly Words[] {
  if (count === 0) return [];
  return [
    plural(count, {
      one: l10n.t(
        '{0} string seems to be on order from another clone: its path, key, and text are the same, but the Git remotes differ. The editor asks about it when you order.',
      ),
      other: l10n.t(
        '{0} strings seem to be on order from another clone: their paths, keys, and texts are the same, but the Git remotes differ. The editor asks about them when you order.',
      ),
    }),
  ];
}
