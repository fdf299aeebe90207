import { present } from '../../base/present.ts';
import type { Problem, TranslationContext } from '../../placeholders/read/placeholder.ts';
import { restore } from '../../placeholders/restore.ts';
import { fileFacts } from '../../placeholders/project/fileFacts.ts';
import type { Job } from '../../service/interface/records.ts';
import { documentOf, sourceOf, unitsOf, type JobRecord } from '../journal/ledger.ts';
import { sha256, translationHash } from '../model/hash.ts';
import { isReady } from '../model/trackedJob.ts';
import { isTranslated } from '../model/trackedJob.ts';

/** A translation with restored placeholders, and its problems. */
export interface CheckedTranslation {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Identifies the text and its problems: an approval is valid for exactly these. */
  readonly hash: string;
}

/** Restores and checks a translation; undefined while the job has no final or reviewable text. */
export function checkTranslation(record: JobRecord, job: Job): CheckedTranslation | undefined {
  if (!isTranslated(job) || job.translatedText === undefined || documentOf(record) !== undefined) return undefined;
  const { text, problems } = restore(job.translatedText, sourceOf(record).protectedText, translationContext(record));
  return { text, problems, hash: translationHash(text, problems) };
}

/** Returns the locales, the maximum length, and what the files of a text require, for the checks. */
function translationContext(record: JobRecord): TranslationContext {
  const { origin } = record;
  const { maxChars } = sourceOf(record);
  const locales =
    'recovered' in origin
      ? { sourceLocale: origin.recovered.sourceLocale, targetLocale: origin.recovered.targetLocale }
      : { sourceLocale: origin.intent.intent.sourceLocale, targetLocale: origin.job.targetLocale };
  const files = unitsOf(record).map(({ file, targetFile = file }) => fileFacts(targetFile));
  return present({
    ...locales,
    maxChars,
    isCell: files.some(({ isCell }) => isCell === true) ? true : undefined,
    countsCodePoints: files.some(({ countsCodePoints }) => countsCodePoints === true) ? true : undefined,
  });
}

/**
 * Identifies a version of a translated file without downloading it: by its address, whether it can be downloaded, and
 * since when it can be reviewed. The query of the address may be a signature that changes each time, so it is ignored.
 */
export function hashOfDocument({ reviewableSince, revisionsRequested }: JobRecord, job: Job): string {
  const addressWithoutQuery = job.file?.targetUrl?.replace(/[?#].*$/su, '');
  return sha256(JSON.stringify([addressWithoutQuery, isReady(job), reviewableSince, revisionsRequested]));
}
