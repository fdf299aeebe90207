import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { jobsViewId } from '../editor/commandIds.ts';
import { usesSandbox } from '../editor/session/connection.ts';
import { waitingLines } from '../words/jobLabels.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readSettings } from '../editor/settings.ts';
import { StatusItem } from '../editor/shown/statusBarText.ts';
import { join, own, words } from '../words/words.ts';
import { needsDecision } from '../orders/model/trackedJob.ts';

/** The one item in the status bar: which service is in use, and how many translations wait for a review. */
export class StatusBar implements Disposable {
  readonly #item = new StatusItem({
    id: 'humanTranslation.status',
    name: words(l10n.t('Human Translation')),
    command: `${jobsViewId}.focus`,
  });
  readonly #sessions: SessionHost;
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;

  constructor(sessions: SessionHost) {
    this.#sessions = sessions;
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
    const name = sandbox ? words(l10n.t('Translation Sandbox')) : words(l10n.t('Human Translation'));
    const where = sandbox
      ? words(l10n.t('The embedded sandbox is in use: simulated translators, no account, no money.'))
      : words(l10n.t('Connected to {0}.'), readSettings().baseUrl);
    const lines = [where, ...waitingLines(toReview, held)];
    this.#item.show({
      text: join(
        [
          ...[sandbox ? own('$(beaker)') : own('$(globe)'), name],
          ...(toReview === 0 ? [] : [own('$(eye)'), String(toReview)]),
          ...(held === 0 ? [] : [own('$(warning)'), String(held)]),
        ],
        ' ',
      ),
      tooltip: join(lines, '\n'),
      spoken: join([words(l10n.t('{0}.'), name), ...lines], ' '),
    });
  }

  dispose(): void {
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
