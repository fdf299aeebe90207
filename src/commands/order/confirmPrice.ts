import * as l10n from '@vscode/l10n';
import { errorRemedy } from '../../editor/errorRemedy.ts';
import { formatCredits, formatDuration, formatTime, localeName } from '../../words/formatting.ts';
import { unitCountText, unitTypeOf } from '../../words/jobLabels.ts';
import {
  limitErrorSentence,
  limitLines,
  limitReasons,
  originText,
  spendingLines,
  typedAmountLine,
} from '../../words/limitSentences.ts';
import { bothNames } from '../../words/languageNames.ts';
import { inputText } from '../../editor/shown/quickInput.ts';
import { askInformation, askWarning, type ModalText } from '../../editor/shown/toasts.ts';
import { join, listed, fromOutside, own, plural, sentences, type Words, words } from '../../words/words.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { isTypedAmount } from '../../words/isTypedAmount.ts';
import type { OrderLimits } from '../../orders/journal/account/orderLimits.ts';
import { typedAmountRule, type TypedAmountRule } from '../../orders/model/limits/policy.ts';
import { cutCalls, dividedLocales, type DividedLocale } from '../../orders/model/order/cutCalls.ts';
import { hasLargeExcludedArea } from '../../service/interface/excludedText.ts';
import { maxJobsPerGroup } from '../../service/interface/limits.ts';
import type { Balance, Language } from '../../service/interface/records.ts';
import { freeTextLabels, oneTranslatorLabel } from '../wizard/orderOptions.ts';
import { pluralLines } from '../pluralSentences.ts';
import { codeLines, jobCountText, refusedLines, skippedCounts } from '../planSentences.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import type { Quote, OrderOptions } from '../../orders/model/order/quote.ts';
import type { UnknownSpending } from '../../orders/journal/account/account.ts';

/** The facts that the price dialog shows. */
export interface QuoteSummary {
  readonly quote: Quote;
  readonly balance: Balance;
  readonly isSandbox: boolean;
  /** The service's languages, for their localized names and unit types. */
  readonly languages: readonly Language[];
  /** The title of the selected glossary. */
  readonly glossary: string | undefined;
  /** Budgets and policies, and which of them stop the order. */
  readonly limits: OrderLimits;
  readonly unknownSpending: UnknownSpending;
  /** Warnings and other lines about the order. */
  readonly notices: readonly Words[];
}

/** The user's answer to a price; undefined to cancel. */
export type PriceAnswer = 'order' | 'preview' | undefined;

/**
 * Shows the price of an order and asks for confirmation, unless a limit stops the order. If a policy requires it, the
 * user also types the price.
 */
export async function confirmPrice(summary: QuoteSummary): Promise<PriceAnswer> {
  const { quote, isSandbox, limits } = summary;
  if (limits.error !== undefined) return showLimits(limits.error, priceDetail(summary));
  const price = formatCredits(quote.credits, quote.currency);
  const jobCount = jobCountText(quote.plan, quote.plan.jobs.length);
  const names = listed(quote.locales.map(({ locale }) => localeName(locale)));
  const question = isSandbox
    ? words(l10n.t('Translate {0} into {1} in the sandbox for {2} of play money?'), jobCount, names, price)
    : words(l10n.t('Translate {0} into {1} for {2}?'), jobCount, names, price);
  const order = isSandbox ? words(l10n.t('Order from Sandbox')) : words(l10n.t('Order for {0}'), price);
  const answer = await askForAnswer({ message: question, detail: priceDetail(summary) }, order);
  const rule = typedAmountRule(limits.policies, quote.credits);
  if (answer !== 'order' || rule === undefined) return answer;
  return (await typeAmount(quote, rule)) ? 'order' : undefined;
}

/** Shows every limit that stops an order, and the remedy if there is one. `detail` is that of the price dialog. */
async function showLimits(error: NonNullable<OrderLimits['error']>, detail: Words): Promise<undefined> {
  const reasons = limitReasons(error);
  let text: ModalText = { message: limitErrorSentence(error), detail };
  if (reasons.length !== 1)
    text = {
      message: plural(reasons.length, {
        one: l10n.t('{0} limit doesn’t allow this order.'),
        other: l10n.t('{0} limits don’t allow this order.'),
      }),
      detail: join([...reasons, emptyLine, detail], '\n'),
    };
  const remedy = errorRemedy(error);
  const chosen = await askWarning(text, ...(remedy === undefined ? [] : [remedy.title]));
  if (chosen !== undefined) await remedy?.run();
}

