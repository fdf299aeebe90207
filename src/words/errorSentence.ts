import * as l10n from '@vscode/l10n';
import { errorMessage } from '../base/errorMessage.ts';
import { FormatError } from '../formats/format.ts';
import { LayoutPatternError } from '../locales/layoutPatternError.ts';
import { BudgetSettingError } from '../orders/model/limits/parseBudgets.ts';
import { PolicySettingError } from '../orders/model/limits/parsePolicy.ts';
import { BranchError } from '../orders/model/errors/branchError.ts';
import { GitError } from '../orders/model/errors/gitError.ts';
import {
  KeysNotKeptError,
  NotConnectedError,
  RestrictedModeError,
  SandboxGoneError,
  SandboxNotStartedError,
  SandboxRefusedError,
  UnprovableSandboxError,
} from '../orders/model/connectionErrors.ts';
import { OrderError, type OrderErrorReason } from '../orders/model/orderError.ts';
import { RefusedFileError, type ProjectLink } from '../orders/model/errors/refusedFileError.ts';
import { RefusedJobsError, type RefusedJob } from '../orders/model/refusedJobs.ts';
import { PlaceholderSettingError } from '../placeholders/pattern/settingError.ts';
import { UnprotectableError } from '../placeholders/read/placeholder.ts';
import { variables } from '../service/interface/keyVariables.ts';
import { ServiceError, type ServiceErrorReason } from '../service/interface/serviceError.ts';
import { formatSentence } from './formatSentence.ts';
import { formatTime } from './formatting.ts';
import { countryHints, unsupportedSentence } from './languageNames.ts';
import { budgetSettingSentence, wasPartlySent, limitErrorSentence, policySettingSentence } from './limitSentences.ts';
import { meaningSentences } from './meaningSentences.ts';
import {
  branchSentence,
  gitErrorSentence,
  layoutSentence,
  settingSentence,
  undeliverableSentence,
  unprotectableSentence,
} from './reasonSentences.ts';
import { truncatedList } from './truncatedList.ts';
import { fromOutside, sentences, type Words, words } from './words.ts';
import { OverBudgetError, PolicyError } from '../orders/model/limits/limitErrors.ts';
import { UnreadableFileError } from '../orders/model/errors/unreadableFileError.ts';
import { UndeliverableError } from '../orders/model/errors/undeliverableError.ts';

/** Returns a sentence for an error: what happened, and what to do about it. Technical details go to the log. */
export function errorSentence(error: unknown): Words {
  if (error instanceof ServiceError) return serviceSentence(error);
  if (error instanceof RefusedJobsError) return refusedJobsSentence(error.jobs);
  if (error instanceof OverBudgetError || error instanceof PolicyError) return limitErrorSentence(error);
  if (error instanceof BudgetSettingError) return budgetSettingSentence(error);
  if (error instanceof PolicySettingError) return policySettingSentence(error);
  if (error instanceof UndeliverableError) return undeliverableSentence(error);
  if (error instanceof OrderError && error.reason !== 'over-budget' && error.reason !== 'not-allowed')
    return orderSentences[error.reason](error.subject ?? '');
  if (error instanceof UnreadableFileError)
    return words(
      l10n.t('{0} can’t be read. Line {1}, column {2}: {3}'),
      error.path,
      String(error.cause.line),
      String(error.cause.column),
      formatSentence(error.cause.reason),
    );
  if (error instanceof FormatError)
    return words(
      l10n.t('Line {0}, column {1}: {2}'),
      String(error.line),
      String(error.column),
      formatSentence(error.reason),
    );
  if (error instanceof RefusedFileError) return refusedFileSentences[error.reason](error);
  if (error instanceof UnprotectableError) return unprotectableSentence(error);
  if (error instanceof GitError) return gitErrorSentence(error);
  if (error instanceof BranchError) return branchSentence(error);
  if (error instanceof LayoutPatternError) return layoutSentence(error);
  if (error instanceof PlaceholderSettingError)
    return words(
      l10n.t('“{0}” in the setting “humanTranslation.{1}” is not valid. {2}'),
      error.value,
      error.setting,
      settingSentence(error.reason),
    );
  if (error instanceof NotConnectedError)
    return sentences(
      words(l10n.t('No keys are stored for {0}.'), error.baseUrl),
      words(l10n.t('Run “Connect to a Service” to enter them, or “Use the Sandbox” to try the extension.')),
    );
  if (error instanceof KeysNotKeptError)
    return sentences(words(l10n.t('VS Code could not store the keys, so they are not used.')), ...keyStorageAdvice());
  if (error instanceof RestrictedModeError)
    return words(l10n.t('This workspace is in Restricted Mode. Trust the workspace to order translations.'));
  if (error instanceof SandboxRefusedError) return words(l10n.t('The sandbox responded: {0}'), error.reason);
  if (error instanceof SandboxNotStartedError)
    return words(l10n.t('The embedded sandbox didn’t start. Try again; the reason is in {0}.'), error.logFile);
  if (error instanceof SandboxGoneError)
    return words(l10n.t('The sandbox has ended. Try again; it starts when it is needed.'));
  if (error instanceof UnprovableSandboxError)
    return sentences(
      words(
        l10n.t('A sandbox from an earlier version of this extension is still running (process {0}).'),
        String(error.pid),
      ),
      words(l10n.t('Nothing is sent to it, and its jobs are kept.')),
      words(
        l10n.t(
          'Reload the windows that use it, then end the process or wait: it ends after 30 minutes without requests.',
        ),
      ),
    );
  return fromOutside(errorMessage(error), maxSentenceCharacters);
}

