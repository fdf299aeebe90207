import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { FormatError, type Unit } from '../formats/format.ts';
import { deliveredProblems, rangeInLiteral, type DeliveredValue } from '../orders/deliver/deliveredProblems.ts';
import { hashText } from '../orders/model/hash.ts';
import type { Project } from '../orders/model/project.ts';
import { sourceUnitOf } from '../orders/model/sourceUnit.ts';
import { targetUnitOf } from '../orders/files/targetUnit.ts';
import { actionsFor, type TrackedJob } from '../orders/model/trackedJob.ts';
import type { UnitFormat } from '../orders/model/unitFormat.ts';
import type { CommandId, JobArgument } from '../editor/commandIds.ts';
import { localeName } from '../words/formatting.ts';
import { problemSentence } from '../words/problemSentences.ts';
import { findProject } from '../editor/workspace/projects.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { diagnostic, quickFix } from '../editor/shown/inEditors.ts';
import { type Words, words } from '../words/words.ts';

/** How long to wait after a change of a file before it is checked again. */
const checkDelayMs = 400;

/** A file to which translations with problems were delivered. */
interface WatchedFile {
  readonly uri: vscode.Uri;
  values: readonly DeliveredValue[];
  readonly watcher: Disposable;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the checks of this file; only the result of the last one is shown. */
  checks: number;
  found: readonly FoundProblem[];
}

interface FoundProblem {
  readonly diagnostic: vscode.Diagnostic;
  readonly job: TrackedJob;
}

/**
 * Shows the problems of delivered translations as diagnostics on their strings, as long as a string is unchanged since
 * its delivery. This includes closed files, since a delivery opens no editor. Only files to which such a string was
 * delivered are read. Nothing is stored: diagnostics are computed from the jobs of each refresh, so they appear again
 * after a restart as soon as the jobs are loaded, and disappear when the job is archived.
 */
export class DeliveredDiagnostics implements Disposable {
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
        { pattern: '**' },
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
    const wanted = Map.groupBy(
      session === undefined ? [] : deliveredProblems(jobs, session.context.ledger),
      ({ unit }) => uriOf(unit.project, unit.targetFile)?.toString(),
    );
    for (const [name, file] of this.#files) if (!wanted.has(name)) this.#forget(name, file);
    for (const [name, values] of wanted) if (name !== undefined) this.#watch(name, values);
  }

  #watch(name: string, values: readonly DeliveredValue[]): void {
    const known = this.#files.get(name);
    if (known === undefined) {
      const uri = vscode.Uri.parse(name, true);
      const watcher = watchFile(uri, () => {
        this.#checkLater(uri);
      });
      this.#files.set(name, { uri, values, watcher, timer: undefined, checks: 0, found: [] });
    } else {
      known.values = values;
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
    let found: readonly FoundProblem[] = [];
    try {
      found = await findProblems(file);
    } catch (error) {
      // While someone is typing, a file is often invalid for a moment. The next change checks it again.
      if (!(error instanceof FormatError))
        this.#log(`The problems of translations delivered to ${file.uri.path} can't be shown: ${String(error)}`);
    }
    if (this.#files.get(name) !== file || file.checks !== check) return;
    file.found = found;
    this.#collection.set(
      file.uri,
      found.map(({ diagnostic }) => diagnostic),
    );
  }

