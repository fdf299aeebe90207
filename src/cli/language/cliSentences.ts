import * as l10n from '@vscode/l10n';
import type { ItemFailure } from '../../service/calls/requestSeries.ts';
import { NotConnectedError } from '../../orders/model/connectionErrors.ts';
import { OrderError, type OrderErrorReason } from '../../orders/model/orderError.ts';
import type { HoldReason } from '../../orders/model/trackedJob.ts';
import type { ErrorMeaning } from '../../service/interface/catalog.ts';
import { ServiceError, type ServiceErrorReason } from '../../service/interface/serviceError.ts';
import { holdSentence } from '../../words/deliverySentences.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { formatTime } from '../../words/formatting.ts';
import { sentences, words, type Words } from '../../words/words.ts';
import { CliFailure } from './cliFailure.ts';
import { variables } from '../../service/interface/keyVariables.ts';

/** Returns a sentence for an error. Where the editor's sentence names one of its commands, this one names another way. */
export function cliErrorSentence(error: unknown): Words {
  if (error instanceof CliFailure) return error.sentence;
  if (error instanceof NotConnectedError) return keysMissing();
  if (error instanceof OrderError) return orderSentences[error.reason]?.() ?? errorSentence(error);
  if (!(error instanceof ServiceError)) return errorSentence(error);
  const { meaning, reason, retryAfterMs, tryAnyway } = error;
  // A long pause, after which the editor lets the user try anyway.
  if (retryAfterMs !== undefined && tryAnyway !== undefined)
    return words(l10n.t('The service accepts no requests until {0}.'), formatTime(Date.now() + retryAfterMs));
  const sentence = meaning === undefined ? reasonSentences[reason] : meaningSentences[meaning];
  return sentence?.() ?? errorSentence(error);
}

/** Returns a sentence for an error of `parseBaseAddress`. It doesn't repeat the address, which may contain a password. */
export function baseAddressSentence({ reason }: ServiceError): Words {
  if (reason === 'insecure')
    return withAddressHint(words(l10n.t('The address starts with http:// instead of https://.')));
  return withAddressHint(
    words(l10n.t('The address of the service is invalid. It must end in /v2, without a user name or a query.')),
  );
}

/** Says which request of a refresh failed, and why. */
export function failureSentence({ item, id, error }: ItemFailure): Words {
  const reason = cliErrorSentence(error);
  switch (item) {
    case 'order':
      return words(l10n.t('Order {0} can’t be loaded: {1}'), id ?? '', reason);
    case 'job':
      return words(l10n.t('Job {0} can’t be loaded: {1}'), id ?? '', reason);
    case 'unconfirmed':
      return words(l10n.t('Unconfirmed orders can’t be looked up: {0}'), reason);
    case 'recovery':
      if (id === undefined) return words(l10n.t('Jobs that are not in the order journal can’t be found: {0}'), reason);
      return words(l10n.t('Job {0}, which is not in the order journal, can’t be loaded: {1}'), id, reason);
  }
}

/** Returns why an approved translation was not delivered, and what to do without an editor or with it. */
export function cliHoldSentence(reason: HoldReason): Words {
  return holdSentences[reason]?.() ?? holdSentence(reason);
}

/** Says why a string does not get the translation of its text. */
export function notNamedSentence(): Words {
  return withEditorHint(
    words(
      l10n.t('Not delivered: the order names neither this file nor this key, only another string with the same text.'),
    ),
  );
}

/** Says why a string does not get the translation of an order that seems to be from another clone. */
export function otherCloneSentence(): Words {
  return withEditorHint(
    words(l10n.t('Not delivered: the order seems to be from another clone, whose remote has another address.')),
  );
}

const withKeysHint = (sentence: Words): Words =>
  sentences(
    sentence,
    words(l10n.t('Check the environment variables {0} and {1}.'), variables.publicKey, variables.privateKey),
  );

const withAddressHint = (sentence: Words): Words =>
  sentences(sentence, words(l10n.t('Check the address in {0} or {1}.'), variables.baseUrl, '--base-url'));

const withEditorHint = (sentence: Words): Words =>
  sentences(sentence, words(l10n.t('Deliver the translation in the editor, or edit the file.')));

const keysMissing = (): Words =>
  words(
    l10n.t('The keys are missing. Set the environment variables {0} and {1}.'),
    variables.publicKey,
    variables.privateKey,
  );

const keysRejected = (): Words => withKeysHint(words(l10n.t('The service rejected the keys.')));

