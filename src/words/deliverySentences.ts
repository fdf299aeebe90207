import * as l10n from '@vscode/l10n';
import type { HoldReason, JobTrouble, TrackedDocument, TrackedJob } from '../orders/model/trackedJob.ts';
import { formatSize } from './formatting.ts';
import { words, type Words } from './words.ts';

const troubleSentences: Readonly<Record<JobTrouble, () => Words>> = {
  unreadable: () =>
    words(
      l10n.t(
        'The service’s answer about this job cannot be read. The job is shown as it was last known. “Refresh Jobs” asks again; the log has the details.',
      ),
    ),
  unanswered: () =>
    words(
      l10n.t(
        'The service answered with an error when it was asked about this job. The job is shown as it was last known. “Refresh Jobs” asks again; the log has the details.',
      ),
    ),
  amount: () =>
    words(l10n.t('The service’s price or length for this job cannot be read, so the figures of your order are shown.')),
};

/** Says what is wrong with the service's last answer about a job. */
export function troubleSentence(trouble: JobTrouble): Words {
  return troubleSentences[trouble]();
}

/** "docs/guide.md, 12 kB": the file of a job. */
export function documentLabel({ units }: TrackedJob, { name, size }: TrackedDocument): Words {
  return words(l10n.t('{0}, {1}'), units[0]?.file ?? name, formatSize(size));
}

/** Says why an approved translation was not delivered, and what to do. */
export function holdSentence(reason: HoldReason): Words {
  switch (reason) {
    case 'problems':
      return words(
        l10n.t(
          'Not written: the checks found errors in it. Look at them, then deliver it anyway or correct the file by hand.',
        ),
      );
    case 'target-changed':
      return words(
        l10n.t(
          'Not written: somebody changed the value in the target file since the order. “Deliver Translation” replaces it.',
        ),
      );
    case 'source-changed':
      return words(
        l10n.t(
          'Not written: the source text is not the one that was ordered any more. “Deliver Translation” writes it nevertheless.',
        ),
      );
    case 'waits-for-branches':
      return words(l10n.t('Waits for the other forms of this message: it is written once all of them are approved.'));
    case 'unit-gone':
      return words(l10n.t('Not written: the source file does not have this key any more.'));
    case 'unreadable':
      return words(
        l10n.t(
          'Not written: the target file cannot be read or written, or cannot hold the text. The log has the details.',
        ),
      );
    case 'target-exists':
      return words(
        l10n.t(
          'Not written: there is another file already where the translation belongs. “Deliver Translation” asks whether to replace it.',
        ),
      );
    case 'target-unsaved':
      return words(
        l10n.t(
          'Not written: the file where the translation belongs has unsaved changes. Save or close it, then deliver the translation.',
        ),
      );
    case 'leads-outside':
      return words(
        l10n.t(
          'Not delivered: a symbolic link leads from the target file out of the open folders. “Deliver Translation” asks whether to deliver there.',
        ),
      );
    case 'interrupted':
      return words(
        l10n.t(
          'Not delivered: an earlier delivery to the target file was interrupted, and the file has changed since. Check the file, then use “Deliver Translation”.',
        ),
      );
    case 'not-downloaded':
      return words(
        l10n.t(
          'Not written: the translated file could not be fetched from the service. It is tried again; the log has the details.',
        ),
      );
    case 'no-project':
      return words(l10n.t('Not written: the folder it belongs to is not open in this window.'));
  }
}
