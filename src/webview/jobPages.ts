import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { present } from '../base/present.ts';
import { jobPageType } from '../editor/commandIds.ts';
import type { JobCommandArgument } from '../editor/jobCommandArgument.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { Services } from '../editor/session/services.ts';
import type { Session } from '../editor/session/session.ts';
import type { JobDetail } from '../orders/track/jobDetail.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { commentOnJob } from '../orders/review/review.ts';
import { ChangedSinceShownError } from '../orders/review/shownTranslation.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { serviceLanguages } from '../editor/session/serviceLanguages.ts';
import { openPanel, setPanelTitle } from '../editor/shown/inEditors.ts';
import { plain } from '../words/plain.ts';
import { outside } from '../words/words.ts';
import type { Language } from '../service/interface/records.ts';
import { pageDocument } from './pageDocument.ts';
import { pageSnapshot, type PageProgress } from './pageSnapshot.ts';
import { parseIntent, type PageAction, type PageIntent } from './protocol.ts';

/**
 * The maximum age of the comments of a visible page. A comment changes nothing else about a job, so the details are
 * polled.
 */
const maxCommentsAgeMs = { sandbox: 2000, service: 60_000 };

/** The most translations that a page remembers. */
const maxSentTexts = 5;

/** Runs a page's intents; passed in by the composition root, since this layer does not import commands. */
export type PageCommands = Readonly<
  Record<
    Exclude<PageAction, 'comment' | 'refresh' | 'openFile'>,
    (argument: JobCommandArgument & { readonly jobId: string }) => Promise<void>
  >
>;

/** The job pages: one for each open job, updated while it is open. */
export class JobPages implements vscode.Disposable {
  readonly #services: Services;
  readonly #commands: PageCommands;
  readonly #pages = new Set<JobPage>();

  constructor(services: Services, commands: PageCommands) {
    this.#services = services;
    this.#commands = commands;
  }

