import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../../base/errorMessage.ts';
import { systemClock } from '../../base/clock.ts';
import { DisposableStore, toDisposable, type Disposable } from '../../base/disposable.ts';
import { present } from '../../base/present.ts';
import { listOf, stringOf } from '../../base/unknownValue.ts';
import { Journal, type JournalDamage } from '../../orders/journal/journal.ts';
import { Jobs } from '../../orders/jobs/track/jobs.ts';
import { Ledger } from '../../orders/journal/ledger.ts';
import { closeOrders, type OrderContext } from '../../orders/journal/account/orderContext.ts';
import { pollDelay } from './pollDelay.ts';
import { SharedRefresh } from '../../orders/jobs/track/sharedRefresh.ts';
import { createJobWaker } from './jobWaker.ts';
import { createServiceClient } from '../../service/createServiceClient.ts';
import type { Credentials, ServiceClient } from '../../service/interface/serviceClient.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import { createCallbacks } from './createCallbacks.ts';
import { journalFile as journalFileOf, sandboxAccount, sandboxOrigin } from './accountJournal.ts';
import type { Connection } from './connection.ts';
import { findProxy } from './findProxy.ts';
import { journalMemory } from './journalMemory.ts';
import { findProject, openProjects } from '../workspace/projects.ts';
import { uriOf } from '../projectUri.ts';
import { OutsideTargets } from '../workspace/outsideTargets.ts';
import { watchSources } from './watchSources.ts';
import { readPolicies } from '../readPolicies.ts';
import { watchProof } from './sandboxProcess.ts';
import { layoutSettings, readBudgets, readSettings } from '../settings.ts';
import { showWarning } from '../shown/toasts.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { plain } from '../../words/plain.ts';
import { plural, sentences, words } from '../../words/words.ts';

/** One service and account in use: its client, its journal and the model of its jobs. */
export interface Session {
  readonly connection: Connection;
  /** Id of the service and account: the name of its journal's file. */
  readonly account: string;
  readonly context: OrderContext;
  readonly jobs: Jobs;
  /** The file that remembers, for all windows, what the user was notified of. */
  readonly noticesFile: string;
  /** Closes the session. Waits a few seconds for responses to requests that change something, and journals them. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly extension: vscode.ExtensionContext;
  readonly connection: Connection;
  readonly log: (line: string) => void;
  /** Whether the jobs are visible. */
  readonly isVisible: () => boolean;
  /** Called when the connection's sandbox has ended. */
  readonly onSandboxGone: () => void;
  /** Whether another service is in use, so that jobs are only polled: nothing is delivered or ordered here. */
  readonly isWatchedOnly?: boolean;
}

/** Opens the journal, applies its entries, and starts to poll its jobs. */
export async function openSession({
  extension,
  connection,
  log,
  isVisible,
  onSandboxGone,
  isWatchedOnly = false,
}: SessionOptions): Promise<Session> {
  const store = new DisposableStore();
  const closing = new AbortController();
  let client: ServiceClient;
  let origin: string = sandboxOrigin;
  let account: string = sandboxAccount;
  if (connection.kind === 'sandbox') client = createSandboxClient(extension, connection, { log, onSandboxGone });
  else {
    client = createClient(extension, connection, log);
    ({ origin } = new URL(connection.baseUrl));
    ({ account } = connection);
  }

  const ledger = new Ledger();
  const journalFile = journalFileOf(extension, account);
  const journal = new Journal(
    journalFile,
    (entry) => {
      ledger.apply(entry);
    },
    log,
    { origin, ledger, memory: journalMemory(extension.globalState, journalFile, log), onDamage: showDamage },
  );
  await journal.sync();

  const callbacks = store.add(
    createCallbacks({
      baseUrl: connection.baseUrl,
      // Called after `waker` is created below.
      onJob: (jobId) => {
        waker.wake(jobId);
      },
      log,
    }),
  );
  const outsideTargets = new OutsideTargets(extension.workspaceState);
  const context: OrderContext = {
    client,
    journal,
    ledger,
    clock: systemClock,
    simulated: connection.kind === 'sandbox',
    closing: closing.signal,
    origin,
    openProjects: () => openProjects(outsideTargets),
    findProject: (id) => findProject(id, outsideTargets),
    layouts: (project, path) => layoutSettings(uriOf(project, path)),
    log,
    describeError: (error) => plain(errorSentence(error)),
    budgets: readBudgets,
    policies: readPolicies,
    callbackUrl: () => callbacks.url(),
  };
  const storedFile = (folder: string, name: string): string =>
    vscode.Uri.joinPath(extension.globalStorageUri, folder, name).fsPath;
  const refreshFile = storedFile('refreshes', `${basename(journalFile)}l`);
  const jobs = store.add(new Jobs(context, new SharedRefresh(refreshFile, Date.now)));
  const waker = store.add(
    createJobWaker({
      isKnown: (jobId) => ledger.jobs.has(jobId),
      refresh: async (jobIds, signal) => {
        await jobs.fetchJobsAndDeliver(jobIds, { signal, inBackground: true });
        // The service also calls about comments.
        await jobs.threads.readMany(jobIds, { signal });
      },
      clock: systemClock,
      log,
    }),
  );
  store.add(
    pollJobs(jobs, context, { isVisible, hasCallbacks: () => callbacks.isListening, delivers: !isWatchedOnly }),
  );
  if (!isWatchedOnly) store.add(watchSources(jobs, log));
  const close = (): Promise<void> => {
    store.dispose();
    return closeOrders(context, closing);
  };
  const noticesFile = storedFile('notices', `${basename(journalFile)}.json`);
  return { connection, account, context, jobs, noticesFile, close };
}

