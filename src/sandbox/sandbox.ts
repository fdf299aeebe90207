import { randomBytes } from 'node:crypto';
import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from '../base/clock.ts';
import { challengeProof } from '../base/portFile.ts';
import { Accounts } from './accounts/accounts.ts';
import type { Log } from './routes/app.ts';
import { wireNumbers, type WireMode, type WireNumbers } from './wire/wireNumbers.ts';
import { Callbacks } from './callbacks/callbacks.ts';
import { folderContents, memoryContents } from './storage/fileContents.ts';
import { openFileStore, type FileStore } from './documents/fileStore.ts';
import type { Keys } from './http/auth.ts';
import { createHttpServer, defaultConnectionLimits, type ConnectionLimits } from './http/httpServer.ts';
import { readTlsIdentity, type TlsFiles, type TlsIdentity } from './http/tlsFiles.ts';
import type { Pace } from './world/pace.ts';
import type { LimitColumn, ThrottleKind } from './http/requestLimits.ts';
import { createSandboxListener } from './createSandboxListener.ts';
import { memoryStorage, openStorage, type Held } from './storage/storage.ts';
import type { Identity, Storage } from './records/change.ts';
import { createWakeUps } from './wakeUps.ts';

/** What the command line can set. */
export interface SandboxSettings {
  /** 0 selects a free port, preferably the last one, which the data file stores. */
  readonly port: number;
  /** Default: the key from the data file, or a new one. */
  readonly apiKey?: string;
  readonly privateKey?: string;
  /** Additional accounts, each with its own API key. Default: none. */
  readonly accounts?: readonly Keys[];
  /** Key and certificate for https. Default: http. */
  readonly tls?: TlsFiles;
  readonly pace: Pace;
  /** Default: all data is in memory. */
  readonly dataFile?: string;
  readonly allowedHosts: readonly string[];
  /** Balance of a new account, in hundredths of a credit. */
  readonly openingCents: number;
  /** Whether identical jobs are reordered at a discount. Default: false. */
  readonly translationMemory?: boolean;
  /** The answer to calls over the rate limit. Default: they are only counted. */
  readonly throttle?: ThrottleKind;
  /** The column of contract §8 that applies. Default: production. */
  readonly limits?: LimitColumn;
  /** Callback address for jobs without one. Default: no callback. */
  readonly callbackUrl?: string;
  /** Hosts other than loopback that callbacks may be sent to. */
  readonly allowedCallbacks?: readonly string[];
  /** The JSON types of numbers in answers and callbacks. Default: the contract's. */
  readonly wire?: WireMode;
  /** Version of the program; a newer version takes over from an older one. Default: 0.0.0. */
  readonly release?: string;
}

export interface SandboxOptions extends SandboxSettings {
  readonly connections?: ConnectionLimits;
  /** Called when a caller with the control token asks the sandbox to exit; if absent, the request is refused. */
  readonly onExitRequested?: () => void;
  readonly clock?: Clock;
  readonly log: Log;
  readonly onActivity?: (change: 'begin' | 'end') => void;
}

export interface RunningSandbox {
  /** Ends in `/v2`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
  readonly release: string;
  /** The secret for answers to challenges. */
  readonly challengeSecret: string;
  /** Waits for calls in progress, and resolves when everything is on disk. */
  close(): Promise<void>;
}

/** Time that calls in progress have to finish when the sandbox ends. */
const closeGraceMs = 2000;
/** Total size limit of all quoted files. */
const maxFileBytesInMemory = 256 * 1024 * 1024;
const maxFileBytesOnDisk = 4 * 1024 * 1024 * 1024;

/** Starts a sandbox on loopback. Rejects if the port is taken or the data file can't be used. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const tls = options.tls && (await readTlsIdentity(options.tls));
  const data = await openStored(options.dataFile, (options.accounts ?? []).length > 0);
  const { storage } = data;
  try {
    return await serve(options, tls, data);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Serves the stored data. The caller closes the storage if this rejects. */
