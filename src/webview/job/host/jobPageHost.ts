import * as vscode from 'vscode';
import { DisposableStore } from '../../../base/disposable.ts';
import { present } from '../../../base/present.ts';
import type { JobCommandArgument } from '../../../editor/jobCommandArgument.ts';
import type { JobPlace } from '../../../editor/parseJobUri.ts';
import { previewDocument } from '../../../editor/previewDocument.ts';
import type { Services } from '../../../editor/session/services.ts';
import type { Session } from '../../../editor/session/session.ts';
import { showString } from '../../../editor/workspace/showString.ts';
import type { JobDetail } from '../../../orders/jobs/track/jobDetail.ts';
import { readOrderDetail, type OrderDetail } from '../../../orders/jobs/track/orderDetail.ts';
import type { Threads } from '../../../orders/jobs/track/threads.ts';
import { OrderError } from '../../../orders/model/orderError.ts';
import { commentOnJob, commentOnOrder } from '../../../orders/jobs/review/review.ts';
import { ChangedSinceShownError } from '../../../orders/jobs/review/shownTranslation.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { serviceLanguages } from '../../../editor/session/serviceLanguages.ts';
import { setPanelIcon } from '../../../editor/shown/newerApi.ts';
import { setPanelTitle, showDiff } from '../../../editor/shown/inEditors.ts';
import { plain } from '../../../words/plain.ts';
import { outside, type Words, words } from '../../../words/words.ts';
import * as l10n from '@vscode/l10n';
import type { Language } from '../../../service/interface/records.ts';
import { jobStrings } from './jobStrings.ts';
import { parseIntent } from '../../shared/host/parseIntent.ts';
import { showDocument } from '../../shared/host/showDocument.ts';
import { makeSnapshot, type PageProgress } from '../../shared/host/makeSnapshot.ts';
import type { PageUnavailable } from '../jobMessages.ts';
import { jobIntent, type JobIntent } from '../jobIntent.ts';
import type { PageAction } from '../../shared/pageSnapshot.ts';

/** The most translations that a page remembers. */
const maxSentTexts = 5;

/** Runs a page's intents; passed in by the composition root, since this layer does not import commands. */
export type PageCommands = Readonly<
  Record<
    Exclude<PageAction, 'comment' | 'orderComment' | 'compareRevisions' | 'openJob' | 'refresh' | 'openFile'>,
    (argument: JobCommandArgument & { readonly jobId: string }) => Promise<void>
  >
>;

export interface PageServices {
  readonly services: Services;
  readonly commands: PageCommands;
  /** Opens the page of another job. */
  readonly open: (session: Session, job: TrackedJob) => Promise<void>;
}

/** The page of one job, in the editor that VS Code has opened for it. */
export class JobPageHost implements vscode.Disposable {
  readonly #services: Services;
  readonly #commands: PageCommands;
  readonly #openPage: PageServices['open'];
  readonly #panel: vscode.WebviewPanel;
  readonly #place: JobPlace & { readonly uri: vscode.Uri };
  readonly #jobId: string;
  readonly #subscriptions: vscode.Disposable[] = [];
  #session: Session | undefined;
  #sessionSubscriptions = new DisposableStore();
  #detail: JobDetail | undefined;
  #detailFailed = false;
  #languages: readonly Language[] = [];
  /** The state of the job that the details were loaded for; they are loaded again when it changes. */
  #detailOf: string | undefined;
  /** When the details were last requested, in milliseconds since the epoch. */
  #detailLoadedAt = 0;
  #progress: PageProgress = { busy: false };
  /** Whether the user has seen the job, here or in the list from which the page was opened. */
  #wasShown = false;
  /**
   * The last translations that were sent to the page, by their hashes: an approval may refer to an earlier one than
   * the current one.
   */
  readonly #sentTexts = new Map<string, string>();
  #previousText: string | undefined;
  /** Whether the page shows the order; only then it is loaded. */
  #orderShown = false;
  #order: OrderDetail | undefined;
  #orderLoading = false;
  /** When the order was last requested, in milliseconds since the epoch. */
  #orderLoadedAt = 0;
  #disposed = false;

