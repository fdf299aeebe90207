import { openSettings } from '../../editor/errorRemedy.ts';
import * as l10n from '@vscode/l10n';
import { budgetKeys, budgetLines, budgetSetting, overBudgetSentence } from '../../words/budgetSentences.ts';
import { formatCredits, formatDuration, localeName } from '../../words/formatting.ts';
import { unitCountText } from '../../words/jobLabels.ts';
import { bothNames } from '../../words/languageNames.ts';
import { meaningSentences } from '../../words/meaningSentences.ts';
import { askInformation, askWarning, type ModalText } from '../../editor/shown/toasts.ts';
import { plain } from '../../words/plain.ts';
import { join, outside, own, type Words, words } from '../../words/words.ts';
import { listSome, nameSome } from '../../words/truncatedList.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { budgetProblem, type Budgets, type Spending } from '../../orders/account/budget.ts';
import { cutCalls, dividedLocales } from '../../orders/place/cutCalls.ts';
import type { Plan, SkipReason } from '../../orders/plan/plan.ts';
import type { RefusedDocument } from '../../orders/files/refusedDocument.ts';
import type { OrderOptions, Quote } from '../../orders/place/quote.ts';
import { hasLargeExcludedArea } from '../../service/interface/excludedText.ts';
import { maxJobsPerGroup } from '../../service/interface/limits.ts';
import type { Balance, Language } from '../../service/interface/records.ts';
import { oneTranslatorLabel } from './orderOptions.ts';

/** What the person decides on. */
export interface PriceOffer {
  readonly quote: Quote;
  readonly balance: Balance;
  readonly sandbox: boolean;
  /** The service's, for their own names. */
  readonly languages: readonly Language[];
  /** Title of the glossary that was chosen. */
  readonly glossary: string | undefined;
  readonly budgets: Budgets;
  /** Before this order. */
  readonly spending: Spending;
  /** What was found in the texts and is the person's to judge, a line each. */
  readonly remarks: readonly Words[];
}

/** What the person wants of a price. Undefined: nothing. */
export type PriceAnswer = 'order' | 'preview' | undefined;

/** Shows what an order costs and asks for it. Nothing is spent before. */
export async function confirmPrice(offer: PriceOffer): Promise<PriceAnswer> {
  const { quote, sandbox, budgets, spending } = offer;
  const price = formatCredits(quote.credits, quote.currency);
  const texts = jobCountText(quote.plan, quote.plan.jobs.length);
  const names = join(
    quote.locales.map(({ locale }) => localeName(locale)),
    ', ',
  );
  const detail = priceDetail(offer);
  const problem = budgetProblem(budgets, spending, quote.credits);
  if (problem !== undefined) {
    const open = openSettings(budgetSetting(budgetKeys[problem.kind]));
    const chosen = await askWarning({ message: overBudgetSentence(problem, quote.currency), detail }, open.title);
    if (chosen === open.title) await open.run();
    return undefined;
  }
  const question = sandbox
    ? words(l10n.t('Order {0} from the sandbox into {1} for {2} of play money?'), texts, names, price)
    : words(l10n.t('Order {0} into {1} for {2}?'), texts, names, price);
  const order = sandbox ? words(l10n.t('Order from the Sandbox')) : words(l10n.t('Order for {0}'), price);
  return askWhatNext({ message: question, detail }, order);
}

/** A quote binds to nothing: it can be read at leisure, and ordered from here. */
export async function showQuote(offer: PriceOffer): Promise<PriceAnswer> {
  const { plan, credits, currency } = offer.quote;
  const order = words(l10n.t('Order…'));
  const message = words(
    l10n.t('{0} would cost {1}'),
    jobCountText(plan, plan.jobs.length),
    formatCredits(credits, currency),
  );
  return askWhatNext({ message, detail: priceDetail(offer) }, order);
}

async function askWhatNext(text: ModalText, order: Words): Promise<PriceAnswer> {
  const preview = words(l10n.t('Preview What Is Sent'));
  const chosen = await askInformation(text, order, preview);
  if (chosen === order) return 'order';
  return chosen === preview ? 'preview' : undefined;
}

/** An empty line. */
const gap = own('');

