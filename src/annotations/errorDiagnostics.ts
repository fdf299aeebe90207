import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { FormatError } from '../formats/format.ts';
import { returnedErrors, type ReturnedErrors } from '../orders/deliver/returnedErrors.ts';
import { actionsFor, type TrackedJob } from '../orders/model/trackedJob.ts';
import type { CommandId, JobArgument } from '../editor/commandIds.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { quickFix } from '../editor/shown/inEditors.ts';
import { localeName } from '../words/formatting.ts';
import { type Words, words } from '../words/words.ts';
import { findErrors, type FoundError } from './findErrors.ts';

/** How long to wait after a change of a file before it is checked again. */
const checkDelayMs = 400;

/** A file with strings whose translations have errors. */
interface WatchedFile {
  readonly uri: vscode.Uri;
  /** The strings with errors, as far as the jobs know. */
  values: readonly ReturnedErrors[];
  readonly watcher: Disposable;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the checks of this file; only the result of the last one is shown. */
  checkCount: number;
  /** The errors that are shown. */
  shownErrors: readonly FoundError[];
}

/**
 * Shows the errors of translations as diagnostics, also in closed files. Those of a delivered translation are at its
 * value, as long as that is unchanged; those of one that waits for a review or a delivery are at the source's key. Only
 * files with such a string are read. Nothing is stored, because diagnostics are computed from the jobs of each refresh:
 * they appear again after a restart, and disappear when the error is resolved or the job is archived.
 */
export class ErrorDiagnostics implements Disposable {
  readonly #sessions: SessionHost;
  readonly #log: (line: string) => void;
  readonly #collection = vscode.languages.createDiagnosticCollection('humanTranslation');
  readonly #watchedFiles = new Map<string, WatchedFile>();
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #shownJobs: readonly TrackedJob[] | undefined;

  constructor(sessions: SessionHost, log: (line: string) => void) {
    this.#sessions = sessions;
    this.#log = log;
    this.#subscriptions = [
      this.#collection,
      sessions.onDidChange(this.#followJobs),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#checkLater(document.uri);
      }),
      // Closing discards unsaved changes.
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#checkLater(document.uri);
      }),
      // On Linux, VS Code misses changes in folders that were created together with their parent folder
      // (https://github.com/parcel-bundler/watcher/issues/97), so files are checked again when the window gets the
      // focus.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) for (const { uri } of this.#watchedFiles.values()) this.#checkLater(uri);
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#shownJobs = undefined;
        this.#update();
      }),
      vscode.languages.registerCodeActionsProvider(
        '*',
        { provideCodeActions: (document, range) => this.#quickFixes(document, range) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    ];
    this.#followJobs();
  }

  readonly #followJobs = (): void => {
    this.#jobsSubscription?.dispose();
    this.#shownJobs = undefined;
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(this.#update);
    this.#update();
  };

  readonly #update = (): void => {
    const { session } = this.#sessions;
    const jobs = session?.jobs.all ?? [];
    if (jobs === this.#shownJobs) return;
    this.#shownJobs = jobs;
    const allValues = session === undefined ? [] : returnedErrors(jobs, session.context.ledger);
    const valuesByUri = Map.groupBy(allValues, ({ unit, valueHash }) => {
      // Only a delivered value has a hash.
      const isDelivered = valueHash !== undefined;
      return uriOf(unit.project, isDelivered ? unit.targetFile : unit.file)?.toString();
    });
    // Strings of a folder that is not open have no URI, so they are not watched.
    for (const [uriText, file] of this.#watchedFiles) if (!valuesByUri.has(uriText)) this.#forget(uriText, file);
    for (const [uriText, values] of valuesByUri) if (uriText !== undefined) this.#watch(uriText, values);
  };

  #watch(uriText: string, values: readonly ReturnedErrors[]): void {
    const watched = this.#watchedFiles.get(uriText);
    if (watched === undefined) {
      const uri = vscode.Uri.parse(uriText, true);
      const watcher = watchFile(uri, () => {
        this.#checkLater(uri);
      });
      this.#watchedFiles.set(uriText, { uri, values, watcher, timer: undefined, checkCount: 0, shownErrors: [] });
    } else watched.values = values;
    void this.#check(uriText);
  }

  #forget(uriText: string, { uri, watcher, timer }: WatchedFile): void {
    clearTimeout(timer);
    watcher.dispose();
    this.#watchedFiles.delete(uriText);
    this.#collection.delete(uri);
  }

  #checkLater(uri: vscode.Uri): void {
    const uriText = uri.toString();
    const file = this.#watchedFiles.get(uriText);
    if (file === undefined) return;
    clearTimeout(file.timer);
    file.timer = setTimeout(() => void this.#check(uriText), checkDelayMs);
  }

  async #check(uriText: string): Promise<void> {
    const file = this.#watchedFiles.get(uriText);
    if (file === undefined) return;
    file.checkCount += 1;
    const { checkCount } = file;
    let errors: readonly FoundError[] = [];
    try {
      errors = await findErrors(file.uri, file.values);
    } catch (error) {
      // While someone is typing, a file is often invalid for a moment. The next change checks it again.
      if (!(error instanceof FormatError))
        this.#log(`The errors of translations can't be shown in ${file.uri.path}: ${String(error)}`);
    }
    if (this.#watchedFiles.get(uriText) !== file || file.checkCount !== checkCount) return;
    file.shownErrors = errors;
    this.#collection.set(
      file.uri,
      errors.map(({ diagnostic }) => diagnostic),
    );
  }

  /** Returns the quick fixes for the errors in a range of a document. */
  #quickFixes({ uri }: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const errorsOfFile = this.#watchedFiles.get(uri.toString())?.shownErrors ?? [];
    const errorsInRange = errorsOfFile.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
    const errorsByJob = Map.groupBy(errorsInRange, ({ job }) => job.id);
    return [...errorsByJob.values()].flatMap(fixesFor);
  }

  dispose(): void {
    for (const [uriText, file] of this.#watchedFiles) this.#forget(uriText, file);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Returns the quick fixes for the errors of one job, as its actions allow. */
function fixesFor(errors: readonly FoundError[]): vscode.CodeAction[] {
  const [firstError] = errors;
  if (firstError === undefined) return [];
  const { job } = firstError;
  const actions = actionsFor(job);
  const language = localeName(job.targetLocale);
  const diagnostics = errors.map(({ diagnostic }) => diagnostic);
  const fixes: vscode.CodeAction[] = [];
  const addFix = (title: Words, command: CommandId): void => {
    fixes.push(quickFix(title, command, [{ jobId: job.id } satisfies JobArgument], diagnostics));
  };
  if (actions.has('revise'))
    addFix(words(l10n.t('Request Revision of “{0}” ({1})…'), job.title, language), 'humanTranslation.revise');
  addFix(words(l10n.t('Show Job “{0}” ({1})'), job.title, language), 'humanTranslation.openJob');
  if (actions.has('undoDelivery'))
    addFix(words(l10n.t('Undo Delivery of “{0}”'), job.title), 'humanTranslation.undoDelivery');
  return fixes;
}

/** Calls `onChange` when a file changes on disk. Its name is escaped, as it is no pattern: `[id].po → [[]id[]].po`. */
function watchFile(uri: vscode.Uri, onChange: () => void): Disposable {
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const escapedName = fileName.replace(/[[\]{}*?]/gu, '[$&]');
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), escapedName);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const store = new DisposableStore();
  store.add(watcher);
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) store.add(event(onChange));
  return store;
}
