import * as l10n from '@vscode/l10n';
import { isDocument } from '../orders/model/unitRef.ts';
import { isLostHold, type TrackedJob } from '../orders/model/trackedJob.ts';
import { documentLabel, holdSentence, responseProblemSentence } from './deliverySentences.ts';
import { formatCredits, formatTime, localeName } from './formatting.ts';
import { statusLabel } from './jobLabels.ts';
import { problemLine, worstFirst } from './problemSentences.ts';
import { sourceSentence } from './sourceSentence.ts';
import { truncatedLines, truncatedList } from './truncatedList.ts';
import { join, fromOutside, words, type Words } from './words.ts';

/** The maximum number of problems that a tooltip lists; the job's page has them all. */
const maxProblems = 10;

/** The maximum number of units whose source has changed that a tooltip lists. */
const maxSourceLines = 3;

/** The maximum length of a text in a tooltip; the job's page has the whole text. */
const tooltipCharacters = 300;

/** Returns the tooltip of a job. It is plain text, because Markdown could contain links. */
export function jobTooltip(job: TrackedJob): Words {
  const texts: Words[] = [];
  if (job.document === undefined) texts.push(fromOutside(job.sourceText, tooltipCharacters));
  else texts.push(documentLabel(job, job.document));
  if (job.translatedText !== undefined) texts.push(fromOutside(job.translatedText, tooltipCharacters));
  const facts = [statusLine(job), ...fileLines(job)];
  if (job.responseProblem !== undefined) facts.push(responseProblemSentence(job.responseProblem));
  if (job.delivery.kind === 'held') facts.push(holdSentence(job.delivery.reason));
  facts.push(...sourceLines(job), ...truncatedLines(worstFirst(job.problems).map(problemLine), maxProblems));
  return join([...texts, join(facts, '\n')], '\n\n');
}

function statusLine({ status, credits, currency, dueAt }: TrackedJob): Words {
  const parts: (string | Words)[] = [statusLabel(status), formatCredits(credits, currency)];
  if (dueAt !== undefined) parts.push(words(l10n.t('expected {0}'), formatTime(dueAt)));
  return join(parts, ' · ');
}

/** The maximum number of files that a tooltip names. */
const maxFiles = 3;

/** Names the language, the order, and the files that the translation is for. */
function fileLines({ sourceLocale, targetLocale, orderId, units }: TrackedJob): readonly Words[] {
  let firstLine = words(l10n.t('{0} to {1}'), localeName(sourceLocale), localeName(targetLocale));
  if (orderId !== undefined) firstLine = join([firstLine, words(l10n.t('Order {0}'), orderId)], ' · ');
  if (units.length === 0) return [firstLine];
  // Each pair of a source and a target file once.
  const filePairs = new Map(units.map((unit) => [`${unit.file} ${unit.targetFile ?? ''}`, filesOf(unit)]));
  return [firstLine, truncatedList([...filePairs.values()], maxFiles)];
}

function filesOf(unit: TrackedJob['units'][number]): Words {
  const { file, targetFile } = unit;
  if (targetFile === undefined || targetFile === file || isDocument(unit)) return fromOutside(file);
  return words(l10n.t('{0} → {1}'), file, targetFile);
}

/** Says what has happened to the source; a job whose delivery is held for that reason says it already. */
function sourceLines(job: TrackedJob): readonly Words[] {
  const { sourceChanges = [], delivery } = job;
  if (delivery.kind === 'held' && isLostHold(delivery.reason)) return [];
  const sourceSentences = sourceChanges.flatMap((change) => sourceSentence(change, job) ?? []);
  return truncatedLines(sourceSentences, maxSourceLines);
}
