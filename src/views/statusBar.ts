import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { accountViewId, jobsViewId, type CommandId } from '../editor/commandIds.ts';
import { lacksKeys, usesSandbox } from '../editor/session/connection.ts';
import type { OtherServices } from '../editor/session/otherServices.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readSettings } from '../editor/settings.ts';
import { StatusItem } from '../editor/shown/showInStatusBar.ts';
import { addWaiting, countWaiting } from '../orders/model/waitingJobs.ts';
import { jobsAtService } from '../words/jobLabels.ts';
import { join, listed, sentences, words } from '../words/words.ts';
import { belongsToOpenFolder } from './ownJobs.ts';
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
  readonly #otherServices: OtherServices;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;

  constructor(sessions: SessionHost, otherServices: OtherServices) {
    this.#sessions = sessions;
    this.#otherServices = otherServices;
    this.#subscriptions = [
      this.#item,
      sessions.onDidChange(this.#followJobs),
      otherServices.onDidChange(this.#update),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.baseUrl')) this.#update();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(this.#update),
    ];
    this.#followJobs();
  }

  readonly #followJobs = (): void => {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(this.#update);
    this.#update();
  };

  readonly #update = (): void => {
    const { session } = this.#sessions;
    const jobsOfFolders = (session?.jobs.all ?? []).filter(belongsToOpenFolder());
    const elsewhere = this.#otherServices.all;
    const { text, service, waiting, leadsTo } = summarizeStatus(
      addWaiting(countWaiting(jobsOfFolders), ...elsewhere.map((otherService) => otherService.waiting)),
      {
        sandbox: usesSandbox(),
        service: readSettings().baseUrl,
        elsewhere: elsewhere.map(({ openJobs, host }) => jobsAtService(openJobs, host)),
        areKeysGone: (session !== undefined && lacksKeys(session)) || elsewhere.some(({ hasKeys }) => !hasKeys),
      },
    );
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
  };

  dispose(): void {
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
