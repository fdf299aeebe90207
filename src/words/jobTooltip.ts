import * as l10n from '@vscode/l10n';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { documentLabel, holdSentence, troubleSentence } from './deliverySentences.ts';
import { formatCredits, formatTime } from './formatting.ts';
import { statusLabel } from './jobLabels.ts';
import { problemLine, worstFirst } from './problemSentences.ts';
import { listSome } from './truncatedList.ts';
import { join, outside, words, type Words } from './words.ts';

/** The most problems that a tooltip lists; the job's page has them all. */
const namedProblems = 10;

/** No text is shown at greater length while the mouse is over its row; the page of the job has the whole one. */
const tooltipCharacters = 300;

/** A tooltip of text alone: Markdown, which VS Code would also take, has links. */
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
    ...(job.trouble === undefined ? [] : [troubleSentence(job.trouble)]),
    ...(job.delivery.kind === 'held' ? [holdSentence(job.delivery.reason)] : []),
    ...listSome(worstFirst(job.problems).map(problemLine), namedProblems),
  ];
  return join([...texts, join(facts, '\n')], '\n\n');
}
