import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { contextKeys, jobsViewId, type EmptyState, type CommandId, type JobArgument } from '../editor/commandIds.ts';
import { localeName } from '../words/formatting.ts';
import { reviewClock, statusIcon, statusLabel, statusOrder, troubleLabel, waitingLines } from '../words/jobLabels.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { findProject } from '../editor/workspace/projects.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { plain } from '../words/plain.ts';
import { ShownTree, treeItem, withTooltip } from '../editor/shown/tree.ts';
import { join, outside, words } from '../words/words.ts';
import { actionsFor, needsDecision, waitsForOthers, type TrackedJob } from '../orders/model/trackedJob.ts';

/** A row of the tree: plain data. A job's row is also what commands take. */
export type JobsNode =
  | { readonly kind: 'status'; readonly status: string; readonly jobs: readonly TrackedJob[] }
  | ({ readonly kind: 'job'; readonly job: TrackedJob; readonly parent: string } & JobArgument);

/** How long changes are gathered before the tree is drawn anew. */
const redrawMs = 100;

/** The sidebar: every job under its status, in the order of what the person has to do. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, Disposable {
  readonly #sessions: SessionHost;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #texts: ShownTree<JobsNode>;
  readonly #view: vscode.TreeView<JobsNode>;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #drawn: string | undefined;
  /** How many jobs of each order can be canceled, by the order's id. */
  #cancelable: ReadonlyMap<string, number> = new Map();
  #redraw: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(sessions: SessionHost, onShown: () => void) {
    this.#sessions = sessions;
    this.#texts = new ShownTree(jobsViewId, this);
    this.#view = this.#texts.view;
    this.#subscriptions = [
      this.#changed,
      this.#view,
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) onShown();
      }),
      sessions.onDidChange(() => {
        this.#follow();
        // Closed because the service, its keys or the trust changed: who looks at the list wants that of the service
        // now in use.
        if (this.#view.visible && sessions.session === undefined && sessions.failure === undefined) onShown();
      }),
    ];
    this.#follow();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    return node.kind === 'status'
      ? statusItem(node.status, node.jobs)
      : jobItem(node.job, this.#sandboxMoves(), this.#canCancelOrder(node.job));
  }

  /** Adds the tooltip. VS Code asks for it when it shows it. */
  async resolveTreeItem(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    if (node.kind === 'status') return item;
    const { jobTooltip } = await import('../words/jobTooltip.ts');
    return withTooltip(item, jobTooltip(node.job));
  }

  #sandboxMoves(): boolean {
    return this.#sessions.session?.connection.kind === 'sandbox';
  }

  /** Whether this job and others of its order could be canceled together. */
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
      ...(job.translationHash === undefined ? {} : { translationHash: job.translationHash }),
    }));
  }

  getParent(node: JobsNode): JobsNode | undefined {
    return node.kind === 'job'
      ? groupByStatus(this.#sessions.session?.jobs.all ?? []).find(
          (group) => group.kind === 'status' && group.status === node.parent,
        )
      : undefined;
  }

  #follow(): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(() => {
      this.#schedule();
    });
    this.#schedule();
  }

  #schedule(): void {
    this.#redraw ??= setTimeout(() => {
      this.#redraw = undefined;
      this.#draw();
    }, redrawMs);
  }

  #draw(): void {
    const jobs = this.#sessions.session?.jobs;
    const toReview = jobs?.all.filter((job) => job.status === 'reviewable').length ?? 0;
    const held = jobs?.all.filter(needsDecision).length ?? 0;
    this.#texts.show({
      ...(toReview + held === 0
        ? {}
        : { badge: { value: toReview + held, tooltip: join(waitingLines(toReview, held), ', ') } }),
      ...(this.#sessions.session?.connection.kind === 'sandbox' ? { description: words(l10n.t('Sandbox')) } : {}),
      // The list stays while a refresh fails; the line above it says that it is old.
      ...(jobs?.state.error !== undefined && jobs.all.length > 0
        ? { message: words(l10n.t('The last refresh failed, so this list may be out of date. The log says why.')) }
        : {}),
    });
    void vscode.commands.executeCommand('setContext', contextKeys.state, this.#emptyState());
    // A refresh mostly finds everything as it was: the rows, and what the mouse is over, stay then.
    this.#cancelable = countCancelable(jobs?.all ?? []);
    const digest = JSON.stringify([(jobs?.all ?? []).map(rowDigest), [...this.#cancelable]]);
    if (digest === this.#drawn) return;
    this.#drawn = digest;
    this.#changed.fire(undefined);
  }

  /** Why there may be no rows: what the view says then depends on it. */
  #emptyState(): EmptyState {
    const state = this.#sessions.session?.jobs.state;
    const failure = state === undefined ? this.#sessions.failure : state.error;
    if (failure instanceof NotConnectedError) return 'notConnected';
    if (failure !== undefined) return 'failed';
    return state?.refreshedAt === undefined && state?.refreshing === true ? 'loading' : 'none';
  }

  dispose(): void {
    clearTimeout(this.#redraw);
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
    // A status that only the service knows stands between what is open and what is finished.
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
    spoken:
      jobs.length === 1
        ? words(l10n.t('{0}, 1 job'), statusLabel(status))
        : words(l10n.t('{0}, {1} jobs'), statusLabel(status), jobs.length),
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

function jobItem(job: TrackedJob, sandbox: boolean, canCancelOrder: boolean): vscode.TreeItem {
  const errors = job.problems.filter((problem) => problem.severity === 'error').length;
  const clock = reviewClock(job, Date.now());
  const more = job.units.length > 1 ? words(l10n.t('+{0}'), job.units.length - 1) : undefined;
  const trouble = job.trouble === undefined ? undefined : troubleLabel(job.trouble);
  const state = [
    trouble,
    needsDecision(job) ? words(l10n.t('not written')) : undefined,
    errors > 0 ? (errors === 1 ? words(l10n.t('1 error')) : words(l10n.t('{0} errors'), errors)) : undefined,
    clock,
  ].filter((part) => part !== undefined);
  const item = treeItem({
    label: outside(job.title),
    description: join(
      [
        more,
        localeName(job.targetLocale),
        isOfOpenFolder(job) ? undefined : words(l10n.t('of another folder')),
        ...state,
      ].filter((part) => part !== undefined),
      ' · ',
    ),
    spoken: join([job.title, localeName(job.targetLocale), statusLabel(job.status), ...state], ', '),
  });
  item.id = `job:${job.id}`;
  item.iconPath = iconOf(job, errors);
  // Menus follow what can be done, not what a job is called.
  const conditions = [
    ...actionsFor(job),
    ...(canCancelOrder ? ['cancelOrder'] : []),
    ...(job.translatedText === undefined ? [] : ['translated']),
    ...(sandbox && job.hasServiceId ? ['sandbox', job.status] : []),
  ];
  item.contextValue = ['job', ...conditions, ''].join(';');
  item.command = {
    command: 'humanTranslation.openJob' satisfies CommandId,
    title: plain(words(l10n.t('Open Job'))),
    arguments: [{ jobId: job.id } satisfies JobArgument],
  };
  return item;
}

/**
 * Jobs of an account are listed wherever one looks; those of folders that are not open say so. A passage of a file
 * outside all folders belongs to none.
 */
function isOfOpenFolder(job: TrackedJob): boolean {
  return job.units.some(({ project }) => project === '' || findProject(project) !== undefined);
}

/** All that a row shows, so that a row is drawn anew when one of these changes and never else. */
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
    job.trouble,
    job.dueAt,
    reviewClock(job, Date.now()),
  ];
}

function iconOf(job: TrackedJob, errors: number): vscode.ThemeIcon {
  if (errors > 0 || job.trouble !== undefined)
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  if (job.delivery.kind === 'held' && !waitsForOthers(job))
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  return new vscode.ThemeIcon(statusIcon(job.status));
}
