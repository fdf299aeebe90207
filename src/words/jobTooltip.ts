import * as l10n from '@vscode/l10n';
import { isLostHold, type TrackedJob } from '../orders/model/trackedJob.ts';
import { documentLabel, holdSentence, responseProblemSentence } from './deliverySentences.ts';
import { formatCredits, formatTime } from './formatting.ts';
import { statusLabel } from './jobLabels.ts';
import { problemLine, worstFirst } from './problemSentences.ts';
import { sourceSentence } from './sourceSentences.ts';
import { truncatedLines } from './truncatedList.ts';
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
    ...(job.responseProblem === undefined ? [] : [responseProblemSentence(job.responseProblem)]),
    ...(job.delivery.kind === 'held' ? [holdSentence(job.delivery.reason)] : []),
    ...sourceLines(job),
    ...truncatedLines(worstFirst(job.problems).map(problemLine), maxProblems),
  ];
  return join([...texts, join(facts, '\n')], '\n\n');
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
