import * as vscode from 'vscode';
import { FormatError } from '../formats/format.ts';
import { UnreadableFileError } from '../orders/localeFile.ts';
import { OverBudgetError } from '../orders/budget.ts';
import { OrderError, type OrderErrorReason } from '../orders/orderError.ts';
import { UnprotectableError } from '../placeholders/placeholder.ts';
import { PlaceholderSettingError } from '../placeholders/settingError.ts';
import { ServiceError, type ServiceErrorReason } from '../service/serviceError.ts';
import { openBudgetSetting, openSettingsTitle, overBudgetSentence } from './budgetSentences.ts';
import { NotConnectedError, RestrictedModeError } from './connection.ts';
import { meaningSentences } from './meaningSentences.ts';
import { formatTime } from './jobLabels.ts';
import { nameSome } from './someNames.ts';
import { uriOf } from './projects.ts';
import { RefusedJobsError, type RefusedJob } from './refusedJobs.ts';

const t = vscode.l10n.t;

/** What happened and what to do about it, in words for a person. The technical side of an error goes to the log. */
export function errorSentence(error: unknown): string {
  if (error instanceof ServiceError) return serviceSentence(error);
  if (error instanceof RefusedJobsError) return refusedJobsSentence(error.jobs);
  if (error instanceof OverBudgetError) return overBudgetSentence(error.problem, error.currency);
  if (error instanceof OrderError && error.reason !== 'over-budget') return orderSentences[error.reason](error.subject ?? '');
  if (error instanceof UnreadableFileError) return t('{0} cannot be read. Line {1}, column {2}: {3} Nothing was sent.', error.path, error.place.line, error.place.column, endWithStop(error.place.reason));
  if (error instanceof FormatError) return t('Line {0}, column {1}: {2}', error.line, error.column, endWithStop(error.reason));
  if (error instanceof UnprotectableError) return error.message;
  if (error instanceof PlaceholderSettingError) return t('“{0}” in the setting humanTranslation.{1} cannot be used. {2} Nothing was sent.', shorten(error.value), error.setting, error.reason);
  if (error instanceof NotConnectedError) return t('No keys are stored for {0}. Run “Connect to a Service” to enter them, or “Use the Sandbox” to try things out.', error.baseUrl);
  if (error instanceof RestrictedModeError) return t('This workspace is in Restricted Mode, so nothing is sent. Trust the workspace to order translations.');
  return error instanceof Error ? error.message : String(error);
}

/** What helps with an error, as a button of its message. */
export interface ErrorRemedy {
  readonly title: string;
  readonly run: () => Promise<void>;
}

/** A broken file is opened at the place where it is broken, the settings at what cannot be used or the budget that is too small. */
export function errorRemedy(error: unknown): ErrorRemedy | undefined {
  if (error instanceof OverBudgetError) return { title: openSettingsTitle(), run: () => openBudgetSetting(error.problem.kind) };
  if (error instanceof PlaceholderSettingError) return { title: openSettingsTitle(), run: () => openSetting(`humanTranslation.${error.setting}`) };
  if (error instanceof ServiceError && error.tryAnyway !== undefined) {
    const { tryAnyway } = error;
    return {
      title: t('Try Anyway'),
      run: () => {
        tryAnyway();
        return Promise.resolve();
      },
    };
  }
  if (!(error instanceof UnreadableFileError)) return undefined;
  const uri = uriOf(error.project, error.path);
  if (uri === undefined) return undefined;
  const at = new vscode.Position(error.place.line - 1, error.place.column - 1);
  return {
    title: t('Go to the Place'),
    run: async () => {
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
    },
  };
}

async function openSetting(name: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', name);
}

/** True for what the person did on purpose. */
export function isAbort(error: unknown): boolean {
  return (error instanceof ServiceError && error.reason === 'aborted') || (error instanceof Error && error.name === 'AbortError') || error instanceof vscode.CancellationError;
}

function serviceSentence(error: ServiceError): string {
  if (error.retryAfterMs !== undefined && error.tryAnyway !== undefined) return pauseSentence(error.retryAfterMs);
  if (error.meaning !== undefined) return meaningSentences[error.meaning]();
  return withOwnWords(serviceSentences[error.reason](), error.reason === 'invalid' || error.reason === 'service' ? error.serviceMessage : undefined);
}

/** The pause is longer than requests wait by themselves. */
function pauseSentence(retryAfterMs: number): string {
  return t('The service asks to be left alone until {0}. To try anyway, select “Try Anyway”, then repeat what you did.', formatTime(Date.now() + retryAfterMs));
}