const refusedFileSentences: Readonly<Record<RefusedFileError['reason'], (file: RefusedFileError) => Words>> = {
  link: linkSentence,
  outside: ({ path }) => words(l10n.t('Because of a symbolic link, {0} is outside the project.'), path),
  'not-a-file': ({ path }) => words(l10n.t('{0} is not a regular file.'), path),
  'too-large': ({ path }) => words(l10n.t('{0} is too large to be read.'), path),
  protected: ({ path }) => words(l10n.t('{0} belongs to Git or another tool, so it isn’t used.'), path),
};

/** Names a link that is not followed. */
export function linkSentence({ path, target }: ProjectLink): Words {
  return words(l10n.t('{0} is a link to {1}, and links are not followed.'), path, target);
}

/**
 * Returns the sentence for an error of a command that orders. Says that nothing was ordered if the error came before
 * the first order was sent.
 */
export function orderingErrorSentence(error: unknown): Words {
  const isBeforeSending =
    error instanceof UnreadableFileError ||
    error instanceof PlaceholderSettingError ||
    error instanceof BudgetSettingError ||
    error instanceof PolicySettingError ||
    ((error instanceof OverBudgetError || error instanceof PolicyError) && !error.exceeded.some(wasPartlySent));
  const sentence = errorSentence(error);
  if (isBeforeSending) return sentences(sentence, words(l10n.t('Nothing was ordered.')));
  return sentence;
}

function serviceSentence(error: ServiceError): Words {
  if (error.retryAfterMs !== undefined && error.tryAnyway !== undefined) return pauseSentence(error.retryAfterMs);
  if (error.meaning !== undefined) return meaningSentences[error.meaning]();
  const sentence = serviceSentences[error.reason]();
  if (error.reason !== 'invalid' && error.reason !== 'service') return sentence;
  return withServiceMessage(sentence, error.serviceMessage);
}

/** Describes a pause that is longer than requests wait automatically. */
function pauseSentence(retryAfterMs: number): Words {
  return sentences(
    words(l10n.t('The service accepts no requests until {0}.'), formatTime(Date.now() + retryAfterMs)),
    words(l10n.t('To try anyway, select “Try Anyway”, then repeat the action.')),
  );
}

/** Quotes the service's message, which names the field where the code doesn't. */
function withServiceMessage(sentence: Words, message: string | undefined): Words {
  if (message === undefined || message.trim() === '') return sentence;
  return words(l10n.t('{0} The service says: “{1}”'), sentence, message);
}

/** The maximum number of characters that are shown of an error's own message. */
const maxSentenceCharacters = 500;

/** The maximum number of jobs that are named for each reason. */
const maxNamedJobs = 3;

