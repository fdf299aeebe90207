import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from '../base/clock.ts';
import { challengeProof } from '../base/portFile.ts';
import type { Log } from './routes/app.ts';
import { wireNumbers, type WireMode } from './routes/wireNumbers.ts';
import { createCallbacks } from './callbacks/callbacks.ts';
import { folderContents, memoryContents } from './documents/fileContents.ts';
import { openFileStore, type FileStore } from './documents/fileStore.ts';
import { createHttpServer, defaultConnectionLimits, type ConnectionLimits } from './http/httpServer.ts';
import type { Pace } from './world/pace.ts';
import type { LimitColumn, ThrottleKind } from './http/requestLimits.ts';
import { createSandboxListener } from './server.ts';
import { memoryStorage, openStorage, type Change, type Storage } from './storage.ts';
import { createWakeUps } from './wakeUps.ts';
import { World } from './world/world.ts';

export interface SandboxOptions {
  /** 0 picks one: the data file's last, if it is free. */
  readonly port: number;
  /** Without keys, those of the data file, or new ones. */
  readonly apiKey?: string;
  readonly privateKey?: string;
  readonly pace: Pace;
  /** Keeps everything in memory when absent. */
  readonly dataFile?: string;
  readonly allowedHosts: readonly string[];
  /** Balance of a new account. */
  readonly openingCents: number;
  /** What has been translated before is ordered anew at a discount. Default: off. */
  readonly translationMemory?: boolean;
  /** What a call over the limit gets. Default: nothing. */
  readonly throttle?: ThrottleKind;
  /** The column of contract §8 that counts. Default: production. */
  readonly limits?: LimitColumn;
  /** Where callbacks of jobs without an address go. Default: nowhere. */
  readonly callbackUrl?: string;
  /** Hosts beyond loopback that callbacks may go to. */
  readonly allowedCallbacks?: readonly string[];
  /** The JSON types of numbers in answers and callbacks. Default: the contract's. */
  readonly wire?: WireMode;
  readonly connections?: ConnectionLimits;
  /** Version of the program, by which a newer one recognizes that it should take over. Default: 0.0.0. */
  readonly release?: string;
  /** Called when a caller with the control token asks the sandbox to exit; without it, that is refused. */
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
  /** What the answers to challenges are made with. */
  readonly challengeSecret: string;
  /** Lets calls under way finish, and resolves when everything is on disk. */
  close(): Promise<void>;
}

/** How long calls under way have to finish when the sandbox ends. */
const closeGraceMs = 2000;
/** What all quoted files together may have. */
const maxFileBytesInMemory = 256 * 1024 * 1024;
const maxFileBytesOnDisk = 4 * 1024 * 1024 * 1024;

/** Starts a sandbox on loopback. Rejects when the port is taken, or the data file cannot be used. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const clock = options.clock ?? systemClock;
  const { held, storage, files } = await openHeld(options.dataFile);
  const keys = {
    apiKey: options.apiKey ?? held.identity?.apiKey ?? newKey(),
    privateKey: options.privateKey ?? held.identity?.privateKey ?? newKey(),
  };
  const controlToken = newKey();
  const { release = '0.0.0' } = options;
  const wire = wireNumbers[options.wire ?? 'contract'];
  const challengeSecret = newKey();
  const world = new World({
    ...options, now: () => clock.now(), storage, held, files,
    onEvent: (event) => { callbacks.note(event); },
  });
  const callbacks = createCallbacks({
    world, wire, storage, held: held.callbacks ?? [], defaultUrl: options.callbackUrl, allowedHosts: options.allowedCallbacks ?? [], log: options.log,
  });
  const wakeUps = createWakeUps(
    () => {
      const due = [world.nextDue, callbacks.nextDue()].filter((at) => at !== undefined);
      return due.length === 0 ? undefined : Math.min(...due) - world.now;
    },
    async () => {
      world.runDue();
      world.commit();
      await storage.flush();
      callbacks.send();
    },
  );
  const afterCall = (): void => {
    callbacks.send();
    wakeUps.schedule();
  };
  const ending = new AbortController();
  const listener = createSandboxListener({
    ...options, world, wire, storage, files, callbacks, keys, controlToken, clock, afterCall,
    prove: (nonce) => challengeProof(nonce, { baseUrl: `${world.origin}/v2`, pid: process.pid, release, challengeSecret }),
    // The system's own time may be set back; an injected one counts for everything.
    steadyNow: options.clock === undefined ? () => performance.now() : () => clock.now(),
    throttle: options.throttle ?? 'off', limits: options.limits ?? 'production', ending: ending.signal,
  });
  const server = createHttpServer(listener, options.connections ?? defaultConnectionLimits);
  try {
    const port = await listen(server, options.port, held.identity?.port);
    world.origin = `http://127.0.0.1:${port}`;
    storage.append({ identity: { ...keys, port } });
    world.commit();
    await storage.flush();
    afterCall();
    const close = async (): Promise<void> => {
      ending.abort();
      wakeUps.stop();
      await closeServer(server);
      await callbacks.close();
      await storage.close();
    };
    return { baseUrl: `${world.origin}/v2`, ...keys, controlToken, release, challengeSecret, close };
  } catch (error) {
    server.close();
    await storage.close();
    throw error;
  }
}

async function openHeld(dataFile: string | undefined): Promise<{ readonly held: Change; readonly storage: Storage; readonly files: FileStore }> {
  if (dataFile === undefined) {
    const files = await openFileStore({ contents: memoryContents(), storage: memoryStorage, held: {}, maxBytes: maxFileBytesInMemory });
    return { held: {}, storage: memoryStorage, files };
  }
  const { held, storage } = await openStorage(dataFile);
  try {
    const contents = await folderContents(`${dataFile}.files`);
    return { held, storage, files: await openFileStore({ contents, storage, held, maxBytes: maxFileBytesOnDisk }) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** On loopback only. The last port is tried first, so that what clients know of this address stays true. */
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

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => { resolve(); }));
  server.closeIdleConnections();
  const impatience = setTimeout(() => { server.closeAllConnections(); }, closeGraceMs);
  await closed;
  clearTimeout(impatience);
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}
