import * as vscode from 'vscode';
import { unlessAborted } from '../base/clock.ts';
import { hasJournal } from '../editor/session/journalMarkers.ts';
import type { Services } from '../editor/session/services.ts';
import { journalFolder } from '../editor/session/accountJournal.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { plain } from '../words/plain.ts';
import { estimateResult } from './estimateResult.ts';
import { jobsResult, selectJobs, type KnownJobs } from './jobsResult.ts';
import { projectEstimate, projectStatus } from './projectState.ts';
import { statusResult } from './statusResult.ts';
import type { ToolActions } from './toolActions.ts';
import { fieldsOf, parseToolInput, ToolInputError, type ToolInput } from './toolInput.ts';
import type { ToolName } from './toolNames.ts';
import { ownText, toolResult } from './toolResult.ts';
import { nameOfFile, namesOfPaths, resolveFiles } from './workspaceFiles.ts';

/** The maximum duration of a call. */
const maxCallMs = 60_000;

interface ToolCall {
  readonly services: Services;
  readonly actions: ToolActions;
  readonly token: vscode.CancellationToken;
}

/**
 * Runs a tool and returns its result for the model. No tool sends anything; those that order or review only open the
 * page on which the user decides. Rejects with an error whose message says why it failed.
 */
export async function runTool(name: ToolName, input: unknown, { services, actions, token }: ToolCall): Promise<string> {
  if (!vscode.workspace.isTrusted) throw new ToolInputError('The workspace is in Restricted Mode.');
  const parsed = parseToolInput(input, fieldsOf[name]);
  const canceled = new AbortController();
  const subscription = token.onCancellationRequested(() => {
    canceled.abort();
  });
  if (token.isCancellationRequested) canceled.abort();
  const signal = AbortSignal.any([canceled.signal, AbortSignal.timeout(maxCallMs)]);
  try {
    signal.throwIfAborted();
    return await unlessAborted(runners[name](parsed, { services, actions }, signal), signal);
  } catch (error) {
    if (canceled.signal.aborted) throw new vscode.CancellationError();
    if (error instanceof ToolInputError) throw error;
    services.messages.log(`The tool ${name} failed: ${String(error)}`);
    if (signal.aborted) throw new ToolInputError('This took too long. Name fewer files or locales.');
    throw new Error(plain(errorSentence(error)));
  } finally {
    subscription.dispose();
  }
}

type Run = (input: ToolInput, call: Pick<ToolCall, 'services' | 'actions'>, signal: AbortSignal) => Promise<string>;

const runners: Readonly<Record<ToolName, Run>> = {
  'human-translation_status': async (input, { services }, signal) =>
    statusResult(await projectStatus(services, input, signal)),
  'human-translation_estimate': async (input, { services }, signal) =>
    estimateResult(await projectEstimate(services, input, signal)),
  'human-translation_jobs': async (input, { services }) => {
    const jobs = await knownJobs(services);
    if (jobs !== undefined) return jobsResult(jobs, withNames(input));
    const hasOrdered = await hasJournal(journalFolder(services.extension));
    const message = hasOrdered
      ? ownText('No job is open. The jobs are not loaded in this window; the user can load them in the Jobs view.')
      : ownText('Nothing has been ordered on this machine.');
    return toolResult({ message }, 'jobs', []);
  },
  'human-translation_order': async ({ files, locales, keys }, { services, actions }, signal) => {
    const uris = await resolveFiles(files);
    openForUser({ services, signal, isOrder: true }, () => actions.order({ uris, locales, keys }));
    return 'The order wizard is open. The user now decides what is ordered and confirms the price. Nothing was ordered.';
  },
  'human-translation_review': async (input, { services, actions }, signal) => {
    const { files, locales, jobs } = input;
    const isFiltered = files.length + locales.length + jobs.length > 0;
    const ids = isFiltered ? await idsToReview(services, input) : undefined;
    openForUser({ services, signal, isOrder: false }, () => actions.review(ids));
    return 'The review page is open. The user now decides about each translation. Nothing was approved.';
  },
};

/** Whether a wizard that a tool opened is still open. */
let isOrdering = false;

interface OpenOptions {
  readonly services: Services;
  /** Aborted if the call was canceled, so that nothing is to be opened. */
  readonly signal: AbortSignal;
  readonly isOrder: boolean;
}

/** Opens the wizard or a page without waiting for the user. Throws if a wizard is open, or if the signal is aborted. */
function openForUser({ services, signal, isOrder }: OpenOptions, show: () => Promise<void>): void {
  signal.throwIfAborted();
  if (isOrder && isOrdering)
    throw new ToolInputError('The order wizard is already open. The user has to complete or close it first.');
  if (isOrder) isOrdering = true;
  show()
    .catch((error: unknown) => services.messages.error(error, { isOrdering: isOrder }))
    .catch((failure: unknown) => {
      services.messages.log(`An error could not be shown: ${String(failure)}`);
    })
    .finally(() => {
      if (isOrder) isOrdering = false;
    });
}

/** Returns the ids of the translations to review that a call selects. Throws ToolInputError if there are none. */
async function idsToReview(services: Services, input: ToolInput): Promise<readonly string[]> {
  const jobs = await knownJobs(services);
  if (jobs === undefined)
    throw new ToolInputError('The jobs are not loaded, so they can’t be selected. Call the tool without a selection.');
  const ids = selectJobs(jobs, { ...withNames(input), states: ['reviewable'] }).map(({ id }) => id);
  if (ids.length === 0) throw new ToolInputError('No translation of this selection waits for a review.');
  return ids;
}

/** Replaces the paths of files and folders by their names in results, which `selectJobs` compares. */
function withNames(input: ToolInput): ToolInput {
  return { ...input, files: namesOfPaths(input.files) };
}

/** Returns the jobs of the session in use; undefined if none is open. Opens none. */
async function knownJobs({ sessions }: Services): Promise<KnownJobs | undefined> {
  const jobs = (await sessions.current())?.jobs;
  if (jobs === undefined) return undefined;
  return {
    all: jobs.all,
    refreshedAt: jobs.state.refreshedAt,
    questionOf: (job) => jobs.threads.questionOf(job)?.text,
    fileOf: ({ project, file }) => nameOfFile(project, file),
  };
}
