import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { contextKeys } from '../editor/commandIds.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readBudgets } from '../editor/settings.ts';

/** Sets the context keys that complete the steps of the walkthrough, when what a step is about has happened. */
export class WalkthroughProgress implements Disposable {
  readonly #sessions: SessionHost;
  readonly #completedKeys = new Set<string>();
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;

  constructor(sessions: SessionHost) {
    this.#sessions = sessions;
    this.#subscriptions = [
      sessions.onDidChange(this.#followJobs),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.budget')) this.#checkBudgets();
      }),
    ];
    this.#followJobs();
    this.#checkBudgets();
  }

  readonly #followJobs = (): void => {
    this.#jobsSubscription?.dispose();
    const { session } = this.#sessions;
    if (session === undefined) return;
    if (session.connection.kind === 'service') this.#complete(contextKeys.connected);
    this.#jobsSubscription = session.jobs.onDidChange(this.#checkJobs);
    this.#checkJobs();
  };

  readonly #checkJobs = (): void => {
    const jobs = this.#sessions.session?.jobs.all ?? [];
    const isCompleted = (key: string): boolean => this.#completedKeys.has(key);
    // An unconfirmed order may not have been placed.
    if (!isCompleted(contextKeys.ordered) && jobs.some(({ status }) => status !== 'unclear'))
      this.#complete(contextKeys.ordered);
    if (!isCompleted(contextKeys.delivered) && jobs.some(({ delivery }) => delivery.kind === 'delivered'))
      this.#complete(contextKeys.delivered);
  };

  #checkBudgets(): void {
    try {
      const hasBudget = Object.values(readBudgets()).some((budget) => budget !== undefined);
      if (hasBudget) this.#complete(contextKeys.budgetSet);
    } catch {
      // An invalid budget is reported when something is ordered.
    }
  }

  #complete(key: string): void {
    if (this.#completedKeys.has(key)) return;
    this.#completedKeys.add(key);
    void vscode.commands.executeCommand('setContext', key, true);
  }

  dispose(): void {
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