function showDamage({ lines, copy }: JournalDamage): void {
  void showWarning(
    sentences(
      plural(lines, {
        one: l10n.t('{0} line of the order journal is damaged and was skipped.'),
        other: l10n.t('{0} lines of the order journal are damaged and were skipped.'),
      }),
      words(l10n.t('Before the next order, the extension checks with the service which strings are already on order.')),
      words(l10n.t('A copy of the skipped lines is in {0}.'), copy),
    ),
  );
}

/**
 * Creates a client that sends keys and strings, and downloads files, only while the sandbox's process proves itself:
 * once it has ended, any program may listen on its port.
 */
function createSandboxClient(
  extension: vscode.ExtensionContext,
  connection: Extract<Connection, { readonly kind: 'sandbox' }>,
  { log, onSandboxGone }: Pick<SessionOptions, 'log' | 'onSandboxGone'>,
): ServiceClient {
  const isProven = watchProof(connection.sandbox);
  const requireProof = async (): Promise<void> => {
    if (await isProven()) return;
    onSandboxGone();
    throw new ServiceError('network', 'The embedded sandbox is no longer running.', { outcome: 'not-sent' });
  };
  const client = createClient(extension, connection, log, async () => {
    await requireProof();
    return connection.credentials;
  });
  const download: typeof client.files.download = async (url, options) => {
    await requireProof();
    return client.files.download(url, options);
  };
  // Needs no keys, but carries strings.
  const unitCount: typeof client.service.unitCount = async (texts, options) => {
    await requireProof();
    return client.service.unitCount(texts, options);
  };
  return { ...client, service: { ...client.service, unitCount }, files: { ...client.files, download } };
}

/**
 * Creates a client of the service in use, or of one whose keys are being verified. Without keys, it sends nothing.
 * `credentials` returns the keys for each request; those of the connection by default.
 */
export function createClient(
  extension: vscode.ExtensionContext,
  connection: Pick<Connection, 'kind' | 'baseUrl' | 'credentials'>,
  log: (line: string) => void,
  credentials = (): Promise<Credentials | undefined> => Promise.resolve(connection.credentials),
): ServiceClient {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  const manifest = extension.extension.packageJSON as { readonly version: string; readonly homepage: string };
  return createServiceClient({
    baseUrl: connection.baseUrl,
    ...(connection.credentials !== undefined && { credentials }),
    // The format that the service requires: name; version; address.
    userAgent: `Human Translation for VS Code; Version ${manifest.version}; ${manifest.homepage};`,
    // The embedded sandbox runs on this machine, so it needs no lower rate limits.
    limits: connection.kind === 'sandbox' ? 'production' : readSettings().limits,
    // All windows on this machine use the same folder, so they share one rate limit.
    throttleFolder: vscode.Uri.joinPath(extension.globalStorageUri, 'throttle').fsPath,
    log,
    proxyStrictTls: http.get('proxyStrictSSL') !== false,
    allowPlainHttp: connection.credentials?.plainHttpAllowed === true,
    findProxy: async (url) => {
      const proxyAddress = await findProxy(url);
      if (proxyAddress !== undefined) log(`VS Code reaches the service through a proxy: ${proxyAddress}`);
      return proxyAddress;
    },
    noProxy: listOf(noProxy).filter((host) => typeof host === 'string'),
    ...present({ proxy: proxy === '' ? undefined : stringOf(proxy) }),
  });
}

/** Polls as often as the jobs' statuses require; reacts within a second when the jobs or their visibility change. */
function pollJobs(
  jobs: Jobs,
  context: OrderContext,
  {
    isVisible,
    hasCallbacks,
    delivers,
  }: { readonly isVisible: () => boolean; readonly hasCallbacks: () => boolean; readonly delivers: boolean },
): Disposable {
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  let failures = 0;
  let lastPollAt = Date.now();
  let lastActiveAt = Date.now();
  /** The end of a pause that the service asked for. */
  let pauseUntil = 0;
  const loop = async (): Promise<void> => {
    while (!isStopped()) {
      await systemClock.sleep(1000, stop.signal);
      const { focused, active } = vscode.window.state;
      if (active) lastActiveAt = Date.now();
      const delay = pollDelay({
        jobs: jobs.all,
        now: Date.now(),
        isVisible: isVisible(),
        isFocused: focused,
        idleMs: Date.now() - lastActiveAt,
        hasCallbacks: hasCallbacks(),
        failures,
        isSandbox: context.simulated,
      });
      if (delay === undefined || Date.now() - lastPollAt < delay || Date.now() < pauseUntil) continue;
      try {
        const options = { signal: stop.signal, maxAgeMs: delay };
        if (delivers) await jobs.fetchAndDeliver({ ...options, inBackground: true });
        else await jobs.fetch(options);
        await jobs.readThreads({ signal: stop.signal });
        failures = 0;
      } catch (error) {
        failures += 1;
        pauseUntil = Date.now();
        if (error instanceof ServiceError) pauseUntil += error.retryAfterMs ?? 0;
        if (!isStopped()) context.log(`Refreshing the jobs failed: ${errorMessage(error)}`);
      }
      lastPollAt = Date.now();
    }
  };
  loop().catch((error: unknown) => {
    if (!isStopped()) context.log(`Polling the jobs ended: ${String(error)}`);
  });
  return toDisposable(() => {
    stop.abort();
  });
}
