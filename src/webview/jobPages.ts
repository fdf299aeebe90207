import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { jobPageType, type CommandId } from '../editor/commandIds.ts';
import { uriOf } from '../editor/projects.ts';
import type { Services } from '../editor/services.ts';
import type { Session } from '../editor/session.ts';
import type { JobDetail } from '../orders/jobDetail.ts';
import { OrderError } from '../orders/orderError.ts';
import { commentOnJob } from '../orders/review.ts';
import type { TrackedJob } from '../orders/trackedJob.ts';
import { errorSentence } from '../editor/errorSentence.ts';
import { pageDocument } from './pageDocument.ts';
import { pageSnapshot, type PageProgress } from './pageSnapshot.ts';
import { parseIntent, type PageAction, type PageIntent } from './protocol.ts';

/** How old the comments of a page on the screen may get while jobs are being refreshed. */
const commentsAgeMs = 5000;

/** The pages of single jobs: one a job, kept up to date while it is open. */
export class JobPages implements vscode.Disposable {
  readonly #services: Services;
  readonly #pages = new Map<string, JobPage>();

  constructor(services: Services) {
    this.#services = services;
  }

  get anyVisible(): boolean {
    return [...this.#pages.values()].some((page) => page.visible);
  }

  /** Shows a job's page; one that is open already comes to the front. */
  open(jobId: string, title: string): void {
    const page = this.#pages.get(jobId);
    if (page !== undefined) {
      page.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(jobPageType, title, vscode.ViewColumn.Active, { enableFindWidget: true });
    this.restore(panel, jobId);
  }

  /** Fills a panel, new or brought back by VS Code after a restart. */
  restore(panel: vscode.WebviewPanel, jobId: string): void {
    const page = new JobPage(this.#services, panel, jobId);
    this.#pages.set(jobId, page);
    panel.onDidDispose(() => {
      page.dispose();
      if (this.#pages.get(jobId) === page) this.#pages.delete(jobId);
    });
  }

  dispose(): void {
    for (const page of this.#pages.values()) page.dispose();
  }
}

class JobPage implements vscode.Disposable {
  readonly #services: Services;
  readonly #panel: vscode.WebviewPanel;
  readonly #jobId: string;
  readonly #subscriptions: vscode.Disposable[] = [];
  #session: Session | undefined;
  #following: Disposable | undefined;
  #detail: JobDetail | undefined;
  /** What the details were loaded for: they are loaded again when the job has moved. */
  #detailOf: string | undefined;
  #progress: PageProgress = { busy: false };
  #disposed = false;

  constructor(services: Services, panel: vscode.WebviewPanel, jobId: string) {
    this.#services = services;
    this.#panel = panel;
    this.#jobId = jobId;
    const { extensionUri } = services.extension;
    panel.iconPath = new vscode.ThemeIcon('comment-discussion');
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist'), vscode.Uri.joinPath(extensionUri, 'media')] };
    this.#subscriptions.push(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const intent = parseIntent(message);
        if (intent !== undefined) void this.#carryOut(intent);
      }),
      services.sessions.onDidChange((session) => {
        this.#follow(session);
      }),
    );
    panel.webview.html = pageDocument(panel.webview, extensionUri);
  }

  get visible(): boolean {
    return this.#panel.visible;
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
    this.#progress = { busy: true, ...(done === undefined ? {} : { done }) };
    this.#send();
    try {
      await this.#act(intent);
      this.#progress = { busy: false, done: { intent: intent.type, count: (done?.count ?? 0) + 1 } };
    } catch (error) {
      this.#services.messages.log(`${intent.type} on job ${this.#jobId}: ${String(error)}`);
      this.#progress = { busy: false, failure: { intent: intent.type, sentence: errorSentence(error) }, ...(done === undefined ? {} : { done }) };
    }
    this.#detailOf = undefined;
    await this.#refreshDetail();
    this.#send();
  }

  /** Most intents are the commands that the tree has too, with their answers; errors come back to the page. */
  async #act(intent: Exclude<PageIntent, { readonly type: 'ready' }>): Promise<void> {
    const session = await this.#services.sessions.open();
    const jobId = this.#jobId;
    switch (intent.type) {
      case 'comment':
        await commentOnJob(session.context, session.jobs, jobId, intent.body);
        break;
      case 'refresh':
        await session.jobs.refreshJobs([jobId]);
        break;
      case 'openFile':
        await this.#openFile(session);
        break;
      case 'approve':
      case 'revise':
      case 'reject':
      case 'cancel':
      case 'archive':
      case 'deliver':
      case 'undoDelivery':
      case 'insert':
      case 'copy': {
        const { type, ...answers } = intent;
        await vscode.commands.executeCommand(pageCommands[type], { jobId, ...answers, rethrow: true });
      }
    }
  }

  async #openFile(session: Session): Promise<void> {
    const unit = this.#job(session).units[0];
    if (unit === undefined) return;
    const target = unit.targetFile === undefined ? undefined : uriOf(unit.project, unit.targetFile);
    const source = uriOf(unit.project, unit.file) ?? (unit.project === '' ? vscode.Uri.parse(unit.file) : undefined);
    const candidates = [target, source].filter((uri) => uri !== undefined);
    for (const uri of candidates) {
      try {
        await vscode.window.showTextDocument(uri, { preview: true });
        return;
      } catch {
        // The target may not exist yet; the source comes next.
      }
    }
    throw new OrderError('no-project');
  }