async function serve(options: SandboxOptions, tls: TlsIdentity | undefined, data: StoredData): Promise<RunningSandbox> {
  const { stored, storage, files } = data;
  const { release = '0.0.0' } = options;
  const { identity } = stored.held;
  const clock = options.clock ?? systemClock;
  const keys = keysFor(options, identity);
  const wire = wireNumbers[options.wire ?? 'contract'];
  const { accounts, callbacks } = createAccounts({ options, keys, clock, wire, data });
  const { world } = accounts.first;
  const wakeUps = createWakeUps(
    () => {
      const dueTimes = [accounts.nextDue, callbacks.nextDue()].filter((time) => time !== undefined);
      // All accounts have the clock of the first one.
      return dueTimes.length === 0 ? undefined : Math.min(...dueTimes) - world.now;
    },
    async () => {
      accounts.runDue();
      accounts.commit();
      await storage.flush();
      callbacks.send();
    },
  );
  const afterCall = (): void => {
    callbacks.send();
    wakeUps.schedule();
  };
  const secrets = { controlToken: newKey(), challengeSecret: newKey() };
  const ending = new AbortController();
  const listener = createSandboxListener({
    ...options,
    accounts,
    wire,
    storage,
    files,
    callbacks,
    controlToken: secrets.controlToken,
    clock,
    afterCall,
    prove: (nonce) => challengeProof(nonce, { baseUrl: `${world.origin}/v2`, pid: process.pid, release, ...secrets }),
    // The system time may be set back, so it is not used here. An injected clock is used for everything.
    steadyNow: options.clock === undefined ? () => performance.now() : () => clock.now(),
    throttle: options.throttle ?? 'off',
    limits: options.limits ?? 'production',
    ending: ending.signal,
  });
  const http = createHttpServer(listener, options.connections ?? defaultConnectionLimits, options.log, tls);
  try {
    const port = await listen(http.server, options.port, identity?.port);
    accounts.setOrigin(`${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`);
    storage.append({ identity: { ...keys, port } });
    accounts.commit();
    await storage.flush();
  } catch (error) {
    http.server.close();
    throw error;
  }
  afterCall();
  const close = async (): Promise<void> => {
    ending.abort();
    wakeUps.stop();
    await http.close(closeGraceMs);
    await callbacks.close();
    await storage.close();
  };
  return { baseUrl: `${world.origin}/v2`, ...keys, ...secrets, release, close };
}

/** Returns the first account's keys: given, stored or new ones. Throws if two accounts have the same API key. */
function keysFor({ apiKey, privateKey, accounts = [] }: SandboxOptions, stored: Identity | undefined): Keys {
  const keys = {
    apiKey: apiKey ?? stored?.apiKey ?? newKey(),
    privateKey: privateKey ?? stored?.privateKey ?? newKey(),
  };
  const apiKeys = new Set([keys, ...accounts].map((account) => account.apiKey));
  if (apiKeys.size <= accounts.length)
    throw new Error('Two accounts have the same API key. Give each account a key of its own.');
  return keys;
}

interface AccountsInputs {
  readonly options: SandboxOptions;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly wire: WireNumbers;
  readonly data: StoredData;
}

/** Creates the accounts, and the callbacks that their events cause. */
function createAccounts({ options, keys, clock, wire, data: { stored, storage, files } }: AccountsInputs): {
  readonly accounts: Accounts;
  readonly callbacks: Callbacks;
} {
  const accounts = new Accounts({
    ...options,
    keys,
    further: options.accounts ?? [],
    clock,
    storage,
    stored,
    files,
    onEvent: (event) => {
      callbacks.note(event);
    },
  });
  const callbacks = new Callbacks({
    world: accounts.first.world,
    wire,
    storage,
    held: stored.held.callbacks ?? [],
    defaultUrl: options.callbackUrl,
    allowedHosts: options.allowedCallbacks ?? [],
    log: options.log,
  });
  return { accounts, callbacks };
}

interface StoredData {
  readonly stored: Held;
  readonly storage: Storage;
  readonly files: FileStore;
}

async function openStored(dataFile: string | undefined, severalAccounts: boolean): Promise<StoredData> {
  if (dataFile === undefined) {
    const files = await openFileStore({
      contents: memoryContents(),
      storage: memoryStorage,
      held: {},
      maxBytes: maxFileBytesInMemory,
    });
    return { stored: { held: {}, further: new Map() }, storage: memoryStorage, files };
  }
  const { storage, ...stored } = await openStorage(dataFile, { severalAccounts });
  try {
    const contents = await folderContents(`${dataFile}.files`);
    const jobs = [stored.held, ...stored.further.values()].flatMap((account) => account.jobs ?? []);
    return {
      stored,
      storage,
      files: await openFileStore({ contents, storage, held: { ...stored.held, jobs }, maxBytes: maxFileBytesOnDisk }),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Listens on loopback only. Tries the last port first, so that the address stored by clients remains valid. */
async function listen(server: Server, port: number, lastPort: number | undefined): Promise<number> {
  if (port !== 0 || lastPort === undefined) return listenOn(server, port);
  try {
    return await listenOn(server, lastPort);
  } catch {
    return listenOn(server, 0);
  }
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}