/** Asks the user to type the price. Returns false if the user cancels. */
async function typeAmount({ credits, currency }: Quote, { above, policy }: TypedAmountRule): Promise<boolean> {
  const price = formatCredits(credits, currency);
  const result = await inputText({
    position: { title: words(l10n.t('Type the amount to order')), step: 1, totalSteps: 1 },
    prompt: words(
      l10n.t('Type {0} to order. The policy in {1} requires this for amounts above {2}. Press Escape to cancel.'),
      price,
      originText(policy),
      formatCredits(above, currency),
    ),
    placeholder: fromOutside(price),
    validate: (text) =>
      isTypedAmount(text, credits, currency) ? undefined : words(l10n.t('This is not the amount. Type {0}.'), price),
  });
  return result.kind === 'answer';
}

/** Shows a quote, from which the user can order. */
export async function showQuote(summary: QuoteSummary): Promise<PriceAnswer> {
  const { plan, credits, currency } = summary.quote;
  const order = words(l10n.t('Order…'));
  const message = words(
    l10n.t('Quote: {0} for {1}'),
    jobCountText(plan, plan.jobs.length),
    formatCredits(credits, currency),
  );
  const { error } = summary.limits;
  const reasons =
    error === undefined ? [] : [words(l10n.t('Can’t be ordered now:')), ...limitReasons(error), emptyLine];
  return askForAnswer({ message, detail: join([...reasons, priceDetail(summary)], '\n') }, order);
}

async function askForAnswer(text: ModalText, order: Words): Promise<PriceAnswer> {
  const preview = words(l10n.t('Preview What Translators See'));
  const chosen = await askInformation(text, order, preview);
  if (chosen === order) return 'order';
  return chosen === preview ? 'preview' : undefined;
}

const emptyLine = own('');

/** Lists the prices, options and warnings of an order. */
function priceDetail(summary: QuoteSummary): Words {
  const { quote, balance, isSandbox, languages, glossary, limits, unknownSpending, notices } = summary;
  const { plan, options, currency } = quote;
  const unitType = unitTypeOf(plan.sourceLocale, languages);
  const lines: Words[] = quote.locales.map(({ locale, jobCount, unitCount, credits }) =>
    words(
      l10n.t('{0}: {1}, {2} — {3}'),
      bothNames(locale, languages),
      jobCountText(plan, jobCount),
      unitCountText(unitCount, unitType),
      formatCredits(credits, currency),
    ),
  );
  lines.push(
    emptyLine,
    words(
      l10n.t('Total: {0}, {1} — {2}'),
      jobCountText(plan, plan.jobs.length),
      unitCountText(quote.unitCount, unitType),
      formatCredits(quote.credits, currency),
    ),
  );
  lines.push(
    words(l10n.t('Tier: {0}'), tierLabel(options.tier)),
    ...optionLines(options, glossary),
    ...translatorLines(quote),
  );
  if (quote.etaSeconds !== undefined) lines.push(expectedLine(quote.etaSeconds * 1000));
  const rule = typedAmountRule(limits.policies, quote.credits);
  lines.push(
    balanceLine(quote, balance),
    ...limitLines(limits.limits, limits, currency),
    ...spendingLines(limits, unknownSpending, currency),
    ...(rule === undefined ? [] : [typedAmountLine(rule, currency)]),
  );
  if (options.autoApprove)
    lines.push(
      emptyLine,
      words(
        l10n.t(
          'Translations are approved automatically: you give up the right to reject them or to request revisions.',
        ),
      ),
    );
  lines.push(
    ...afterEmptyLine(notices),
    ...afterEmptyLine(codeLines(plan)),
    ...excludedLines(plan),
    ...replacedLines(plan),
    ...afterEmptyLine([...skippedCounts(plan), ...pluralLines(plan)]),
    ...afterEmptyLine((plan.refused ?? []).length === 0 ? [] : refusedLines(plan)),
  );
  if (isSandbox)
    lines.push(
      emptyLine,
      sentences(
        words(l10n.t('The embedded sandbox is in use.')),
        words(l10n.t('Nothing leaves this machine, no money is spent, and translations are simulated.')),
      ),
    );
  return join(lines, '\n');
}

/** Says when the slowest job is expected, if it is ordered now. */
function expectedLine(duration: number): Words {
  const time = formatTime(Date.now() + duration);
  return words(l10n.t('Expected on {0} (in about {1})'), time, formatDuration(duration));
}

