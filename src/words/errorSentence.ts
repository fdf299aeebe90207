import * as l10n from '@vscode/l10n';
import { FormatError } from '../formats/format.ts';
import { UnreadableFileError } from '../orders/files/localeFile.ts';
import { OverBudgetError } from '../orders/account/budget.ts';
import { BudgetSettingError } from '../orders/account/budgetSettings.ts';
import { OrderError, type OrderErrorReason } from '../orders/model/orderError.ts';
import { UnprotectableError } from '../placeholders/read/placeholder.ts';
import { PlaceholderSettingError } from '../placeholders/pattern/settingError.ts';
import { ServiceError, type ServiceErrorReason } from '../service/interface/serviceError.ts';
import { budgetSettingSentence, overBudgetSentence } from './budgetSentences.ts';
import { meaningSentences } from './meaningSentences.ts';
import { formatTime } from './formatting.ts';
import { nameSome } from './truncatedList.ts';
import {
  UnprovableSandboxError,
  SandboxRefusedError,
  SandboxGoneError,
  NotConnectedError,
  RestrictedModeError,
} from '../orders/model/connectionErrors.ts';
import { RefusedJobsError, type RefusedJob } from '../orders/model/refusedJobs.ts';
import { join, outside, type Words, words } from './words.ts';

/** Returns a sentence for an error: what happened, and what to do about it. Technical details go to the log. */
export function errorSentence(error: unknown): Words {
  if (error instanceof ServiceError) return serviceSentence(error);
  if (error instanceof RefusedJobsError) return refusedJobsSentence(error.jobs);
  if (error instanceof OverBudgetError) return overBudgetSentence(error.problem, error.currency);
  if (error instanceof BudgetSettingError) return budgetSettingSentence(error);
  if (error instanceof OrderError && error.reason !== 'over-budget')
    return orderSentences[error.reason](error.subject ?? '');
  if (error instanceof UnreadableFileError)
    return words(
      l10n.t('{0} cannot be read. Line {1}, column {2}: {3} Nothing was sent.'),
      error.path,
      error.place.line,
      error.place.column,
      endWithStop(error.place.reason),
    );
  if (error instanceof FormatError)
    return words(l10n.t('Line {0}, column {1}: {2}'), error.line, error.column, endWithStop(error.reason));
  if (error instanceof UnprotectableError) return outside(error.message, namedCharacters);
  if (error instanceof PlaceholderSettingError)
    return words(
      l10n.t('“{0}” in the setting humanTranslation.{1} cannot be used. {2} Nothing was sent.'),
      error.value,
      error.setting,
      error.reason,
    );
  if (error instanceof NotConnectedError)
    return words(
      l10n.t(
        'No keys are stored for {0}. Run “Connect to a Service” to enter them, or “Use the Sandbox” to try things out.',
      ),
      error.baseUrl,
    );
  if (error instanceof RestrictedModeError)
    return words(
      l10n.t('This workspace is in Restricted Mode, so nothing is sent. Trust the workspace to order translations.'),
    );
  if (error instanceof SandboxRefusedError) return words(l10n.t('The sandbox answered: {0}'), error.reason);
  if (error instanceof SandboxGoneError)
    return words(l10n.t('The sandbox has ended, so nothing was sent. Try again: it is started when it is needed.'));
  if (error instanceof UnprovableSandboxError)
    return words(
      l10n.t(
        'A sandbox of an earlier version of this extension is still running (process {0}). Nothing is sent to it, and its jobs are kept. Reload the windows that use it, then end the process or wait: it ends after 30 minutes without a request.',
      ),
      error.pid,
    );
  return outside(error instanceof Error ? error.message : String(error), namedCharacters);
}

function serviceSentence(error: ServiceError): Words {
  if (error.retryAfterMs !== undefined && error.tryAnyway !== undefined) return pauseSentence(error.retryAfterMs);
  if (error.meaning !== undefined) return meaningSentences[error.meaning]();
  return withOwnWords(
    serviceSentences[error.reason](),
    error.reason === 'invalid' || error.reason === 'service' ? error.serviceMessage : undefined,
  );
}

/** The pause is longer than requests wait by themselves. */
function pauseSentence(retryAfterMs: number): Words {
  return words(
    l10n.t(
      'The service asks to be left alone until {0}. To try anyway, select “Try Anyway”, then repeat what you did.',
    ),
    formatTime(Date.now() + retryAfterMs),
  );
}

/** Quotes the service's message, which names the field where the code doesn't. */
function withOwnWords(sentence: Words, own: string | undefined): Words {
  return own === undefined || own.trim() === ''
    ? sentence
    : words(l10n.t('{0} The service says: “{1}”'), sentence, own);
}

/** No sentence from elsewhere is shown at greater length. */
const namedCharacters = 500;

/** The most jobs that are named for each reason. */
const namedJobs = 3;

/** Lists why the service refused single jobs: each reason once, with its jobs. */
function refusedJobsSentence(jobs: readonly RefusedJob[]): Words {
  const reasons = Map.groupBy(jobs, ({ meaning, message }) => meaning ?? `“${message}”`);
  const sentences = [...reasons.values()].flatMap((refused) => {
    const [first] = refused;
    if (first === undefined) return [];
    const { meaning, message } = first;
    const sentence =
      meaning === undefined ? withOwnWords(serviceSentences.invalid(), message) : meaningSentences[meaning]();
    const titles = [...new Set(refused.map(({ title }) => title))];
    return [
      words(
        l10n.t('{0}: {1}'),
        nameSome(
          titles.map((title) => words(l10n.t('“{0}”'), title)),
          namedJobs,
        ),
        sentence,
      ),
    ];
  });
  return join(sentences, ' ');
}

