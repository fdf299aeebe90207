import {
  bestPairs,
  isOtherVariety,
  nearestLanguageCode,
  sourceLanguageCodes,
  toLanguageCode,
} from '../locales/languageCode.ts';
import type { SourceFile } from '../orders/units/files/localeFile.ts';
import type { PlanHistory } from '../orders/model/plan/planHistory.ts';
import { TranslationGaps } from '../orders/units/gaps/translationGaps.ts';
import type { FailedTarget, PlanDrafts } from '../orders/units/gaps/planDrafts.ts';
import type { LanguagePair } from '../service/interface/records.ts';
import type { SourceLanguage } from '../words/languageNames.ts';
import type { CliInput } from './cliCommand.ts';
import { gapPorts, type CliProjects } from './openProjects.ts';
import type { SourceGroup } from './openScope.ts';

/** The drafts of a group of files, into the locales that the service offers. */
export interface PricedGroup {
  readonly sources: readonly SourceFile[];
  /** The service's codes in which texts in the source locale can be ordered. */
  readonly sourceLanguages: readonly string[];
  /** Those in which the texts are ordered. Empty if the prices are not known. */
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
  /** The languages of another variety that the source is ordered in. */
  readonly sourceLanguages: readonly SourceLanguage[];
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
  const sourceLanguages = sourceLanguageCodes(sourceLocale, codes);
  if (sourceLanguages.length === 0) return { sourceLanguages: [], unsupported: [sourceLocale], unreadable: [] };
  const pairs = await pairsFrom(sourceLocale, sourceLanguages, service);
  // If the pairs are not known, each language of the service may be a target.
  const targetCodes = pairs.length === 0 ? codes : [...new Set(pairs.map(({ target }) => target))];
  const isSupported = (locale: string): boolean => toLanguageCode(locale, targetCodes) !== undefined;
  const supported = locales.filter(isSupported);
  const { drafts } = new TranslationGaps(sources, { history, languages: codes }, gapPorts(projects));
  await drafts.load(supported, signal);
  return {
    sourceLanguages: otherVarieties(sourceLocale, sourceLanguages, { pairs, locales: supported }),
    priced: { sources, sourceLanguages, pairs, locales: supported, drafts },
    unsupported: locales.filter((locale) => !isSupported(locale)),
    unreadable: drafts.failedIn(supported),
  };
}

/** Returns the languages of another variety that the source of a group is ordered in, into its locales. */
export async function sourceLanguagesIn(
  { sources, locales }: SourceGroup,
  service: () => Promise<ServiceLanguages>,
): Promise<readonly SourceLanguage[]> {
  const sourceLocale = sources[0]?.locale ?? '';
  const isUsual = sourceLanguageCodes(sourceLocale).every((code) => !isOtherVariety(sourceLocale, code));
  if (isUsual) return [];
  const languages = await service();
  const codes = sourceLanguageCodes(sourceLocale, languages.codes);
  return otherVarieties(sourceLocale, codes, { pairs: await pairsFrom(sourceLocale, codes, languages), locales });
}

/** Returns each language once: groups may have the same source locale. */
export function distinctLanguages(languages: readonly SourceLanguage[]): readonly SourceLanguage[] {
  return [...new Map(languages.map((language) => [JSON.stringify(Object.values(language)), language])).values()];
}

/** Returns the pairs in which texts in a source locale are ordered; none if the pairs are not known. */
async function pairsFrom(
  sourceLocale: string,
  sourceLanguages: readonly string[],
  service: ServiceLanguages,
): Promise<readonly LanguagePair[]> {
  const pairs = await Promise.all(sourceLanguages.map((code) => service.pairs(code)));
  return bestPairs(sourceLocale, sourceLanguages, pairs.flat());
}

/** Without known pairs, the first code is used. */
function otherVarieties(
  sourceLocale: string,
  sourceLanguages: readonly string[],
  { pairs, locales }: Pick<PricedGroup, 'pairs' | 'locales'>,
): readonly SourceLanguage[] {
  const targetCodes = [...new Set(pairs.map(({ target }) => target))];
  const targets = new Set(locales.map((locale) => toLanguageCode(locale, targetCodes)));
  const used = pairs.filter(({ target }) => targets.has(target)).map(({ source }) => source);
  const languages = pairs.length === 0 && locales.length > 0 ? sourceLanguages.slice(0, 1) : used;
  return [...new Set(languages)]
    .filter((language) => isOtherVariety(sourceLocale, language))
    .map((language) => ({ locale: sourceLocale, language }));
}

/** Returns the tier of the option, or of the first project's settings. */
export function tierOf({ values }: CliInput, projects: CliProjects): string {
  return values.tier ?? projects.all[0]?.folder.settings.tier ?? 'standard';
}

/** A locale that the service doesn't translate, and the language of another variety that is nearest to it. */
interface NearestLanguage {
  readonly locale: string;
  readonly language: string;
}

/** Returns the languages that could be ordered instead of unsupported locales, if the user agreed. */
export function nearestLanguages(locales: Iterable<string>, codes: readonly string[]): readonly NearestLanguage[] {
  return [...locales].flatMap((locale) => {
    const language = nearestLanguageCode(locale, codes);
    return language === undefined ? [] : [{ locale, language }];
  });
}
