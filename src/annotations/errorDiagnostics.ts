import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
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
  values: readonly ReturnedErrors[];
  readonly watcher: Disposable;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the checks of this file; only the result of the last one is shown. */
  checks: number;
  found: readonly FoundError[];
}

/**
 * Shows the errors of translations as diagnostics: of a delivered one at its value, as long as that is unchanged since
 * the delivery; of one that waits for a review or a delivery at the source's key. This includes closed files. Only files
 * with such a string are read. Nothing is stored: diagnostics are computed from the jobs of each refresh, so they appear
 * again after a restart as soon as the jobs are loaded, and disappear when the error is resolved or the job is archived.
 */
export class ErrorDiagnostics implements Disposable {
  readonly #sessions: SessionHost;
  readonly #log: (line: string) => void;
  readonly #collection = vscode.languages.createDiagnosticCollection('humanTranslation');
  readonly #files = new Map<string, WatchedFile>();
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #shownJobs: readonly TrackedJob[] | undefined;

  constructor(sessions: SessionHost, log: (line: string) => void) {
    this.#sessions = sessions;
    this.#log = log;
    this.#subscriptions = [
      this.#collection,
      sessions.onDidChange(() => {
        this.#followJobs();
      }),
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
        if (focused) for (const { uri } of this.#files.values()) this.#checkLater(uri);
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#shownJobs = undefined;
        this.#update();
      }),
      vscode.languages.registerCodeActionsProvider(
        '*',
        { provideCodeActions: (document, range) => this.#actions(document, range) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    ];
    this.#followJobs();
  }

  #followJobs(): void {
    this.#jobsSubscription?.dispose();
    this.#shownJobs = undefined;
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(() => {
      this.#update();
    });
    this.#update();
  }

  #update(): void {
    const { session } = this.#sessions;
    const jobs = session?.jobs.all ?? [];
    if (jobs === this.#shownJobs) return;
    this.#shownJobs = jobs;
    // Only a delivered value has a hash. Strings of a folder that is not open have no URI, so they are not watched.
    const valuesByUri = Map.groupBy(
      session === undefined ? [] : returnedErrors(jobs, session.context.ledger),
      ({ unit, valueHash }) => uriOf(unit.project, valueHash === undefined ? unit.file : unit.targetFile)?.toString(),
    );
    for (const [name, file] of this.#files) if (!valuesByUri.has(name)) this.#forget(name, file);
    for (const [name, values] of valuesByUri) if (name !== undefined) this.#watch(name, values);
  }

  #watch(name: string, values: readonly ReturnedErrors[]): void {
    const watched = this.#files.get(name);
    if (watched === undefined) {
      const uri = vscode.Uri.parse(name, true);
      const watcher = watchFile(uri, () => {
        this.#checkLater(uri);
      });
      this.#files.set(name, { uri, values, watcher, timer: undefined, checks: 0, found: [] });
    } else {
      watched.values = values;
    }
    void this.#check(name);
  }

  #forget(name: string, { uri, watcher, timer }: WatchedFile): void {
    clearTimeout(timer);
    watcher.dispose();
    this.#files.delete(name);
    this.#collection.delete(uri);
  }

  #checkLater(uri: vscode.Uri): void {
    const name = uri.toString();
    const file = this.#files.get(name);
    if (file === undefined) return;
    clearTimeout(file.timer);
    file.timer = setTimeout(() => void this.#check(name), checkDelayMs);
  }

  async #check(name: string): Promise<void> {
    const file = this.#files.get(name);
    if (file === undefined) return;
    file.checks += 1;
    const check = file.checks;
    let found: readonly FoundError[] = [];
    try {
      found = await findErrors(file.uri, file.values);
    } catch (error) {
      // While someone is typing, a file is often invalid for a moment. The next change checks it again.
      if (!(error instanceof FormatError))
        this.#log(`The errors of translations can't be shown in ${file.uri.path}: ${String(error)}`);
    }
    if (this.#files.get(name) !== file || file.checks !== check) return;
    file.found = found;
    this.#collection.set(
      file.uri,
      found.map(({ diagnostic }) => diagnostic),
    );
  }

  /** Returns the quick fixes for a translation with errors, as its job allows. */
  #actions({ uri }: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const errorsOfFile = this.#files.get(uri.toString())?.found ?? [];
    const errorsInRange = errorsOfFile.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
    return [...Map.groupBy(errorsInRange, ({ job }) => job.id)].flatMap(([jobId, errorsOfJob]) => {
      const [first] = errorsOfJob;
      const diagnostics = errorsOfJob.map(({ diagnostic }) => diagnostic);
      if (first === undefined) return [];
      const { job } = first;
      const actions = actionsFor(job);
      const language = localeName(job.targetLocale);
      const fix = (title: Words, command: CommandId): vscode.CodeAction =>
        quickFix(title, command, [{ jobId } satisfies JobArgument], diagnostics);
      const fixes: vscode.CodeAction[] = [];
      if (actions.has('revise'))
        fixes.push(
          fix(words(l10n.t('Request Revision of “{0}” ({1})…'), job.title, language), 'humanTranslation.revise'),
        );
      fixes.push(fix(words(l10n.t('Show Job “{0}” ({1})'), job.title, language), 'humanTranslation.openJob'));
      if (actions.has('undoDelivery'))
        fixes.push(fix(words(l10n.t('Undo Delivery of “{0}”'), job.title), 'humanTranslation.undoDelivery'));
      return fixes;
    });
  }

  dispose(): void {
    for (const [name, file] of this.#files) this.#forget(name, file);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Calls back when a file on disk changes. Its name is escaped, because it is no pattern: `[id].po → [[]id[]].po`. */
function watchFile(uri: vscode.Uri, changed: () => void): Disposable {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1).replace(/[[\]{}*?]/gu, '[$&]');
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name),
  );
  const subscriptions = [
    watcher,
    watcher.onDidChange(changed),
    watcher.onDidCreate(changed),
    watcher.onDidDelete(changed),
  ];
  return {
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