/** What an order costs, line by line. */
function priceDetail({ quote, balance, sandbox, languages, glossary, budgets, spending, remarks }: PriceOffer): Words {
  const { plan, options, currency } = quote;
  const lines: Words[] = quote.locales.map(({ locale, jobCount, unitCount, credits }) =>
    words(
      l10n.t('{0}: {1}, {2} — {3}'),
      bothNames(locale, languages),
      jobCountText(plan, jobCount),
      unitCountText(unitCount),
      formatCredits(credits, currency),
    ),
  );
  lines.push(
    gap,
    words(
      l10n.t('Total: {0}, {1} — {2}'),
      jobCountText(plan, plan.jobs.length),
      unitCountText(quote.unitCount),
      formatCredits(quote.credits, currency),
    ),
  );
  lines.push(
    words(l10n.t('Tier: {0}'), tierLabel(options.tier)),
    ...optionLines(options, glossary),
    ...translatorLines(quote),
  );
  if (quote.etaSeconds !== undefined)
    lines.push(words(l10n.t('Expected in about {0}'), formatDuration(quote.etaSeconds * 1000)));
  lines.push(balanceLine(quote, balance), ...budgetLines(budgets, spending, quote.credits, currency));
  if (options.autoApprove)
    lines.push(
      gap,
      words(l10n.t('Translations are approved at once: you give up the right to reject them or to request revisions.')),
    );
  lines.push(
    ...(remarks.length === 0 ? [] : [gap, ...remarks]),
    ...apart(codeLines(plan)),
    ...excludedLines(plan),
    ...replacedLines(plan),
    ...skippedLines(plan),
    ...(plan.refused === undefined || plan.refused.length === 0 ? [] : [gap, ...refusedLines(plan)]),
  );
  if (sandbox)
    lines.push(
      gap,
      words(
        l10n.t(
          'The embedded sandbox is in use: nothing leaves this machine, no money is spent, and the translations are simulated.',
        ),
      ),
    );
  return join(lines, '\n');
}

function optionLines(
  { edit, usePreferred, tone, purpose }: OrderOptions,
  glossary: string | undefined,
): readonly Words[] {
  return [
    ...(edit === true ? [words(l10n.t('With a second pass by an editor'))] : []),
    ...(usePreferred === true ? [words(l10n.t('By preferred translators only'))] : []),
    ...(glossary === undefined ? [] : [words(l10n.t('Glossary: {0}'), glossary)]),
    ...(tone === undefined ? [] : [words(l10n.t('Tone: {0}'), tone)]),
    ...(purpose === undefined ? [] : [words(l10n.t('Purpose: {0}'), purpose)]),
  ];
}

/** Says whether one translator is requested for each language, and where several may be used. */
function translatorLines(quote: Quote): readonly Words[] {
  const { plan, options } = quote;
  const calls = cutCalls(quote);
  const divided = dividedLocales(calls, options);
  if (options.asGroup !== true) {
    return divided.length === 0
      ? []
      : [
          words(
            l10n.t(
              'Large orders are sent in several parts, so several translators may work on one language unless you select “{0}”.',
            ),
            oneTranslatorLabel(),
          ),
        ];
  }
  // A single text has one translator anyway.
  if (!calls.some(({ asGroup }) => asGroup)) return [];
  return [
    words(l10n.t('With one translator for each language')),
    ...divided.map(({ locale, jobCount }) =>
      jobCount > maxJobsPerGroup
        ? words(
            l10n.t('{0} has {1}. Groups have at most {2}, so several translators may be used.'),
            localeName(locale),
            jobCountText(plan, jobCount),
            jobCountText(plan, maxJobsPerGroup),
          )
        : words(
            l10n.t('{0} has more text than one group can hold, so several translators may be used.'),
            localeName(locale),
          ),
    ),
  ];
}

function balanceLine(quote: Quote, balance: Balance): Words {
  const before = formatCredits(balance.credits, balance.currency ?? quote.currency);
  if (balance.credits < quote.credits)
    return words(
      l10n.t('The account’s balance, {0}, does not cover this order. The service decides whether to accept it.'),
      before,
    );
  return words(
    l10n.t('Balance: {0}, afterwards {1}'),
    before,
    formatCredits(balance.credits - quote.credits, balance.currency ?? quote.currency),
  );
}

/** Says that translators are told of the program's code, and how much. */
export function codeLines(plan: Plan): readonly Words[] {
  const told = plan.jobs.filter(({ toldCode }) => toldCode !== undefined);
  if (told.length === 0) return [];
  const texts = jobCountText(plan, told.length);
  return [
    told.some(({ toldCode }) => toldCode === 'lines')
      ? words(l10n.t('For {0}, translators are also shown lines of code in which the text is used.'), texts)
      : words(
          l10n.t(
            'For {0}, translators are also shown the files and line numbers where the text is used, but not the code itself.',
          ),
          texts,
        ),
  ];
}

function apart(lines: readonly Words[]): readonly Words[] {
  return lines.length === 0 ? [] : [gap, ...lines];
}

/** So many texts are named. */
const namedTexts = 3;

/** The service's advice for texts that are mostly brackets, which translators have to read past. */
function excludedLines({ jobs }: Plan): readonly Words[] {
  const titles = new Set(
    jobs.filter(({ protectedText }) => hasLargeExcludedArea(protectedText.text)).map(({ title }) => title),
  );
  if (titles.size === 0) return [];
  const names = nameSome(
    [...titles].map((title) => words(l10n.t('“{0}”'), title)),
    namedTexts,
  );
  return [
    gap,
    titles.size === 1
      ? words(
          l10n.t(
            '1 text has large protected parts, which are not translated: {0}. It is translated better when it is split.',
          ),
          names,
        )
      : words(
          l10n.t(
            '{0} texts have large protected parts, which are not translated: {1}. They are translated better when they are split.',
          ),
          titles.size,
          names,
        ),
  ];
}

function skippedLines(plan: Plan): readonly Words[] {
  return plan.skipped.length === 0 ? [] : [gap, ...skippedCounts(plan)];
}

