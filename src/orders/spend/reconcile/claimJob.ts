import { present } from '../../../base/present.ts';
import { comparable, withoutBrackets } from '../../../placeholders/protectedAsSent.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { CustomData } from '../../journal/customData.ts';
import type { EntryOf, IntentJob } from '../../journal/journalEntry.ts';
import type { IntentState } from '../../journal/ledger.ts';

/**
 * Returns the journal entry that assigns a job of the service to an intent; undefined if the job does not match the
 * intent. The check is needed because anyone with access to the account can write custom data.
 */
export function claimJob(state: IntentState, data: CustomData, job: Job, at: number): EntryOf<'job'> | undefined {
  const ordered = state.intent.jobs.find((candidate) => candidate.number === data.number);
  if (ordered?.sourceHash !== data.sourceHash || !matchesOrder(ordered, job)) return undefined;
  return ordered.targetLanguage.toLowerCase() === job.targetLanguage.toLowerCase()
    ? jobEntry(state, data.number, job, at)
    : undefined;
}

/**
 * Whether a job of the service can be the one that was ordered. The service does not return the content of a
 * document, so for documents only the hash in the custom data identifies the job.
 */
function matchesOrder({ document, protectedText }: IntentJob, job: Job): boolean {
  return document === undefined ? isTextOf(protectedText.text, job) : isFileJob(job);
}

/**
 * Whether a job translates a file. A job without a text does, too: some records name the file only once it is
 * translated.
 */
export function isFileJob(job: Job): boolean {
  return job.file !== undefined || job.sourceText.trim() === '';
}

/**
 * Whether a text is the source of a job, both with or without brackets. Brackets may differ: another version may have
 * found other placeholders. So may line ends and surrounding whitespace: the service may change them.
 */
export function isTextOf(text: string, job: Job): boolean {
  return comparable(withoutBrackets(text)) === comparable(withoutBrackets(job.sourceText));
}

/** Returns the journal entry that assigns a job of the service to job `number` of an intent. */
export function jobEntry(state: IntentState, number: number, job: Job, at: number): EntryOf<'job'> {
  return present({
    type: 'job' as const,
    intent: state.intent.id,
    number,
    jobId: job.id,
    at,
    orderId: job.orderId,
  });
}
