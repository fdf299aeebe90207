import { present } from '../../base/present.ts';
import type { WireCallbackComment } from '../../service/interface/wire.ts';
import { hostKey } from './callbackAddress.ts';
import { postForm } from './callbackPost.ts';
import type { PendingCallback } from '../records/pendingCallback.ts';
import type { Storage } from '../records/change.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';
import { jobRecord, wireTime } from '../wire/wireRecords.ts';
import type { World, WorldEvent } from '../world/world.ts';

/** Public material: retries every 15 minutes for 12 hours until delivered; bodies above 60 KB are not sent. */
const retryMs = 15 * 60_000;
const giveUpMs = 12 * 3_600_000;
const maxBodyBytes = 60 * 1024;
/** Limit of simultaneous callbacks per host, so that a small receiver can handle them. */
const maxInFlightPerHost = 2;
/** At this limit, further events cause no callback; a receiver this slow has to poll. */
const maxPending = 10_000;

export interface CallbackCounts {
  readonly pending: number;
  readonly sent: number;
  /** Callbacks that failed for 12 hours, had a forbidden address, or exceeded the limit of pending ones. */
  readonly givenUp: number;
  readonly tooLarge: number;
}

export interface Callbacks {
  /** Adds callbacks for an event; they are stored with the next flush. */
  readonly note: (event: WorldEvent) => void;
  /** Starts the due callbacks, within each host's limit. Call it after noted events are stored. */
  readonly send: () => void;
  /** When the next retry is due, in milliseconds since the epoch on the sandbox's clock. */
  readonly nextDue: () => number | undefined;
  readonly counts: () => CallbackCounts;
  /** Aborts callbacks in progress; undelivered ones stay pending. */
  readonly close: () => Promise<void>;
}

export interface CallbackOptions {
  readonly world: World;
  readonly wire: WireNumbers;
  readonly storage: Storage;
  readonly held: readonly PendingCallback[];
  /** The account's own address, for jobs without one. */
  readonly defaultUrl: string | undefined;
  /** Hosts other than loopback that may be called. */
  readonly allowedHosts: readonly string[];
  readonly log: (line: string) => void;
}

/** Queued callbacks for one host, and the number in progress. */
interface Host {
  readonly queue: PendingCallback[];
  /** Jobs with a callback in progress: two for one job could arrive in the wrong order. */
  readonly busy: Set<number>;
}

export function createCallbacks(options: CallbackOptions): Callbacks {
  const { world, wire, storage, log } = options;
  const allowedHosts = new Set(options.allowedHosts.map(hostKey));
  const pending = new Map(options.held.map((callback) => [callback.id, callback]));
  /** Callbacks to retry, in order of time. New ones are appended, because every retry has the same delay. */
  const waiting = [...pending.values()].sort((a, b) => a.at - b.at || a.id - b.id);
  const hosts = new Map<string, Host>();
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();
  let nextId = Math.max(0, ...pending.keys()) + 1;
  let sent = 0;
  let givenUp = 0;
  let tooLarge = 0;

  const done = (callback: PendingCallback): void => {
    pending.delete(callback.id);
    storage.append({ doneCallbacks: [callback.id] });
  };

  const giveUp = (callback: PendingCallback, reason: string): void => {
    givenUp += 1;
    done(callback);
    log(`callback of job ${callback.job} to ${new URL(callback.url).origin} given up: ${reason}`);
  };

  const retryLater = (callback: PendingCallback, reason: string): void => {
    const at = world.now + retryMs;
    if (at > callback.madeAt + giveUpMs) {
      giveUp(callback, reason);
      return;
    }
    const next = { ...callback, at };
    pending.set(callback.id, next);
    waiting.push(next);
    storage.append({ callbacks: [next] });
    log(`callback of job ${callback.job} to ${new URL(callback.url).origin} failed: ${reason}`);
  };

  const attempt = async (callback: PendingCallback): Promise<void> => {
    const result = await postForm(callback.url, formBody(callback), { allowedHosts, signal: ending.signal });
    if (ending.signal.aborted && result.kind !== 'delivered') return;
    if (result.kind === 'delivered') {
      sent += 1;
      done(callback);
    } else if (result.kind === 'forbidden') giveUp(callback, result.reason);
    else retryLater(callback, result.reason);
    // If storing fails, every call reports it, and delivered callbacks are sent again after a restart.
    await storage.flush().catch(() => undefined);
  };

  const start = (host: Host, callback: PendingCallback): void => {
    host.busy.add(callback.job);
    const work = attempt(callback).finally(() => {
      host.busy.delete(callback.job);
      underWay.delete(work);
      send();
    });
    underWay.add(work);
  };

  const send = (): void => {
    const { now } = world;
    for (let first = waiting[0]; first !== undefined && first.at <= now; first = waiting[0]) {
      waiting.shift();
      hostOf(hosts, first.url).queue.push(first);
    }
    for (const [name, host] of hosts) {
      while (!ending.signal.aborted && host.busy.size < maxInFlightPerHost) {
        const index = host.queue.findIndex(({ job }) => !host.busy.has(job));
        const [next] = index < 0 ? [] : host.queue.splice(index, 1);
        if (next === undefined) break;
        start(host, next);
      }
      if (host.queue.length === 0 && host.busy.size === 0) hosts.delete(name);
    }
  };

  return {
    note: (event) => {
      const url = event.job.callbackUrl ?? options.defaultUrl;
      if (url === undefined) return;
      const at = world.now;
      const callback: PendingCallback = {
        id: nextId,
        job: event.job.id,
        url,
        ...payloadOf(event, world, wire),
        madeAt: at,
        at,
      };
      if (formBody(callback).length > maxBodyBytes) tooLarge += 1;
      else if (pending.size >= maxPending) givenUp += 1;
      else {
        nextId += 1;
        pending.set(callback.id, callback);
        hostOf(hosts, url).queue.push(callback);
        storage.append({ callbacks: [callback] });
      }
    },
    send,
    nextDue: () => waiting[0]?.at,
    counts: () => ({ pending: pending.size, sent, givenUp, tooLarge }),
    close: async () => {
      ending.abort();
      await Promise.all(underWay);
    },
  };
}

function payloadOf(event: WorldEvent, world: World, wire: WireNumbers): Pick<PendingCallback, 'field' | 'payload'> {
  if (event.kind === 'job') return { field: 'job', payload: JSON.stringify(jobRecord(event.job, world, wire)) };
  const { job, comment } = event;
  const record: WireCallbackComment = {
    job_id: wire.id(job.id),
    body: comment.body,
    ctime: wireTime(comment.at),
    author: comment.author,
    ...present({ custom_data: job.customData }),
  };
  return { field: 'comment', payload: JSON.stringify(record) };
}

/** Returns the form body. It is ASCII, so its length is its number of bytes. */
function formBody({ field, payload }: PendingCallback): string {
  return new URLSearchParams({ [field]: payload }).toString();
}

function hostOf(hosts: Map<string, Host>, url: string): Host {
  const { host } = new URL(url);
  const found = hosts.get(host) ?? { queue: [], busy: new Set() };
  hosts.set(host, found);
  return found;
}
