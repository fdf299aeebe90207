import * as l10n from '@vscode/l10n';
import type { HoldReason, ResponseProblem, TrackedDocument, TrackedJob } from '../orders/model/trackedJob.ts';
import { formatSize } from './formatting.ts';
import { fromOutside, sentences, words, type Words } from './words.ts';
import { readableId } from '../formats/kit/unitId.ts';
import type { SkipReason } from '../orders/model/plan/plan.ts';

const responseProblemSentences: Readonly<Record<ResponseProblem, () => Words>> = {
  unreadable: () =>
    sentences(
      words(l10n.t('The service’s response about this job can’t be read. The last known state is shown.')),
      words(l10n.t('Use “Refresh Jobs” to try again. The log has the details.')),
    ),
  unanswered: () =>
    sentences(
      words(l10n.t('The service returned an error for this job. The last known state is shown.')),
      words(l10n.t('Use “Refresh Jobs” to try again. The log has the details.')),
    ),
  unreached: () =>
    words(l10n.t('The service hasn’t been reached since this window was opened. The job is shown as it was ordered.')),
  amount: () =>
    words(l10n.t('The service’s price or length for this job can’t be read. The figures of your order are shown.')),
};

/** Says what is wrong with the service's last response about a job. */
export function responseProblemSentence(responseProblem: ResponseProblem): Words {
  return responseProblemSentences[responseProblem]();
}

/** "docs/guide.md, 12 kB": the file of a job. */
export function documentLabel({ units }: TrackedJob, { name, size }: TrackedDocument): Words {
  return words(l10n.t('{0}, {1}'), units[0]?.file ?? name, formatSize(size));
}

const holdSentences: Readonly<Record<HoldReason, () => Words>> = {
  problems: () =>
    words(l10n.t('Not delivered: the checks found errors. Review them, then deliver anyway or edit the file.')),
  'target-changed': () =>
    sentences(
      words(l10n.t('Not delivered: the string in the target file has changed since the order.')),
      words(l10n.t('“Deliver Translation” replaces it.')),
    ),
  'source-changed': () =>
    sentences(
      words(l10n.t('Not delivered: the source has changed since the order.')),
      words(l10n.t('“Deliver Translation” delivers the translation anyway.')),
    ),
  'waits-for-branches': () =>
    sentences(
      words(l10n.t('Waiting for the other forms of this message.')),
      words(l10n.t('It is delivered once all of them are approved.')),
    ),
  'unit-gone': () =>
    sentences(
      words(l10n.t('Not delivered: the source file no longer has this key.')),
      words(l10n.t('“Deliver Translation” asks what to do with the translation.')),
    ),
  'several-places': () =>
    sentences(
      words(l10n.t('Not delivered: the source file no longer has this key, and several other keys have its text.')),
      words(l10n.t('“Deliver Translation” asks which of them gets the translation.')),
    ),
  'source-missing': () =>
    sentences(
      words(l10n.t('Not delivered: the source file doesn’t exist, perhaps because another branch is checked out.')),
      words(l10n.t('The translation is delivered when the file is back.')),
    ),
  'conflict-markers': () =>
    sentences(
      words(l10n.t('Not delivered: the source or the target file has conflict markers of a merge.')),
      words(l10n.t('The translation is delivered once they are resolved.')),
    ),
  unreadable: () =>
    sentences(
      words(
        l10n.t(
          'Not delivered: the source or the target file can’t be read, or the target can’t be written or can’t store the translation.',
        ),
      ),
      words(l10n.t('The log has the details.')),
    ),
  'target-exists': () =>
    sentences(
      words(l10n.t('Not delivered: another file already exists at the target path.')),
      words(l10n.t('“Deliver Translation” asks whether to replace it.')),
    ),
  'target-unsaved': () =>
    words(
      l10n.t('Not delivered: the target file has unsaved changes. Save or close it, then deliver the translation.'),
    ),
  'leads-outside': () =>
    sentences(
      words(l10n.t('Not delivered: because of a symbolic link, the target file is outside the open folders.')),
      words(l10n.t('“Deliver Translation” asks whether to deliver it there.')),
    ),
  'refused-file': () =>
    sentences(
      words(l10n.t('Not delivered: the target is a link, no regular file, or belongs to Git or another tool.')),
      words(l10n.t('The log has the details.')),
    ),
  'not-seen': () =>
    sentences(
      words(l10n.t('Not delivered: this translation was approved earlier, and not on this machine.')),
      words(l10n.t('Read it, then use “Deliver Translation”.')),
    ),
  interrupted: () =>
    sentences(
      words(l10n.t('Not delivered: an earlier delivery was interrupted, and the target file has changed since.')),
      words(l10n.t('Check the file, then use “Deliver Translation”.')),
    ),
  'not-downloaded': () =>
    sentences(
      words(l10n.t('Not delivered: the translated file couldn’t be downloaded from the service.')),
      words(l10n.t('The download is retried automatically. The log has the details.')),
    ),
  'no-project': () => words(l10n.t('Not delivered: the folder of the target file is not open in this window.')),
};

/** Says why an approved translation was not delivered, and what to do. */
export function holdSentence(reason: HoldReason): Words {
  return holdSentences[reason]();
}

const skipReasons: Readonly<Record<SkipReason, () => Words>> = {
  'in-flight': () => words(l10n.t('Skipped (already on order)')),
  'on-order': () => words(l10n.t('Skipped (on order from another folder or machine)')),
  unprotectable: () => words(l10n.t('Skipped (contains triple brackets)')),
  'not-translatable': () => words(l10n.t('Skipped (marked as not translatable)')),
  'not-read': () => words(l10n.t('Skipped (can’t be read as a string)')),
  unwritable: () => words(l10n.t('Skipped (can’t be written to the target file)')),
  encoding: () => words(l10n.t('Skipped (the encoding of the target file lacks letters of the language)')),
  unreadable: () => words(l10n.t('Skipped (the target file can’t be read)')),
  'read-only': () => words(l10n.t('Skipped (the target file is read-only)')),
  'not-writable': () => words(l10n.t('Skipped (the target file or its folder can’t be written to)')),
  'disk-failure': () => words(l10n.t('Skipped (the disk of the target file is full or has errors)')),
  'leads-outside': () =>
    words(l10n.t('Skipped (because of a symbolic link, the target file is outside the open folders)')),
  interrupted: () => words(l10n.t('Skipped (an earlier delivery to the target file was interrupted)')),
  unsaved: () => words(l10n.t('Skipped (the target file has unsaved changes)')),
  empty: () => words(l10n.t('Skipped (empty in the source)')),
  delivered: () => words(l10n.t('Skipped (already translated and unchanged since then)')),
  'target-taken': () => words(l10n.t('Skipped (its translation would replace that of another document in this order)')),
  'nothing-to-translate': () => words(l10n.t('Skipped (only placeholders, digits, and punctuation)')),
  'too-large': () => words(l10n.t('Skipped (too large to order as a string; order it as a document)')),
  'unused-form': () => words(l10n.t('Skipped (plural forms that this project doesn’t use)')),
  withheld: () => words(l10n.t('Skipped (contains possible private data that you didn’t select)')),
};

/** Says why strings of a plan are not ordered. */
export function skipReason(reason: SkipReason): Words {
  return skipReasons[reason]();
}

/** Returns the name of a skipped string: its key or, for an entry without one, its line. */
export function skippedKey(key: string, line = 0): Words {
  return key === '' ? words(l10n.t('line {0}'), line) : fromOutside(readableId(key));
}