const serviceSentences: Readonly<Record<ServiceErrorReason, () => Words>> = {
  authentication: meaningSentences['keys-rejected'],
  forbidden: () =>
    words(
      l10n.t(
        'The service, or a gateway in front of it, did not let the request through (HTTP 403). Check the base address with “Connect to a Service”, and ask your network’s administrator whether this address is allowed.',
      ),
    ),
  'proxy-authentication': () =>
    words(
      l10n.t(
        'The proxy asks for a user name and a password (HTTP 407). Add them to the address in the setting “http.proxy”, and try again.',
      ),
    ),
  invalid: () => words(l10n.t('The service did not accept the request.')),
  'duplicate-submit': meaningSentences['duplicate-submit'],
  'not-found': () => words(l10n.t('The service does not know this job or order in your account.')),
  'wrong-state': () =>
    words(l10n.t('The job has moved on meanwhile, so this is not possible any more. The list has been refreshed.')),
  credits: meaningSentences['credits-insufficient'],
  throttled: () => words(l10n.t('The service asks for fewer requests. Try again in a minute.')),
  unavailable: meaningSentences['out-of-order'],
  network: () => words(l10n.t('The service cannot be reached. Check the connection and try again.')),
  timeout: () => words(l10n.t('The service did not answer in time. Try again later.')),
  aborted: () => words(l10n.t('Canceled.')),
  unreadable: () => words(l10n.t('The service gave an answer that cannot be read. The log has the details.')),
  insecure: () =>
    words(
      l10n.t(
        'The address is not safe: it is not reached over https, its certificate cannot be verified, or it leads elsewhere. No keys were sent there. Check the address with “Connect to a Service”.',
      ),
    ),
  'no-credentials': () => words(l10n.t('No keys are stored for this service. Run “Connect to a Service”.')),
  service: () => words(l10n.t('The service refused.')),
};

const orderSentences: Readonly<Record<Exclude<OrderErrorReason, 'over-budget'>, (subject: string) => Words>> = {
  'not-a-locale-file': (path) =>
    words(
      l10n.t(
        '{0} is not recognized as a locale file: its name and folders contain no locale, or its format is not supported. To say where your project keeps its locale files, use the setting “Layouts”.',
      ),
      path,
    ),
  'locale-unsupported': (locale) => words(l10n.t('The service does not translate “{0}”.'), locale),
  'pair-unsupported': (pair) => words(l10n.t('The service does not translate {0}.'), pair),
  'nothing-to-order': () => words(l10n.t('Nothing needs to be translated.')),
  'not-a-document': (path) =>
    words(
      l10n.t('{0} is not in a folder that is open, so there is no place for its translation. Open its folder first.'),
      path,
    ),
  'mixed-documents': () =>
    words(
      l10n.t(
        'These documents are of different folders or languages. Choose those of one folder and one language at a time.',
      ),
    ),
  'no-document': (title) => words(l10n.t('The translated file of “{0}” is not there yet.'), title),
  'in-flight': (title) =>
    words(l10n.t('“{0}” is ordered already, so nothing was sent. The jobs are in the Human Translation view.'), title),
  'plan-stale': (title) =>
    words(
      l10n.t(
        '“{0}” was ordered, delivered, or edited after its price was shown, so nothing more was ordered. Choose “Order Locale File” or “Order Selection” again to see the current plan.',
      ),
      title,
    ),
  interrupted: () =>
    words(
      l10n.t(
        'This window was paused while it was ordering or delivering, and another window may have gone on since, so it stopped. Try again to see the current state.',
      ),
    ),
  'journal-newer': () =>
    words(
      l10n.t(
        'This journal was written by a newer version of Human Translation. Reload this window to order with that version; nothing was sent.',
      ),
    ),
  busy: () => words(l10n.t('Another window is ordering or delivering. Try again in a moment.')),
  'unknown-job': () => words(l10n.t('This job is not known any more. Refresh the list.')),
  'wrong-state': (title) => words(l10n.t('“{0}” has moved on meanwhile, so this is not possible any more.'), title),
  'changed-since-shown': (title) =>
    words(
      l10n.t(
        'The translation of “{0}” has changed since it was shown, so it was not approved. Review the current translation first.',
      ),
      title,
    ),
  problems: (title) =>
    words(l10n.t('The checks found errors in the translation of “{0}”, so it was not approved.'), title),
  'comment-empty': () => words(l10n.t('Write a comment first: it tells the translator what to do.')),
  'comment-too-long': meaningSentences['comment-too-long'],
  'no-project': () => words(l10n.t('The folder that this job belongs to is not open.')),
  'changed-since': (path) => words(l10n.t('{0} was changed since the delivery, so it was left as it is.'), path),
  'nothing-to-undo': () => words(l10n.t('There is no delivery to undo.')),
  'not-delivered': (why) =>
    why === '' ? words(l10n.t('The translation was not written.')) : outside(why, namedCharacters),
};

function endWithStop(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}
