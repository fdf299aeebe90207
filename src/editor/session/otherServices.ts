import * as vscode from 'vscode';
import { compareText } from '../../base/text/compareText.ts';
import type { Disposable } from '../../base/disposable.ts';
import { countWaiting, type WaitingJobs } from '../../orders/model/waitingJobs.ts';
import { isClosed, waitsForDelivery } from '../../orders/model/trackedJob.ts';
import { readSettings } from '../settings.ts';
import type { CredentialStore } from './credentialStore.ts';
import { watchedAccounts } from './journalMarkers.ts';
import type { Session } from './session.ts';
import type { SessionHost } from './sessionHost.ts';

/** A service or account that is not in use and has open jobs, with the session that only polls them. */
export interface OtherService {
  /** The id of service and account. */
  readonly account: string;
  readonly baseUrl: string;
  /** Host and port of the address. */
  readonly host: string;
  /** Whether its jobs can be polled. */
  readonly hasKeys: boolean;
  readonly session: Session;
  /** The number of jobs that are not finished, or not delivered. */
  readonly openJobs: number;
  readonly waiting: WaitingJobs;
}

interface OtherServicesOptions {
  readonly extension: vscode.ExtensionContext;
  readonly sessions: SessionHost;
  readonly credentials: CredentialStore;
  readonly log: (line: string) => void;
}

/**
 * The services with open jobs that are not in use, for example because the address was changed in the settings or in
 * another window. Their jobs are polled as long as their keys are there; nothing is ordered, reviewed or delivered.
 */
export class OtherServices implements Disposable {
  readonly #options: OtherServicesOptions;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: readonly Disposable[];
  readonly #watched = new Map<string, WatchedService>();
  /** Resolves when the last update has ended. */
  #updating: Promise<void> = Promise.resolve();
  #isDisposed = false;

  /** Emits when services or their jobs changed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: OtherServicesOptions) {
    this.#options = options;
    const update = (): void => {
      this.#startUpdate();
    };
    this.#subscriptions = [
      this.#changed,
      options.sessions.onDidChange(update),
      options.credentials.onDidChange(update),
      vscode.workspace.onDidGrantWorkspaceTrust(update),
    ];
    update();
  }

  /** Those with open jobs, in a stable order. */
  get all(): readonly OtherService[] {
    return [...this.#watched.values()]
      .map(serviceOf)
      .filter(({ openJobs }) => openJobs > 0)
      .sort((a, b) => compareText(a.host, b.host) || compareText(a.account, b.account));
  }

  /** Closes the sessions. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    await this.#updating;
    await Promise.all([...this.#watched.keys()].map((account) => this.#end(account)));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.close();
  }

  /** Looks for services whose jobs are open, once earlier updates have ended. */
  #startUpdate(): void {
    this.#updating = this.#updating
      .then(async () => {
        if (!this.#isDisposed) await this.#update();
      })
      .catch((error: unknown) => {
        this.#options.log(`The jobs at other services could not be found: ${String(error)}`);
      });
  }

  async #update(): Promise<void> {
    const { extension, credentials } = this.#options;
    const folder = vscode.Uri.joinPath(extension.globalStorageUri, 'journals').fsPath;
    const accounts = vscode.workspace.isTrusted ? await watchedAccounts(folder) : [];
    if (accounts.length === 0 && this.#watched.size === 0) return;
    // Loaded when it is needed, as it imports the journal.
    const { sandboxAccount } = await import('./accountJournal.ts');
    const { baseUrl } = readSettings();
    const accountInUse = baseUrl === '' ? sandboxAccount : await credentials.account(baseUrl);
    // The sandbox's jobs are simulated, and it would have to run for them.
    const otherAccounts = new Set(accounts.filter((account) => account !== sandboxAccount && account !== accountInUse));
    for (const account of this.#watched.keys()) if (!otherAccounts.has(account)) await this.#end(account);
    for (const account of otherAccounts) await this.#watch(account);
    this.#changed.fire(undefined);
  }

  /** Opens the session of an account, or opens it again because its keys were stored or deleted. */
  async #watch(account: string): Promise<void> {
    const { extension, credentials: store, log } = this.#options;
    const { connectionOf } = await import('./accountJournal.ts');
    const connection = await connectionOf(extension, store, account);
    if (connection === undefined) return;
    const watched = this.#watched.get(account);
    const hasKeys = connection.credentials !== undefined;
    if (watched?.hasKeys === hasKeys) return;
    if (watched !== undefined) await this.#end(account);
    const { openSession } = await import('./session.ts');
    const session = await openSession({
      extension,
      connection: { kind: 'service', account, ...connection },
      log,
      isVisible: () => false,
      onSandboxGone: () => undefined,
      isWatchedOnly: true,
    });
    session.jobs.onDidChange(() => {
      this.#changed.fire(undefined);
    });
    this.#watched.set(account, { session, hasKeys });
    // The jobs are polled from then on, also if this fails.
    session.jobs.fetch().catch((error: unknown) => {
      log(`The jobs at another service could not be refreshed: ${error instanceof Error ? error.message : ''}`);
    });
  }

  async #end(account: string): Promise<void> {
    const watched = this.#watched.get(account);
    this.#watched.delete(account);
    await watched?.session.close();
  }
}

interface WatchedService {
  readonly session: Session;
  readonly hasKeys: boolean;
}

function serviceOf({ session, hasKeys }: WatchedService): OtherService {
  const { baseUrl } = session.connection;
  const jobs = session.jobs.all;
  return {
    account: session.account,
    baseUrl,
    host: new URL(baseUrl).host,
    hasKeys,
    session,
    openJobs: jobs.filter((job) => !isClosed(job) || waitsForDelivery(job)).length,
    waiting: countWaiting(jobs),
  };
}
