import * as vscode from 'vscode';
import { present } from '../../../base/present.ts';
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
import { notifyNotSent } from './notifyNotSent.ts';
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
  /** Results that the page has not got, because it is hidden or being loaded. */
  #unsentResults: readonly ReviewResult[] = [];
  /** The jobs whose approvals the page sends in a few seconds, unless it is left. */
  #queuedJobIds: readonly string[] = [];
  /** Actions that wait for the running one, the oldest first. */
  #waitingActions: ActionIntent[] = [];
  #isRunningActions = false;
  /** Whether the page is loaded and receives messages. */
  #isReady = false;
  /** The only jobs that the page shows; all if undefined. */
  #scopeJobIds: readonly string[] | undefined;
  #isScopeUnsent = false;
  /** The job whose details the page shows. */
  #detailsJobId: string | undefined;
  /** The error if no session could be opened. */
  #openFailure: unknown;
  #updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(services: Services, panel: vscode.WebviewPanel) {
    const files = { script: 'reviewPage.js', style: 'review.css', strings: reviewStrings() };
    super(services, panel, { files, icon: 'checklist', intents: reviewIntent });
    this.#threads = new RowThreads(this.#scheduleUpdate);
    panel.onDidChangeViewState(this.#followVisibility);
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Shows only these jobs, or all. */
  setScope(jobIds: readonly string[] | undefined): void {
    this.#scopeJobIds = jobIds;
    this.#isScopeUnsent = true;
    this.#sendScope();
  }

  /** Called when the page is shown or hidden. */
  readonly #followVisibility = (): void => {
    const { isVisible } = this;
    // A hidden page is unloaded; it says when it is ready again.
    if (!isVisible) {
      this.#isReady = false;
      this.reportNotSent();
    }
    this.#threads.loader.pause(!isVisible);
  };

  /** Carries out an intent of the page. */
  protected async carryOut(intent: ReviewIntent): Promise<void> {
    switch (intent.type) {
      case 'ready':
        this.#isReady = true;
        this.#queuedJobIds = [];
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
        this.#waitingActions.push(intent);
        await this.#runActions();
        return;
      case 'openFile':
        await this.#reportErrors(() => this.#openFile(intent.jobId));
        return;
      case 'openJob':
        await vscode.commands.executeCommand('humanTranslation.openJob' satisfies CommandId, { jobId: intent.jobId });
        return;
      case 'details':
        this.#detailsJobId = intent.jobId;
        this.#sendDetail();
        await this.#pollDetail();
        return;
      case 'queued':
        this.#queuedJobIds = intent.jobIds;
        return;
      case 'visible':
        this.#threads.loader.show(intent.jobIds);
        return;
      case 'check':
        this.#threads.loader.check(intent.jobIds);
        this.#sendChanges();
    }
  }

  /** Called when the page is left or closed, after which it sends nothing: names the approvals that were waiting. */
  reportNotSent(): void {
    const jobIds = this.#queuedJobIds;
    this.#queuedJobIds = [];
    if (jobIds.length > 0) void this.#reportErrors(() => notifyNotSent(jobIds));
  }

  /** Runs actions one after another. Approvals that wait are sent together. */
  async #runActions(): Promise<void> {
    if (this.#isRunningActions) return;
    this.#isRunningActions = true;
    for (let intent = this.#takeNext(); intent !== undefined; intent = this.#takeNext()) await this.#runAction(intent);
    this.#isRunningActions = false;
  }

  /** Removes the next action from the list and returns it; if it is an approval, all approvals as one. */
  #takeNext(): ActionIntent | undefined {
    if (this.#waitingActions[0]?.type !== 'approve') return this.#waitingActions.shift();
    const items = this.#waitingActions.flatMap((intent) => (intent.type === 'approve' ? intent.items : []));
    this.#waitingActions = this.#waitingActions.filter(({ type }) => type !== 'approve');
    return { type: 'approve', items };
  }

  /** Runs an action, and sends its result for each job. */
  async #runAction(intent: ActionIntent): Promise<void> {
    const jobIds = idsOf(intent);
    let results: readonly ReviewResult[];
    try {
      const session = await this.services.sessions.open();
      const outcomes = await runReviewAction(session, intent);
      results = outcomes.map(({ jobId, error }): ReviewResult => {
        if (error === undefined) return { jobId, action: intent.type };
        const reason = error instanceof Error ? String(error) : 'unknown error';
        this.services.messages.log(`${intent.type} on job ${jobId}: ${reason}`);
        return { jobId, action: intent.type, sentence: plain(errorSentence(error)) };
      });
    } catch (error) {
      const sentence = plain(errorSentence(error));
      results = jobIds.map((jobId) => ({ jobId, action: intent.type, sentence }));
    }
    if (this.isDisposed) return;
    this.#sendChanges();
    // After the thread was read again, all views show that the question is answered.
    if (intent.type === 'comment') await this.session?.jobs.threads.readMany(jobIds);
    this.#unsentResults = [...this.#unsentResults, ...results];
    await this.#sendResults();
    const job = this.#jobOfDetails();
    if (intent.type !== 'comment' && job !== undefined) await this.details?.read(job);
  }

  async #sendResults(): Promise<void> {
    const results = this.#unsentResults;
    if (results.length === 0 || !this.#isReady) return;
    this.#unsentResults = [];
    const wasReceived = await this.post({ type: 'results', results });
    if (!wasReceived) this.#unsentResults = [...results, ...this.#unsentResults];
  }

  #sendScope(): void {
    if (!this.#isReady || !this.#isScopeUnsent) return;
    this.#isScopeUnsent = false;
    this.#send({ type: 'scope', ...present({ jobIds: this.#scopeJobIds }) });
  }

  async #load(): Promise<void> {
    try {
      const session = await this.services.sessions.open();
      this.#openFailure = undefined;
      this.#followSession(session);
      if (session.jobs.state.refreshedAt === undefined) await session.jobs.fetchAndDeliver({ recover: true });
    } catch (error) {
      if (this.session === undefined) this.#openFailure = error;
      this.services.messages.log(`The translations to review could not be loaded: ${String(error)}`);
    }
    this.#sendChanges();
    await this.#sendResults();
  }

  async #refresh(): Promise<void> {
    try {
      const session = await this.services.sessions.open();
      this.#followSession(session);
      await session.jobs.fetchAndDeliver();
    } catch (error) {
      this.services.messages.log(`The jobs could not be refreshed: ${String(error)}`);
    }
    this.#sendChanges();
  }

  /** Does some work, and notifies the user of its error, if any. */
  async #reportErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.services.messages.error(error);
    }
  }

  protected changeSession(session: Session | undefined): void {
    this.#followSession(session);
    // The service, its keys or the trust changed: the page shows the translations of the service that is now in use.
    const hasFailed = this.services.sessions.failure !== undefined;
    if (session === undefined && !hasFailed && this.#isReady) void this.#load();
  }

  #followSession(session: Session | undefined): void {
    if (session !== undefined && session === this.session) return;
    this.follow(session);
    this.#threads.follow(session);
    this.#scheduleUpdate();
  }

  protected jobsChanged(): void {
    this.#scheduleUpdate();
  }

  protected jobWasRead(jobId: string): void {
    if (jobId === this.#detailsJobId) this.#sendDetail();
  }

  protected languagesChanged(): void {
    this.#sendDetail();
  }

  protected poll(): void {
    void this.#pollDetail();
  }

  readonly #scheduleUpdate = (): void => {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#sendChanges();
    }, updateDelayMs);
  };

  /** Sends the rows that changed, in portions, and the state of the list. */
  #sendChanges(): void {
    if (!this.#isReady || this.isDisposed) return;
    const jobs = this.session?.jobs;
    const isFirstUpdate = this.#rows.isEmpty;
    const { rows, removed, locales } = this.#rows.changes(jobs?.all ?? [], (job) => this.#threads.factsOf(job));
    if (isFirstUpdate || rows.length + removed.length > 0) {
      // At least one message is sent: the first list may be empty, or rows may only have been removed.
      const portionCount = Math.max(1, Math.ceil(rows.length / rowsPerMessage));
      for (let portion = 0; portion < portionCount; portion += 1) {
        const isFirstPortion = portion === 0;
        this.#send({
          type: 'rows',
          reset: isFirstUpdate && isFirstPortion,
          more: portion + 1 < portionCount,
          rows: rows.slice(portion * rowsPerMessage, (portion + 1) * rowsPerMessage),
          removed: isFirstPortion ? removed : [],
          locales,
        });
      }
      this.#sendDetail();
      void this.#pollDetail();
    }
    this.#send({ type: 'checked', ...this.#threads.loader.checkProgress });
    this.#send(listState(jobs?.state, jobs?.all ?? [], this.#openFailure));
  }

  #jobOfDetails(): TrackedJob | undefined {
    if (this.#detailsJobId === undefined) return undefined;
    return this.session?.jobs.get(this.#detailsJobId);
  }

  /** Loads the details of the open job when it has changed, and its messages from time to time. */
  async #pollDetail(): Promise<void> {
    const job = this.#jobOfDetails();
    if (job !== undefined && this.#isReady) await this.details?.poll(job);
  }

  #sendDetail(): void {
    const job = this.#jobOfDetails();
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
