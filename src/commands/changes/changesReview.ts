import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { previewDocument } from '../../editor/previewDocument.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { CommentThreads, updateThread } from '../../editor/shown/commentThreads.ts';
import { isChangesTabOpen, showChangesEditor } from '../../editor/shown/inEditors.ts';
import { previewDeliveries, type DeliveriesPreview, type FilePreview } from '../../orders/deliver/previewDeliveries.ts';
import { actionsFor, type TrackedJob } from '../../orders/model/trackedJob.ts';
import { commentOnJob, reviseJobs, requireDone } from '../../orders/jobs/review/review.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { plural, type Words, words } from '../../words/words.ts';
import { shownThread, type UnsentComment } from './shownThread.ts';
import { isUnanswered } from '../../orders/model/waitingJobs.ts';

/** The maximum number of threads in a review; VS Code shows each in the editor and in the Comments panel. */
export const maxThreads = 200;

/** The id of the comment controller, which the manifest's menus use. */
export const threadsId = 'humanTranslation.changes';

/** The thread of a job, and what it shows. */
interface JobThread {
  readonly jobId: string;
  readonly thread: vscode.CommentThread;
  /** Whether the last comment that is shown is the translator's. */
  isUnanswered: boolean;
  unsentComments: readonly UnsentComment[];
  /** The `versionOf` the job that is shown: most updates of jobs change nothing in their threads. */
  shownVersion: string;
}

/**
 * A review in VS Code's changes editor: each target file as it is, and as it would be with the translations to review.
 * Each translation has a comment thread. Files and threads are updated with the jobs until the editor is closed.
 */
export class ChangesReview implements vscode.Disposable {
  readonly #services: Services;
  readonly #session: Session;
  readonly #jobIds: readonly string[];
  readonly #title: Words;
  readonly #threads: CommentThreads;
  /** The threads by job id. */
  readonly #byJob = new Map<string, JobThread>();
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Ends requests when the editor is closed. */
  readonly #closing = new AbortController();
  /** The files in the editor. */
  #files: readonly FilePreview[] = [];
  /** The state of the jobs that the editor shows. */
  #version = '';
  #updating: Promise<void> | undefined;
  /** Set if the jobs have changed while an update is under way. */
  #isOutdated = false;
  #isDisposed = false;

