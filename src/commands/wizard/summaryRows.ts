import * as l10n from '@vscode/l10n';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { findingLines } from '../../words/findingSentences.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { unitCountText, unitTypeOf } from '../../words/jobLabels.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { join, outside, plural, type Words, words } from '../../words/words.ts';
import { jobCountText } from '../planSentences.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { severalFilesOf } from '../scope/scopePlan.ts';
import type { PreparedOrder, WizardAnswers } from './wizardAnswers.ts';
import { autoApproveLabel, reviewLabel } from './detailSteps.ts';
import { optionLabels } from './orderOptions.ts';
import type { OutdatedChoice } from './outdatedStep.ts';
import type { Preparation } from './preparation.ts';
import type { SameChoice } from './sameAsSourceStep.ts';
import { skippedCount } from './skippedStep.ts';
import { priceOfTier } from './tierStep.ts';
import { privateValues } from '../../orders/spend/check/checkOrder.ts';

/** A line of the summary: `price` continues, the others open what they are about. */
export type SummaryLine =
  | 'price'
  | 'languages'
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
  readonly same: readonly SameChoice[];
  readonly outdated: readonly OutdatedChoice[];
}

type Item = PickItem<SummaryLine>;

/** The maximum number of languages that are named. */
const maxNamed = 4;

/** Returns the rows of the summary. Rows that do not concern this order are omitted. */
export function summaryRows(summary: Summary): readonly Item[] {
  const {
    order,
    answers,
    preparation: { parts },
  } = summary;
  const { targets, tier, comment, referenceId, attachments = [], autoApprove } = answers;
  return [
    priceRow(summary),
    { label: words(l10n.t('Change before you continue')) },
    {
      codicon: 'globe',
      label: words(l10n.t('Languages')),
      description: join([truncatedList(targets.map(localeName), maxNamed), ...stringCount(parts)], ' · '),
      value: 'languages',
    },
    ...fileRow(summary),
    ...sameRow(summary),
    ...outdatedRow(summary),
    {
      codicon: 'star',
      label: words(l10n.t('Tier')),
      description: join([tierLabel(tier), priceOfTier(order, targets, tier)], ' · '),
      value: 'tier',
    },
    {
      codicon: 'settings',
      label: words(l10n.t('Options')),
      description: listed(
        optionLabels(parts.extra ?? answers.extra),
        words(l10n.t({ message: 'none', comment: 'options' })),
      ),
      value: 'options',
    },
    {
      codicon: 'comment',
      label: words(l10n.t('Comment for translators')),
      description: comment === undefined ? words(l10n.t({ message: 'none', comment: 'comment' })) : outside(comment),
      value: 'comment',
    },
    {
      codicon: 'tag',
      label: words(l10n.t('Reference number')),
      description:
        referenceId === undefined
          ? words(l10n.t({ message: 'none', comment: 'reference number' }))
          : outside(String(referenceId)),
      value: 'reference',
    },
    ...(order.scope.kind === 'documents'
      ? [
          {
            codicon: 'attach',
            label: words(l10n.t('Attachments')),
            description: listed(
              attachments.map(({ filename }) => outside(filename)),
              words(l10n.t({ message: 'none', comment: 'attachments' })),
            ),
            value: 'attachments' as const,
          },
        ]
      : []),
    {
      codicon: 'check-all',
      label: words(l10n.t('When a translation is done')),
      description: autoApprove ? autoApproveLabel() : reviewLabel(),
      value: 'approval',
    },
    ...findingRows(summary),
  ];
}

function listed(labels: readonly Words[], none: Words): Words {
  return labels.length === 0 ? none : truncatedList(labels, maxNamed);
}

function stringCount({ plan: planned, sendable: plan = planned }: Partial<PreparedOrder>): readonly Words[] {
  return plan === undefined ? [] : [jobCountText(plan, plan.jobs.length)];
}

function priceRow({ order, preparation: { parts, isComplete } }: Summary): Item {
  const { plan: planned, sendable: plan = planned, estimate } = parts;
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

function fileRow({ order, answers }: Summary): readonly Item[] {
  const files = severalFilesOf(order.scope);
  if (files === undefined) return [];
  const fileCount = files.length;
  return [
    {
      codicon: 'files',
      label: words(l10n.t('Files')),
      description: plural(
        fileCount,
        { one: l10n.t('{1} of {0} file'), other: l10n.t('{1} of {0} files') },
        answers.files?.length ?? fileCount,
      ),
      value: 'files',
    },
  ];
}

/** Rows that may turn out to be empty are shown from the start, so that no row moves while the user points at it. */
function sameRow({ order, answers: { sameAsSource }, same }: Summary): readonly Item[] {
  if (!looksAtTranslations(order)) return [];
  const isKnown = order.facts.isComplete();
  return [
    {
      codicon: 'copy',
      label: words(l10n.t('Same as in {0}'), localeName(order.sourceLocale)),
      description: isKnown ? withSelected(same.length, sameAsSource.length) : words(l10n.t('Searching…')),
      value: 'sameAsSource',
    },
  ];
}

/** Whether existing translations are searched for strings that equal their source, and for outdated ones. */
function looksAtTranslations({ gaps }: OpenedOrder): boolean {
  return gaps.sources.length > 0;
}

function outdatedRow({ order, answers, outdated, preparation: { parts, isComplete } }: Summary): readonly Item[] {
  if (!looksAtTranslations(order)) return [];
  const isKnown = parts.outdated !== undefined || isComplete;
  return [
    {
      codicon: 'history',
      label: words(l10n.t('Outdated')),
      description: isKnown
        ? withSelected(outdated.length, answers.outdated.chosen.length)
        : words(l10n.t('Searching the history…')),
      value: 'outdated',
    },
  ];
}

function withSelected(count: number, selected: number): Words {
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

function findingRows({ answers: { privateData }, preparation: { parts } }: Summary): readonly Item[] {
  const { sendable, findings } = parts;
  if (sendable === undefined || findings === undefined) return [];
  const values = privateValues(findings);
  const sentCount = values.filter(({ text }) => privateData?.maySend.has(text) === true).length;
  const [warnings, skipped] = [findingLines(findings).length, skippedCount(sendable)];
  const rows: Item[] = [];
  if (values.length > 0)
    rows.push({
      codicon: 'lock',
      label: words(l10n.t('Possible private data')),
      description: words(l10n.t('{0} of {1} may be sent'), sentCount, values.length),
      value: 'privateData',
    });
  if (warnings > 0)
    rows.push({
      codicon: 'warning',
      label: words(l10n.t('Warnings')),
      description: outside(String(warnings)),
      value: 'warnings',
    });
  if (skipped > 0)
    rows.push({
      codicon: 'debug-step-over',
      label: words(l10n.t('Skipped')),
      description: outside(String(skipped)),
      value: 'skipped',
    });
  return rows;
}
