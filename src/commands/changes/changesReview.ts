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

/** The most threads of a review; VS Code shows each in the editor and in the Comments panel. */
export const maxThreads = 200;

/** The id of the comment controller, which the manifest's menus use. */
export const threadsId = 'humanTranslation.changes';

interface JobThread {
  readonly jobId: string;
  readonly thread: vscode.CommentThread;
  /** Whether the last comment that is shown is the translator's. */
  isUnanswered: boolean;
  unsent: readonly UnsentComment[];
  /** Identifies what is shown: most updates change nothing. */
  shown: string;
}

/**
 * A review in VS Code's changes editor: each target file as it is, and as it would be with the translations to review,
 * which have threads. The files and threads follow the jobs until the editor is closed.
 */
export class ChangesReview implements vscode.Disposable {
  readonly #services: Services;
  readonly #session: Session;
  readonly #jobIds: readonly string[];
  readonly #title: Words;
  readonly #threads: CommentThreads;
  readonly #byJob = new Map<string, JobThread>();
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Ends requests when the editor is closed. */
  readonly #closing = new AbortController();
  /** The files in the editor. */
  #files: readonly FilePreview[] = [];
  #version = '';
  #updating: Promise<void> | undefined;
  #isOutdated = false;
  #disposed = false;

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
    const jobs = preview.files.flatMap(({ strings }) => strings.map(({ job }) => job));
    const withoutThread = [...new Set(jobs), ...preview.notPreviewed.keys()].filter(({ id }) => !this.#byJob.has(id));
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
    const jobThread = [...this.#byJob.values()].find((candidate) => candidate.thread === thread);
    return jobThread && this.#session.jobs.get(jobThread.jobId);
  }

  /** Sends a comment, or requests a revision with it. A text that can't be sent stays in the thread. */
  async send(thread: vscode.CommentThread, action: UnsentComment['action'], text: string): Promise<void> {
    const jobThread = [...this.#byJob.values()].find((candidate) => candidate.thread === thread);
    if (jobThread === undefined) return;
    const { jobId } = jobThread;
    const unsent: UnsentComment = { action, text };
    jobThread.unsent = [...jobThread.unsent, unsent];
    this.#update(jobThread);
    try {
      if (action === 'revise') requireDone(await reviseJobs(this.#session, [jobId], text));
      else await commentOnJob(this.#session, jobId, text);
      jobThread.unsent = jobThread.unsent.filter((unsentComment) => unsentComment !== unsent);
    } catch (error) {
      this.#services.messages.log(`${action} on job ${jobId}: ${String(error)}`);
      const failed: UnsentComment = { ...unsent, failure: errorSentence(error) };
      jobThread.unsent = jobThread.unsent.map((unsentComment) => (unsentComment === unsent ? failed : unsentComment));
    }
    this.#update(jobThread);
    await this.#readComments([jobId]);
  }

  /** Removes a comment that was not sent from its thread. Returns what it was. */
  takeUnsent(
    comment: vscode.Comment,
  ): { readonly thread: vscode.CommentThread; readonly unsent: UnsentComment } | undefined {
    for (const jobThread of this.#byJob.values()) {
      // They are the last comments of the thread.
      const { comments } = jobThread.thread;
      const index = comments.indexOf(comment);
      const unsent = index < 0 ? undefined : jobThread.unsent[index - comments.length + jobThread.unsent.length];
      if (unsent?.failure === undefined) continue;
      jobThread.unsent = jobThread.unsent.filter((unsentComment) => unsentComment !== unsent);
      this.#update(jobThread);
      return { thread: jobThread.thread, unsent };
    }
    return undefined;
  }

  #preview(): Promise<DeliveriesPreview> {
    const jobs = this.#jobs().filter((job) => actionsFor(job).has('approve'));
    return previewDeliveries(this.#session.context, jobs, this.#session.jobs.all);
  }

  #jobs(): readonly TrackedJob[] {
    return this.#jobIds.flatMap((id) => this.#session.jobs.get(id) ?? []);
  }

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
    const needsAttention = ({ job }: { readonly job: TrackedJob }): boolean => isExpanded(job);
    const byAttention = [...strings.filter(needsAttention), ...strings.filter((string) => !needsAttention(string))];
    const placed = new Set<string>();
    for (const { job, uri, range } of byAttention) {
      // A job with several strings has its thread at the first one.
      if (placed.has(job.id)) continue;
      placed.add(job.id);
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
      unsent: [],
      shown: versionOf(job),
    });
  }

  /** Shows what is known of a job now. A thread with a new question is expanded. */
  #update(jobThread: JobThread): void {
    const job = this.#session.jobs.get(jobThread.jobId);
    if (this.#disposed || job === undefined) return;
    const comments = this.#session.jobs.threads.of(job.id) ?? [];
    const isNewQuestion = isUnanswered(comments) && !jobThread.isUnanswered;
    jobThread.isUnanswered = isUnanswered(comments);
    jobThread.shown = versionOf(job);
    updateThread(jobThread.thread, shownThread(job, comments, jobThread.unsent, Date.now()));
    if (isNewQuestion) jobThread.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  /** Reads the comments of jobs, which are shown as they arrive. */
  async #readComments(jobIds: readonly string[]): Promise<void> {
    await this.#session.jobs.threads.want(jobIds, { signal: this.#closing.signal });
  }

  /** Follows the jobs until the editor is closed, or another service is used. */
  #follow(): void {
    this.#subscriptions.push(
      new vscode.Disposable(
        disposeOf(
          this.#session.jobs.onDidChange(() => {
            if (this.#version !== this.#currentVersion()) void this.#refresh();
          }),
        ),
      ),
      new vscode.Disposable(
        disposeOf(
          this.#session.jobs.threads.onDidRead((jobId) => {
            const jobThread = this.#byJob.get(jobId);
            if (jobThread !== undefined) this.#update(jobThread);
          }),
        ),
      ),
      new vscode.Disposable(
        disposeOf(
          this.#services.sessions.onDidChange((session) => {
            if (session !== this.#session) this.dispose();
          }),
        ),
      ),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
        if (isChangesTabOpen(this.#title, closed) && !isChangesTabOpen(this.#title, tabs)) this.dispose();
      }),
    );
  }

  #currentVersion(): string {
    return this.#jobs().map(versionOf).join('\n');
  }

  /** Updates the files and the threads. One update at a time. */
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
      while (this.#isOutdated && !this.#disposed) {
        this.#isOutdated = false;
        this.#version = this.#currentVersion();
        const preview = await this.#preview();
        await this.#showWithoutTranslations(preview);
        this.#showThreads(preview);
        for (const jobThread of this.#byJob.values()) {
          const job = this.#session.jobs.get(jobThread.jobId);
          if (job !== undefined && jobThread.shown !== versionOf(job)) this.#update(jobThread);
        }
      }
    } catch (error) {
      this.#services.messages.log(`The review could not be updated: ${String(error)}`);
    }
  }

  /** Shows files as they are once no translation of theirs is waiting for review. */
  async #showWithoutTranslations({ files }: DeliveriesPreview): Promise<void> {
    const { context } = this.#session;
    for (const file of this.#files) {
      const { project, targetFile } = file;
      if (files.some((other) => other.project === project && other.targetFile === targetFile)) continue;
      try {
        this.#after({ ...file, after: (await context.findProject(project)?.read(targetFile)) ?? '' });
      } catch (error) {
        this.#services.messages.log(`${targetFile} cannot be shown: ${String(error)}`);
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#closing.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function disposeOf(subscription: { dispose(): void }): () => void {
  return () => {
    subscription.dispose();
  };
}

/** Returns whether the thread of a job is expanded at first. */
function isExpanded({ problems, hasOpenQuestion: isAsked }: TrackedJob): boolean {
  return problems.length > 0 || isAsked === true;
}

function versionOf(job: TrackedJob): string {
  const { id, status, translationHash, delivery, revisionsRequested, responseProblem } = job;
  return JSON.stringify(
    present({ id, status, translationHash, delivery: delivery.kind, revisionsRequested, responseProblem }),
  );
}
