import * as vscode from 'vscode';
import { present } from '../../../base/present.ts';
import type { JobCommandArgument } from '../../../editor/jobCommandArgument.ts';
import type { JobPageAddress } from '../../../editor/parseJobUri.ts';
import { previewDocument } from '../../../editor/previewDocument.ts';
import type { Services } from '../../../editor/session/services.ts';
import type { Session } from '../../../editor/session/session.ts';
import { showString } from '../../../editor/workspace/showString.ts';
import { OrderError } from '../../../orders/model/orderError.ts';
import { commentOnJob, commentOnOrder } from '../../../orders/jobs/review/review.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { setPanelTitle, showDiff } from '../../../editor/shown/inEditors.ts';
import { plain } from '../../../words/plain.ts';
import { fromOutside, type Words, words } from '../../../words/words.ts';
import * as l10n from '@vscode/l10n';
import { jobStrings } from './jobStrings.ts';
import { makeSnapshot, type PageProgress } from '../../shared/host/makeSnapshot.ts';
import type { JobMessage } from '../jobMessages.ts';
import { PageHost } from '../../shared/host/pageHost.ts';
import { jobIntent, type JobActionIntent, type JobIntent } from '../jobIntent.ts';
import type { PageAction } from '../../shared/pageSnapshot.ts';
import { readOrderDetail, type OrderDetail } from '../../../service/calls/orderDetail.ts';
import { ChangedSinceShownError } from '../../../orders/model/errors/changedSinceShownError.ts';

/** How many earlier translations a page remembers at most, for comparison. */
const maxSentTexts = 5;

/**
 * The commands that carry out a page's actions; the page's host carries out the excluded ones itself. The composition
 * root passes them in, since this layer does not import commands.
 */
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
export class JobPageHost extends PageHost<JobIntent, JobMessage> {
  readonly #commands: PageCommands;
  readonly #openPage: PageServices['open'];
  readonly #address: JobPageAddress & { readonly uri: vscode.Uri };
  readonly #jobId: string;
  #progress: PageProgress = { busy: false };
  /** Whether the user has seen the job, here or in the list from which the page was opened. */
  #wasShown = false;
  /** The last translations that were sent to the page. An approval may name one that is no longer the current one. */
  readonly #sentTextsByHash = new Map<string, string>();
  /** An earlier translation; the page marks how the current one differs from it. */
  #previousText: string | undefined;
  /** Whether the page shows the order; only then it is loaded. */
  #isOrderShown = false;
  #order: OrderDetail | undefined;
  #isOrderLoading = false;
  /** When the order was last requested, in milliseconds since the epoch. */
  #orderLoadedAt = 0;

  constructor(
    { services, commands, open }: PageServices,
    panel: vscode.WebviewPanel,
    address: JobPageAddress & { readonly uri: vscode.Uri },
  ) {
    const files = { script: 'page.js', strings: jobStrings() };
    super(services, panel, { files, icon: 'comment-discussion', intents: jobIntent });
    this.#commands = commands;
    this.#openPage = open;
    this.#address = address;
    this.#jobId = address.jobId;
    setPanelTitle(panel, fromOutside(address.title));
  }

  get uri(): vscode.Uri {
    return this.#address.uri;
  }

  /** Returns whether this page shows a job, by any of its ids: a new job gets the service's id later. */
  shows(account: string, jobId: string): boolean {
    return account === this.#address.account && (jobId === this.#jobId || jobId === this.#job()?.id);
  }

  /** Notes that the user has seen the job in a list, so that the page closes if the job is archived before it loads. */
  expectJob(): void {
    this.#wasShown = true;
  }

  /** Marks how the translation differs from one that was shown before. */
  compareWith(previousText: string): void {
    this.#previousText = previousText;
    this.#sendSnapshot();
  }

