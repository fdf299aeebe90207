import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { present } from '../base/present.ts';
import { contextKeys, jobsViewId, type EmptyState, type JobArgument } from '../editor/commandIds.ts';
import { jobUri } from '../editor/jobUri.ts';
import { localeName } from '../words/formatting.ts';
import {
  remainingReviewTime,
  statusIcon,
  statusLabel,
  statusOrder,
  responseProblemLabel,
  waitingLines,
} from '../words/jobLabels.ts';
import { sourceLabel } from '../words/sourceSentences.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { findProject } from '../editor/workspace/projects.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { plain } from '../words/plain.ts';
import { ShownTree, treeItem, withTooltip } from '../editor/shown/tree.ts';
import { join, outside, plural, words } from '../words/words.ts';
import { actionsFor, needsDecision, waitsForOthers, type TrackedJob } from '../orders/model/trackedJob.ts';

/** A row of the tree. A job's row is also the argument of job commands. */
export type JobsNode =
  | { readonly kind: 'status'; readonly status: string; readonly jobs: readonly TrackedJob[] }
  | ({ readonly kind: 'job'; readonly job: TrackedJob; readonly parent: string } & JobArgument);

/** Changes are collected for this time before the tree is updated. */
const updateDelayMs = 100;

/** The Jobs view: all jobs, grouped by status in the order in which they need the user's attention. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, Disposable {
  readonly #sessions: SessionHost;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #shown: ShownTree<JobsNode>;
  readonly #view: vscode.TreeView<JobsNode>;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #shownDigest: string | undefined;
  /** How many jobs of each order can be canceled, by the order's id. */
  #cancelable: ReadonlyMap<string, number> = new Map();
  #updateTimer: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(sessions: SessionHost, onShown: () => void) {
    this.#sessions = sessions;
    this.#shown = new ShownTree(jobsViewId, this);
    this.#view = this.#shown.view;
    this.#subscriptions = [
      this.#changed,
      this.#view,
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) onShown();
      }),
      sessions.onDidChange(() => {
        this.#followJobs();
        // The session was closed because the service, its keys or the trust changed: a visible view shows the jobs of
        // the service that is now in use.
        if (this.#view.visible && sessions.session === undefined && sessions.failure === undefined) onShown();
      }),
    ];
    this.#followJobs();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    return node.kind === 'status'
      ? statusItem(node.status, node.jobs)
      : jobItem(node.job, {
          account: this.#sessions.session?.account ?? '',
          sandbox: this.#usesSandbox(),
          canCancelOrder: this.#canCancelOrder(node.job),
        });
  }

  /** Adds the tooltip. VS Code calls this before it shows the tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    if (node.kind === 'status') return item;
    const { jobTooltip } = await import('../words/jobTooltip.ts');
    return withTooltip(item, jobTooltip(node.job));
  }

  #usesSandbox(): boolean {
    return this.#sessions.session?.connection.kind === 'sandbox';
  }

  /** Returns whether this job and others of its order can be canceled together. */
  #canCancelOrder({ orderId, status }: TrackedJob): boolean {
    return status === 'available' && orderId !== undefined && (this.#cancelable.get(orderId) ?? 0) > 1;
  }

  getChildren(node?: JobsNode): JobsNode[] {
    if (node === undefined) return groupByStatus(this.#sessions.session?.jobs.all ?? []);
    if (node.kind === 'job') return [];
    return node.jobs.map((job) => ({
      kind: 'job',
      jobId: job.id,
      job,
      parent: node.status,
      ...present({ translationHash: job.translationHash }),
    }));
  }

  getParent(node: JobsNode): JobsNode | undefined {
    return node.kind === 'job'
      ? groupByStatus(this.#sessions.session?.jobs.all ?? []).find(
          (group) => group.kind === 'status' && group.status === node.parent,
        )
      : undefined;
  }

  #followJobs(): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(() => {
      this.#schedule();
    });
    this.#schedule();
  }

  #schedule(): void {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#update();
    }, updateDelayMs);
  }

  #update(): void {
    const jobs = this.#sessions.session?.jobs;
    const toReview = jobs?.all.filter((job) => job.status === 'reviewable').length ?? 0;
    const held = jobs?.all.filter(needsDecision).length ?? 0;
    const waiting = toReview + held;
    // The list remains if a refresh fails; the message above it says that it may be out of date.
    const isOutdated = jobs?.state.error !== undefined && jobs.all.length > 0;
    this.#shown.show(
      present({
        badge: waiting === 0 ? undefined : { value: waiting, tooltip: join(waitingLines(toReview, held), ', ') },
        description: this.#usesSandbox() ? words(l10n.t('Sandbox')) : undefined,
        message: isOutdated
          ? words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'))
          : undefined,
      }),
    );
    void vscode.commands.executeCommand('setContext', contextKeys.state, this.#emptyState());
    // Most refreshes change nothing: the rows are then kept, and with them the tooltip that is shown.
    this.#cancelable = countCancelable(jobs?.all ?? []);
    const digest = JSON.stringify([(jobs?.all ?? []).map(rowDigest), [...this.#cancelable]]);
    if (digest === this.#shownDigest) return;
    this.#shownDigest = digest;
    this.#changed.fire(undefined);
  }

  /** Returns why there may be no rows, which determines the view's welcome content. */
  #emptyState(): EmptyState {
    const state = this.#sessions.session?.jobs.state;
    const failure = state === undefined ? this.#sessions.failure : state.error;
    if (failure instanceof NotConnectedError) return 'notConnected';
    if (failure !== undefined) return 'failed';
    return state?.refreshedAt === undefined && state?.refreshing === true ? 'loading' : 'none';
  }

  dispose(): void {
    clearTimeout(this.#updateTimer);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function groupByStatus(jobs: readonly TrackedJob[]): JobsNode[] {
  const groups = new Map<string, TrackedJob[]>();
  for (const job of jobs) {
    const group = groups.get(job.status);
    if (group === undefined) groups.set(job.status, [job]);
    else group.push(job);
  }
  const known: readonly string[] = statusOrder;
  const rank = (status: string): number => {
    const index = known.indexOf(status);
    // An unknown status is sorted between the open and the finished jobs.
    return index === -1 ? known.indexOf('approved') - 0.5 : index;
  };
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([status, group]) => ({ kind: 'status', status, jobs: group }));
}

function statusItem(status: string, jobs: readonly TrackedJob[]): vscode.TreeItem {
  const isDone = status === 'approved' || status === 'canceled';
  const item = treeItem({
    label: statusLabel(status),
    description: outside(String(jobs.length)),
    spoken: plural(jobs.length, { one: l10n.t('{1}, {0} job'), other: l10n.t('{1}, {0} jobs') }, statusLabel(status)),
    collapsible: isDone ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded,
  });
  item.id = `status:${status}`;
  item.contextValue = 'status';
  return item;
}

function countCancelable(jobs: readonly TrackedJob[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs)
    if (job.orderId !== undefined && actionsFor(job).has('cancel'))
      counts.set(job.orderId, (counts.get(job.orderId) ?? 0) + 1);
  return counts;
}

function jobItem(
  job: TrackedJob,
  { account, sandbox, canCancelOrder }: { account: string; sandbox: boolean; canCancelOrder: boolean },
): vscode.TreeItem {
  const errors = job.problems.filter((problem) => problem.severity === 'error').length;
  const timeToReview = remainingReviewTime(job, Date.now());
  const more = job.units.length > 1 ? words(l10n.t('+{0}'), job.units.length - 1) : undefined;
  const responseProblem = job.responseProblem === undefined ? undefined : responseProblemLabel(job.responseProblem);
  const state = [
    responseProblem,
    needsDecision(job) ? words(l10n.t('not delivered')) : undefined,
    sourceLabel(job),
    errors > 0 ? plural(errors, { one: l10n.t('{0} error'), other: l10n.t('{0} errors') }) : undefined,
    timeToReview,
  ].filter((part) => part !== undefined);
  const item = treeItem({
    label: outside(job.title),
    description: join(
      [
        more,
        localeName(job.targetLocale),
        isOfOpenFolder(job) ? undefined : words(l10n.t('other folder')),
        ...state,
      ].filter((part) => part !== undefined),
      ' · ',
    ),
    spoken: join([job.title, localeName(job.targetLocale), statusLabel(job.status), ...state], ', '),
  });
  item.id = `job:${job.id}`;
  item.iconPath = iconOf(job, errors);
  // Menus depend on the possible actions, not on the job's status.
  const conditions = [
    ...actionsFor(job),
    ...(canCancelOrder ? ['cancelOrder'] : []),
    ...(job.translatedText === undefined ? [] : ['translated']),
    ...(sandbox && job.hasServiceId ? ['sandbox', job.status] : []),
  ];
  item.contextValue = ['job', ...conditions, ''].join(';');
  // VS Code's own command knows about preview tabs, and leaves the focus in the tree after a click.
  item.command = { command: 'vscode.open', title: plain(words(l10n.t('Open Job'))), arguments: [jobUri(account, job)] };
  return item;
}

/**
 * Returns whether a job belongs to an open folder. All windows list all jobs of an account; a job of another folder is
 * labeled. A selection in a file outside all folders belongs to no folder.
 */
function isOfOpenFolder(job: TrackedJob): boolean {
  return job.units.some(({ project }) => project === '' || findProject(project) !== undefined);
}

/** Returns everything that a row shows. The row is updated only when one of these values changes. */
function rowDigest(job: TrackedJob): readonly unknown[] {
  return [
    job.id,
    job.status,
    job.title,
    job.targetLocale,
    job.units.length,
    job.translatedText,
    job.translationHash,
    job.document?.ready,
    job.problems.length,
    job.revisionsRequested,
    job.delivery,
    job.sourceChanges,
    job.responseProblem,
    job.dueAt,
    remainingReviewTime(job, Date.now()),
  ];
}

function iconOf(job: TrackedJob, errors: number): vscode.ThemeIcon {
  if (errors > 0 || job.responseProblem !== undefined)
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (job.delivery.kind === 'held' && !waitsForOthers(job))
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  return new vscode.ThemeIcon(statusIcon(job.status));
}