  /** Returns the quick fixes for a delivered translation. The job is approved, so a revision can't be requested. */
  #actions({ uri }: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const here =
      this.#files
        .get(uri.toString())
        ?.found.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined) ?? [];
    return [...Map.groupBy(here, ({ job }) => job.id)].flatMap(([jobId, found]) => {
      const [first] = found;
      const diagnostics = found.map(({ diagnostic }) => diagnostic);
      if (first === undefined) return [];
      const { job } = first;
      const fixes = [
        jobFix(words(l10n.t('Open Job “{0}”'), job.title), 'humanTranslation.openJob', jobId, diagnostics),
      ];
      if (actionsFor(job).has('undoDelivery')) {
        const undo = words(l10n.t('Undo Delivery of “{0}”'), job.title);
        fixes.push(jobFix(undo, 'humanTranslation.undoDelivery', jobId, diagnostics));
      }
      return fixes;
    });
  }

  dispose(): void {
    for (const [name, file] of this.#files) this.#forget(name, file);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function jobFix(
  title: Words,
  command: CommandId,
  jobId: string,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction {
  return quickFix(title, command, [{ jobId } satisfies JobArgument], diagnostics);
}

/** Calls back when a file on disk changes. The file's name is escaped, so that it isn't interpreted as a pattern. */
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

/** Returns the problems of those strings of a file that are unchanged since the delivery. */
async function findProblems({ uri, values }: WatchedFile): Promise<readonly FoundProblem[]> {
  const found: FoundProblem[] = [];
  // The strings of one file may have several sources and several locales.
  for (const group of Map.groupBy(values, ({ unit, job }) =>
    JSON.stringify([unit.file, unit.locale, job.sourceLocale]),
  ).values()) {
    const [first] = group;
    const project = first === undefined ? undefined : findProject(first.unit.project);
    const text = first === undefined ? undefined : await project?.read(first.unit.targetFile);
    if (first === undefined || project === undefined || text === undefined) continue;
    const source = await readSource(project, first);
    const format = source?.format ?? (await project.format(first.unit.targetFile, text));
    const units = new Map((await format?.read(text, first.unit.locale))?.map((unit) => [unit.id, unit]));
    const positionOf = positionsIn(text);
    for (const value of group) {
      const unit = targetUnitOf(units, value.unit.key);
      if (unit === undefined || hashText(unit.text) !== value.valueHash) continue;
      const origin = source?.locationOf(value.unit.key) ?? new vscode.Location(uri, positionOf(unit.start));
      for (const problem of value.problems) {
        const range = rangeInLiteral(text.slice(unit.start, unit.end), problem, value.job) ?? {
          start: 0,
          end: unit.end - unit.start,
        };
        const shown = diagnostic(
          new vscode.Range(positionOf(unit.start + range.start), positionOf(unit.start + range.end)),
          problemSentence(problem),
          problem.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
          [
            [
              origin,
              words(
                l10n.t('The source, translated into {0} as job {1}'),
                localeName(value.job.targetLocale),
                value.job.id,
              ),
            ],
          ],
        );
        shown.code = problem.kind;
        found.push({ diagnostic: shown, job: value.job });
      }
    }
  }
  return found;
}

interface SourceStrings {
  readonly format: UnitFormat;
  locationOf(key: string): vscode.Location | undefined;
}

/** Returns a source's format and the locations of its strings; undefined if it no longer exists or can't be read. */
async function readSource(project: Project, { unit, job }: DeliveredValue): Promise<SourceStrings | undefined> {
  const text = await project.read(unit.file);
  const uri = uriOf(project.id, unit.file);
  const format = text === undefined ? undefined : await project.format(unit.file, text);
  if (text === undefined || uri === undefined || format === undefined) return undefined;
  let units: ReadonlyMap<string, Unit>;
  try {
    const holdsSeveral = (await format.locales(text)) !== undefined;
    units = new Map((await format.read(text, holdsSeveral ? undefined : job.sourceLocale)).map((one) => [one.id, one]));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    units = new Map();
  }
  const positionOf = positionsIn(text);
  return {
    format,
    locationOf: (key) => {
      const found = sourceUnitOf(units, key);
      return found === undefined
        ? undefined
        : new vscode.Location(uri, new vscode.Range(positionOf(found.start), positionOf(found.end)));
    },
  };
}

/** Returns a function that converts UTF-16 offsets in a text to positions. */
function positionsIn(text: string): (offset: number) => vscode.Position {
  const lineStarts = [
    0,
    ...Array.from(text.matchAll(/\r\n|\n|\r/gu), (lineBreak) => lineBreak.index + lineBreak[0].length),
  ];
  return (offset) => {
    let [line, beyond] = [0, lineStarts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return new vscode.Position(line, offset - (lineStarts[line] ?? 0));
  };
}
