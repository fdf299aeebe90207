import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { systemClock, type Clock } from '../base/clock.ts';
import type { Log } from './app.ts';
import type { Pace } from './pace.ts';
import { createSandboxListener } from './server.ts';
import { memoryStorage, openStorage, type Change, type Storage } from './storage.ts';
import { World } from './world.ts';

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
  /** Lets calls under way finish, and resolves when everything is on disk. */
  close(): Promise<void>;
}

/** How long calls under way have to finish when the sandbox ends. */
const closeGraceMs = 2000;

/** Starts a sandbox on loopback. Rejects when the port is taken, or the data file cannot be used. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const clock = options.clock ?? systemClock;
  const { held, storage } = await openHeld(options.dataFile);
  const keys = {
    apiKey: options.apiKey ?? held.identity?.apiKey ?? newKey(),
    privateKey: options.privateKey ?? held.identity?.privateKey ?? newKey(),
  };
  const controlToken = newKey();
  const world = new World({ now: () => clock.now(), pace: options.pace, storage, held, openingCents: options.openingCents });
  const listener = createSandboxListener({ ...options, world, storage, keys, controlToken, clock });
  const server = createServer(listener);
  try {
    const port = await listen(server, options.port, held.identity?.port);
    storage.append({ identity: { ...keys, port } });
    world.commit();
    await storage.flush();
    return { baseUrl: `http://127.0.0.1:${port}/v2`, ...keys, controlToken, close: () => close(server, storage) };
  } catch (error) {
    server.close();
    await storage.close();
    throw error;
  }
}

async function openHeld(dataFile: string | undefined): Promise<{ readonly held: Change; readonly storage: Storage }> {
  return dataFile === undefined ? { held: {}, storage: memoryStorage } : openStorage(dataFile);
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

async function close(server: Server, storage: Storage): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => { resolve(); }));
  server.closeIdleConnections();
  const impatience = setTimeout(() => { server.closeAllConnections(); }, closeGraceMs);
  await closed;
  clearTimeout(impatience);
  await storage.close();
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}