  async #load(): Promise<void> {
    try {
      const session = await this.#services.sessions.open();
      if (session.jobs.get(this.#jobId) === undefined) await session.jobs.refresh();
      this.#follow(session);
    } catch (error) {
      await this.#services.messages.error(error);
    }
  }

  #follow(session: Session | undefined): void {
    this.#following?.dispose();
    this.#session = session;
    this.#following = session?.jobs.onDidChange(() => {
      this.#send();
      void this.#refreshDetail();
    });
    this.#send();
    void this.#refreshDetail();
  }

  /** Revisions and comments are asked for when the page opens and whenever the job has moved. */
  async #refreshDetail(): Promise<void> {
    const job = this.#session?.jobs.get(this.#jobId);
    if (this.#session === undefined || job?.hasServiceId !== true) return;
    // Comments move nothing else, so a page on the screen asks again from time to time, as often as jobs are refreshed.
    const round = this.#panel.visible ? Math.floor((this.#session.jobs.state.refreshedAt ?? 0) / commentsAgeMs) : 0;
    const version = JSON.stringify([job.status, job.translatedText, job.revisionsRequested, round]);
    if (this.#detailOf === version) return;
    this.#detailOf = version;
    try {
      this.#detail = await this.#session.jobs.detail(this.#jobId);
    } catch (error) {
      this.#detailOf = undefined;
      this.#services.messages.log(`The details of job ${this.#jobId} could not be loaded: ${String(error)}`);
      this.#detail ??= { revisions: [], comments: [] };
    }
    this.#send();
  }

  #job(session: Session): TrackedJob {
    const job = session.jobs.get(this.#jobId);
    if (job === undefined) throw new OrderError('unknown-job', this.#jobId);
    return job;
  }

  #send(): void {
    const job = this.#session?.jobs.get(this.#jobId);
    if (job === undefined || this.#disposed) return;
    this.#panel.title = job.title;
    void this.#panel.webview.postMessage(pageSnapshot(job, this.#detail, this.#progress));
  }

  dispose(): void {
    this.#disposed = true;
    this.#following?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

const pageCommands: Readonly<Record<Exclude<PageAction, 'comment' | 'refresh' | 'openFile'>, CommandId>> = {
  approve: 'humanTranslation.approve',
  revise: 'humanTranslation.revise',
  reject: 'humanTranslation.reject',
  cancel: 'humanTranslation.cancel',
  archive: 'humanTranslation.archive',
  deliver: 'humanTranslation.deliver',
  undoDelivery: 'humanTranslation.undoDelivery',
  insert: 'humanTranslation.insertTranslation',
  copy: 'humanTranslation.copyTranslation',
};
