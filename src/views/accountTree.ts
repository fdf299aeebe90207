import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { present } from '../base/present.ts';
import { accountViewId, contextKeys, type EmptyState } from '../editor/commandIds.ts';
import type { Session } from '../editor/session/session.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { withViewProgress } from '../editor/shown/progress.ts';
import { ShownTree, treeItem, withTooltip } from '../editor/shown/tree.ts';
import type { AccountFacts } from '../service/calls/accountFacts.ts';
import { lacksKeys } from '../editor/session/connection.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { listed, words } from '../words/words.ts';
import type { AccountRow } from './accountRows.ts';

/** The service's facts are fetched again when the view becomes visible after this time. */
const maxAgeMs = 5 * 60 * 1000;

/** Changes of the journal are collected for this time before the spending is summed up again. */
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
  /** The service's last facts in this session; `at` is when they were fetched, 0 if they must be fetched again. */
  #known: { readonly session: Session; readonly facts: AccountFacts; readonly at: number } | undefined;
  #refreshing: Promise<void> | undefined;
  /** The total of the expenses when the facts were fetched: another one means another balance. */
  #spent: number | undefined;
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
      view.onDidChangeVisibility(() => {
        this.#refreshIfVisible();
      }),
      sessions.onDidChange((session) => {
        this.#followSession(session);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (['budget', 'policy'].some((name) => change.affectsConfiguration(`humanTranslation.${name}`)))
          this.#schedule();
      }),
    ];
    this.#followSession(sessions.session);
  }

  getTreeItem({
    id,
    label,
    description,
    tooltip,
    icon,
    isWarning,
    kind,
    children,
    ...row
  }: AccountRow): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const stateOfParent = row.startsExpanded === true ? Expanded : Collapsed;
    const collapsible = children === undefined || children.length === 0 ? None : stateOfParent;
    const texts = description === undefined ? label : listed([label, description]);
    const item = treeItem({ label, ...present({ description }), spoken: texts, collapsible });
    item.id = id;
    if (kind !== undefined) item.contextValue = kind;
    if (icon !== undefined) {
      const warningColor = new vscode.ThemeColor('list.warningForeground');
      item.iconPath = new vscode.ThemeIcon(icon, isWarning === true ? warningColor : undefined);
    }
    return withTooltip(item, tooltip ?? texts);
  }

  getChildren(row?: AccountRow): AccountRow[] {
    return [...(row === undefined ? this.#rows : (row.children ?? []))];
  }

  /** Fetches everything again. A refresh that is already running is shared. Never rejects: a row shows the error. */
  refresh(): Promise<void> {
    this.#refreshing ??= withViewProgress(accountViewId, () => this.#refresh()).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    if (this.#known === undefined) this.#setState('loading');
    try {
      const session = await this.#sessions.open();
      if (lacksKeys(session)) {
        this.#known = undefined;
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
      this.#known = { session, facts, at: Date.now() };
      this.#spent = undefined;
      await this.#showRows();
    } catch (error) {
      await this.#showFailure(error);
    }
  }

  async #showFailure(error: unknown): Promise<void> {
    this.#known = undefined;
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
    const known = this.#known;
    if (known === undefined) return;
    const { readAccountRows } = await import('./readAccountRows.ts');
    const { rows, spent } = await readAccountRows(known.session, known.facts);
    if (this.#known !== known || this.#isDisposed) return;
    this.#show(rows, 'none');
    // An order was placed since then, so the balance is another one.
    if (this.#spent !== undefined && this.#spent !== spent) this.#known = { ...known, at: 0 };
    this.#spent = spent;
    this.#refreshIfVisible();
  }

  #refreshIfVisible(): void {
    if (!this.#shown.view.visible || !vscode.workspace.isTrusted) return;
    const known = this.#known;
    const isOfSession = known !== undefined && known.session === this.#sessions.session;
    const isCurrent = isOfSession && Date.now() - known.at <= maxAgeMs;
    if (!isCurrent) void this.refresh();
  }

  #followSession(session: Session | undefined): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = session?.jobs.onDidChange(() => {
      this.#schedule();
    });
    if (this.#known?.session === session && session !== undefined) return;
    this.#known = undefined;
    const { failure } = this.#sessions;
    if (failure !== undefined) {
      // Without rows or an error, the view would be empty. A refresh that is running shows the error itself.
      if (this.#refreshing === undefined) void this.#showFailure(failure);
      return;
    }
    this.#show([], 'none');
    this.#refreshIfVisible();
  }

  #schedule(): void {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      if (!this.#shown.view.visible) return;
      this.#showRows().catch((error: unknown) => {
        this.#log(`The spending could not be summed up: ${String(error)}`);
      });
    }, updateDelayMs);
  }

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