/** Lists why the service refused single jobs: each reason once, with its jobs. */
function refusedJobsSentence(jobs: readonly RefusedJob[]): Words {
  const jobsByReason = Map.groupBy(jobs, ({ meaning, message }) => meaning ?? `“${message}”`);
  const reports: Words[] = [];
  for (const jobsOfReason of jobsByReason.values()) {
    const { meaning, message } = jobsOfReason[0] ?? {};
    let sentence = withServiceMessage(serviceSentences.invalid(), message);
    if (meaning !== undefined) sentence = meaningSentences[meaning]();
    const titles = new Set(jobsOfReason.map(({ title }) => title));
    const quotedTitles = Array.from(titles, (title) => words(l10n.t('“{0}”'), title));
    reports.push(words(l10n.t('{0}: {1}'), truncatedList(quotedTitles, maxNamedJobs), sentence));
  }
  return sentences(...reports);
}

const serviceSentences: Readonly<Record<ServiceErrorReason, () => Words>> = {
  authentication: meaningSentences['keys-rejected'],
  forbidden: () =>
    sentences(
      words(l10n.t('The service, or a gateway in front of it, refused the request (HTTP 403).')),
      words(
        l10n.t('Check the base address with “Connect to a Service”, or ask your administrator whether it is allowed.'),
      ),
    ),
  'proxy-authentication': () =>
    sentences(
      words(l10n.t('The proxy requires a user name and a password (HTTP 407).')),
      words(
        l10n.t(
          'Start VS Code with the environment variable {0} set to an address such as {1}, and without the setting “http.proxy”.',
        ),
        'HTTPS_PROXY',
        'http://user:password@proxy.example.com:8080',
      ),
    ),
  'proxy-negotiation': () =>
    sentences(
      words(l10n.t('The proxy accepts only Kerberos or NTLM (HTTP 407), which this extension doesn’t support.')),
      words(l10n.t('Ask your administrator to let requests to the service pass without them.')),
      words(l10n.t('Or run a local proxy that signs in for you, such as Px, and set “http.proxy” to its address.')),
    ),
  'proxy-address': () =>
    sentences(
      words(l10n.t('The address of the proxy is not valid, or the proxy is of an unsupported kind.')),
      words(l10n.t('It must start with {0}, {1}, or {2}.'), 'http://', 'https://', 'socks5://'),
      words(l10n.t('Check the setting “http.proxy” and the environment variable {0}.'), 'HTTPS_PROXY'),
    ),
  invalid: () => words(l10n.t('The service rejected the request.')),
  'duplicate-submit': meaningSentences['duplicate-submit'],
  'not-found': () => words(l10n.t('The service can’t find this job or order in your account.')),
  'wrong-state': meaningSentences['job-status-invalid'],
  credits: meaningSentences['credits-insufficient'],
  throttled: () => words(l10n.t('The service received too many requests. Try again in a minute.')),
  unavailable: meaningSentences['out-of-order'],
  network: () => words(l10n.t('The service can’t be reached. Check the connection and try again.')),
  timeout: () => words(l10n.t('The service didn’t respond in time. Try again later.')),
  aborted: () => words(l10n.t({ message: 'Canceled.', comment: 'an action that was stopped, not a job' })),
  unreadable: () => words(l10n.t('The service sent an unexpected response. The log has the details.')),
  insecure: () =>
    sentences(
      words(
        l10n.t(
          'The address is not safe: it does not use https, its certificate is invalid, or it redirects elsewhere.',
        ),
      ),
      words(l10n.t('No keys were sent there. Check the address with “Connect to a Service”.')),
    ),
  'no-credentials': () =>
    sentences(
      words(l10n.t('The keys for this service are no longer there, so nothing was sent.')),
      words(l10n.t('Run “Connect to a Service” to enter them again.')),
      ...keyStorageAdvice(),
    ),
  service: () => words(l10n.t('The service returned an error.')),
};

const orderSentences: Readonly<
  Record<Exclude<OrderErrorReason, 'over-budget' | 'not-allowed'>, (subject: string) => Words>
