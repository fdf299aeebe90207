import * as l10n from '@vscode/l10n';
import { inputText, pickOne, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { maxRevisionRequests, reviewWindowMs } from '../../orders/model/trackedJob.ts';
import { readAttachments } from './readAttachments.ts';
import type { Attachment } from '../../service/interface/records.ts';
import { formatDuration } from '../../words/formatting.ts';
import { meaningSentences } from '../../words/meaningSentences.ts';
import { fromOutside, own, type Words, words } from '../../words/words.ts';
import { isTooLong } from '../../service/interface/limits.ts';

/** Asks for the comment that every translator of an order reads; '' for none. */
export async function askComment(comment: string | undefined, position: StepPosition): Promise<StepResult<string>> {
  const result = await inputText({
    position,
    prompt: words(l10n.t('Comment for translators: purpose, tone, terms to use. Optional.')),
    placeholder: words(l10n.t('For example: buttons of an online store, short and friendly')),
    value: comment ?? '',
    validate: (text) => (isTooLong(text) ? meaningSentences['comment-too-long']() : undefined),
  });
  return result.kind === 'answer' ? { kind: 'answer', value: result.value.trim() } : result;
}

/** Asks for the customer's own number of a project, such as 4711; undefined for none. */
export async function askReference(
  reference: number | undefined,
  position: StepPosition,
): Promise<StepResult<{ readonly number: number | undefined }>> {
  const result = await inputText({
    position,
    prompt: words(l10n.t('Reference number: your own number for this project, which the service stores. Optional.')),
    value: reference === undefined ? '' : String(reference),
    validate: (text) =>
      text.trim() === '' || isReference(text)
        ? undefined
        : words(l10n.t('Enter a whole number from 0 to {0}, or nothing.'), Number.MAX_SAFE_INTEGER),
  });
  if (result.kind !== 'answer') return result;
  return { kind: 'answer', value: { number: result.value.trim() === '' ? undefined : Number(result.value) } };
}

function isReference(text: string): boolean {
  return /^\d+$/u.test(text.trim()) && Number.isSafeInteger(Number(text));
}

/** Asks for the addresses of files that translators can open. */
export async function askAttachments(
  attachments: readonly Attachment[],
  position: StepPosition,
): Promise<StepResult<readonly Attachment[]>> {
  const result = await inputText({
    position,
    prompt: words(
      l10n.t('Addresses of files that help translators, such as screenshots, separated by spaces. Optional.'),
    ),
    placeholder: own('https://…'),
    value: attachments.map(({ url }) => url).join(' '),
    validate: (text): Words | undefined => {
      const [refusedAddress] = readAttachments(text).refused;
      if (refusedAddress === undefined) return undefined;
      return words(
        l10n.t('{0} can’t be attached: it must be a public http or https address without a password.'),
        fromOutside(refusedAddress),
      );
    },
  });
  if (result.kind !== 'answer') return result;
  return { kind: 'answer', value: readAttachments(result.value).attachments };
}

/** Asks whether translations are approved automatically. */
export async function askApproval(autoApprove: boolean, position: StepPosition): Promise<StepResult<boolean>> {
  return pickOne({
    position,
    placeholder: words(l10n.t('Select what happens when a translation is done')),
    items: [
      {
        label: reviewLabel(),
        description: words(l10n.t('recommended')),
        detail: words(
          l10n.t('You have {0} to approve it or to request up to {1} revisions.'),
          formatDuration(reviewWindowMs),
          maxRevisionRequests,
        ),
        value: false,
      },
      {
        label: autoApproveLabel(),
        detail: words(l10n.t('Delivered when done. It can’t be revised or rejected.')),
        value: true,
      },
    ],
    active: autoApprove,
  });
}

export function reviewLabel(): Words {
  return words(l10n.t('Review It Myself'));
}

export function autoApproveLabel(): Words {
  return words(l10n.t('Approve Automatically'));
}
