import * as vscode from 'vscode';
import type { CommandId } from '../../../editor/commandIds.ts';
import type { Services } from '../../../editor/session/services.ts';
import type { Session } from '../../../editor/session/session.ts';
import { showString } from '../../../editor/workspace/showString.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import { OrderError } from '../../../orders/model/orderError.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { plain } from '../../../words/plain.ts';
import { makeSnapshot } from '../../shared/host/makeSnapshot.ts';
import { listState } from './listState.ts';
import { notifyNotSent } from './notSentNotice.ts';
import type { ReviewMessage, ReviewResult } from '../reviewMessages.ts';
import { ReviewRows } from './reviewRows.ts';
import { runReviewAction, type ActionIntent } from './runReviewAction.ts';
import { reviewStrings } from './reviewStrings.ts';
import { RowThreads } from './rowThreads.ts';
import { PageHost } from '../../shared/host/pageHost.ts';
import { reviewIntent, type ReviewIntent } from '../reviewIntent.ts';

/** The most rows of a message. */
const rowsPerMessage = 1000;

/** Changes are collected for this time before the page is updated. */
const updateDelayMs = 100;

/** The extension's side of the review page: sends rows and details, and runs the page's intents. */
export class ReviewHost extends PageHost<ReviewIntent, ReviewMessage> {
  readonly #rows = new ReviewRows();
  readonly #threads: RowThreads;
  /** Results that the page did not get because it was hidden. */
  #unseen: readonly ReviewResult[] = [];
  /** The approvals that the page sends in a few seconds, unless it is left. */
  #queued: readonly string[] = [];
  #actions: ActionIntent[] = [];
  #isActing = false;
  #isReady = false;
  #scope: readonly string[] | undefined;
  #hasNewScope = false;
  /** The job whose details the page shows. */
  #openJobId: string | undefined;
  #openFailure: unknown;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, panel: vscode.WebviewPanel) {
    const files = { script: 'reviewPage.js', style: 'review.css', strings: reviewStrings() };
    super(services, panel, { files, icon: 'checklist', intents: reviewIntent });
    this.#threads = new RowThreads(() => {
      this.#schedule();
    });
    panel.onDidChangeViewState(() => {
      this.#followVisibility();
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Shows only these jobs, or all. */
  setScope(jobIds: readonly string[] | undefined): void {
    this.#scope = jobIds;
    this.#hasNewScope = true;
    this.#sendScope();
  }

  /** Called when the page is shown or hidden. */
  #followVisibility(): void {
    const { isVisible } = this;
    // A hidden page is unloaded; it says when it is ready again.
    if (!isVisible) {
      this.#isReady = false;
      this.reportNotSent();
    }
    this.#threads.loader.pause(!isVisible);
  }

  /** Carries out an intent of the page. */
  protected async carryOut(intent: ReviewIntent): Promise<void> {
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
        this.#openJobId = intent.jobId;
        this.#sendDetail();
        await this.#pollDetail();
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
      const [nextIntent] = this.#actions;
      if (nextIntent === undefined) break;
      const intent = this.#takeNext(nextIntent);
      await this.#act(intent);
    }
    this.#isActing = false;
  }

  /** Removes the next intent from the list; an approval with all others that wait, as one intent. */
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
      const session = await this.services.sessions.open();
      const outcomes = await runReviewAction(session, intent);
      results = outcomes.map(({ jobId, error }): ReviewResult => {
        if (error === undefined) return { jobId, action: intent.type };
        this.services.messages.log(
          `${intent.type} on job ${jobId}: ${error instanceof Error ? String(error) : 'unknown error'}`,
        );
        return { jobId, action: intent.type, sentence: plain(errorSentence(error)) };
      });
    } catch (error) {
      const sentence = plain(errorSentence(error));
      results = jobIds.map((jobId) => ({ jobId, action: intent.type, sentence }));
    }
    if (this.isDisposed) return;
    this.#update();
    // All views show that the question is answered.
    if (intent.type === 'comment') await this.session?.jobs.threads.want(jobIds);
    this.#unseen = [...this.#unseen, ...results];
    await this.#sendResults();
    const job = this.#openJob();
    if (intent.type !== 'comment' && job !== undefined) await this.details?.read(job);
  }

  async #sendResults(): Promise<void> {
    const results = this.#unseen;
    if (results.length === 0 || !this.#isReady) return;
    this.#unseen = [];
    if (!(await this.post({ type: 'results', results }))) this.#unseen = [...results, ...this.#unseen];
  }

  #sendScope(): void {
    if (!this.#isReady || !this.#hasNewScope) return;
    this.#hasNewScope = false;
    this.#send({ type: 'scope', ...(this.#scope === undefined ? {} : { jobIds: this.#scope }) });
  }

  async #load(): Promise<void> {
    try {
      const session = await this.services.sessions.open();
      this.#openFailure = undefined;
      this.#use(session);
      if (session.jobs.state.refreshedAt === undefined) await session.jobs.fetchAndDeliver({ recover: true });
    } catch (error) {
      if (this.session === undefined) this.#openFailure = error;
      this.services.messages.log(`The translations to review could not be loaded: ${String(error)}`);
    }
    this.#update();
    await this.#sendResults();
  }

  async #refresh(): Promise<void> {
    try {
      const session = await this.services.sessions.open();
      this.#use(session);
      await session.jobs.fetchAndDeliver();
    } catch (error) {
      this.services.messages.log(`The jobs could not be refreshed: ${String(error)}`);
    }
    this.#update();
  }

  async #report(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.services.messages.error(error);
    }
  }

  protected changeSession(session: Session | undefined): void {
    this.#use(session);
    // The service, its keys or the trust changed: the page shows the translations of the service in use now.
    if (session === undefined && this.services.sessions.failure === undefined && this.#isReady) void this.#load();
  }

  #use(session: Session | undefined): void {
    if (session !== undefined && session === this.session) return;
    this.follow(session);
    this.#threads.follow(session);
    this.#schedule();
  }

  protected jobsChanged(): void {
    this.#schedule();
  }

  protected jobWasRead(jobId: string): void {
    if (jobId === this.#openJobId) this.#sendDetail();
  }

  protected languagesChanged(): void {
    this.#sendDetail();
  }

  protected poll(): void {
    void this.#pollDetail();
  }

  #schedule(): void {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#update();
    }, updateDelayMs);
  }

  /** Sends the rows that changed, in portions. */
  #update(): void {
    if (!this.#isReady || this.isDisposed) return;
    const jobs = this.session?.jobs;
    const isFirst = this.#rows.isEmpty;
    const { rows, removed, locales } = this.#rows.changes(jobs?.all ?? [], (job) => this.#threads.factsOf(job));
    if (isFirst || rows.length + removed.length > 0) {
      for (let first = 0; first === 0 || first < rows.length; first += rowsPerMessage) {
        const portion = rows.slice(first, first + rowsPerMessage);
        this.#send({
          type: 'rows',
          reset: isFirst && first === 0,
          more: first + rowsPerMessage < rows.length,
          rows: portion,
          removed: first === 0 ? removed : [],
          locales,
        });
      }
      this.#sendDetail();
      void this.#pollDetail();
    }
    this.#send({ type: 'checked', ...this.#threads.loader.checkProgress });
    this.#send(listState(jobs?.state, jobs?.all ?? [], this.#openFailure));
  }

  #openJob(): TrackedJob | undefined {
    if (this.#openJobId === undefined) return undefined;
    return this.session?.jobs.get(this.#openJobId);
  }

  /** Loads the details of the open job when it has changed, and its messages from time to time. */
  async #pollDetail(): Promise<void> {
    const job = this.#openJob();
    if (job !== undefined && this.#isReady) await this.details?.poll(job);
  }

  #sendDetail(): void {
    const job = this.#openJob();
    if (job === undefined) return;
    const details = this.details?.of(job.id);
    const comments = this.session?.jobs.threads.of(job.id);
    const { languages } = this;
    this.#send(makeSnapshot(job, { busy: false }, { details, comments, languages, orderJobs: [] }));
  }

  /** Opens the file next to the page, so that this stays in view. */
  async #openFile(jobId: string): Promise<void> {
    const job = this.session?.jobs.get(jobId);
    if (job === undefined) throw new OrderError('unknown-job', jobId);
    await showString(job, { viewColumn: vscode.ViewColumn.Beside });
  }

  #send(message: ReviewMessage): void {
    if (this.#isReady) void this.post(message);
  }

  override dispose(): void {
    clearTimeout(this.#updateTimer);
    this.#threads.dispose();
    super.dispose();
  }
}

function idsOf(intent: ActionIntent): readonly string[] {
  if (intent.type === 'approve') return intent.items.map(({ jobId }) => jobId);
  if (intent.type === 'comment') return [intent.jobId];
  return intent.jobIds;
}
