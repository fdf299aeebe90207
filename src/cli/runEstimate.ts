import * as l10n from '@vscode/l10n';
import { noHistory } from '../orders/model/plan/planHistory.ts';
import { present } from '../base/present.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { addCredits } from '../orders/model/credits.ts';
import { estimateLocales, pricesOf, type LocaleEstimate } from '../orders/spend/place/estimate.ts';
import type { FailedTarget } from '../orders/units/gaps/planDrafts.ts';
import { estimateText } from '../words/estimateSentences.ts';
import { formatCredits, localeName } from '../words/formatting.ts';
import { unitCountText, unitTypeOf } from '../words/jobLabels.ts';
import { words } from '../words/words.ts';
import type { Language } from '../service/interface/records.ts';
import type { ServiceClient } from '../service/interface/serviceClient.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { createCliClient } from './cliSession.ts';
import { keysOf, requireBaseUrl, stateFolder } from './environment.ts';
import { openProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import { draftGroup, tierOf, type PricedGroup, type ServiceLanguages } from './priceScope.ts';
import { unreadableFiles } from './unreadableFiles.ts';

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
    const { groups, unreadable } = await openScope(input, projects, { newLocales: true });
    const estimates: LocaleEstimate[] = [];
    const unsupported = new Set<string>();
    const targets: FailedTarget[] = [];
    for (const group of groups) {
      const { priced, ...drafted } = await draftGroup(projects, { ...group, history: noHistory }, tables, signal);
      for (const locale of drafted.unsupported) unsupported.add(locale);
      targets.push(...drafted.unreadable);
      if (priced !== undefined) estimates.push(...estimateGroup(priced, tier, tables.languages));
    }
    const unread = unreadableFiles(projects, unreadable, targets);
    const locales = sumByLocale(estimates);
    const isPriced = locales.every(({ credits }) => credits !== undefined);
    const credits = locales.reduce((sum, one) => addCredits(sum, one.credits ?? 0), 0);
    const currency = locales.find((one) => one.currency !== undefined)?.currency;
    const sourceLocale = groups[0]?.sources[0]?.locale ?? '';
    const unitType = unitTypeOf(sourceLocale, tables.languages);
    const lines = locales.map((estimate) => {
      let text = estimateText(estimate, tier, unitType);
      if (isOffline) text = unitCountText(estimate.unitCount, unitType);
      return words(l10n.t('{0}: {1}'), localeName(estimate.locale), text);
    });
    for (const locale of unsupported) lines.push(words(l10n.t('The service doesn’t translate “{0}”.'), locale));
    lines.push(...unread.map(({ sentence }) => sentence));
    if (locales.length === 0) lines.push(words(l10n.t('Nothing needs to be translated.')));
    else if (isPriced && !isOffline) lines.push(words(l10n.t('Total: about {0}'), formatCredits(credits, currency)));
    return {
      json: {
        tier,
        locales: locales.map((one) => ({
          locale: one.locale,
          strings: one.jobCount,
          units: one.unitCount,
          credits: one.credits ?? null,
        })),
        unsupported: [...unsupported],
        unreadable: unread.map(({ file, message }) => ({ file, message })),
        credits: isPriced && !isOffline ? credits : null,
        currency: currency ?? null,
      },
      lines,
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

function estimateGroup(
  { drafts, locales, sourceLanguage, pairs }: PricedGroup,
  tier: string,
  languages: readonly Language[],
): readonly LocaleEstimate[] {
  const prices = pricesOf(sourceLanguage, { pairs, languages }, []);
  return estimateLocales(drafts, locales, tier, prices).filter(({ jobCount }) => jobCount > 0);
}

/** Adds up the estimates of groups with different source locales. */
function sumByLocale(estimates: readonly LocaleEstimate[]): readonly LocaleEstimate[] {
  const byLocale = new Map<string, LocaleEstimate>();
  for (const estimate of estimates) {
    const earlier = byLocale.get(estimate.locale);
    byLocale.set(estimate.locale, earlier === undefined ? estimate : sum(earlier, estimate));
  }
  return [...byLocale.values()];
}

function sum(one: LocaleEstimate, other: LocaleEstimate): LocaleEstimate {
  const isPriced = one.credits !== undefined && other.credits !== undefined;
  return {
    locale: one.locale,
    jobCount: one.jobCount + other.jobCount,
    unitCount: one.unitCount + other.unitCount,
    freeCount: one.freeCount + other.freeCount,
    documentCount: one.documentCount + other.documentCount,
    ...present({
      credits: isPriced ? addCredits(one.credits, other.credits) : undefined,
      currency: one.currency ?? other.currency,
    }),
  };
}
