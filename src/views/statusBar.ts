import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { jobsViewId } from '../editor/commandIds.ts';
import { usesSandbox } from '../editor/connection.ts';
import { waitingLines } from '../editor/jobLabels.ts';
import type { SessionHost } from '../editor/sessionHost.ts';
import { readSettings } from '../editor/settings.ts';
import { needsDecision } from '../orders/trackedJob.ts';

const t = vscode.l10n.t;

/** The one item in the status bar: which service is in use, and how many translations wait for a review. */
export class StatusBar implements Disposable {
  readonly #item = vscode.window.createStatusBarItem('humanTranslation.status', vscode.StatusBarAlignment.Left);
  readonly #sessions: SessionHost;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;

  constructor(sessions: SessionHost) {
    this.#sessions = sessions;
    this.#item.name = t('Human Translation');
    this.#item.command = `${jobsViewId}.focus`;
    this.#subscriptions = [
      this.#item,
      sessions.onDidChange(() => {
        this.#follow();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.baseUrl')) this.#draw();
      }),
    ];
    this.#follow();
    this.#item.show();
  }

  #follow(): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(() => {
      this.#draw();
    });
    this.#draw();
  }

  #draw(): void {
    const sandbox = usesSandbox();
    const jobs = this.#sessions.session?.jobs.all ?? [];
    const toReview = jobs.filter((job) => job.status === 'reviewable').length;
    const held = jobs.filter(needsDecision).length;
    const name = sandbox ? t('Translation Sandbox') : t('Human Translation');
    this.#item.text = `$(${sandbox ? 'beaker' : 'globe'}) ${name}${toReview === 0 ? '' : ` $(eye) ${toReview}`}${held === 0 ? '' : ` $(warning) ${held}`}`;
    const where = sandbox ? t('The embedded sandbox is in use: simulated translators, no account, no money.') : t('Connected to {0}.', readSettings().baseUrl);
    const waiting = waitingLines(toReview, held).map((line) => `\n${line}`).join('');
    this.#item.tooltip = `${where}${waiting}`;
    this.#item.accessibilityInformation = { label: `${name}. ${where}${waiting}` };
  }

  dispose(): void {
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
