import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable.ts';
import type { CommandId } from '../../../editor/commandIds.ts';
import type { Services } from '../../../editor/session/services.ts';
import { serviceLanguages } from '../../../editor/session/serviceLanguages.ts';
import type { Session } from '../../../editor/session/session.ts';
import { showString } from '../../../editor/workspace/showString.ts';
import { OrderError } from '../../../orders/model/orderError.ts';
import type { JobDetail } from '../../../orders/jobs/track/jobDetail.ts';
import type { Language } from '../../../service/interface/records.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { plain } from '../../../words/plain.ts';
import { makeSnapshot } from '../../shared/host/makeSnapshot.ts';
import { listState } from './listState.ts';
import { notifyNotSent } from './notSentNotice.ts';
import type { ReviewMessage, ReviewResult } from '../reviewMessages.ts';
import { ReviewRows } from './reviewRows.ts';
import { runReviewAction, type ActionIntent } from './runReviewAction.ts';
import { detailVersion, RowThreads } from './rowThreads.ts';
import type { ReviewIntent } from '../reviewIntent.ts';

/** The most rows of a message. */
const rowsPerMessage = 1000;

/** Changes are collected for this time before the page is updated. */
const updateDelayMs = 100;

/** The panel of a review page. */
export interface ReviewPanel {
  readonly isVisible: () => boolean;
  /** Returns false if the page is hidden, and so did not get the message. */
  readonly post: (message: ReviewMessage) => Thenable<boolean>;
}

