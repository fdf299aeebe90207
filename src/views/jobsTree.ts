import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { present } from '../base/present.ts';
import { jobUri } from '../editor/jobUri.ts';
import { contextKeys, jobsViewId, type EmptyState, type CommandId } from '../editor/commandIds.ts';
import { lacksKeys } from '../editor/session/connection.ts';
import type { OtherServices } from '../editor/session/otherServices.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { ShownTree, treeItem, withTooltip } from '../editor/shown/tree.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { isClosed, type TrackedJob } from '../orders/model/trackedJob.ts';
import { addWaiting, countWaiting } from '../orders/model/waitingJobs.ts';
import { keysGone, notUpToDate, waitingLines } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import { join, listed, fromOutside, sentences, words, type Words } from '../words/words.ts';
import { parseFilter } from './jobFilter.ts';
import { groupings, type Grouping } from './jobGroups.ts';
import { JobNodes, type JobsNode } from './jobNodes.ts';
import type { Row } from './jobRow.ts';
import { belongsToOpenFolder } from './ownJobs.ts';

/** Changes are collected for this time before the tree is updated, in milliseconds. */
const updateDelayMs = 100;

/** Rows show remaining times, so a visible tree is updated at least this often, in milliseconds. */
const clockMs = 60_000;

/** The key of the grouping in the workspace state. */
const groupingKey = 'humanTranslation.jobsGrouping';

export interface JobsTreeOptions {
  readonly sessions: SessionHost;
  readonly otherServices: OtherServices;
  /** Remembers the grouping. */
  readonly workspaceState: vscode.Memento;
  /** Called when the view becomes visible, or has to show another service's jobs. */
  readonly onShown: () => void;
}

