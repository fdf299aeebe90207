import * as l10n from '@vscode/l10n';
import { noHistory } from '../orders/model/plan/planHistory.ts';
import { present } from '../base/present.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import { estimateLocales, pricesOf, type LocaleEstimate } from '../orders/spend/place/estimate.ts';
import type { FailedTarget } from '../orders/units/gaps/planDrafts.ts';
import { estimateText } from '../words/estimateSentences.ts';
import { formatCredits, localeName } from '../words/formatting.ts';
import { sourceLanguageSentence, unsupportedSentence, type SourceLanguage } from '../words/languageNames.ts';
import { unitCountText, unitTypeOf } from '../words/jobLabels.ts';
import { words, type Words } from '../words/words.ts';
import type { Language } from '../service/interface/records.ts';
import type { ServiceClient } from '../service/interface/serviceClient.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { createCliClient } from './cliSession.ts';
import { keysOf, requireBaseUrl, stateFolder } from './environment.ts';
import { openProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import {
  distinctLanguages,
  draftGroup,
  nearestLanguages,
  tierOf,
  type PricedGroup,
  type ServiceLanguages,
} from './priceScope.ts';
import { describeWithoutSource, unreadableFiles } from './unreadableFiles.ts';

/** Estimates the price of missing strings on this machine. Only the service's tables are requested, without any text. */
export async function runEstimate(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values, env, log } = input;
  const projects = await openProjects(values, terminal, signal);
  const isOffline = values.offline === true;
  let client: ServiceClient | undefined;
  if (!isOffline) {
    const baseUrl = requireBaseUrl(values, env);
    const state = stateFolder(values, env, process.platform);
    client = await createCliClient({ baseUrl, keys: keysOf(values, env), state, log });
  }
  try {
    const tables = await loadTables(client, signal);
    const tier = tierOf(input, projects);
    const { groups, unreadable, withoutSource } = await openScope(input, projects, { newLocales: true });
    const estimates: LocaleEstimate[] = [];
    const sourceLanguages: SourceLanguage[] = [];
    const unsupported = new Set<string>();
    const failedTargets: FailedTarget[] = [];
    for (const group of groups) {
      const { priced, ...drafted } = await draftGroup(projects, { ...group, history: noHistory }, tables, signal);
      sourceLanguages.push(...drafted.sourceLanguages);
      for (const locale of drafted.unsupported) unsupported.add(locale);
      failedTargets.push(...drafted.unreadable);
      if (priced !== undefined) estimates.push(...estimateGroup(priced, tier, tables.languages));
    }
    const unread = unreadableFiles(projects, unreadable, failedTargets);
    const withoutSourceFiles = describeWithoutSource(projects, withoutSource);

    const locales = sumByLocale(estimates);
    const isPriced = locales.every(({ credits }) => credits !== undefined);
    const credits = locales.reduce((sum, estimate) => addCredits(sum, estimate.credits ?? 0), 0);
    const currency = locales.find((estimate) => estimate.currency !== undefined)?.currency;
    const sourceLocale = groups[0]?.sources[0]?.locale ?? '';
    const unitType = unitTypeOf(sourceLocale, tables.languages);
    // Offline, no prices are known.
    const textOf = (estimate: LocaleEstimate): Words =>
      isOffline ? unitCountText(estimate.unitCount, unitType) : estimateText(estimate, tier, unitType);
    const lines = locales.map((estimate) => words(l10n.t('{0}: {1}'), localeName(estimate.locale), textOf(estimate)));
    lines.push(...distinctLanguages(sourceLanguages).map(sourceLanguageSentence));
    lines.push(...[...unsupported].map((locale) => unsupportedSentence(locale, tables.codes)));
    lines.push(...unread.map(({ sentence }) => sentence), ...withoutSourceFiles.sentences);
    if (locales.length === 0) lines.push(words(l10n.t('Nothing needs to be translated.')));
    else if (isPriced && !isOffline) lines.push(words(l10n.t('Total: about {0}'), formatCredits(credits, currency)));
    return {
      json: {
        tier,
        locales: locales.map(({ locale, jobCount, unitCount, credits: price = null }) => ({
          locale,
          strings: jobCount,
          units: unitCount,
          credits: price,
        })),
        sourceLanguages: distinctLanguages(sourceLanguages),
        unsupported: [...unsupported],
        nearest: nearestLanguages(unsupported, tables.codes),
        unreadable: unread.map(({ file, message }) => ({ file, message })),
        withoutSource: withoutSourceFiles.rows,
        credits: isPriced && !isOffline ? credits : null,
        currency: currency ?? null,
      },
      lines: () => lines,
      exitCode: exitCodes.done,
    };
  } finally {
    await client?.close();
  }
}

/** The service's languages and prices. Offline, only the languages that it is known to have. */
interface Tables extends ServiceLanguages {
  readonly languages: readonly Language[];
}

async function loadTables(client: ServiceClient | undefined, signal: AbortSignal): Promise<Tables> {
  if (client === undefined) return { codes: knownLanguageCodes, languages: [], pairs: () => Promise.resolve([]) };
  const languages = await client.service.languages({ signal });
  return {
    codes: languages.map(({ code }) => code),
    languages,
    pairs: (source) => client.service.languagePairs({ source }, { signal }),
  };
}

/** Estimates the price of a group of files in each locale in which strings are missing. */
function estimateGroup(
  { drafts, locales, sourceLanguages, pairs }: PricedGroup,
  tier: string,
  languages: readonly Language[],
): readonly LocaleEstimate[] {
  const prices = pricesOf(sourceLanguages, { pairs, languages }, []);
  return estimateLocales(drafts, locales, tier, prices).filter(({ jobCount }) => jobCount > 0);
}

/** Adds up the estimates of groups with different source locales. */
function sumByLocale(estimates: readonly LocaleEstimate[]): readonly LocaleEstimate[] {
  const byLocale = new Map<string, LocaleEstimate>();
  for (const estimate of estimates) {
    const sumSoFar = byLocale.get(estimate.locale);
    byLocale.set(estimate.locale, sumSoFar === undefined ? estimate : sumOf(sumSoFar, estimate));
  }
  return [...byLocale.values()];
}

/** Adds two estimates. The sum has a price only if both have one. */
function sumOf(a: LocaleEstimate, b: LocaleEstimate): LocaleEstimate {
  const isPriced = a.credits !== undefined && b.credits !== undefined;
  return {
    locale: a.locale,
    jobCount: a.jobCount + b.jobCount,
    unitCount: a.unitCount + b.unitCount,
    freeCount: a.freeCount + b.freeCount,
    documentCount: a.documentCount + b.documentCount,
    ...present({
      credits: isPriced ? addCredits(a.credits, b.credits) : undefined,
      currency: a.currency ?? b.currency,
    }),
  };
}