/** The extension's side of the review page: sends rows and details, and runs the page's intents. */
export class ReviewHost implements vscode.Disposable {
  readonly #services: Services;
  readonly #panel: ReviewPanel;
  readonly #rows = new ReviewRows();
  readonly #threads: RowThreads;
  readonly #subscriptions: Disposable[] = [];
  /** Results that the page did not get because it was hidden. */
  #unseen: readonly ReviewResult[] = [];
  /** The approvals that the page sends in a few seconds, unless it is left. */
  #queued: readonly string[] = [];
  #actions: ActionIntent[] = [];
  #isActing = false;
  #session: Session | undefined;
  #jobsSubscription: Disposable | undefined;
  #isReady = false;
  #scope: readonly string[] | undefined;
  #hasNewScope = false;
  #openJob: string | undefined;
  #detail:
    | { readonly jobId: string; readonly version: string; readonly at: number; readonly parts: JobDetail | undefined }
    | undefined;
  #isLoadingDetail = false;
  #languages: readonly Language[] = [];
  #openFailure: unknown;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(services: Services, panel: ReviewPanel) {
    this.#services = services;
    this.#panel = panel;
    this.#threads = new RowThreads(() => {
      this.#schedule();
    });
    this.#subscriptions.push(
      services.sessions.onDidChange((session) => {
        this.#follow(session);
        // The service, its keys or the trust changed: the page shows the translations of the service in use now.
        if (session === undefined && services.sessions.failure === undefined && this.#isReady) void this.#load();
      }),
    );
    const timer = setInterval(() => {
      void this.#refreshDetail();
    }, 1000);
    this.#subscriptions.push(
      new vscode.Disposable(() => {
        clearInterval(timer);
      }),
    );
  }

  /** Shows only these jobs, or all. */
  setScope(jobIds: readonly string[] | undefined): void {
    this.#scope = jobIds;
    this.#hasNewScope = true;
    this.#sendScope();
  }

  /** Called when the page is shown or hidden. */
  followVisibility(): void {
    const isVisible = this.#panel.isVisible();
    // A hidden page is unloaded; it says when it is ready again.
    if (!isVisible) {
      this.#isReady = false;
      this.reportNotSent();
    }
    this.#threads.loader.pause(!isVisible);
  }

  /** Carries out an intent of the page. */
  async receive(intent: ReviewIntent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        this.#isReady = true;
        this.#queued = [];
        this.#rows.reset();
        this.#threads.loader.pause(false);
        this.#sendScope();
        await this.#load();
        return;
      case 'refresh':
        await this.#refresh();
        return;
      case 'approve':
      case 'revise':
      case 'reject':
      case 'comment':
        this.#actions.push(intent);
        await this.#runActions();
        return;
      case 'openFile':
        await this.#report(() => this.#openFile(intent.jobId));
        return;
      case 'openJob':
        await vscode.commands.executeCommand('humanTranslation.openJob' satisfies CommandId, { jobId: intent.jobId });
        return;
      case 'details':
        this.#openJob = intent.jobId;
        this.#sendDetail();
        await this.#refreshDetail();
        return;
      case 'queued':
        this.#queued = intent.jobIds;
        return;
      case 'visible':
        this.#threads.loader.show(intent.jobIds);
        return;
      case 'check':
        this.#threads.loader.check(intent.jobIds);
        this.#update();
    }
  }

  /** Called when the page is left or closed, after which it sends nothing: names the approvals that were waiting. */
  reportNotSent(): void {
    const jobIds = this.#queued;
    this.#queued = [];
    if (jobIds.length > 0) void this.#report(() => notifyNotSent(jobIds));
  }

  /** Runs actions one after another. Approvals that wait are sent together. */
  async #runActions(): Promise<void> {
    if (this.#isActing) return;
    this.#isActing = true;
    for (;;) {
      const [next] = this.#actions;
      if (next === undefined) break;
      const intent = this.#takeNext(next);
      await this.#act(intent);
    }
    this.#isActing = false;
  }

  #takeNext(next: ActionIntent): ActionIntent {
    if (next.type !== 'approve') return this.#actions.shift() ?? next;
    const items = this.#actions.flatMap((intent) => (intent.type === 'approve' ? intent.items : []));
    this.#actions = this.#actions.filter(({ type }) => type !== 'approve');
    return { type: 'approve', items };
  }

  async #act(intent: ActionIntent): Promise<void> {
    const jobIds = idsOf(intent);
    let results: readonly ReviewResult[];
    try {
      const session = await this.#services.sessions.open();
      const outcomes = await runReviewAction(session, intent);
      results = outcomes.map(({ jobId, error }): ReviewResult => {
        if (error === undefined) return { jobId, action: intent.type };
        this.#services.messages.log(
          `${intent.type} on job ${jobId}: ${error instanceof Error ? String(error) : 'unknown error'}`,
        );
        return { jobId, action: intent.type, sentence: plain(errorSentence(error)) };
      });
    } catch (error) {
      const sentence = plain(errorSentence(error));
      results = jobIds.map((jobId) => ({ jobId, action: intent.type, sentence }));
    }
    if (this.#isDisposed) return;
    this.#update();
    // All views show that the question is answered.
    if (intent.type === 'comment') await this.#session?.jobs.threads.want(jobIds);
    this.#unseen = [...this.#unseen, ...results];
    await this.#sendResults();
    if (intent.type !== 'comment') this.#detail = undefined;
    await this.#refreshDetail();
  }

  async #sendResults(): Promise<void> {
    const results = this.#unseen;
    if (results.length === 0 || !this.#isReady) return;
    this.#unseen = [];
    if (!(await this.#panel.post({ type: 'results', results }))) this.#unseen = [...results, ...this.#unseen];
  }

  #sendScope(): void {
    if (!this.#isReady || !this.#hasNewScope) return;
    this.#hasNewScope = false;
    this.#post({ type: 'scope', ...(this.#scope === undefined ? {} : { jobIds: this.#scope }) });
  }

  async #load(): Promise<void> {
    try {
      const session = await this.#services.sessions.open();
      this.#openFailure = undefined;
      this.#follow(session);
      if (session.jobs.state.refreshedAt === undefined) await session.jobs.refresh({ recover: true });
    } catch (error) {
      if (this.#session === undefined) this.#openFailure = error;
      this.#services.messages.log(`The translations to review could not be loaded: ${String(error)}`);
    }
    this.#update();
    await this.#sendResults();
  }

  async #refresh(): Promise<void> {
    try {
      const session = await this.#services.sessions.open();
      this.#follow(session);
      await session.jobs.refresh();
    } catch (error) {
      this.#services.messages.log(`The jobs could not be refreshed: ${String(error)}`);
    }
    this.#update();
  }

  async #report(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#services.messages.error(error);
    }
  }

  #follow(session: Session | undefined): void {
    if (session !== undefined && session === this.#session) return;
    this.#jobsSubscription?.dispose();
    this.#session = session;
    this.#detail = undefined;
    this.#threads.follow(session?.jobs);
    this.#jobsSubscription = session?.jobs.onDidChange(() => {
      this.#schedule();
    });
    this.#schedule();
    if (session !== undefined) void this.#loadLanguages(session);
  }

  /** Loads the languages' localized names for the details. They are optional, so an error is only logged. */
  async #loadLanguages({ context: { client } }: Session): Promise<void> {
    try {
      this.#languages = await serviceLanguages(client);
    } catch (error) {
      this.#services.messages.log(`The languages of the service could not be loaded: ${String(error)}`);
    }
  }

  #schedule(): void {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#update();
    }, updateDelayMs);
  }

  /** Sends the rows that changed, in portions. */
  #update(): void {
    if (!this.#isReady || this.#isDisposed) return;
    const jobs = this.#session?.jobs;
    const isFirst = this.#rows.isEmpty;
    const { rows, removed, locales } = this.#rows.changes(jobs?.all ?? [], (job) => this.#threads.factsOf(job));
    if (isFirst || rows.length + removed.length > 0) {
      for (let first = 0; first === 0 || first < rows.length; first += rowsPerMessage) {
        const portion = rows.slice(first, first + rowsPerMessage);
        this.#post({
          type: 'rows',
          reset: isFirst && first === 0,
          more: first + rowsPerMessage < rows.length,
          rows: portion,
          removed: first === 0 ? removed : [],
          locales,
        });
      }
      this.#sendDetail();
      void this.#refreshDetail();
    }
    this.#post({ type: 'checked', ...this.#threads.loader.checkProgress });
    this.#post(listState(jobs?.state, jobs?.all ?? [], this.#openFailure));
  }

  #knownSession(): Session {
    if (this.#session === undefined) throw new OrderError('unknown-job');
    return this.#session;
  }

  /** Loads the details of the open job when it has changed, and its messages from time to time. */
  async #refreshDetail(): Promise<void> {
    const session = this.#session;
    const jobId = this.#openJob;
    const job = jobId === undefined ? undefined : session?.jobs.get(jobId);
    if (session === undefined || job === undefined || !this.#isReady || this.#isLoadingDetail) return;
    const version = detailVersion(job);
    const { threads } = session.jobs;
    const maxAgeMs = threads.maxShownAgeMs;
    const shown = this.#detail?.jobId === job.id && this.#detail.version === version ? this.#detail : undefined;
    if (shown?.parts?.incomplete.length === 0) {
      const unread = await threads.want([job.id], { maxAgeMs });
      if (unread.size === 0) return;
    } else if (shown !== undefined && Date.now() - shown.at < maxAgeMs) return;
    await this.#loadDetail(session, job.id, version);
  }

  async #loadDetail({ jobs }: Session, jobId: string, version: string): Promise<void> {
    if (this.#isLoadingDetail) return;
    this.#isLoadingDetail = true;
    let parts: JobDetail | undefined;
    try {
      parts = await jobs.detail(jobId);
      this.#threads.noteDetail(jobId, parts);
    } catch (error) {
      this.#services.messages.log(`The details of job ${jobId} could not be loaded: ${String(error)}`);
    }
    this.#isLoadingDetail = false;
    this.#detail = { jobId, version, at: Date.now(), parts };
    if (this.#isDisposed) return;
    this.#sendDetail();
    this.#schedule();
    // Another job may have been opened since then.
    if (this.#openJob !== jobId) await this.#refreshDetail();
  }

  #sendDetail(): void {
    const job = this.#openJob === undefined ? undefined : this.#session?.jobs.get(this.#openJob);
    if (job === undefined) return;
    const loaded = this.#detail?.jobId === job.id ? this.#detail : undefined;
    const detailFailed = loaded !== undefined && loaded.parts === undefined;
    const parts = detailFailed ? { revisions: [], incomplete: [] } : loaded?.parts;
    const comments = this.#session?.jobs.threads.of(job.id);
    const facts = { detailFailed, comments, languages: this.#languages, orderJobs: [] };
    this.#post(makeSnapshot(job, parts, { busy: false }, facts));
  }

  /** Opens the file next to the page, so that this stays in view. */
  async #openFile(jobId: string): Promise<void> {
    const job = this.#knownSession().jobs.get(jobId);
    if (job === undefined) throw new OrderError('unknown-job', jobId);
    await showString(job, { viewColumn: vscode.ViewColumn.Beside });
  }

  #post(message: ReviewMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#panel.post(message);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#updateTimer);
    this.#threads.dispose();
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function idsOf(intent: ActionIntent): readonly string[] {
  if (intent.type === 'approve') return intent.items.map(({ jobId }) => jobId);
  return intent.type === 'comment' ? [intent.jobId] : intent.jobIds;
}
