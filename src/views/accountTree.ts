import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { present } from '../base/present.ts';
import { accountViewId, contextKeys, type EmptyState } from '../editor/commandIds.ts';
import type { Session } from '../editor/session/session.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { withViewProgress } from '../editor/shown/withProgress.ts';
import { ShownTree, treeItem, withTooltip } from '../editor/shown/tree.ts';
import type { AccountFacts } from '../service/calls/accountFacts.ts';
import { lacksKeys } from '../editor/session/connection.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { listed, words } from '../words/words.ts';
import type { AccountRow } from './accountRows.ts';

/** The service's facts are fetched again when the view becomes visible after this time, in milliseconds. */
const maxAgeMs = 5 * 60 * 1000;

/** Changes of the journal are collected for this time before the spending is summed up again, in milliseconds. */
const updateDelayMs = 500;

/**
 * The Account view: balance, spending, user and service. It fetches something only while it is visible: when it is
 * shown, when the user refreshes it, and after an order has changed the balance. One refresh runs at a time.
 */
export class AccountTree implements vscode.TreeDataProvider<AccountRow>, Disposable {
  readonly #sessions: SessionHost;
  readonly #log: (line: string) => void;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #shown: ShownTree<AccountRow>;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #rows: readonly AccountRow[] = [];
  /** The facts that were fetched last, and when, in milliseconds since the epoch; 0 if they must be fetched again. */
  #lastFacts: { readonly session: Session; readonly facts: AccountFacts; readonly fetchedAt: number } | undefined;
  #runningRefresh: Promise<void> | undefined;
  /** The total of the expenses when the facts were fetched: another one means another balance. */
  #spentAtFetch: number | undefined;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(sessions: SessionHost, log: (line: string) => void) {
    this.#sessions = sessions;
    this.#log = log;
    this.#shown = new ShownTree(accountViewId, this, { canSelectMany: false });
    const { view } = this.#shown;
    this.#subscriptions = [
      this.#shown,
      this.#changed,
      view.onDidChangeVisibility(this.#refreshIfVisible),
      sessions.onDidChange(this.#followSession),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const affectsLimits = ['budget', 'policy'].some((name) =>
          change.affectsConfiguration(`humanTranslation.${name}`),
        );
        if (affectsLimits) this.#updateLater();
      }),
    ];
    this.#followSession(sessions.session);
  }

  getTreeItem(row: AccountRow): vscode.TreeItem {
    const { label, description, tooltip, icon, isWarning, kind } = row;
    const labelAndDescription = description === undefined ? label : listed([label, description]);
    const collapsible = collapsibleState(row);
    const item = treeItem({ label, ...present({ description }), spoken: labelAndDescription, collapsible });
    item.id = row.id;
    if (kind !== undefined) item.contextValue = kind;
    if (icon !== undefined) {
      const warningColor = new vscode.ThemeColor('list.warningForeground');
      item.iconPath = new vscode.ThemeIcon(icon, isWarning === true ? warningColor : undefined);
    }
    return withTooltip(item, tooltip ?? labelAndDescription);
  }

  getChildren(row?: AccountRow): AccountRow[] {
    const rows = row === undefined ? this.#rows : row.children;
    return [...(rows ?? [])];
  }

  /** Fetches everything again. A refresh that is already running is shared. Never rejects: a row shows the error. */
  refresh(): Promise<void> {
    this.#runningRefresh ??= withViewProgress(accountViewId, () => this.#refresh()).finally(() => {
      this.#runningRefresh = undefined;
    });
    return this.#runningRefresh;
  }

  async #refresh(): Promise<void> {
    if (this.#lastFacts === undefined) this.#setState('loading');
    try {
      const session = await this.#sessions.open();
      if (lacksKeys(session)) {
        this.#lastFacts = undefined;
        this.#show([], 'keysGone');
        return;
      }
      const { readAccountFacts } = await import('../service/calls/accountFacts.ts');
      const facts = await readAccountFacts(session.context.client);
      if (facts.stats !== undefined) {
        const { noteCreditsSpent } = await import('../orders/journal/account/account.ts');
        await noteCreditsSpent(session.context, facts.stats);
      }
      for (const [part, error] of facts.failures)
        this.#log(`The account's ${part} could not be fetched: ${String(error)}`);
      if (this.#sessions.session !== session) return;
      this.#lastFacts = { session, facts, fetchedAt: Date.now() };
      this.#spentAtFetch = undefined;
      await this.#showRows();
    } catch (error) {
      await this.#showFailure(error);
    }
  }

  async #showFailure(error: unknown): Promise<void> {
    this.#lastFacts = undefined;
    if (error instanceof NotConnectedError || !vscode.workspace.isTrusted) {
      this.#show([], 'notConnected');
      return;
    }
    this.#log(`The account could not be loaded: ${String(error)}`);
    const { errorRow } = await import('./accountRows.ts');
    this.#show([errorRow(words(l10n.t('Not loaded')), error)], 'none');
  }

  /** Sums up the spending and shows it with what the service said. Makes no request. */
  async #showRows(): Promise<void> {
    const lastFacts = this.#lastFacts;
    if (lastFacts === undefined) return;
    const { readAccountRows } = await import('./readAccountRows.ts');
    const { rows, spent } = await readAccountRows(lastFacts.session, lastFacts.facts);
    if (this.#lastFacts !== lastFacts || this.#isDisposed) return;
    this.#show(rows, 'none');
    const wasOrdered = this.#spentAtFetch !== undefined && this.#spentAtFetch !== spent;
    // An order has changed the balance.
    if (wasOrdered) this.#lastFacts = { ...lastFacts, fetchedAt: 0 };
    this.#spentAtFetch = spent;
    this.#refreshIfVisible();
  }

  readonly #refreshIfVisible = (): void => {
    if (!this.#shown.view.visible || !vscode.workspace.isTrusted) return;
    const lastFacts = this.#lastFacts;
    const isOfSession = lastFacts !== undefined && lastFacts.session === this.#sessions.session;
    const isCurrent = isOfSession && Date.now() - lastFacts.fetchedAt <= maxAgeMs;
    if (!isCurrent) void this.refresh();
  };

  readonly #followSession = (session: Session | undefined): void => {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = session?.jobs.onDidChange(this.#updateLater);
    if (this.#lastFacts?.session === session && session !== undefined) return;
    this.#lastFacts = undefined;
    const { failure } = this.#sessions;
    if (failure !== undefined) {
      // Without rows or an error, the view would be empty. A refresh that is running shows the error itself.
      if (this.#runningRefresh === undefined) void this.#showFailure(failure);
      return;
    }
    this.#show([], 'none');
    this.#refreshIfVisible();
  };

  readonly #updateLater = (): void => {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      if (!this.#shown.view.visible) return;
      this.#showRows().catch((error: unknown) => {
        this.#log(`The spending could not be summed up: ${String(error)}`);
      });
    }, updateDelayMs);
  };

  #show(rows: readonly AccountRow[], state: EmptyState): void {
    this.#rows = rows;
    this.#setState(state);
    this.#changed.fire(undefined);
  }

  #setState(state: EmptyState): void {
    void vscode.commands.executeCommand('setContext', contextKeys.accountState, state);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#updateTimer);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function collapsibleState({ children = [], startsExpanded }: AccountRow): vscode.TreeItemCollapsibleState {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  if (children.length === 0) return None;
  return startsExpanded === true ? Expanded : Collapsed;
}
