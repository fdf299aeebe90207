import type * as vscode from 'vscode';
import type { GenericSchema } from 'valibot';
import { DisposableStore } from '../../../base/disposable.ts';
import { serviceLanguages } from '../../../editor/session/serviceLanguages.ts';
import type { Services } from '../../../editor/session/services.ts';
import type { Session } from '../../../editor/session/session.ts';
import { setPanelIcon } from '../../../editor/shown/newerApi.ts';
import type { Language } from '../../../service/interface/records.ts';
import { detailsOf, type JobDetails } from './jobDetails.ts';
import { parseIntent } from './parseIntent.ts';
import { showDocument, type PageFiles } from './showDocument.ts';

/** How often `poll` is called, in milliseconds. */
const pollMs = 1000;

/** What a page loads, and the schema of its intents: the messages that it sends. */
export interface HostedPage<Intent> {
  readonly files: PageFiles;
  /** Name of the codicon in its tab. */
  readonly icon: string;
  readonly intents: GenericSchema<unknown, Intent>;
}

/** The extension's side of a page: receives its intents, and follows the jobs of the session that it shows. */
export abstract class PageHost<Intent, Message> implements vscode.Disposable {
  protected readonly services: Services;
  protected readonly panel: vscode.WebviewPanel;
  /** The service's languages, for their localized names; empty until they are loaded. */
  protected languages: readonly Language[] = [];
  readonly #subscriptions = new DisposableStore();
  #sessionSubscriptions = new DisposableStore();
  #session: Session | undefined;
  readonly #pollTimer = setInterval(() => {
    this.poll();
  }, pollMs);

  constructor(services: Services, panel: vscode.WebviewPanel, { files, icon, intents }: HostedPage<Intent>) {
    this.services = services;
    this.panel = panel;
    const { extensionUri } = services.extension;
    setPanelIcon(panel, icon, extensionUri);
    this.#subscriptions.add(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const intent = parseIntent(intents, message);
        if (intent !== undefined) void this.carryOut(intent);
      }),
    );
    this.#subscriptions.add(
      services.sessions.onDidChange((session) => {
        this.changeSession(session);
      }),
    );
    showDocument(panel.webview, extensionUri, files);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  /** Carries out an intent of the page. */
  protected abstract carryOut(intent: Intent): Promise<void>;

  /** Called when another service is used, or none. */
  protected abstract changeSession(session: Session | undefined): void;

  /** Called when the jobs of the session, or the state of their refresh, have changed. */
  protected abstract jobsChanged(session: Session): void;

  /** Called when the thread or the details of a job have been read, for whichever view, or could not be. */
  protected abstract jobWasRead(jobId: string): void;

  /** Called when the names of the languages are known. */
  protected abstract languagesChanged(): void;

  /** Called every second: reads what the page shows again, if it is old. */
  protected abstract poll(): void;

  protected get session(): Session | undefined {
    return this.#session;
  }

  protected get details(): JobDetails | undefined {
    return this.#session && detailsOf(this.#session);
  }

  protected get isDisposed(): boolean {
    return this.#subscriptions.isDisposed;
  }

  /** Follows the jobs of a session, and no longer those of an earlier one. */
  protected follow(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#sessionSubscriptions = new DisposableStore();
    this.#session = session;
    if (session === undefined || this.isDisposed) return;
    const onRead = (jobId: string): void => {
      this.jobWasRead(jobId);
    };
    this.#sessionSubscriptions.add(
      session.jobs.onDidChange(() => {
        this.jobsChanged(session);
      }),
    );
    this.#sessionSubscriptions.add(session.jobs.threads.onDidRead(onRead));
    this.#sessionSubscriptions.add(detailsOf(session).onDidRead(onRead));
    void this.#loadLanguages(session);
  }

  /** Loads the languages' localized names. They are optional, so an error is only logged. */
  async #loadLanguages({ context: { client } }: Session): Promise<void> {
    try {
      this.languages = await serviceLanguages(client);
      this.languagesChanged();
    } catch (error) {
      this.services.messages.log(`The languages of the service could not be loaded: ${String(error)}`);
    }
  }

  /** Sends a message to the page. Resolves to false if the page is hidden, and so did not get it. */
  protected async post(message: Message): Promise<boolean> {
    return !this.isDisposed && (await this.panel.webview.postMessage(message));
  }

  dispose(): void {
    clearInterval(this.#pollTimer);
    this.#sessionSubscriptions.dispose();
    this.#subscriptions.dispose();
  }
}