  protected async carryOut(intent: JobIntent): Promise<void> {
    if (intent.type === 'ready') await this.#load();
    else if (intent.type === 'keepOpen') await this.#keepOpen();
    else if (intent.type === 'showOrder') await this.#showOrder(intent.shown);
    // While the page shows no job, its only button loads the job again.
    else if (intent.type === 'refresh' && this.#job() === undefined) await this.#load();
    else if (!this.#progress.busy) await this.#act(intent);
  }

  async #showOrder(isShown: boolean): Promise<void> {
    this.#isOrderShown = isShown;
    await this.#refreshOrder();
  }

  /** Runs an action, and sends the page how it is going. */
  async #act(intent: JobActionIntent): Promise<void> {
    const { done } = this.#progress;
    // The last action that succeeded remains in `done` until another one succeeds.
    this.#progress = { busy: true, ...present({ done }) };
    const isDecision = ['approve', 'revise', 'reject'].includes(intent.type);
    if (isDecision) this.#previousText = undefined;
    this.#sendSnapshot();
    try {
      await this.#runIntent(intent);
      this.#progress = { busy: false, done: { intent: intent.type, count: (done?.count ?? 0) + 1 } };
    } catch (error) {
      this.services.messages.log(`${intent.type} on job ${this.#jobId}: ${String(error)}`);
      const hasTranslationChanged = error instanceof ChangedSinceShownError;
      if (hasTranslationChanged && intent.type === 'approve')
        this.#previousText ??= this.#sentTextsByHash.get(intent.translationHash ?? '');
      this.#progress = {
        busy: false,
        failure: { intent: intent.type, sentence: plain(errorSentence(error)) },
        ...present({ done }),
      };
    }
    this.#sendSnapshot();
    await Promise.all([this.#readDetail(), this.#refreshOrder()]);
  }

  /** Makes a preview tab permanent. The command keeps the active editor, which is the one in which the user works. */
  async #keepOpen(): Promise<void> {
    if (this.panel.active) await vscode.commands.executeCommand('workbench.action.keepEditor');
  }

