import { toLanguageCode } from '../locales/languageCode.ts';
import type { SourceFile } from '../orders/files/localeFile.ts';
import type { PlanHistory } from '../orders/journal/planHistory.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { PlanDrafts } from '../orders/plan/planDrafts.ts';
import type { CliInput } from './cliCommand.ts';
import type { CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';

/** The drafts of a group of files, into the locales that the service offers. */
export interface PricedGroup {
  readonly sources: readonly SourceFile[];
  /** The service's code of the source language. */
  readonly sourceLanguage: string;
  readonly locales: readonly string[];
  /** Locales that the service doesn't translate into. */
  readonly unsupported: readonly string[];
  readonly drafts: PlanDrafts;
}

/** Drafts the order of a group of files. Rejects with OrderError 'locale-unsupported' for its source locale. */
export async function draftGroup(
  { sources, locales }: SourceGroup,
  history: PlanHistory,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<PricedGroup> {
  const locale = sources[0]?.locale ?? '';
  const sourceLanguage = toLanguageCode(locale, codes);
  if (sourceLanguage === undefined) throw new OrderError('locale-unsupported', locale);
  const drafts = new PlanDrafts(sources, { history, languages: codes });
  await drafts.load(locales, signal);
  const isSupported = (one: string): boolean => toLanguageCode(one, codes) !== undefined;
  return {
    sources,
    sourceLanguage,
    locales: locales.filter(isSupported),
    unsupported: locales.filter((one) => !isSupported(one)),
    drafts,
  };
}

/** Returns the tier of the option, or of the first project's settings. */
export function tierOf({ values }: CliInput, projects: CliProjects): string {
  return values.tier ?? projects.all[0]?.folder.settings.tier ?? 'standard';
}