  get anyVisible(): boolean {
    return [...this.#pages].some((page) => page.visible);
  }

  /**
   * Shows a job's page; if it is already open, reveals it. Marks how the translation differs from `previousText`, if
   * given.
   */
  open(jobId: string, title: string, previousText?: string): void {
    const page = [...this.#pages].find((candidate) => candidate.shows(jobId));
    if (page !== undefined) {
      page.reveal();
      if (previousText !== undefined) page.compareWith(previousText);
      return;
    }
    const panel = openPanel(jobPageType, outside(title));
    this.restore(panel, jobId, previousText);
  }

  /** Shows a job's page in a new panel, or in one that VS Code restored after a restart. */
  restore(panel: vscode.WebviewPanel, jobId: string, previousText?: string): void {
    const page = new JobPage({ services: this.#services, commands: this.#commands }, panel, jobId);
    if (previousText !== undefined) page.compareWith(previousText);
    this.#pages.add(page);
    panel.onDidDispose(() => {
      page.dispose();
      this.#pages.delete(page);
    });
  }

  dispose(): void {
    for (const page of this.#pages) page.dispose();
  }
}

class JobPage implements vscode.Disposable {
  readonly #services: Services;
  readonly #commands: PageCommands;
  readonly #panel: vscode.WebviewPanel;
  readonly #jobId: string;
  readonly #subscriptions: vscode.Disposable[] = [];
  #session: Session | undefined;
  #jobsSubscription: Disposable | undefined;
  #detail: JobDetail | undefined;
  #detailFailed = false;
  #languages: readonly Language[] = [];
  /** The state of the job that the details were loaded for; they are loaded again when it changes. */
  #detailOf: string | undefined;
  /** When the details were last requested, in milliseconds since the epoch. */
  #detailLoadedAt = 0;
  #progress: PageProgress = { busy: false };
  #wasShown = false;
  /**
   * The last translations that were sent to the page, by their hashes: an approval may refer to an earlier one than
   * the current one.
   */
  readonly #sentTexts = new Map<string, string>();
  #previousText: string | undefined;
  #disposed = false;

  constructor(
    { services, commands }: { readonly services: Services; readonly commands: PageCommands },
    panel: vscode.WebviewPanel,
    jobId: string,
  ) {
    this.#services = services;
    this.#commands = commands;
    this.#panel = panel;
    this.#jobId = jobId;
    const { extensionUri } = services.extension;
    panel.iconPath = new vscode.ThemeIcon('comment-discussion');
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')],
    };
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const intent = parseIntent(message);
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
    panel.webview.html = pageDocument(panel.webview, extensionUri);
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  /** Returns whether this page shows a job, by any of its ids: a new job gets the service's id later. */
  shows(jobId: string): boolean {
    return jobId === this.#jobId || jobId === this.#job()?.id;
  }

  /** Marks how the translation differs from one that was shown before. */
  compareWith(previousText: string): void {
    this.#previousText = previousText;
    this.#send();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  async #carryOut(intent: PageIntent): Promise<void> {
    if (intent.type === 'ready') {
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
    await this.#refreshDetail();
  }

  /** Runs an intent. Most run the same commands as the tree, with the page's answers. */
  async #runIntent(intent: Exclude<PageIntent, { readonly type: 'ready' }>): Promise<void> {
    const session = await this.#services.sessions.open();
    const jobId = this.#knownJob().id;
    switch (intent.type) {
      case 'comment':
        await commentOnJob(session, jobId, intent.body);
        break;
      case 'refresh':
        await session.jobs.refreshJobs([jobId]);
        session.jobs.forgetSources();
        await session.jobs.compareSources([jobId]);
        break;
      case 'openFile':
        await this.#openFile();
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

  async #openFile(): Promise<void> {
    const unit = this.#knownJob().units[0];
    if (unit === undefined) return;
    const target = unit.targetFile === undefined ? undefined : uriOf(unit.project, unit.targetFile);
    const source = uriOf(unit.project, unit.file) ?? (unit.project === '' ? vscode.Uri.parse(unit.file) : undefined);
    const candidates = [target, source].filter((uri) => uri !== undefined);
    for (const uri of candidates) {
      try {
        await this.#show(uri);
        return;
      } catch {
        // The target may not exist yet; the source is tried next.
      }
    }
    throw new OrderError('no-project');
  }

  /** Opens a file. A document may not be a text, so VS Code selects the editor; `stat` fails if there is no file. */
  async #show(uri: vscode.Uri): Promise<void> {
    if (this.#job()?.document === undefined) {
      await vscode.window.showTextDocument(uri, { preview: true });
      return;
    }
    await vscode.workspace.fs.stat(uri);
    await vscode.commands.executeCommand('vscode.open', uri);
  }

  async #load(): Promise<void> {
    try {
      const session = await this.#services.sessions.open();
      if (session.jobs.get(this.#jobId) === undefined) await session.jobs.refresh();
      // The job was archived while the page was closed, or belongs to another account.
      if (session.jobs.get(this.#jobId) === undefined) this.#panel.dispose();
      else this.#follow(session);
    } catch (error) {
      await this.#services.messages.error(error);
    }
  }

  #follow(session: Session | undefined): void {
    this.#jobsSubscription?.dispose();
    this.#session = session;
    this.#jobsSubscription = session?.jobs.onDidChange(() => {
      // The job was archived, in this window or elsewhere.
      if (this.#wasShown && this.#job() === undefined && session.jobs.state.refreshedAt !== undefined)
        this.#panel.dispose();
      this.#send();
      void this.#refreshDetail();
    });
    this.#send();
    void this.#refreshDetail();
    if (session === undefined) return;
    void this.#loadLanguages(session);
    // The list doesn't compare finished jobs.
    void session.jobs.compareSources([this.#jobId]);
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
      this.#detail ??= { revisions: [], comments: [], incomplete: [] };
      this.#detailFailed = true;
    }
    this.#send();
  }

  /** Loads new comments while the page is visible. */
  #refreshComments(): void {
    const maxAge = maxCommentsAgeMs[this.#session?.connection.kind ?? 'service'];
    if (!this.#panel.visible || this.#progress.busy || Date.now() - this.#detailLoadedAt < maxAge) return;
    this.#detailOf = undefined;
    void this.#refreshDetail();
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
      pageSnapshot(job, this.#detail, this.#progress, {
        detailFailed: this.#detailFailed,
        languages: this.#languages,
        previousText: this.#previousText,
      }),
    );
  }

  #rememberText({ translationHash, translatedText }: TrackedJob): void {
    if (translationHash === undefined || translatedText === undefined) return;
    this.#sentTexts.set(translationHash, translatedText);
    const [oldest] = this.#sentTexts.keys();
    if (this.#sentTexts.size > maxSentTexts && oldest !== undefined) this.#sentTexts.delete(oldest);
  }

  dispose(): void {
    this.#disposed = true;
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
