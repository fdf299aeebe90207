import * as l10n from '@vscode/l10n';
import { countOrAbsent, present } from '../base/present.ts';
import { checkOrder, applyFindings } from '../orders/spend/check/checkOrder.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import { findOnOrder } from '../orders/spend/place/findOnOrder.ts';
import { quotePlan } from '../orders/spend/place/quotePlan.ts';
import { combinePlans } from '../orders/model/plan/combinePlans.ts';
import { withSourceLanguages } from '../orders/model/plan/plannedLocales.ts';
import type { FailedTarget } from '../orders/units/gaps/planDrafts.ts';
import { planOrder } from '../orders/units/plan/planOrder.ts';
import type { PlanHistory } from '../orders/model/plan/planHistory.ts';
import type { LanguagePair } from '../service/interface/records.ts';
import { formatCredits, localeName } from '../words/formatting.ts';
import { sourceLanguageSentence, unsupportedSentence, type SourceLanguage } from '../words/languageNames.ts';
import { unitCountText, unitTypeOf, type UnitType } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import { skipReason } from '../words/deliverySentences.ts';
import { plural, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { openCliSession, type CliSession } from './cliSession.ts';
import { warnAboutFailures, warnAboutUnknownJobs } from './runJobs.ts';
import { CliFailure } from './language/cliFailure.ts';
import { openProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import { distinctLanguages, draftGroup, nearestLanguages, tierOf, type PricedGroup } from './priceScope.ts';
import { otherCloneLines } from './stringCounts.ts';
import { tableLines } from './terminal.ts';
import { describeWithoutSource, unreadableFiles } from './unreadableFiles.ts';
import type { Plan, SkippedUnit, SkipReason, TargetObstacle } from '../orders/model/plan/plan.ts';
import { isRefused } from '../orders/model/errors/refusedFileError.ts';
import type { Quote } from '../orders/model/order/quote.ts';
import { withoutOnOrder, withoutObstacles } from '../orders/model/plan/planDecisions.ts';

/**
 * Requests the service's price of missing strings, which sends their texts. Strings on order are omitted, and so are
 * those with possible private data, which only a person could confirm.
 */
export async function runQuote(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const projects = await openProjects(values, terminal, signal);
  await using session = await openCliSession(input, projects);
  const { client } = session.context;
  await session.jobs.fetch({ recover: true, searchAll: true, reviewTimes: false, signal });
  if (warnAboutFailures(session, terminal) > 0)
    throw new CliFailure(
      words(
        l10n.t(
          'Not all jobs could be fetched, so strings on order might be quoted again. Nothing was sent. Try again.',
        ),
      ),
    );
  const languages = await client.service.languages({ signal });
  const codes = languages.map(({ code }) => code);
  const pairs = (source: string): Promise<readonly LanguagePair[]> =>
    client.service.languagePairs({ source }, { signal });
  const tier = tierOf(input, projects);
  const { groups, unreadable, withoutSource } = await openScope(input, projects, { newLocales: true });
  const quotes: Quote[] = [];
  const sourceLanguages: SourceLanguage[] = [];
  const unsupported = new Set<string>();
  const failedTargets: FailedTarget[] = [];
  const undeliverable: SkippedUnit[] = [];
  const unsent = { onOrder: 0, fromOtherClone: 0, withPrivateData: 0, unsendable: 0 };
  for (const group of groups) {
    // The locales of the group that the service translates, and their units.
    const history = await session.jobs.orderHistory(group.sources);
    const { priced, ...drafted } = await draftGroup(projects, { ...group, history }, { codes, pairs }, signal);
    sourceLanguages.push(...drafted.sourceLanguages);
    for (const locale of drafted.unsupported) unsupported.add(locale);
    failedTargets.push(...drafted.unreadable);
    const wholePlan = priced === undefined ? undefined : await planGroup(priced, history, codes, signal);
    if (wholePlan === undefined) continue;

    // Without the strings that could not be delivered, that are on order, or that can't be sent.
    const plan = await withoutObstacles(wholePlan, (project, targetFile) => obstacleOf(session, project, targetFile));
    undeliverable.push(...plan.skipped.filter(({ reason }) => isUndeliverable(reason)));

    const matches = await findOnOrder(session.context, plan, (id) => session.jobs.statusOf(id));
    unsent.onOrder += matches.length;
    unsent.fromOtherClone += matches.filter(({ otherClones }) => otherClones !== undefined).length;
    const jobsOnOrder = matches.map(({ job }) => job);
    const notOnOrder = withoutOnOrder(plan, jobsOnOrder);

    const sendable = applyFindings(notOnOrder, await checkOrder(notOnOrder, {}, signal), new Set());
    const skippedFor = (...reasons: readonly SkipReason[]): number =>
      sendable.skipped.filter(({ reason }) => reasons.includes(reason)).length;
    unsent.withPrivateData += skippedFor('withheld');
    unsent.unsendable += skippedFor('too-large', 'unprotectable');
    if (sendable.jobs.length > 0) quotes.push(await quotePlan(client, sendable, { tier, autoApprove: false }, signal));
  }
  const unread = unreadableFiles(projects, unreadable, failedTargets);
  const withoutSourceFiles = describeWithoutSource(projects, withoutSource);
  const unitType = unitTypeOf(groups[0]?.sources[0]?.locale ?? '', languages);
  const locales = sumByLocale(quotes);
  const credits = locales.reduce((sum, locale) => addCredits(sum, locale.credits), 0);
  const currency = quotes.find((quote) => quote.currency !== undefined)?.currency;
  const undeliverableCounts = countUndeliverable(undeliverable);
  return {
    json: {
      tier,
      locales: locales.map(({ locale, jobCount, unitCount, credits: price }) => ({
        locale,
        strings: jobCount,
        units: unitCount,
        credits: price,
      })),
      sourceLanguages: distinctLanguages(sourceLanguages),
      unsupported: [...unsupported],
      nearest: nearestLanguages(unsupported, codes),
      withheld: unsent.withPrivateData + unsent.unsendable,
      undeliverable: undeliverableCounts.map(({ message, ...counts }) => ({ ...counts, message: plain(message) })),
      onOrder: unsent.onOrder,
      ...present({ fromOtherClone: countOrAbsent(unsent.fromOtherClone) }),
      unreadable: unread.map(({ file, message }) => ({ file, message })),
      withoutSource: withoutSourceFiles.rows,
      credits,
      currency: currency ?? null,
    },
    lines: () => [
      ...priceTable(locales, unitType, (price) => formatCredits(price, currency)),
      ...distinctLanguages(sourceLanguages).map(sourceLanguageSentence),
      ...[...unsupported].map((locale) => unsupportedSentence(locale, codes)),
      ...unsentLines(unsent),
      ...undeliverableCounts.map(undeliverableLine),
      ...unread.map(({ sentence }) => sentence),
      ...withoutSourceFiles.sentences,
    ],
    exitCode: warnAboutUnknownJobs(session, terminal, exitCodes.done),
  };
}

/** The numbers of strings that were not sent, by reason. */
interface UnsentCounts {
  readonly onOrder: number;
  /** Those of `onOrder` that seem to be on order from another clone. */
  readonly fromOtherClone: number;
  readonly withPrivateData: number;
  readonly unsendable: number;
}

/** Says how many strings were not sent, and why. */
function unsentLines({ onOrder, fromOtherClone, withPrivateData, unsendable }: UnsentCounts): readonly Words[] {
  const lines: Words[] = [];
  if (onOrder > 0)
    lines.push(
      plural(onOrder, {
        one: l10n.t('{0} string was not sent: it is on order from another folder, clone, or machine.'),
        other: l10n.t('{0} strings were not sent: they are on order from other folders, clones, or machines.'),
      }),
      ...otherCloneLines(fromOtherClone),
    );
  if (withPrivateData > 0)
    lines.push(
      plural(withPrivateData, {
        one: l10n.t('{0} string with possible private data was not sent.'),
        other: l10n.t('{0} strings with possible private data were not sent.'),
      }),
    );
  if (unsendable > 0)
    lines.push(
      plural(unsendable, {
        one: l10n.t('{0} string was not sent: it is too long, or contains brackets that the service reserves.'),
        other: l10n.t('{0} strings were not sent: they are too long, or contain brackets that the service reserves.'),
      }),
    );
  return lines;
}

function undeliverableLine({ message, locale, strings }: Undeliverable): Words {
  const stringCount = plural(strings, { one: l10n.t('{0} string'), other: l10n.t('{0} strings') });
  const reasonWithCount = words(l10n.t('{0}: {1}'), message, stringCount);
  return words(l10n.t('{0}: {1}'), localeName(locale), reasonWithCount);
}

function priceTable(
  locales: readonly LocaleSum[],
  unitType: UnitType | undefined,
  format: (credits: number) => string,
): readonly (Words | string)[] {
  if (locales.length === 0) return [words(l10n.t('Nothing needs to be translated.'))];
  const total = locales.reduce((sum, { credits }) => addCredits(sum, credits), 0);
  return tableLines([
    [words(l10n.t('Language')), words(l10n.t('Strings')), words(l10n.t('Length')), words(l10n.t('Price'))],
    ...locales.map(({ locale, jobCount, unitCount, credits }) => [
      localeName(locale),
      jobCount,
      unitCountText(unitCount, unitType),
      format(credits),
    ]),
    [words(l10n.t('Total')), '', '', format(total)],
  ]);
}

/** Returns why nothing can be delivered to a file, as far as its path and its links show. */
async function obstacleOf(
  { context: { findProject, log } }: CliSession,
  id: string,
  targetFile: string,
): Promise<TargetObstacle | undefined> {
  const project = findProject(id);
  if (project === undefined) return undefined;
  if ((await project.leadsOutside(targetFile)) !== undefined) return 'leads-outside';
  return (await isRefused(project, targetFile, log)) ? 'not-writable' : undefined;
}

/** Whether a string is skipped because its translation could not be delivered. */
function isUndeliverable(reason: SkipReason): boolean {
  return ['unwritable', 'encoding', 'unreadable', 'leads-outside', 'not-writable'].includes(reason);
}

/** A member of `undeliverable` in the JSON document, whose message is a text there. */
interface Undeliverable {
  readonly locale: string;
  readonly reason: SkipReason;
  readonly strings: number;
  readonly message: Words;
}

/** Counts strings that could not be delivered, by locale and reason. */
function countUndeliverable(units: readonly SkippedUnit[]): readonly Undeliverable[] {
  const groups = Map.groupBy(units, ({ locale, reason }) => JSON.stringify([locale, reason]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { locale, reason } = first;
    return [{ locale, reason, strings: group.length, message: skipReason(reason) }];
  });
}

/** The price of a language. */
type LocaleSum = Pick<Quote['locales'][number], 'locale' | 'jobCount' | 'unitCount' | 'credits'>;

/** Adds up the prices of groups with different source locales. */
function sumByLocale(quotes: readonly Quote[]): readonly LocaleSum[] {
  const byLocale = Map.groupBy(
    quotes.flatMap(({ locales }) => locales),
    ({ locale }) => locale,
  );
  return [...byLocale].map(([locale, prices]) => ({
    locale,
    jobCount: prices.reduce((sum, { jobCount }) => sum + jobCount, 0),
    unitCount: prices.reduce((sum, { unitCount }) => sum + unitCount, 0),
    credits: prices.reduce((sum, { credits }) => addCredits(sum, credits), 0),
  }));
}

/** Plans the order of a group; undefined if the service translates into none of its locales. */
async function planGroup(
  { sources, locales, pairs, drafts: draftsBySource }: PricedGroup,
  history: PlanHistory,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const plans = [];
  for (const source of sources) {
    const drafts = draftsBySource.draftsOf(source);
    const targets = [...drafts.values()].map(({ target }) => target);
    plans.push({ source, plan: await planOrder({ source, targets, history, languages, signal, drafts }) });
  }
  if (locales.length === 0) return undefined;
  const plan = combinePlans(plans, []);
  return plan && withSourceLanguages(plan, pairs);
}
