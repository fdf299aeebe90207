import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { accountViewId, jobsViewId, type CommandId } from '../editor/commandIds.ts';
import { usesSandbox } from '../editor/session/connection.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readSettings } from '../editor/settings.ts';
import { StatusItem } from '../editor/shown/statusBarText.ts';
import { countWaiting } from '../orders/model/waitingJobs.ts';
import { join, listed, sentences, words } from '../words/words.ts';
import { ownJobs } from './ownJobs.ts';
import { summarizeStatus } from './statusSummary.ts';

const commands = {
  review: 'humanTranslation.reviewTranslations' satisfies CommandId,
  jobs: `${jobsViewId}.focus`,
  account: `${accountViewId}.focus`,
} as const;

/** The status bar item: what waits for the user or, if nothing does, the service in use. */
export class StatusBar implements Disposable {
  readonly #item = new StatusItem({ id: 'humanTranslation.status', name: words(l10n.t('Human Translation')) });
  readonly #sessions: SessionHost;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;

  constructor(sessions: SessionHost) {
    this.#sessions = sessions;
    this.#subscriptions = [
      this.#item,
      sessions.onDidChange(() => {
        this.#followJobs();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.baseUrl')) this.#update();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#update();
      }),
    ];
    this.#followJobs();
  }

  #followJobs(): void {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(() => {
      this.#update();
    });
    this.#update();
  }

  #update(): void {
    const jobs = (this.#sessions.session?.jobs.all ?? []).filter(ownJobs());
    const { text, service, waiting, leadsTo } = summarizeStatus(countWaiting(jobs), {
      sandbox: usesSandbox(),
      service: readSettings().baseUrl,
    });
    this.#item.show({
      text,
      tooltip: join([service, ...waiting], '\n'),
      spoken: sentences(
        words(l10n.t('{0}.'), words(l10n.t('Human Translation'))),
        service,
        ...(waiting.length === 0 ? [] : [words(l10n.t('{0}.'), listed(waiting))]),
      ),
      command: commands[leadsTo],
    });
  }

  dispose(): void {
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