/** Lists the selected options. Whether one translator is requested is in `translatorLines`. */
function optionLines(
  { edit, usePreferred, tone, purpose }: OrderOptions,
  glossary: string | undefined,
): readonly Words[] {
  const lines: Words[] = [];
  if (edit === true) lines.push(words(l10n.t('Second pass by an editor')));
  if (usePreferred === true) lines.push(words(l10n.t('Preferred translators only')));
  if (glossary !== undefined) lines.push(words(l10n.t('Glossary: {0}'), glossary));
  return [...lines, ...freeTextLabels({ tone, purpose })];
}

/** Says whether one translator is requested for each language, and where several may be used. */
function translatorLines(quote: Quote): readonly Words[] {
  const { plan, options } = quote;
  // The service can give one translator only the jobs of one call, and a call holds a limited number of jobs.
  const calls = cutCalls(quote);
  const divided = dividedLocales(calls, options);
  if (options.asGroup !== true) {
    if (divided.length === 0) return [];
    return [
      words(
        l10n.t('Several translators may work on one language of this order unless you select “{0}”.'),
        oneTranslatorLabel(),
      ),
    ];
  }
  // A single string has one translator in any case, so its call requests no group.
  if (!calls.some(({ asGroup }) => asGroup)) return [];
  return [words(l10n.t('One translator per language')), ...divided.map((locale) => dividedLine(plan, locale))];
}

/** Says why the texts of a language may have several translators. */
function dividedLine(plan: Plan, { locale, jobCount, projectCount }: DividedLocale): Words {
  if (projectCount > 1)
    return words(l10n.t('{0} is ordered for several folders, so several translators may be used.'), localeName(locale));
  if (jobCount > maxJobsPerGroup)
    return words(
      l10n.t('{0} has {1}. A group has at most {2}, so several translators may be used.'),
      localeName(locale),
      jobCountText(plan, jobCount),
      jobCountText(plan, maxJobsPerGroup),
    );
  return words(
    l10n.t('{0} has more text than fits in one group, so several translators may be used.'),
    localeName(locale),
  );
}

function balanceLine(quote: Quote, balance: Balance): Words {
  const currency = balance.currency ?? quote.currency;
  const currentBalance = formatCredits(balance.credits, currency);
  if (balance.credits < quote.credits)
    return words(
      l10n.t('Your balance of {0} doesn’t cover this order. The service decides whether to accept it.'),
      currentBalance,
    );
  return words(
    l10n.t('Balance: {0}, {1} after this order'),
    currentBalance,
    formatCredits(balance.credits - quote.credits, currency),
  );
}

function afterEmptyLine(lines: readonly Words[]): readonly Words[] {
  return lines.length === 0 ? [] : [emptyLine, ...lines];
}

/** The maximum number of strings that are named. */
const maxNamedStrings = 3;

/** Repeats the service's advice to split strings with large protected parts. */
function excludedLines({ jobs }: Plan): readonly Words[] {
  const affectedJobs = jobs.filter(({ protectedText }) => hasLargeExcludedArea(protectedText.text));
  const titles = new Set(affectedJobs.map(({ title }) => title));
  if (titles.size === 0) return [];
  const names = truncatedList(
    [...titles].map((title) => words(l10n.t('“{0}”'), title)),
    maxNamedStrings,
  );
  return [
    emptyLine,
    plural(
      titles.size,
      {
        one: l10n.t('{0} string has large protected parts, which aren’t translated: {1}. Split it for better results.'),
        other: l10n.t(
          '{0} strings have large protected parts, which aren’t translated: {1}. Split them for better results.',
        ),
      },
      names,
    ),
  ];
}

/** The maximum number of files that are named. */
const maxNamedFiles = 8;

/** Names the files that translated documents would replace. */
function replacedLines({ jobs }: Plan): readonly Words[] {
  // The job of a document has one unit, which is the document.
  const files = jobs
    .filter(({ document }) => document?.targetExists === true)
    .flatMap(({ units: [unit] }) => unit?.targetFile ?? []);
  if (files.length === 0) return [];
  return [
    emptyLine,
    plural(
      files.length,
      {
        one: l10n.t('{0} file already exists: {1}. You’ll be asked before it’s replaced.'),
        other: l10n.t('{0} files already exist: {1}. You’ll be asked before each is replaced.'),
      },
      truncatedList(files, maxNamedFiles),
    ),
  ];
}