/** A line for each reason why units are left out, with their number. */
export function skippedCounts(plan: Plan): readonly Words[] {
  const counts = new Map<SkipReason, number>();
  for (const { reason } of plan.skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => words(l10n.t('{0}: {1}'), skipReason(reason), jobCountText(plan, count)));
}

export function skipReason(reason: SkipReason): Words {
  switch (reason) {
    case 'in-flight':
      return words(l10n.t('Left out, ordered already'));
    case 'on-order':
      return words(l10n.t('Skipped, on order from another folder or machine'));
    case 'unprotectable':
      return words(l10n.t('Left out, since the text holds triple brackets of its own'));
    case 'not-translatable':
      return words(l10n.t('Left out, marked as not translatable'));
    case 'unwritable':
      return words(l10n.t('Left out, since the target file has no place for it'));
    case 'empty':
      return words(l10n.t('Left out, empty in the source'));
    case 'delivered':
      return words(l10n.t('Left out, translated already and not changed since'));
    case 'target-taken':
      return words(l10n.t('Left out, since its translation would take the place of another document of this order'));
    case 'nothing-to-translate':
      return words(l10n.t('Left out, nothing but placeholders, digits and marks'));
    case 'too-large':
      return words(l10n.t('Left out, larger than the service takes as a text; order it as a document'));
    case 'withheld':
      return words(l10n.t('Left out, since it holds what you did not confirm'));
  }
}

/** So many documents are named; the others are counted, or the question would leave the screen. */
const namedDocuments = 8;

/** Documents that cannot be ordered, by name, each with the reason. A locale is named where the document is ordered into another one. */
export function refusedLines({ jobs, refused = [] }: Pick<Plan, 'jobs' | 'refused'>): readonly Words[] {
  const ordered = new Set(jobs.flatMap(({ units }) => units.map(({ file }) => file)));
  // A document that is refused for the same reason in several languages is named once.
  const sentences = new Map(
    refused
      .map((document) => refusalSentence(document, ordered.has(document.file)))
      .map((sentence) => [plain(sentence), sentence]),
  );
  return [words(l10n.t('These files are left out:')), ...listSome([...sentences.values()], namedDocuments)];
}

function refusalSentence(
  { file, locale, reason, message = '', meaning, place }: RefusedDocument,
  withLocale: boolean,
): Words {
  const name =
    locale === undefined || !withLocale ? outside(file) : words(l10n.t('{0} into {1}'), file, localeName(locale));
  switch (reason) {
    case 'empty':
      return words(l10n.t('{0} is empty.'), name);
    case 'binary':
      return words(l10n.t('{0} is not a document: it holds no text.'), name);
    case 'too-large':
      return words(l10n.t('{0} is larger than 100 MB.'), name);
    case 'locale-file':
      return words(l10n.t('{0} is a locale file. “Order Locale File” translates just what it lacks.'), name);
    case 'not-found':
      return words(l10n.t('{0} is not there any more.'), name);
    case 'unreadable':
      return words(l10n.t('{0} cannot be read: {1}'), name, message);
    case 'brackets':
      return words(
        l10n.t(
          '{0} has triple brackets that are not closed, not opened or inside others (line {1}, column {2}): the service leaves out what stands between them.',
        ),
        name,
        place?.line ?? 1,
        place?.column ?? 1,
      );
    case 'service':
      if (meaning !== undefined) return words(l10n.t('{0}: {1}'), name, meaningSentences[meaning]());
      return message === ''
        ? words(l10n.t('{0}: the service said nothing about it.'), name)
        : words(l10n.t('{0}: the service says “{1}”.'), name, message);
  }
}

/** Documents whose translation belongs where there is a file already. */
function replacedLines({ jobs }: Plan): readonly Words[] {
  const files = jobs.flatMap(({ document, units }) =>
    document?.targetExists === true ? (units[0]?.targetFile ?? []) : [],
  );
  if (files.length === 0) return [];
  return [
    gap,
    words(l10n.t('There already: {0}. You are asked before it is replaced.'), nameSome(files, namedDocuments)),
  ];
}

/** How many jobs of a plan, by what they translate. */
export function jobCountText({ jobs, refused }: Plan, count: number): Words {
  const isDocuments = refused !== undefined || jobs.some(({ document }) => document !== undefined);
  if (!isDocuments) return textCount(count);
  return count === 1 ? words(l10n.t('1 document')) : words(l10n.t('{0} documents'), count);
}

function textCount(count: number): Words {
  return count === 1 ? words(l10n.t('1 text')) : words(l10n.t('{0} texts'), count);
}

/** Says why there is nothing to order. */
export function nothingToOrder(plan: Plan): Words {
  const { skipped } = plan;
  if (skipped.length === 0)
    return words(
      l10n.t('Nothing needs to be translated: every text is there, and none has changed since it was ordered.'),
    );
  if (skipped.every(({ reason }) => reason === 'in-flight'))
    return words(
      l10n.t('Everything that is missing is ordered already ({0}). The jobs are in the Human Translation view.'),
      jobCountText(plan, skipped.length),
    );
  return words(l10n.t('Nothing can be ordered. {0}.'), join(skippedCounts(plan), '; '));
}
