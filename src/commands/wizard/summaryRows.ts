import * as l10n from '@vscode/l10n';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { findingLines } from '../../words/findingSentences.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { unitCountText, unitTypeOf } from '../../words/jobLabels.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { join, fromOutside, plural, sentences, type Words, words } from '../../words/words.ts';
import { jobCountText } from '../planSentences.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { severalFilesOf } from '../scope/scopePlan.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import type { PreparedOrder, WizardAnswers } from './wizardAnswers.ts';
import { autoApproveLabel, reviewLabel } from './detailSteps.ts';
import { optionLabels } from './orderOptions.ts';
import type { OutdatedChoice } from './askOutdated.ts';
import type { Preparation } from './preparation.ts';
import type { SameChoice } from './askSameAsSource.ts';
import { skippedCount } from './skippedStep.ts';
import { stringsText } from './askStrings.ts';
import { languagesOf, priceOfTier } from './askTier.ts';
import { isOtherVariety } from '../../locales/languageCode.ts';
import { sourceLanguageSentence } from '../../words/languageNames.ts';
import { privateValues } from '../../orders/spend/check/checkOrder.ts';

/** Identifies a row of the summary: `price` continues, the others open what they are about. */
export type RowId =
  | 'price'
  | 'languages'
  | 'strings'
  | 'files'
  | 'sameAsSource'
  | 'outdated'
  | 'tier'
  | 'options'
  | 'comment'
  | 'reference'
  | 'attachments'
  | 'approval'
  | 'privateData'
  | 'warnings'
  | 'skipped';

/** The facts that the summary shows. */
export interface Summary {
  readonly order: OpenedOrder;
  readonly answers: WizardAnswers;
  readonly preparation: Pick<Preparation, 'parts' | 'isComplete'>;
  /** The units that could be ordered although they equal their source. */
  readonly sameChoices: readonly SameChoice[];
  /** The units that could be ordered again. */
  readonly outdatedChoices: readonly OutdatedChoice[];
}

export type SummaryRow = PickItem<RowId>;

/** The maximum number of languages, options or attachments that a row names. */
const maxNamesInRow = 4;

/** Returns the rows of the summary. Rows that do not concern this order are omitted. */
export function summaryRows(summary: Summary): readonly SummaryRow[] {
  const { order, answers, preparation } = summary;
  const { parts } = preparation;
  const { targets, tier, comment, referenceId, autoApprove } = answers;
  const languages = [truncatedList(targets.map(localeName), maxNamesInRow), ...stringCount(parts)];
  const tierAndPrice = [tierLabel(tier), priceOfTier(order, targets, tier)];
  const options = optionLabels(parts.extra ?? answers.extra);
  const noOptions = words(l10n.t({ message: 'none', comment: 'options' }));
  const noComment = words(l10n.t({ message: 'none', comment: 'comment' }));
  const noReference = words(l10n.t({ message: 'none', comment: 'reference number' }));
  const commentText = comment === undefined ? noComment : fromOutside(comment);
  const referenceText = referenceId === undefined ? noReference : fromOutside(String(referenceId));
  const approval = autoApprove ? autoApproveLabel() : reviewLabel();
  return [
    priceRow(summary),
    { label: words(l10n.t('Change before you continue')) },
    { ...row('languages', 'globe', words(l10n.t('Languages')), join(languages, ' · ')), ...sourceDetail(summary) },
    ...stringsRow(summary),
    ...fileRow(summary),
    ...sameRow(summary),
    ...outdatedRow(summary),
    row('tier', 'star', words(l10n.t('Tier')), join(tierAndPrice, ' · ')),
    row('options', 'settings', words(l10n.t('Options')), namesOr(options, noOptions)),
    row('comment', 'comment', words(l10n.t('Comment for translators')), commentText),
    row('reference', 'tag', words(l10n.t('Reference number')), referenceText),
    ...attachmentsRow(summary),
    row('approval', 'check-all', words(l10n.t('When a translation is done')), approval),
    ...findingRows(summary),
  ];
}

function row(id: RowId, codicon: string, label: Words, description: Words): SummaryRow {
  return { codicon, label, description, value: id };
}

/** Says in which language the source is ordered, if it is another variety. */
function sourceDetail({ order: { sourceLocale, pairs }, answers: { targets } }: Summary): { readonly detail?: Words } {
  const sources = new Set(languagesOf(pairs, targets).map(({ source }) => source));
  const lines = [...sources]
    .filter((language) => isOtherVariety(sourceLocale, language))
    .map((language) => sourceLanguageSentence({ locale: sourceLocale, language }));
  return lines.length === 0 ? {} : { detail: sentences(...lines) };
}

function stringsRow({ order }: Summary): readonly SummaryRow[] {
  const text = stringsText(order.scope);
  return text === undefined ? [] : [row('strings', 'symbol-string', words(l10n.t('Strings')), text)];
}

function attachmentsRow({ order, answers: { attachments = [] } }: Summary): readonly SummaryRow[] {
  if (order.scope.kind !== 'documents') return [];
  const names = attachments.map(({ filename }) => fromOutside(filename));
  const noAttachments = words(l10n.t({ message: 'none', comment: 'attachments' }));
  return [row('attachments', 'attach', words(l10n.t('Attachments')), namesOr(names, noAttachments))];
}