  /** Runs an intent. Most run the same commands as the tree, with the page's answers. */
  async #runIntent(intent: JobActionIntent): Promise<void> {
    const session = await this.services.sessions.open();
    const jobId = this.#requireJob().id;
    // An editor that opens would replace this page if it is a preview tab.
    const opensEditor = ['openFile', 'showChanges', 'compareRevisions'].includes(intent.type);
    if (opensEditor) await this.#keepOpen();
    switch (intent.type) {
      case 'comment':
        await commentOnJob(session, jobId, intent.comment);
        break;
      case 'orderComment':
        await commentOnOrder(session, this.#requireJob().orderId ?? '', intent.comment);
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
        await session.jobs.fetchJobsAndDeliver([jobId]);
        session.jobs.forgetSources();
        await session.jobs.compareSources([jobId]);
        break;
      case 'openFile':
        await showString(this.#requireJob());
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
  async #compareRevisions(olderId: string, newerId: string): Promise<void> {
    const { id: jobId, title } = this.#requireJob();
    const revisions = this.details?.of(jobId)?.detail.revisions ?? [];
    const olderIndex = revisions.findIndex(({ id }) => id === olderId);
    const newerIndex = revisions.findIndex(({ id }) => id === newerId);
    const revisionUri = (index: number): vscode.Uri => {
      const revision = revisions[index];
      if (revision === undefined) throw new OrderError('unknown-job', jobId);
      const path = plain(words(l10n.t('{0} revision {1}'), title, index + 1));
      const query = `${jobId}/revision/${revision.id}`;
      return previewDocument(this.services.extension, { path, query, text: revision.text });
    };
    const tabTitle = words(l10n.t('“{0}”: Revision {1} ↔ {2}'), title, olderIndex + 1, newerIndex + 1);
    await showDiff(revisionUri(olderIndex), revisionUri(newerIndex), tabTitle);
  }

  async #load(): Promise<void> {
    try {
      const session = await this.services.sessions.open();
      const isSameAccount = session.account === this.#address.account;
      if (isSameAccount && session.jobs.get(this.#jobId) === undefined) {
        this.#showUnavailable(words(l10n.t('The job is being loaded.')), true);
        await session.jobs.fetchAndDeliver({ recover: true });
      }
      this.changeSession(session);
    } catch (error) {
      this.services.messages.log(`Job ${this.#jobId} could not be loaded: ${String(error)}`);
      this.#showUnavailable(errorSentence(error));
    }
  }

  /** Says on the page why it shows no job. */
  #showUnavailable(sentence: Words, isLoading = false): void {
    const title = plain(words(l10n.t('Job {0}'), this.#jobId));
    void this.post({ type: 'unavailable', title, sentence: plain(sentence), busy: isLoading });
  }

  /** Says why the job is not in the list of the service in use. */
  #explainAbsence({ account, jobs }: Session): void {
    if (account !== this.#address.account)
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
    const isListed = this.#job() !== undefined || this.session?.jobs.state.refreshedAt === undefined;
    if (!this.#wasShown || isListed) return false;
    this.panel.dispose();
    return true;
  }

  protected changeSession(session: Session | undefined): void {
    const sessionOfAccount = session?.account === this.#address.account ? session : undefined;
    this.#order = undefined;
    this.follow(sessionOfAccount);
    if (this.#closeIfGone()) return;
    if (session !== undefined && this.#job() === undefined) this.#explainAbsence(session);
    this.#showJob();
    void this.#refreshOrder();
    // The list of jobs compares only unfinished jobs with their sources.
    void sessionOfAccount?.jobs.compareSources([this.#jobId]);
  }

  protected jobsChanged(session: Session): void {
    if (!this.#closeIfGone() && this.#job() === undefined) this.#explainAbsence(session);
    this.#showJob();
  }

  protected jobWasRead(jobId: string): void {
    if (jobId === this.#job()?.id) this.#sendSnapshot();
  }

  protected languagesChanged(): void {
    this.#sendSnapshot();
  }

  /** Sends the job, and reads its revisions, comments and feedback if it has changed. */
  #showJob(): void {
    this.#sendSnapshot();
    const job = this.#job();
    if (job?.hasServiceId === true) void this.details?.readIfChanged(job);
  }

  /** Loads the order while the page shows it. One request at a time. */
  async #refreshOrder(): Promise<void> {
    const { session } = this;
    const orderId = this.#job()?.orderId;
    if (!this.#isOrderShown || session === undefined || orderId === undefined || this.#isOrderLoading) return;
    this.#isOrderLoading = true;
    this.#orderLoadedAt = Date.now();
    try {
      this.#order = await readOrderDetail(session.context.client, orderId);
    } catch (error) {
      this.services.messages.log(`Order ${orderId} could not be loaded: ${String(error)}`);
      this.#order = { ...this.#order, isIncomplete: true };
    } finally {
      this.#isOrderLoading = false;
    }
    this.#sendSnapshot();
  }

  /** Reads new comments while the page is visible, unless they have just been read for another view. */
  protected poll(): void {
    const job = this.#job();
    const isIdle = this.isVisible && !this.#progress.busy;
    if (this.session === undefined || job?.hasServiceId !== true || !isIdle) return;
    void this.details?.poll(job);
    const orderAgeMs = Date.now() - this.#orderLoadedAt;
    if (orderAgeMs >= this.session.jobs.threads.maxShownAgeMs) void this.#refreshOrder();
  }

  async #readDetail(): Promise<void> {
    const job = this.#job();
    if (job?.hasServiceId === true) await this.details?.read(job);
  }

  #job(): TrackedJob | undefined {
    return this.session?.jobs.get(this.#jobId);
  }

  #requireJob(): TrackedJob {
    const job = this.#job();
    if (job === undefined) throw new OrderError('unknown-job', this.#jobId);
    return job;
  }

  #sendSnapshot(): void {
    const job = this.#job();
    if (job === undefined || this.isDisposed) return;
    this.#wasShown = true;
    setPanelTitle(this.panel, fromOutside(job.title));
    this.#rememberSentText(job);
    void this.post(
      makeSnapshot(job, this.#progress, {
        details: this.details?.of(job.id),
        comments: this.session?.jobs.threads.of(job.id),
        languages: this.languages,
        previousText: this.#previousText,
        orderJobs: this.#orderJobs(job),
        order: this.#order,
      }),
    );
  }

  #orderJobs({ orderId }: TrackedJob): readonly TrackedJob[] {
    if (orderId === undefined) return [];
    return (this.session?.jobs.all ?? []).filter((job) => job.orderId === orderId);
  }

  #rememberSentText({ translationHash, translatedText }: TrackedJob): void {
    if (translationHash === undefined || translatedText === undefined) return;
    this.#sentTextsByHash.set(translationHash, translatedText);
    // A map lists its keys in the order of their insertion.
    const [oldestHash] = this.#sentTextsByHash.keys();
    const isFull = this.#sentTextsByHash.size > maxSentTexts;
    if (isFull && oldestHash !== undefined) this.#sentTextsByHash.delete(oldestHash);
  }
}