/** The Jobs view: the jobs of the open folders, grouped and sorted by urgency, then those of other folders. */
export class JobsTree implements vscode.TreeDataProvider<JobsNode>, Disposable {
  readonly #sessions: SessionHost;
  readonly #otherServices: OtherServices;
  readonly #workspaceState: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<JobsNode[] | undefined>();
  readonly #nodes = new JobNodes();
  readonly #shown: ShownTree<JobsNode>;
  readonly #view: vscode.TreeView<JobsNode>;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #grouping: Grouping;
  #filter = '';
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #clock: ReturnType<typeof setInterval>;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor({ sessions, otherServices, workspaceState, onShown }: JobsTreeOptions) {
    this.#sessions = sessions;
    this.#otherServices = otherServices;
    this.#workspaceState = workspaceState;
    const storedGrouping: unknown = workspaceState.get(groupingKey);
    this.#grouping = groupings.find((grouping) => grouping === storedGrouping) ?? 'status';
    this.#shown = new ShownTree(jobsViewId, this, { canSelectMany: true });
    this.#view = this.#shown.view;
    this.#subscriptions = [
      this.#shown,
      this.#changed,
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (visible) onShown();
      }),
      sessions.onDidChange(() => {
        this.#followJobs();
        // The session was closed because the service, its keys or the trust changed: a visible view shows the jobs of
        // the service that is now in use.
        if (this.#view.visible && sessions.session === undefined && sessions.failure === undefined) onShown();
      }),
      otherServices.onDidChange(this.#updateLater),
      vscode.workspace.onDidChangeWorkspaceFolders(this.#updateLater),
    ];
    this.#clock = setInterval(() => {
      if (this.#view.visible) this.#updateLater();
    }, clockMs);
    this.#setGroupingContext();
    this.#followJobs();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  get filter(): string {
    return this.#filter;
  }

  /** All jobs, without the filter. */
  get jobs(): readonly TrackedJob[] {
    return this.#sessions.session?.jobs.all ?? [];
  }

  /** Groups the jobs, now and whenever this workspace is opened. */
  async groupBy(grouping: Grouping): Promise<void> {
    this.#grouping = grouping;
    this.#setGroupingContext();
    this.#update();
    await this.#workspaceState.update(groupingKey, grouping);
  }

  /** Shows only the jobs that match a filter (see `parseFilter`); '' shows all. */
  filterBy(filter: string): void {
    this.#filter = filter.trim();
    void vscode.commands.executeCommand('setContext', contextKeys.filtered, this.#filter !== '');
    this.#update();
  }

  /** Shows more jobs of a group. `rowId` is the id of the row that offers this. */
  showMore(rowId: unknown): void {
    const groups = this.#nodes.roots.flatMap((node) => {
      if (node.kind === 'others') return node.groups;
      return node.kind === 'group' ? [node] : [];
    });
    const rows = groups.flatMap(({ children = [] }) => children);
    const more = rows.find((node) => node.kind === 'more' && node.id === rowId);
    if (more?.kind === 'more') this.#changed.fire([this.#nodes.showMore(more)]);
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    const { label, description, spoken, icon, severity, contextValue } = node.row;
    const item = treeItem({ label, ...present({ description }), spoken, collapsible: collapsibleState(node) });
    item.id = node.id;
    item.contextValue = contextValue;
    if (icon !== undefined) item.iconPath = themeIcon(icon, severity);
    const setCommand = (command: CommandId | 'vscode.open', title: Words, argument: unknown): void => {
      item.command = { command, title: plain(title), arguments: [argument] };
    };
    // VS Code's own command knows about preview tabs, and leaves the focus in the tree after a click.
    if (node.kind === 'job')
      setCommand('vscode.open', words(l10n.t('Open Job')), jobUri(this.#sessions.session?.account ?? '', node.job));
    if (node.kind === 'service')
      setCommand('humanTranslation.switchService', words(l10n.t('Switch Service')), node.account);
    if (node.kind === 'more') setCommand('humanTranslation.showMoreJobs', label, node.id);
    return item;
  }

  /** Adds the tooltip. VS Code calls this before it shows the tooltip. */
  async resolveTreeItem(item: vscode.TreeItem, node: JobsNode): Promise<vscode.TreeItem> {
    if (node.kind !== 'job') return withTooltip(item, node.row.spoken);
    const { jobTooltip } = await import('../words/jobTooltip.ts');
    return withTooltip(item, jobTooltip(node.job));
  }

  getChildren(node?: JobsNode): JobsNode[] {
    return [...(node === undefined ? this.#nodes.roots : this.#nodes.children(node))];
  }

  getParent(node: JobsNode): JobsNode | undefined {
    return node.parent;
  }

  #setGroupingContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.grouping, this.#grouping);
  }

  #usesSandbox(): boolean {
    return this.#sessions.session?.connection.kind === 'sandbox';
  }

  #followJobs(): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(this.#updateLater);
    this.#updateLater();
  }

  readonly #updateLater = (): void => {
    this.#updateTimer ??= setTimeout(this.#update, updateDelayMs);
  };

  readonly #update = (): void => {
    clearTimeout(this.#updateTimer);
    this.#updateTimer = undefined;
    const allJobs = this.jobs;
    const now = Date.now();
    const isOwn = belongsToOpenFolder();
    const jobs = this.#filter === '' ? allJobs : allJobs.filter(parseFilter(this.#filter, now));
    this.#showState(allJobs.filter(isOwn));
    const emptyState = this.#emptyState(allJobs.length > jobs.length);
    void vscode.commands.executeCommand('setContext', contextKeys.state, emptyState);
    const changedNodes = this.#nodes.update({
      jobs,
      grouping: this.#grouping,
      isOwn,
      services: this.#otherServices.all,
      sandbox: this.#usesSandbox(),
      now,
    });
    // Most refreshes change nothing. The rows are then kept, and with them the tooltip that is shown.
    if (changedNodes === undefined) this.#changed.fire(undefined);
    else if (changedNodes.length > 0) this.#changed.fire([...changedNodes]);
  };

  /** Shows the badge, the filter, and whether the list is out of date. */
  #showState(jobsOfFolders: readonly TrackedJob[]): void {
    const { session } = this.#sessions;
    const elsewhere = this.#otherServices.all;
    const waiting = addWaiting(countWaiting(jobsOfFolders), ...elsewhere.map((service) => service.waiting));
    const areKeysGone = session !== undefined && lacksKeys(session);
    // Without keys, it is unknown which open jobs wait for the user, so all of them count.
    let unknownCount = areKeysGone ? jobsOfFolders.filter((job) => !isClosed(job)).length : 0;
    for (const { hasKeys, openJobs } of elsewhere) if (!hasKeys) unknownCount += openJobs;
    const lines = [...waitingLines(waiting)];
    if (unknownCount > 0) lines.push(notUpToDate(unknownCount));
    const description: Words[] = [];
    if (this.#usesSandbox()) description.push(words(l10n.t('Sandbox')));
    if (this.#filter !== '') description.push(words(l10n.t('Filter: {0}'), fromOutside(this.#filter)));
    const badgeCount = waiting.total + unknownCount;
    this.#shown.show(
      present({
        badge: badgeCount === 0 ? undefined : { value: badgeCount, tooltip: listed(lines) },
        description: description.length === 0 ? undefined : join(description, ' · '),
        message: this.#messageAbove(jobsOfFolders),
      }),
    );
  }

  /** Returns the sentence above the list. The list remains if a refresh fails, so it may be out of date. */
  #messageAbove(jobsOfFolders: readonly TrackedJob[]): Words | undefined {
    const { session } = this.#sessions;
    if (this.jobs.length === 0) return undefined;
    if (session !== undefined && lacksKeys(session))
      return sentences(
        ...keysGone(new URL(session.connection.baseUrl).host),
        words(l10n.t('This list is not up to date.')),
      );
    if (session?.jobs.state.error !== undefined)
      return words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'));
    if (jobsOfFolders.length === 0) return words(l10n.t('Nothing has been ordered from the open folders yet.'));
    return undefined;
  }

  /** Returns why there may be no rows, which determines the view's welcome content. */
  #emptyState(isFiltered: boolean): EmptyState {
    const { session } = this.#sessions;
    const state = session?.jobs.state;
    // Without a session, why it could not be opened; else why its last refresh failed.
    const failure = state === undefined ? this.#sessions.failure : state.error;
    if (isFiltered) return 'filtered';
    if (session !== undefined && lacksKeys(session)) return 'keysGone';
    if (failure instanceof NotConnectedError) return 'notConnected';
    if (failure !== undefined) return 'failed';
    const isFirstRefresh = state?.refreshing === true && state.refreshedAt === undefined;
    return isFirstRefresh ? 'loading' : 'none';
  }

  dispose(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#updateTimer);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function themeIcon(name: string, severity: Row['severity']): vscode.ThemeIcon {
  if (severity === undefined) return new vscode.ThemeIcon(name);
  return new vscode.ThemeIcon(name, new vscode.ThemeColor(`list.${severity}Foreground`));
}

function collapsibleState(node: JobsNode): vscode.TreeItemCollapsibleState {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  if (node.kind === 'job' || node.kind === 'more' || node.kind === 'service') return None;
  if (node.kind === 'group' && node.startsExpanded) return Expanded;
  return Collapsed;
}
