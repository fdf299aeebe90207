import * as l10n from '@vscode/l10n';
import type { ErrorMeaning } from '../service/interface/catalog.ts';
import { type Words, words } from './words.ts';

/** For a request that this extension should never have sent: the user can only report it. */
const ourFault = (what: Words): Words =>
  words(
    l10n.t(
      'The service did not accept the request: {0}. This is a fault of the extension; please report it with the log.',
    ),
    what,
  );

/**
 * A sentence for each error of the service's catalog and for each limit that is checked before sending: what it
 * means, and what to do.
 */
export const meaningSentences: Readonly<Record<ErrorMeaning, () => Words>> = {
  'bad-request': () => ourFault(words(l10n.t('it is not formed as the service wants it'))),
  'resource-unknown': () =>
    words(l10n.t('The service does not have what was asked for. It may have been deleted there; refresh the list.')),
  'service-failed': () => words(l10n.t('Something failed inside the service. Try again later; nothing is lost.')),

  'keys-rejected': () => words(l10n.t('The service does not accept the keys. Check them with “Connect to a Service”.')),
  'signature-missing': () =>
    words(
      l10n.t(
        'The service did not recognize the request. Check the base address with “Connect to a Service”: it may lead to a path that the service does not have.',
      ),
    ),
  'key-missing': () =>
    words(l10n.t('The service did not get an API key. Enter the keys anew with “Connect to a Service”.')),
  'time-missing': () => ourFault(words(l10n.t('its time is missing'))),
  'time-invalid': () =>
    words(
      l10n.t('The service does not accept the time of the request. Set this computer’s clock right and try again.'),
    ),

  'data-missing': () => ourFault(words(l10n.t('its data is missing'))),
  'data-unreadable': () => ourFault(words(l10n.t('its data cannot be read'))),
  'jobs-missing': () => ourFault(words(l10n.t('it names no jobs'))),
  'process-flag-invalid': () => ourFault(words(l10n.t('it does not say right whether to begin at once'))),

  'type-missing': () => ourFault(words(l10n.t('a job’s type is missing'))),
  'type-unsupported': () => ourFault(words(l10n.t('a job’s type is unknown'))),
  'text-missing': () =>
    words(l10n.t('A text is empty, so it cannot be translated. Fill it in, or leave it out of the selection.')),
  'text-invalid': () =>
    words(l10n.t('The service cannot read a text. Look for control characters in it, take them out and order again.')),
  'content-type-invalid': () =>
    words(l10n.t('The service does not take texts of this kind. Order the file as a document instead.')),
  'source-language-missing': () =>
    words(
      l10n.t(
        'The service was not told the source language. Check the setting “Source Locale” and the name of the file.',
      ),
    ),
  'target-language-missing': () =>
    words(l10n.t('The service was not told the language to translate into. Choose it again.')),
  'tier-missing': () => words(l10n.t('The service was not told a quality tier. Choose one again.')),
  'tier-invalid': () => words(l10n.t('The service does not offer this quality tier. Choose another one.')),
  'pair-unsupported': () =>
    words(
      l10n.t(
        'The service does not translate between these languages in this quality tier. Choose another tier or another language.',
      ),
    ),
  'callback-url-invalid': () =>
    words(
      l10n.t(
        'The service does not accept the address for callbacks. Turn off the setting “Human Translation › Callbacks: Enabled” and order again; jobs are then asked about from time to time.',
      ),
    ),
  'auto-approve-invalid': () => ourFault(words(l10n.t('it does not say right whether to approve at once'))),
  'use-preferred-invalid': () =>
    words(l10n.t('The service cannot restrict this order to preferred translators. Order without that option.')),
  'custom-data-too-long': () => ourFault(words(l10n.t('the data that marks a job is longer than 1 kB'))),
  'custom-data-invalid': () => ourFault(words(l10n.t('the data that marks a job is no text'))),
  'duplicate-submit': () =>
    words(
      l10n.t(
        'The service received exactly the same order within the last five minutes. It may be this very one, so it is being looked up and is not sent again. Look for its jobs in the Human Translation view before you order once more.',
      ),
    ),
  'tone-too-long': () => words(l10n.t('The tone is longer than 128 characters. Say it more briefly.')),
  'purpose-too-long': () => words(l10n.t('The purpose is longer than 128 characters. Say it more briefly.')),
  'attachment-invalid': () =>
    words(l10n.t('The service cannot use an attachment. It must be at a public http or https address.')),

  'identifier-missing': () =>
    words(l10n.t('The service does not know the quote of a file any more. Quote the files again.')),
  'quote-missing': () => words(l10n.t('The service has no quote for a file. Quote the files again.')),
  'too-many-files': () => words(l10n.t('More than 50 files were sent at once. Order fewer files at a time.')),
  'file-too-large': () => words(l10n.t('A file is too large for the service. Split it, or make it smaller.')),
  'filename-missing': () => ourFault(words(l10n.t('the name of a file is missing'))),
  'files-mismatch': () => ourFault(words(l10n.t('the files are not those that its jobs name'))),
  'file-unsupported': () =>
    words(
      l10n.t(
        'The service cannot translate a file of this kind, or could not take it. Save it in another format, or try again.',
      ),
    ),
  'file-key-missing': () => ourFault(words(l10n.t('a job does not name its file'))),
  'job-identifier-missing': () =>
    words(l10n.t('The service does not know the quote of a file any more. Quote the files again.')),

  'group-flag-invalid': () =>
    ourFault(words(l10n.t('it does not say right whether one translator should do all jobs'))),
  'fork-flag-invalid': () => ourFault(words(l10n.t('it does not say right whether a group may be split'))),
  'group-mixed': () =>
    words(
      l10n.t(
        'One translator can do all texts only when they are in one language pair and tier. Order each language by itself.',
      ),
    ),
  'group-of-one': () => words(l10n.t('A single text cannot be a group. Order it without grouping.')),
  'group-tier-invalid': () =>
    words(l10n.t('Texts of this quality tier cannot be given to one translator as a group. Choose another tier.')),
  'group-missing': () => ourFault(words(l10n.t('it names no group'))),
  'group-unknown': () => words(l10n.t('The service does not know this group in your account. Refresh the list.')),

  'comment-body-missing': () => words(l10n.t('Write a comment first; an empty one cannot be sent.')),
  'job-id-missing': () => ourFault(words(l10n.t('it names no job'))),
  'job-unknown': () =>
    words(
      l10n.t(
        'The service does not know this job in your account. Check with “Connect to a Service” that the right account is in use, and refresh the list.',
      ),
    ),
  'revision-id-missing': () => ourFault(words(l10n.t('it names no revision'))),
  'revision-unknown': () => words(l10n.t('The service does not have this revision. Refresh the list.')),
  'not-reviewable': () =>
    words(
      l10n.t(
        'The translation is not up for review any more: it was approved, or is with the translator again. The list has been refreshed.',
      ),
    ),
  'not-purchasable': () => words(l10n.t('This job cannot be paid for any more. Order its text again.')),
  'not-cancelable': () =>
    words(l10n.t('A translator has started this job, so only the service’s support can cancel it.')),
  'comment-missing': () => words(l10n.t('Say what should be changed, or why: a comment is needed here.')),
  'reason-missing': () => words(l10n.t('Choose a reason for the rejection.')),
  'captcha-missing': () =>
    words(l10n.t('The service wants to see that a person rejects this. Reject it on the service’s own page.')),
  'captcha-wrong': () =>
    words(l10n.t('The service wants to see that a person rejects this. Reject it on the service’s own page.')),
  'follow-up-invalid': () => words(l10n.t('Choose whether the job is passed to another translator or canceled.')),
  'rating-missing': () => words(l10n.t('The service wants a rating with the approval. Choose one from 1 to 5.')),
  'rating-invalid': () =>
    words(l10n.t('A rating is a whole number from 1, poor, to 5, fantastic. Choose one of these.')),
  'public-flag-invalid': () => ourFault(words(l10n.t('it does not say right whether feedback may be shown publicly'))),
  'job-status-invalid': () =>
    words(l10n.t('The job has moved on meanwhile, so this is not possible any more. The list has been refreshed.')),
  'credits-insufficient': () =>
    words(l10n.t('The account does not have enough credits. Add credits with the service, and order what is left.')),
  'order-unknown': () =>
    words(
      l10n.t(
        'The service does not know this order in your account. One placed just now may take a minute to show; else check with “Connect to a Service” that the right account is in use.',
      ),
    ),
  'order-not-ready': () => words(l10n.t('The order is still in the service’s queue. Try again in a few minutes.')),
  'out-of-order': () => words(l10n.t('The service is out of order at the moment. Try again later; nothing is lost.')),

  'comment-too-long': () => words(l10n.t('The comment is longer than 25,000 characters. Shorten it.')),
  'brackets-open': () =>
    words(
      l10n.t(
        'A text has triple brackets that are opened and not closed, or the other way round. Close each [[[ with ]]], or take them out.',
      ),
    ),
  'brackets-nested': () => words(l10n.t('A text has triple brackets inside triple brackets. Take the inner ones out.')),
  'number-invalid': () => ourFault(words(l10n.t('a number in it is out of its range'))),
  'services-invalid': () => ourFault(words(l10n.t('it asks for a step that the service does not have'))),
  'reference-id-invalid': () => ourFault(words(l10n.t('its reference is no whole number'))),
  'key-invalid': () => ourFault(words(l10n.t('the key of a job is not usable'))),
  'too-many-jobs': () => ourFault(words(l10n.t('it has too many jobs'))),
  'price-unreadable': () =>
    words(
      l10n.t(
        'The service’s price for it cannot be read, so it was not ordered. Try again later, or order the other texts without it.',
      ),
    ),
  'file-address-unsafe': () =>
    words(
      l10n.t(
        'The translated file is at an address that is not safe to fetch from: not reached over https, or not on the public Internet. It was not fetched; ask the service’s support about the job.',
      ),
    ),
  'file-gone': () =>
    words(
      l10n.t(
        'The translated file is not at its address any more. Refresh the list: the service may have given it another one.',
      ),
    ),
  'file-unusable': () =>
    words(
      l10n.t(
        'The translated file cannot be taken: it is larger than 100 MB, or did not come as a file should. Ask the service’s support about the job.',
      ),
    ),
  'request-too-large': () =>
    words(
      l10n.t('The request is larger than the 100 MB that the service takes. Order fewer texts or files at a time.'),
    ),
};