function namesOr(names: readonly Words[], textIfNone: Words): Words {
  return names.length === 0 ? textIfNone : truncatedList(names, maxNamesInRow);
}

/** Returns the plan as far as it is known: without the strings that can't be sent, as soon as it has been checked. */
function planSoFar({ plan, sendable }: Partial<PreparedOrder>): Plan | undefined {
  return sendable ?? plan;
}

function stringCount(parts: Partial<PreparedOrder>): readonly Words[] {
  const plan = planSoFar(parts);
  return plan === undefined ? [] : [jobCountText(plan, plan.jobs.length)];
}

/** Shows the number of strings and the estimated price, or that they are not known yet. */
function priceRow({ order, preparation: { parts, isComplete } }: Summary): SummaryRow {
  const plan = planSoFar(parts);
  const { estimate } = parts;
  const details: Words[] = [];
  if (plan?.jobs.length === 0) details.push(words(l10n.t('There is nothing to translate.')));
  else if (plan !== undefined && estimate !== undefined) {
    const unitType = unitTypeOf(order.sourceLocale, order.languages);
    details.push(jobCountText(plan, plan.jobs.length));
    if (estimate.unitCount > 0) details.push(words(l10n.t('about {0}'), unitCountText(estimate.unitCount, unitType)));
    details.push(
      estimate.omitted.includes('documents')
        ? words(l10n.t('price only by quote'))
        : words(l10n.t('estimated {0}'), formatCredits(estimate.credits, estimate.currency)),
    );
    details.push(words(l10n.t('Nothing is ordered yet.')));
  } else
    details.push(
      isComplete
        ? words(l10n.t('This order can’t be prepared. Press Enter to see why.'))
        : words(l10n.t('Counting and checking…')),
    );
  return {
    codicon: 'arrow-right',
    label: words(l10n.t('Get the Price')),
    detail: join(details, ' · '),
    value: 'price',
  };
}

function fileRow({ order, answers }: Summary): readonly SummaryRow[] {
  const files = severalFilesOf(order.scope);
  if (files === undefined) return [];
  const selectedCount = (answers.files ?? files).length;
  const selection = plural(
    files.length,
    { one: l10n.t('{1} of {0} file'), other: l10n.t('{1} of {0} files') },
    selectedCount,
  );
  return [row('files', 'files', words(l10n.t('Files')), selection)];
}

/** The row is shown even if there may be no such strings, so that no row moves while the user points at it. */
function sameRow({ order, answers: { sameAsSource }, sameChoices }: Summary): readonly SummaryRow[] {
  if (!searchesTranslations(order)) return [];
  const isKnown = order.facts.isComplete();
  const selection = selectionText(sameChoices.length, sameAsSource.length);
  const label = words(l10n.t('Same as in {0}'), localeName(order.sourceLocale));
  return [row('sameAsSource', 'copy', label, isKnown ? selection : words(l10n.t('Searching…')))];
}

/** Whether existing translations are searched for strings that equal their source, and for outdated ones. */
function searchesTranslations({ gaps }: OpenedOrder): boolean {
  return gaps.sources.length > 0;
}

function outdatedRow({ order, answers, outdatedChoices, preparation }: Summary): readonly SummaryRow[] {
  if (!searchesTranslations(order)) return [];
  const { parts, isComplete } = preparation;
  const isKnown = parts.outdated !== undefined || isComplete;
  const selection = selectionText(outdatedChoices.length, answers.outdated.chosen.length);
  const description = isKnown ? selection : words(l10n.t('Searching the history…'));
  return [row('outdated', 'history', words(l10n.t('Outdated')), description)];
}

/** "12 strings · 3 selected", "12 strings · not ordered", or "none". */
function selectionText(count: number, selected: number): Words {
  if (count === 0) return words(l10n.t({ message: 'none', comment: 'strings' }));
  return join(
    [
      plural(count, { one: l10n.t('{0} string'), other: l10n.t('{0} strings') }),
      selected === 0
        ? words(l10n.t('not ordered'))
        : plural(selected, {
            one: l10n.t({ message: '{0} selected', comment: 'one string' }),
            other: l10n.t({ message: '{0} selected', comment: 'several strings' }),
          }),
    ],
    ' · ',
  );
}

/** Shows what the check of the order has found. */
function findingRows({ answers: { privateData }, preparation: { parts } }: Summary): readonly SummaryRow[] {
  const { sendable, findings } = parts;
  if (sendable === undefined || findings === undefined) return [];
  const values = privateValues(findings);
  const sentCount = values.filter(({ text }) => privateData?.allowedTexts.has(text) === true).length;
  const warningCount = findingLines(findings).length;
  const skippedTotal = skippedCount(sendable);
  const mayBeSent = words(l10n.t('{0} of {1} may be sent'), sentCount, values.length);
  const rows: SummaryRow[] = [];
  if (values.length > 0) rows.push(row('privateData', 'lock', words(l10n.t('Possible private data')), mayBeSent));
  if (warningCount > 0)
    rows.push(row('warnings', 'warning', words(l10n.t('Warnings')), fromOutside(String(warningCount))));
  if (skippedTotal > 0)
    rows.push(row('skipped', 'debug-step-over', words(l10n.t('Skipped')), fromOutside(String(skippedTotal))));
  return rows;
}