  constructor(services: Services, session: Session, jobs: readonly TrackedJob[]) {
    this.#services = services;
    this.#session = session;
    this.#jobIds = jobs.map(({ id }) => id);
    this.#title = plural(jobs.length, {
      one: l10n.t('Review of {0} Translation'),
      other: l10n.t('Review of {0} Translations'),
    });
    this.#threads = new CommentThreads(threadsId, words(l10n.t('Human Translation')), {
      prompt: words(l10n.t('Reply to the translator…')),
      placeholder: words(l10n.t('A comment, or what the translator should change')),
    });
    this.#subscriptions.push(this.#threads);
  }

  /** Opens the editor. Returns the jobs without a thread, and why some are not in the editor. */
  async open(): Promise<{ readonly withoutThread: readonly TrackedJob[]; readonly preview: DeliveriesPreview }> {
    this.#version = this.#currentVersion();
    const preview = await this.#preview();
    this.#files = preview.files;
    if (preview.files.length > 0) {
      await showChangesEditor(
        this.#title,
        preview.files.map((file) => this.#resource(file)),
      );
      this.#showThreads(preview);
      this.#follow();
      void this.#readComments([...this.#byJob.keys()]);
    }
    const previewedJobs = new Set(preview.files.flatMap(({ strings }) => strings.map(({ job }) => job)));
    const allJobs = [...previewedJobs, ...preview.notPreviewed.keys()];
    const withoutThread = allJobs.filter(({ id }) => !this.#byJob.has(id));
    return { withoutThread, preview };
  }

  /** Closes the editor of this review. */
  async close(): Promise<void> {
    this.dispose();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => isChangesTabOpen(this.#title, [tab])));
  }

  /** Returns the job that a thread is about. */
  jobOf(thread: vscode.CommentThread): TrackedJob | undefined {
    const jobThread = this.#jobThreadOf(thread);
    return jobThread && this.#session.jobs.get(jobThread.jobId);
  }

  #jobThreadOf(thread: vscode.CommentThread): JobThread | undefined {
    return [...this.#byJob.values()].find((jobThread) => jobThread.thread === thread);
  }

  /** Sends a comment, or requests a revision with it. A text that can't be sent stays in the thread. */
  async send(thread: vscode.CommentThread, action: UnsentComment['action'], text: string): Promise<void> {
    const jobThread = this.#jobThreadOf(thread);
    if (jobThread === undefined) return;
    const { jobId } = jobThread;
    const newComment: UnsentComment = { action, text };
    jobThread.unsentComments = [...jobThread.unsentComments, newComment];
    this.#update(jobThread);
    try {
      if (action === 'revise') requireDone(await reviseJobs(this.#session, [jobId], text));
      else await commentOnJob(this.#session, jobId, text);
      jobThread.unsentComments = jobThread.unsentComments.filter((comment) => comment !== newComment);
    } catch (error) {
      this.#services.messages.log(`${action} on job ${jobId}: ${String(error)}`);
      const failed: UnsentComment = { ...newComment, failure: errorSentence(error) };
      jobThread.unsentComments = jobThread.unsentComments.map((comment) => (comment === newComment ? failed : comment));
    }
    this.#update(jobThread);
    await this.#readComments([jobId]);
  }

  /** Removes a comment that could not be sent from its thread, and returns it; undefined if it is no such comment. */
  takeUnsent(
    comment: vscode.Comment,
  ): { readonly thread: vscode.CommentThread; readonly unsent: UnsentComment } | undefined {
    for (const jobThread of this.#byJob.values()) {
      const { comments } = jobThread.thread;
      const index = comments.indexOf(comment);
      if (index < 0) continue;
      // The unsent comments are the last ones of the thread: with 5 comments, of which 2 are unsent, 3 is the first.
      const sentCount = comments.length - jobThread.unsentComments.length;
      const unsent = jobThread.unsentComments[index - sentCount];
      if (unsent?.failure === undefined) continue;
      jobThread.unsentComments = jobThread.unsentComments.filter((unsentComment) => unsentComment !== unsent);
      this.#update(jobThread);
      return { thread: jobThread.thread, unsent };
    }
    return undefined;
  }

  /** Returns the files as they would be with the translations that still wait for review. */
  #preview(): Promise<DeliveriesPreview> {
    const jobs = this.#jobs().filter((job) => actionsFor(job).has('approve'));
    return previewDeliveries(this.#session.context, jobs, this.#session.jobs.all);
  }

  #jobs(): readonly TrackedJob[] {
    return this.#jobIds.flatMap((id) => this.#session.jobs.get(id) ?? []);
  }

  /** Returns a row of the editor. A file that the delivery would create is compared with an empty document. */
  #resource(file: FilePreview): readonly [file: vscode.Uri, before: vscode.Uri, after: vscode.Uri] {
    const afterUri = this.#after(file);
    const fileUri = uriOf(file.project, file.targetFile) ?? afterUri;
    const beforeUri = file.before === undefined ? this.#document(file, 'no-file', '') : fileUri;
    return [fileUri, beforeUri, afterUri];
  }

  #after(file: FilePreview): vscode.Uri {
    return this.#document(file, 'review', file.after);
  }

  /** A document has the same path as its file: the editor would mark it as renamed otherwise. */
  #document({ project, targetFile }: FilePreview, query: string, text: string): vscode.Uri {
    const path = uriOf(project, targetFile)?.path.slice(1) ?? targetFile;
    return previewDocument(this.#services.extension, { path, query: `${project}/${query}`, text });
  }

  /** Adds threads: those with findings or questions first, if there are too many. Moves those that exist. */
  #showThreads({ files }: DeliveriesPreview): void {
    const strings = files.flatMap((file) => {
      const uri = this.#after(file);
      // A string that can't be found has its thread at the beginning of the file.
      return file.strings.map(({ job, line = 0 }) => ({ job, uri, range: new vscode.Range(line, 0, line, 0) }));
    });
    const expandedFirst = [
      ...strings.filter(({ job }) => isExpanded(job)),
      ...strings.filter(({ job }) => !isExpanded(job)),
    ];
    const jobsWithThread = new Set<string>();
    for (const { job, uri, range } of expandedFirst) {
      // A job with several strings has its thread at the first one.
      if (jobsWithThread.has(job.id)) continue;
      jobsWithThread.add(job.id);
      const jobThread = this.#byJob.get(job.id);
      if (jobThread !== undefined) jobThread.thread.range = range;
      else if (this.#byJob.size < maxThreads) this.#add(job, uri, range);
    }
  }

  #add(job: TrackedJob, uri: vscode.Uri, range: vscode.Range): void {
    const comments = this.#session.jobs.threads.of(job.id) ?? [];
    const content = shownThread(job, comments, [], Date.now());
    const thread = this.#threads.add(uri, range, content, isExpanded(job));
    this.#byJob.set(job.id, {
      jobId: job.id,
      thread,
      isUnanswered: isUnanswered(comments),
      unsentComments: [],
      shownVersion: versionOf(job),
    });
  }

  /** Shows what is known of a job now. A thread with a new question is expanded. */
  #update(jobThread: JobThread): void {
    const job = this.#session.jobs.get(jobThread.jobId);
    if (this.#isDisposed || job === undefined) return;
    const comments = this.#session.jobs.threads.of(job.id) ?? [];
    const isNewQuestion = isUnanswered(comments) && !jobThread.isUnanswered;
    jobThread.isUnanswered = isUnanswered(comments);
    jobThread.shownVersion = versionOf(job);
    updateThread(jobThread.thread, shownThread(job, comments, jobThread.unsentComments, Date.now()));
    if (isNewQuestion) jobThread.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  /** Reads the comments of jobs, which are shown as they arrive. */
  async #readComments(jobIds: readonly string[]): Promise<void> {
    await this.#session.jobs.threads.readMany(jobIds, { signal: this.#closing.signal });
  }

  /** Updates the editor with the jobs and their comments until it is closed, or another service is used. */
  #follow(): void {
    const { jobs } = this.#session;
    const jobChanges = jobs.onDidChange(() => {
      if (this.#version !== this.#currentVersion()) void this.#refresh();
    });
    const readComments = jobs.threads.onDidRead((jobId) => {
      const jobThread = this.#byJob.get(jobId);
      if (jobThread !== undefined) this.#update(jobThread);
    });
    const sessionChanges = this.#services.sessions.onDidChange((session) => {
      if (session !== this.#session) this.dispose();
    });
    const closedTabs = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const openTabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      if (isChangesTabOpen(this.#title, closed) && !isChangesTabOpen(this.#title, openTabs)) this.dispose();
    });
    this.#subscriptions.push(vscode.Disposable.from(jobChanges, readComments, sessionChanges, closedTabs));
  }

  #currentVersion(): string {
    return this.#jobs().map(versionOf).join('\n');
  }

  /** Updates the files and the threads. If an update is under way, it is repeated instead. */
  async #refresh(): Promise<void> {
    this.#isOutdated = true;
    if (this.#updating !== undefined) return this.#updating;
    this.#updating = this.#refreshUntilCurrent().finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #refreshUntilCurrent(): Promise<void> {
    try {
      while (this.#isOutdated && !this.#isDisposed) {
        this.#isOutdated = false;
        this.#version = this.#currentVersion();
        const preview = await this.#preview();
        await this.#showWithoutTranslations(preview);
        this.#showThreads(preview);
        for (const jobThread of this.#byJob.values()) {
          const job = this.#session.jobs.get(jobThread.jobId);
          if (job !== undefined && jobThread.shownVersion !== versionOf(job)) this.#update(jobThread);
        }
      }
    } catch (error) {
      this.#services.messages.log(`The review could not be updated: ${String(error)}`);
    }
  }

  /** Shows files of which no translation waits for review any longer on both sides as they are. */
  async #showWithoutTranslations({ files: filesToReview }: DeliveriesPreview): Promise<void> {
    const { context } = this.#session;
    for (const file of this.#files) {
      const { project, targetFile } = file;
      if (filesToReview.some((other) => other.project === project && other.targetFile === targetFile)) continue;
      try {
        this.#after({ ...file, after: (await context.findProject(project)?.read(targetFile)) ?? '' });
      } catch (error) {
        this.#services.messages.log(`${targetFile} cannot be shown: ${String(error)}`);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#closing.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Whether the thread of a job is expanded at first: it has findings or an open question. */
function isExpanded({ problems, hasOpenQuestion }: TrackedJob): boolean {
  return problems.length > 0 || hasOpenQuestion === true;
}

/** Returns a text that changes whenever something changes that the files or the thread of a job show. */
function versionOf(job: TrackedJob): string {
  const { id, status, translationHash, delivery, revisionsRequested, responseProblem } = job;
  return JSON.stringify(
    present({ id, status, translationHash, delivery: delivery.kind, revisionsRequested, responseProblem }),
  );
}
