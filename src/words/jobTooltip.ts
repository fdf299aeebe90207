import * as l10n from '@vscode/l10n';
import { isDocument } from '../orders/model/unitRef.ts';
import { isLostHold, type TrackedJob } from '../orders/model/trackedJob.ts';
import { documentLabel, holdSentence, responseProblemSentence } from './deliverySentences.ts';
import { formatCredits, formatTime, localeName } from './formatting.ts';
import { statusLabel } from './jobLabels.ts';
import { problemLine, worstFirst } from './problemSentences.ts';
import { sourceSentence } from './sourceSentences.ts';
import { truncatedLines, truncatedList } from './truncatedList.ts';
import { join, outside, words, type Words } from './words.ts';

/** The most problems that a tooltip lists; the job's page has them all. */
const maxProblems = 10;

/** The most units whose source has changed that a tooltip lists. */
const maxSourceLines = 3;

/** The most characters of a text in a tooltip; the job's page has the whole text. */
const tooltipCharacters = 300;

/** Returns the tooltip of a job. It is plain text, because Markdown could contain links. */
export function jobTooltip(job: TrackedJob): Words {
  const money = formatCredits(job.credits, job.currency);
  const texts = [
    job.document === undefined ? outside(job.sourceText, tooltipCharacters) : documentLabel(job, job.document),
    ...(job.translatedText === undefined ? [] : [outside(job.translatedText, tooltipCharacters)]),
  ];
  const facts = [
    join(
      [
        statusLabel(job.status),
        money,
        ...(job.dueAt === undefined ? [] : [words(l10n.t('expected {0}'), formatTime(job.dueAt))]),
      ],
      ' · ',
    ),
    ...placeLines(job),
    ...(job.responseProblem === undefined ? [] : [responseProblemSentence(job.responseProblem)]),
    ...(job.delivery.kind === 'held' ? [holdSentence(job.delivery.reason)] : []),
    ...sourceLines(job),
    ...truncatedLines(worstFirst(job.problems).map(problemLine), maxProblems),
  ];
  return join([...texts, join(facts, '\n')], '\n\n');
}

/** The most files that a tooltip names. */
const maxFiles = 3;

/** Names the language, the order, and the files that the translation is for. */
function placeLines({ sourceLocale, targetLocale, orderId, units }: TrackedJob): readonly Words[] {
  const languages = words(l10n.t('{0} to {1}'), localeName(sourceLocale), localeName(targetLocale));
  const files = new Map(
    units.map((unit) => [
      `${unit.file} ${unit.targetFile ?? ''}`,
      unit.targetFile === undefined || unit.targetFile === unit.file || isDocument(unit)
        ? outside(unit.file)
        : words(l10n.t('{0} → {1}'), unit.file, unit.targetFile),
    ]),
  );
  return [
    orderId === undefined ? languages : join([languages, words(l10n.t('Order {0}'), orderId)], ' · '),
    ...(files.size === 0 ? [] : [truncatedList([...files.values()], maxFiles)]),
  ];
}

/** Says what has happened to the source; a job whose delivery is held for that reason says it already. */
function sourceLines(job: TrackedJob): readonly Words[] {
  const { sourceChanges = [], delivery } = job;
  if (delivery.kind === 'held' && isLostHold(delivery.reason)) return [];
  return truncatedLines(
    sourceChanges.flatMap((change) => sourceSentence(change, job) ?? []),
    maxSourceLines,
  );
}
