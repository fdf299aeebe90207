import * as l10n from '@vscode/l10n';
import type { ErrorMeaning } from '../service/interface/catalog.ts';
import {
  maxCommentCharacters,
  maxFilesPerCall,
  maxPurposeCharacters,
  maxRequestBytes,
} from '../service/interface/limits.ts';
import { formatSize } from './formatting.ts';
import { fillMessage, sentences, type Words, words } from './words.ts';

/** Describes an error in a request that this extension should never send: the user can only report it. */
const extensionBug = (message: string): Words =>
  sentences(
    fillMessage(message, []),
    words(l10n.t('This is a bug in Human Translation. Report it, and include the log.')),
  );

/** Explains each error of the service's catalog, and each limit that is checked before sending. */
export const meaningSentences: Readonly<Record<ErrorMeaning, () => Words>> = {
  'bad-request': () => extensionBug(l10n.t('The service rejected the request because it is malformed.')),
  'resource-unknown': () =>
    words(l10n.t('The service can’t find what was requested. It may have been deleted. Refresh the list.')),
  'service-failed': () => words(l10n.t('An internal error occurred in the service. Nothing is lost. Try again later.')),

  'keys-rejected': () => words(l10n.t('The service rejected the keys. Check them with “Connect to a Service”.')),
  'signature-missing': () =>
    sentences(
      words(l10n.t('The service didn’t recognize the request. The base address may be wrong.')),
      words(l10n.t('Check the address with “Connect to a Service”.')),
    ),
  'key-missing': () =>
    words(l10n.t('The service didn’t receive an API key. Enter the keys again with “Connect to a Service”.')),
  'time-missing': () => extensionBug(l10n.t('The service rejected the request because its time is missing.')),
  'time-invalid': () =>
    words(l10n.t('The service rejected the time of the request. Correct this computer’s clock and try again.')),

  'data-missing': () => extensionBug(l10n.t('The service rejected the request because its data is missing.')),
  'data-unreadable': () => extensionBug(l10n.t('The service rejected the request because its data can’t be read.')),
  'jobs-missing': () => extensionBug(l10n.t('The service rejected the request because it contains no jobs.')),
  'process-flag-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because its flag for starting immediately is invalid.')),

  'type-missing': () => extensionBug(l10n.t('The service rejected the request because a job’s type is missing.')),
  'type-unsupported': () => extensionBug(l10n.t('The service rejected the request because a job’s type is unknown.')),
  'text-missing': () =>
    words(l10n.t('An empty string can’t be translated. Add its text, or remove it from the selection.')),
  'text-invalid': () =>
    words(l10n.t('The service can’t read a string. Remove any control characters from it and order again.')),
  'content-type-invalid': () =>
    words(l10n.t('The service doesn’t accept strings of this kind. Order the file as a document instead.')),
  'source-language-missing': () =>
    sentences(
      words(l10n.t('The service received no source language.')),
      words(l10n.t('Check the setting “Source Locale” and the name of the file.')),
    ),
  'target-language-missing': () => words(l10n.t('The service received no target language. Select it again.')),
  'tier-missing': () => words(l10n.t('The service received no quality tier. Select it again.')),
  'tier-invalid': () => words(l10n.t('The service doesn’t offer this quality tier. Select another one.')),
  'pair-unsupported': () =>
    sentences(
      words(l10n.t('The service doesn’t translate between these languages in this quality tier.')),
      words(l10n.t('Select another tier or language.')),
    ),
  'callback-url-invalid': () =>
    sentences(
      words(l10n.t('The service rejected the callback address.')),
      words(
        l10n.t('Turn off the setting “Human Translation › Callbacks: Enabled” and order again. Jobs are then polled.'),
      ),
    ),
  'auto-approve-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because its flag for automatic approval is invalid.')),
  'use-preferred-invalid': () =>
    words(l10n.t('The service can’t restrict this order to preferred translators. Order without that option.')),
  'custom-data-too-long': () => extensionBug(l10n.t('The data that identifies a job is longer than 1 kB.')),
  'custom-data-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because the data that identifies a job is not text.')),
  'duplicate-submit': () =>
    sentences(
      words(l10n.t('The service received an identical order within the last five minutes, which may be this one.')),
      words(l10n.t('It is being checked and won’t be resent automatically.')),
      words(l10n.t('Look for its jobs in the Human Translation view before you order again.')),
    ),
  'tone-too-long': () => words(l10n.t('The tone is longer than {0} characters. Shorten it.'), maxPurposeCharacters),
  'purpose-too-long': () =>
    words(l10n.t('The purpose is longer than {0} characters. Shorten it.'), maxPurposeCharacters),
  'attachment-invalid': () =>
    words(l10n.t('The service can’t use an attachment. It must have a public http or https address.')),

  'identifier-missing': () => words(l10n.t('The service no longer has the quote for a file. Quote the files again.')),
  'quote-missing': () => words(l10n.t('The service has no quote for a file. Quote the files again.')),
  'too-many-files': () =>
    words(l10n.t('More than {0} files were sent at once. Order fewer files at a time.'), maxFilesPerCall),
  'file-too-large': () => words(l10n.t('A file is too large for the service. Split it or make it smaller.')),
  'filename-missing': () =>
    extensionBug(l10n.t('The service rejected the request because the name of a file is missing.')),
  'files-mismatch': () =>
    extensionBug(l10n.t('The service rejected the request because its files don’t match its jobs.')),
  'file-unsupported': () =>
    sentences(
      words(l10n.t('The service can’t translate this kind of file, or couldn’t receive it.')),
      words(l10n.t('Save it in another format, or try again.')),
    ),
  'file-key-missing': () =>
    extensionBug(l10n.t('The service rejected the request because a job doesn’t name its file.')),
  'job-identifier-missing': () =>
    words(l10n.t('The service no longer has the quote for a file. Quote the files again.')),

  'group-flag-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because its flag for using one translator is invalid.')),
  'fork-flag-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because its flag for splitting groups is invalid.')),
  'group-mixed': () =>
    sentences(
      words(l10n.t('One translator can do all strings only if they have the same languages and quality tier.')),
      words(l10n.t('Order each language separately.')),
    ),
  'group-of-one': () => words(l10n.t('A single string can’t be grouped. Order it without grouping.')),
  'group-tier-invalid': () =>
    words(l10n.t('Strings in this quality tier can’t be grouped for one translator. Select another tier.')),
  'group-missing': () => extensionBug(l10n.t('The service rejected the request because it names no group.')),
  'group-unknown': () => words(l10n.t('The service can’t find this group in your account. Refresh the list.')),

  'comment-body-missing': () => words(l10n.t('An empty comment can’t be sent. Enter a comment first.')),
  'job-id-missing': () => extensionBug(l10n.t('The service rejected the request because it names no job.')),
  'job-unknown': () =>
    sentences(
      words(l10n.t('The service can’t find this job in your account.')),
      words(l10n.t('Check with “Connect to a Service” that you’re using the right account, then refresh the list.')),
    ),
  'revision-id-missing': () => extensionBug(l10n.t('The service rejected the request because it names no revision.')),
  'revision-unknown': () => words(l10n.t('The service can’t find this revision. Refresh the list.')),
  'not-reviewable': () =>
    sentences(
      words(l10n.t('The translation is no longer up for review: it was approved or returned to the translator.')),
      words(l10n.t('The list has been refreshed.')),
    ),
  'not-purchasable': () => words(l10n.t('This job can no longer be paid for. Order its string again.')),
  'not-cancelable': () =>
    words(l10n.t('A translator has started this job, so only the service’s support can cancel it.')),
  'comment-missing': () => words(l10n.t('A comment is required. Describe what should be changed, or why.')),
  'reason-missing': () => words(l10n.t('A reason for the rejection is required. Select one.')),
  'captcha-missing': () =>
    words(
      l10n.t('The service requires proof that a person is rejecting this job. Reject it on the service’s website.'),
    ),
  'captcha-wrong': () =>
    words(
      l10n.t('The service requires proof that a person is rejecting this job. Reject it on the service’s website.'),
    ),
  'follow-up-invalid': () => words(l10n.t('Select whether another translator gets the job or it is canceled.')),
  'rating-missing': () => words(l10n.t('The service requires a rating for an approval. Select one from 1 to 5.')),
  'rating-invalid': () => words(l10n.t('The rating is invalid. Select a whole number from 1 (poor) to 5 (fantastic).')),
  'public-flag-invalid': () =>
    extensionBug(l10n.t('The service rejected the request because its flag for public feedback is invalid.')),
  'job-status-invalid': () =>
    words(l10n.t('The job’s status has changed, so this is no longer possible. The list has been refreshed.')),
  'credits-insufficient': () =>
    words(l10n.t('The account doesn’t have enough credits. Add credits with the service, then order the rest.')),
  'order-unknown': () =>
    sentences(
      words(l10n.t('The service can’t find this order in your account. A new order may take a minute to appear.')),
      words(l10n.t('Otherwise, check with “Connect to a Service” that you’re using the right account.')),
    ),
  'order-not-ready': () => words(l10n.t('The order is still in the service’s queue. Try again in a few minutes.')),
  'out-of-order': () => words(l10n.t('The service is temporarily unavailable. Nothing is lost. Try again later.')),

  'comment-too-long': () =>
    words(l10n.t('The comment is longer than {0} characters. Shorten it.'), maxCommentCharacters),
  'brackets-open': () =>
    words(l10n.t('A string has unbalanced triple brackets. Add the missing [[[ or ]]], or remove them.')),
  'brackets-nested': () => words(l10n.t('A string has triple brackets inside triple brackets. Remove the inner ones.')),
  'number-invalid': () => extensionBug(l10n.t('A number in the request is out of range.')),
  'services-invalid': () => extensionBug(l10n.t('The request asks for a step that the service doesn’t offer.')),
  'reference-id-invalid': () => extensionBug(l10n.t('The reference of the request is not a whole number.')),
  'key-invalid': () => extensionBug(l10n.t('A job in the request has an invalid key.')),
  'too-many-jobs': () => extensionBug(l10n.t('The request contains too many jobs.')),
  'price-unreadable': () =>
    sentences(
      words(l10n.t('The service’s price can’t be read, so this was not ordered.')),
      words(l10n.t('Try again later, or order the rest without it.')),
    ),
  'file-address-unsafe': () =>
    sentences(
      words(l10n.t('The translated file was not downloaded because its address is not safe.')),
      words(
        l10n.t('It doesn’t use https, or is not on the public Internet. Contact the service’s support about this job.'),
      ),
    ),
  'file-gone': () =>
    sentences(
      words(l10n.t('The translated file is no longer at its address.')),
      words(l10n.t('Refresh the list; the service may have a new address for it.')),
    ),
  'file-unusable': () =>
    sentences(
      words(
        l10n.t('The translated file can’t be used: it is larger than {0} or was not sent as a file.'),
        formatSize(maxRequestBytes),
      ),
      words(l10n.t('Contact the service’s support about this job.')),
    ),
  'request-too-large': () =>
    words(
      l10n.t('The request exceeds the service’s limit of {0}. Order fewer strings or files at a time.'),
      formatSize(maxRequestBytes),
    ),
};