const meaningSentences: Readonly<Partial<Record<ErrorMeaning, () => Words>>> = {
  'keys-rejected': keysRejected,
  'signature-missing': () => withAddressHint(words(l10n.t('The service didn’t recognize the request.'))),
  'key-missing': () => withKeysHint(words(l10n.t('The service didn’t receive an API key.'))),
  'duplicate-submit': () =>
    words(l10n.t('The service received an identical order within the last five minutes, which may be this one.')),
  'job-unknown': () => withKeysHint(words(l10n.t('The service can’t find this job in your account.'))),
  'order-unknown': () =>
    withKeysHint(
      words(l10n.t('The service can’t find this order in your account. A new order may take a minute to appear.')),
    ),
};

const reasonSentences: Readonly<Partial<Record<ServiceErrorReason, () => Words>>> = {
  authentication: keysRejected,
  forbidden: () =>
    withAddressHint(words(l10n.t('The service, or a gateway in front of it, refused the request (HTTP 403).'))),
  'proxy-authentication': () =>
    sentences(
      words(l10n.t('The proxy requires a user name and a password (HTTP 407).')),
      words(
        l10n.t('Set the environment variable {0} to an address such as {1}.'),
        'HTTPS_PROXY',
        'http://user:password@proxy.example.com:8080',
      ),
    ),
  'proxy-negotiation': () =>
    sentences(
      words(l10n.t('The proxy accepts only Kerberos or NTLM (HTTP 407), which this program doesn’t support.')),
      words(l10n.t('Ask your administrator to let requests to the service pass without them.')),
    ),
  'proxy-address': () =>
    sentences(
      words(l10n.t('The address of the proxy is not valid, or the proxy is of an unsupported kind.')),
      words(l10n.t('It must start with {0}, {1}, or {2}.'), 'http://', 'https://', 'socks5://'),
      words(l10n.t('Check the environment variable {0}.'), 'HTTPS_PROXY'),
    ),
  'duplicate-submit': () =>
    words(l10n.t('The service received an identical order within the last five minutes, which may be this one.')),
  insecure: () =>
    withAddressHint(
      words(
        l10n.t(
          'The address is not safe: it does not use https, its certificate is invalid, or it redirects elsewhere.',
        ),
      ),
    ),
  'no-credentials': keysMissing,
  unreadable: () => words(l10n.t('The service sent an unexpected response. Use {0} to see the log.'), '--verbose'),
};

const orderSentences: Readonly<Partial<Record<OrderErrorReason, () => Words>>> = {
  interrupted: () => words(l10n.t('The process was suspended, and another one may have continued. Try again.')),
  'journal-newer': () =>
    words(l10n.t('A newer version of Human Translation has written to the order journal. Use that version.')),
  busy: () => words(l10n.t('Another process is delivering. Try again in a moment.')),
};

const holdSentences: Readonly<Partial<Record<HoldReason, () => Words>>> = {
  problems: () => withEditorHint(words(l10n.t('Not delivered: the checks found errors.'))),
  'target-changed': () =>
    withEditorHint(words(l10n.t('Not delivered: the string in the target file has changed since the order.'))),
  'source-changed': () => withEditorHint(words(l10n.t('Not delivered: the source has changed since the order.'))),
  'unit-gone': () => withEditorHint(words(l10n.t('Not delivered: the source file no longer has this key.'))),
  'several-places': () =>
    withEditorHint(
      words(l10n.t('Not delivered: the source file no longer has this key, and several other keys have its text.')),
    ),
  unreadable: () =>
    sentences(
      words(
        l10n.t(
          'Not delivered: the source or the target file can’t be read, or the target can’t be written or can’t store the translation.',
        ),
      ),
      words(l10n.t('Use {0} to see the log.'), '--verbose'),
    ),
  'target-exists': () =>
    withEditorHint(words(l10n.t('Not delivered: another file already exists at the target path.'))),
  'leads-outside': () =>
    withEditorHint(
      words(l10n.t('Not delivered: because of a symbolic link, the target file is outside the open folders.')),
    ),
  'refused-file': () =>
    sentences(
      words(l10n.t('Not delivered: the target is a link, no regular file, or belongs to Git or another tool.')),
      words(l10n.t('Use {0} to see the log.'), '--verbose'),
    ),
  'not-seen': () =>
    withEditorHint(words(l10n.t('Not delivered: this translation was approved earlier, and not on this machine.'))),
  interrupted: () =>
    withEditorHint(
      words(l10n.t('Not delivered: an earlier delivery was interrupted, and the target file has changed since.')),
    ),
  'no-project': () => words(l10n.t('Not delivered: the folder of the target file is not among the project folders.')),
};
