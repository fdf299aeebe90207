import { toLanguageCode } from '../locales/languageCode.ts';
import type { SourceFile } from '../orders/units/files/localeFile.ts';
import type { PlanHistory } from '../orders/model/plan/planHistory.ts';
import { TranslationGaps } from '../orders/units/gaps/translationGaps.ts';
import type { FailedTarget, PlanDrafts } from '../orders/units/gaps/planDrafts.ts';
import type { LanguagePair } from '../service/interface/records.ts';
import type { CliInput } from './cliCommand.ts';
import { gapPorts, type CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';

/** The drafts of a group of files, into the locales that the service offers. */
export interface PricedGroup {
  readonly sources: readonly SourceFile[];
  /** The service's code of the source language. */
  readonly sourceLanguage: string;
  /** Empty if the prices are not known. */
  readonly pairs: readonly LanguagePair[];
  readonly locales: readonly string[];
  readonly drafts: PlanDrafts;
}

/** The languages of the service. */
export interface ServiceLanguages {
  readonly codes: readonly string[];
  /** Returns what the service translates a language into, with the prices; nothing if that is not known. */
  pairs(source: string): Promise<readonly LanguagePair[]>;
}

/** The known facts about the price of a group of files. */
export interface DraftedGroup {
  /** Absent if the service doesn't translate from the source locale. */
  readonly priced?: PricedGroup;
  /** Locales that the service doesn't translate into or from. */
  readonly unsupported: readonly string[];
  readonly unreadable: readonly FailedTarget[];
}

/** Drafts the order of a group of files of the projects. */
export async function draftGroup(
  projects: CliProjects,
  { sources, locales, history }: SourceGroup & { readonly history: PlanHistory },
  service: ServiceLanguages,
  signal: AbortSignal,
): Promise<DraftedGroup> {
  const sourceLocale = sources[0]?.locale ?? '';
  const { codes } = service;
  const sourceLanguage = toLanguageCode(sourceLocale, codes);
  if (sourceLanguage === undefined) return { unsupported: [sourceLocale], unreadable: [] };
  const pairs = await service.pairs(sourceLanguage);
  // If the pairs are not known, each language of the service may be a target.
  const targetCodes = pairs.length === 0 ? codes : [...new Set(pairs.map(({ target }) => target))];
  const isSupported = (locale: string): boolean => toLanguageCode(locale, targetCodes) !== undefined;
  const supported = locales.filter(isSupported);
  const { drafts } = new TranslationGaps(sources, { history, languages: codes }, gapPorts(projects));
  await drafts.load(supported, signal);
  return {
    priced: { sources, sourceLanguage, pairs, locales: supported, drafts },
    unsupported: locales.filter((locale) => !isSupported(locale)),
    unreadable: drafts.failedIn(supported),
  };
}

/** Returns the tier of the option, or of the first project's settings. */
export function tierOf({ values }: CliInput, projects: CliProjects): string {
  return values.tier ?? projects.all[0]?.folder.settings.tier ?? 'standard';
}