/** The service's own words say which field it means, where its code says nothing; they come from outside, so they stand quoted and short. */
function withOwnWords(sentence: string, own: string | undefined): string {
  return own === undefined || own.trim() === '' ? sentence : t('{0} The service says: “{1}”', sentence, shorten(own));
}

/** So many jobs are named for each reason. */
const namedJobs = 3;

/** Why the service refused single jobs: each reason once, with the jobs it is about. */
function refusedJobsSentence(jobs: readonly RefusedJob[]): string {
  const titles = new Map<string, Set<string>>();
  for (const { title, meaning, message } of jobs) {
    const sentence = meaning === undefined ? withOwnWords(serviceSentences.invalid(), message) : meaningSentences[meaning]();
    titles.set(sentence, (titles.get(sentence) ?? new Set()).add(title));
  }
  return [...titles].map(([sentence, about]) => `${nameSome([...about].map((title) => t('“{0}”', title)), namedJobs)}: ${sentence}`).join(' ');
}

const serviceSentences: Readonly<Record<ServiceErrorReason, () => string>> = {
  authentication: meaningSentences['keys-rejected'],
  forbidden: () => t('The service, or a gateway in front of it, did not let the request through (HTTP 403). Check the base address with “Connect to a Service”, and ask your network’s administrator whether this address is allowed.'),
  'proxy-authentication': () => t('The proxy asks for a user name and a password (HTTP 407). Add them to the address in the setting “http.proxy”, and try again.'),
  invalid: () => t('The service did not accept the request.'),
  'duplicate-submit': meaningSentences['duplicate-submit'],
  'not-found': () => t('The service does not know this job or order in your account.'),
  'wrong-state': () => t('The job has moved on meanwhile, so this is not possible any more. The list has been refreshed.'),
  credits: meaningSentences['credits-insufficient'],
  throttled: () => t('The service asks for fewer requests. Try again in a minute.'),
  unavailable: meaningSentences['out-of-order'],
  network: () => t('The service cannot be reached. Check the connection and try again.'),
  timeout: () => t('The service did not answer in time. Try again later.'),
  aborted: () => t('Canceled.'),
  unreadable: () => t('The service gave an answer that cannot be read. The log has the details.'),
  insecure: () => t('The address is not safe: it is not reached over https, its certificate cannot be verified, or it leads elsewhere. No keys were sent there. Check the address with “Connect to a Service”.'),
  'no-credentials': () => t('No keys are stored for this service. Run “Connect to a Service”.'),
  service: () => t('The service refused.'),
};

const orderSentences: Readonly<Record<Exclude<OrderErrorReason, 'over-budget'>, (subject: string) => string>> = {
  'not-a-locale-file': (path) => t('{0} is not a locale file that can be ordered: its name shows no locale, or its format is not supported. The setting “Layouts” can say where the locale stands.', path),
  'locale-unsupported': (locale) => t('The service does not translate “{0}”.', locale),
  'pair-unsupported': (pair) => t('The service does not translate {0}.', pair),
  'nothing-to-order': () => t('Nothing needs to be translated.'),
  'not-a-document': (path) => t('{0} is not in a folder that is open, so there is no place for its translation. Open its folder first.', path),
  'mixed-documents': () => t('These documents are of different folders or languages. Choose those of one folder and one language at a time.'),
  'no-document': (title) => t('The translated file of “{0}” is not there yet.', title),
  'in-flight': (title) => t('“{0}” is ordered already, so nothing was sent. The jobs are in the Human Translation view.', title),
  'over-balance': () => t('The account’s balance does not cover the price. Nothing was ordered.'),
  busy: () => t('Another window is ordering or delivering. Try again in a moment.'),
  'unknown-job': () => t('This job is not known any more. Refresh the list.'),
  'wrong-state': (title) => t('“{0}” has moved on meanwhile, so this is not possible any more.', title),
  problems: (title) => t('The checks found errors in the translation of “{0}”, so it was not approved.', title),
  'comment-empty': () => t('Write a comment first: it tells the translator what to do.'),
  'comment-too-long': meaningSentences['comment-too-long'],
  'no-project': () => t('The folder that this job belongs to is not open.'),
  'changed-since': (path) => t('{0} was changed since the delivery, so it was left as it is.', path),
  'nothing-to-undo': () => t('There is no delivery to undo.'),
  'not-delivered': (why) => (why === '' ? t('The translation was not written.') : why),
};

function endWithStop(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}