> = {
  'not-a-locale-file': (path) =>
    sentences(
      words(l10n.t('{0} is not a locale file: its path contains no locale, or its format is not supported.'), path),
      ...countryHints(path),
      words(l10n.t('To define where your project keeps its locale files, use the setting “Layouts”.')),
    ),
  'no-locale-files': () =>
    sentences(
      words(l10n.t('No locale files were found here.')),
      words(l10n.t('To define where your project keeps its locale files, use the setting “Layouts”.')),
    ),
  'source-unknown': (path) =>
    sentences(
      words(l10n.t('The source of the strings in {0} is unknown, because no file is in the source language.'), path),
      words(l10n.t('To name the language of the source texts, use the setting “Source Locale”.')),
    ),
  'locale-unsupported': (locale) => unsupportedSentence(locale),
  'pair-unsupported': (pair) =>
    words(l10n.t({ message: 'The service doesn’t translate {0}.', comment: 'a pair of languages' }), pair),
  'nothing-to-order': () => words(l10n.t('Nothing needs to be translated.')),
  'not-a-document': (path) =>
    words(l10n.t('{0} is not in an open folder, so its translation can’t be delivered. Open its folder first.'), path),
  'mixed-documents': () =>
    words(
      l10n.t('These documents are in different folders or languages. Select one folder and one language at a time.'),
    ),
  'no-document': (title) => words(l10n.t('The translated file of “{0}” is not available yet.'), title),
  'in-flight': (title) =>
    words(
      l10n.t('“{0}” is already on order, so it was not ordered again. The Human Translation view lists the jobs.'),
      title,
    ),
  'plan-stale': (title) =>
    sentences(
      words(l10n.t('“{0}” was ordered, delivered, or edited while this order was being prepared.'), title),
      words(l10n.t('Nothing more was ordered. Start the order again to see the current plan.')),
    ),
  interrupted: () =>
    sentences(
      words(l10n.t('Ordering or delivering was stopped because this window was suspended.')),
      words(l10n.t('Another window may have continued. Try again to see the current state.')),
    ),
  'journal-newer': () =>
    sentences(
      words(l10n.t('A newer version of Human Translation has written to the order journal.')),
      words(l10n.t('Reload this window to use that version.')),
    ),
  busy: () => words(l10n.t('Another window is ordering or delivering. Try again in a moment.')),
  'disk-full': (path) =>
    words(l10n.t('The disk is full, so the journal {0} can’t be written. Free some space and try again.'), path),
  'read-only': (path) => words(l10n.t('{0} is read-only. Make it writable and try again.'), path),
  'unknown-job': () => words(l10n.t('This job is no longer available. Refresh the list.')),
  'wrong-state': (title) => words(l10n.t('The status of “{0}” has changed, so this is no longer possible.'), title),
  'already-started': (title) =>
    sentences(
      words(l10n.t('A translator has started “{0}”, so it wasn’t canceled, and nothing was ordered.'), title),
      words(l10n.t('You can message the translator instead.')),
    ),
  'changed-since-shown': (title) =>
    sentences(
      words(l10n.t('The translation of “{0}” has changed since it was shown, so it was not approved.'), title),
      words(l10n.t('Review the current translation first.')),
    ),
  problems: (title) =>
    words(l10n.t('The checks found errors in the translation of “{0}”, so it was not approved.'), title),
  'comment-empty': () => words(l10n.t('A comment is required. Tell the translator what to do.')),
  'comment-too-long': meaningSentences['comment-too-long'],
  'no-project': () => words(l10n.t('The folder of this job is not open.')),
  'changed-since': (path) => words(l10n.t('The delivery was not undone because {0} has changed since then.'), path),
  'nothing-to-undo': () => words(l10n.t('There is no delivery to undo.')),
  'not-delivered': (why) => {
    if (why === '') return words(l10n.t('The translation was not delivered.'));
    return fromOutside(why, maxSentenceCharacters);
  },
};

/** Returns what to do where VS Code can't keep keys. */
function keyStorageAdvice(): readonly Words[] {
  return [
    words(
      l10n.t(
        'On Linux, VS Code keeps keys in a keyring such as GNOME Keyring or KWallet, which “password-store” in “Configure Runtime Arguments” selects.',
      ),
    ),
    words(
      l10n.t('Or start VS Code with the environment variables {0}, {1}, and {2}.'),
      variables.baseUrl,
      variables.publicKey,
      variables.privateKey,
    ),
  ];
}