  constructor(
    { services, commands, open }: PageServices,
    panel: vscode.WebviewPanel,
    place: JobPlace & { readonly uri: vscode.Uri },
  ) {
    this.#services = services;
    this.#commands = commands;
    this.#openPage = open;
    this.#panel = panel;
    this.#place = place;
    this.#jobId = place.jobId;
    const { extensionUri } = services.extension;
    setPanelTitle(panel, outside(place.title));
    setPanelIcon(panel, 'comment-discussion', extensionUri);
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const intent = parseIntent(jobIntent, message);
        if (intent !== undefined) void this.#carryOut(intent);
      }),
      services.sessions.onDidChange((session) => {
        this.#follow(session);
      }),
    );
    const timer = setInterval(() => {
      this.#refreshComments();
    }, 1000);
    this.#subscriptions.push(
      new vscode.Disposable(() => {
        clearInterval(timer);
      }),
    );
    showDocument(panel.webview, extensionUri, { script: 'page.js', strings: jobStrings() });
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  get uri(): vscode.Uri {
    return this.#place.uri;
  }

  /** Returns whether this page shows a job, by any of its ids: a new job gets the service's id later. */
  shows(account: string, jobId: string): boolean {
    return account === this.#place.account && (jobId === this.#jobId || jobId === this.#job()?.id);
  }

  /** Tells the page that the user opened it from a list with its job, which may be archived before the page loads. */
  expectJob(): void {
    this.#wasShown = true;
  }

  /** Marks how the translation differs from one that was shown before. */
  compareWith(previousText: string): void {
    this.#previousText = previousText;
    this.#send();
  }

  async #carryOut(intent: JobIntent): Promise<void> {
    if (intent.type === 'ready') {
      await this.#load();
      return;
    }
    if (intent.type === 'keepOpen') {
      await this.#keepOpen();
      return;
    }
    if (intent.type === 'showOrder') {
      this.#orderShown = intent.shown;
      await this.#refreshOrder();
      return;
    }
    if (intent.type === 'refresh' && this.#job() === undefined) {
      await this.#load();
      return;
    }
    if (this.#progress.busy) return;
    const { done } = this.#progress;
    this.#progress = { busy: true, ...present({ done }) };
    if (['approve', 'revise', 'reject'].includes(intent.type)) this.#previousText = undefined;
    this.#send();
    try {
      await this.#runIntent(intent);
      this.#progress = { busy: false, done: { intent: intent.type, count: (done?.count ?? 0) + 1 } };
    } catch (error) {
      this.#services.messages.log(`${intent.type} on job ${this.#jobId}: ${String(error)}`);
      if (error instanceof ChangedSinceShownError && intent.type === 'approve')
        this.#previousText ??= this.#sentTexts.get(intent.translationHash ?? '');
      this.#progress = {
        busy: false,
        failure: { intent: intent.type, sentence: plain(errorSentence(error)) },
        ...present({ done }),
      };
    }
    this.#send();
    this.#detailOf = undefined;
    await Promise.all([this.#refreshDetail(), this.#refreshOrder()]);
  }

  /** Makes a preview tab permanent. The command keeps the active editor, which is the one in which the user works. */
  async #keepOpen(): Promise<void> {
    if (this.#panel.active) await vscode.commands.executeCommand('workbench.action.keepEditor');
  }

  /** Runs an intent. Most run the same commands as the tree, with the page's answers. */
  async #runIntent(intent: Exclude<JobIntent, { readonly type: 'ready' | 'keepOpen' | 'showOrder' }>): Promise<void> {
    const session = await this.#services.sessions.open();
    const jobId = this.#knownJob().id;
    // The editor that these open would replace a preview tab.
    if (['openFile', 'showChanges', 'compareRevisions'].includes(intent.type)) await this.#keepOpen();
    switch (intent.type) {
      case 'comment':
        await commentOnJob(session, jobId, intent.comment);
        break;
      case 'orderComment':
        await commentOnOrder(session, this.#knownJob().orderId ?? '', intent.comment);
        break;
      case 'compareRevisions':
        await this.#compareRevisions(intent.older, intent.newer);
        break;
      case 'openJob': {
        const job = session.jobs.get(intent.jobId);
        if (job === undefined) throw new OrderError('unknown-job', intent.jobId);
        await this.#openPage(session, job);
        break;
      }
      case 'refresh':
        await session.jobs.refreshJobs([jobId]);
        session.jobs.forgetSources();
        await session.jobs.compareSources([jobId]);
        break;
      case 'openFile':
        await showString(this.#knownJob());
        break;
      case 'approve':
      case 'revise':
      case 'reject':
      case 'cancel':
      case 'cancelAndOrder':
      case 'archive':
      case 'deliver':
      case 'undoDelivery':
      case 'showChanges':
      case 'insert':
      case 'copy': {
        const { type, ...answers } = intent;
        await this.#commands[type]({ jobId, ...answers });
      }
    }
  }

  /** Shows two revisions in VS Code's own diff editor. */
  async #compareRevisions(older: string, newer: string): Promise<void> {
    const job = this.#knownJob();
    const revisions = this.#detail?.revisions ?? [];
    const numbered = [older, newer].map((id) => revisions.findIndex((revision) => revision.id === id));
    const [left, right] = numbered.map((index) => {
      const { id, text } = revisions[index] ?? {};
      if (id === undefined || text === undefined) throw new OrderError('unknown-job', job.id);
      const path = plain(words(l10n.t('{0} revision {1}'), job.title, index + 1));
      return previewDocument(this.#services.extension, { path, query: `${job.id}/revision/${id}`, text });
    });
    const [first = 0, second = 0] = numbered;
    if (left !== undefined && right !== undefined)
      await showDiff(left, right, words(l10n.t('“{0}”: Revision {1} ↔ {2}'), job.title, first + 1, second + 1));
  }

  async #load(): Promise<void> {
    try {
      const session = await this.#services.sessions.open();
      const isOwn = session.account === this.#place.account;
      if (isOwn && session.jobs.get(this.#jobId) === undefined) {
        this.#showUnavailable(words(l10n.t('The job is being loaded.')), true);
        await session.jobs.refresh({ recover: true });
      }
      this.#follow(session);
    } catch (error) {
      this.#services.messages.log(`Job ${this.#jobId} could not be loaded: ${String(error)}`);
      this.#showUnavailable(errorSentence(error));
    }
  }

  /** Says on the page why it shows no job. */
  #showUnavailable(sentence: Words, busy = false): void {
    if (this.#disposed) return;
    const message: PageUnavailable = {
      type: 'unavailable',
      title: plain(words(l10n.t('Job {0}'), this.#jobId)),
      sentence: plain(sentence),
      busy,
    };
    void this.#panel.webview.postMessage(message);
  }

  /** Says why the job is not in the list of the service in use. */
  #explainAbsence({ account, jobs }: Session): void {
    if (account !== this.#place.account)
      this.#showUnavailable(
        words(l10n.t('This job belongs to another service or account. Connect to that one to see the job.')),
      );
    else if (jobs.state.refreshedAt !== undefined)
      this.#showUnavailable(
        words(l10n.t('The account’s list doesn’t have this job. It was archived, or the service no longer has it.')),
      );
  }

  /** Closes the page if its job was archived since it was shown, in this window or elsewhere. */
  #closeIfGone(): boolean {
    const isListed = this.#job() !== undefined || this.#session?.jobs.state.refreshedAt === undefined;
    if (!this.#wasShown || isListed) return false;
    this.#panel.dispose();
    return true;
  }

  #follow(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#sessionSubscriptions = new DisposableStore();
    const own = session?.account === this.#place.account ? session : undefined;
    if (own !== this.#session) {
      this.#detail = undefined;
      this.#detailOf = undefined;
    }
    this.#session = own;
    this.#order = undefined;
    if (this.#closeIfGone()) return;
    if (session !== undefined && this.#job() === undefined) this.#explainAbsence(session);
    if (own !== undefined) this.#followJobs(own);
    this.#send();
    void this.#refreshDetail();
    void this.#refreshOrder();
    if (own === undefined) return;
    void this.#loadLanguages(own);
    // The list doesn't compare finished jobs.
    void own.jobs.compareSources([this.#jobId]);
  }

  #followJobs(own: Session): void {
    this.#sessionSubscriptions.add(
      own.jobs.onDidChange(() => {
        if (!this.#closeIfGone() && this.#job() === undefined) this.#explainAbsence(own);
        this.#send();
        void this.#refreshDetail();
      }),
    );
    this.#sessionSubscriptions.add(
      own.jobs.threads.onDidRead((jobId) => {
        if (jobId === this.#job()?.id) this.#send();
      }),
    );
  }

  /** Loads the languages' localized names. They are optional, so an error is only logged. */
  async #loadLanguages({ context: { client } }: Session): Promise<void> {
    try {
      this.#languages = await serviceLanguages(client);
      this.#send();
    } catch (error) {
      this.#services.messages.log(`The languages of the service could not be loaded: ${String(error)}`);
    }
  }

  /** Loads revisions, comments and feedback when the page opens and whenever the job has changed. */
  async #refreshDetail(): Promise<void> {
    const job = this.#job();
    if (this.#session === undefined || job?.hasServiceId !== true) return;
    const version = JSON.stringify([job.status, job.translatedText, job.revisionsRequested]);
    if (this.#detailOf === version) return;
    this.#detailOf = version;
    this.#detailLoadedAt = Date.now();
    try {
      this.#detail = await this.#session.jobs.detail(job.id);
      this.#detailFailed = false;
    } catch (error) {
      this.#detailOf = undefined;
      this.#services.messages.log(`The details of job ${this.#jobId} could not be loaded: ${String(error)}`);
      this.#detail ??= { revisions: [], incomplete: [] };
      this.#detailFailed = true;
    }
    this.#send();
  }

  /** Loads the order while the page shows it. One request at a time. */
  async #refreshOrder(): Promise<void> {
    const session = this.#session;
    const orderId = this.#job()?.orderId;
    if (!this.#orderShown || session === undefined || orderId === undefined || this.#orderLoading) return;
    this.#orderLoading = true;
    this.#orderLoadedAt = Date.now();
    try {
      this.#order = await readOrderDetail(session.context.client, orderId);
    } catch (error) {
      this.#services.messages.log(`Order ${orderId} could not be loaded: ${String(error)}`);
      this.#order = { ...this.#order, isIncomplete: true };
    } finally {
      this.#orderLoading = false;
    }
    this.#send();
  }

  /** Reads new comments while the page is visible, unless they have just been read for another view. */
  #refreshComments(): void {
    const job = this.#job();
    const threads = this.#session?.jobs.threads;
    if (threads === undefined || job?.hasServiceId !== true || !this.#panel.visible || this.#progress.busy) return;
    void this.#refreshThread(threads, job.id);
    if (Date.now() - this.#orderLoadedAt >= threads.maxShownAgeMs) void this.#refreshOrder();
  }

  async #refreshThread(threads: Threads, jobId: string): Promise<void> {
    const maxAgeMs = threads.maxShownAgeMs;
    if (!this.#detailFailed && this.#detail?.incomplete.length === 0) {
      const unread = await threads.want([jobId], { maxAgeMs });
      if (unread.size === 0) return;
    } else if (Date.now() - this.#detailLoadedAt < maxAgeMs) return;
    // The details say on the page what could not be loaded.
    this.#detailOf = undefined;
    await this.#refreshDetail();
  }

  #job(): TrackedJob | undefined {
    return this.#session?.jobs.get(this.#jobId);
  }

  #knownJob(): TrackedJob {
    const job = this.#job();
    if (job === undefined) throw new OrderError('unknown-job', this.#jobId);
    return job;
  }

  #send(): void {
    const job = this.#job();
    if (job === undefined || this.#disposed) return;
    this.#wasShown = true;
    setPanelTitle(this.#panel, outside(job.title));
    this.#rememberText(job);
    void this.#panel.webview.postMessage(
      makeSnapshot(job, this.#detail, this.#progress, {
        detailFailed: this.#detailFailed,
        comments: this.#session?.jobs.threads.of(job.id),
        languages: this.#languages,
        previousText: this.#previousText,
        orderJobs: this.#orderJobs(job),
        order: this.#order,
      }),
    );
  }

  #orderJobs({ orderId }: TrackedJob): readonly TrackedJob[] {
    return orderId === undefined ? [] : (this.#session?.jobs.all ?? []).filter((job) => job.orderId === orderId);
  }

  #rememberText({ translationHash, translatedText }: TrackedJob): void {
    if (translationHash === undefined || translatedText === undefined) return;
    this.#sentTexts.set(translationHash, translatedText);
    const [oldest] = this.#sentTexts.keys();
    if (this.#sentTexts.size > maxSentTexts && oldest !== undefined) this.#sentTexts.delete(oldest);
  }

  dispose(): void {
    this.#disposed = true;
    this.#sessionSubscriptions.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
