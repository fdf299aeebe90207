import { present } from '../../base/present.ts';
import type { WireCallbackComment } from '../../service/interface/wire.ts';
import { hostKey } from './findCallbackAddress.ts';
import { postForm } from './postForm.ts';
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

/** The pending callbacks of a sandbox. Each stays pending until it is delivered or given up. */
export class Callbacks {
  readonly #options: CallbackOptions;
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #pending: Map<number, PendingCallback>;
  /** Callbacks to retry, in order of time. New ones are appended, because every retry has the same delay. */
  readonly #waiting: PendingCallback[];
  readonly #hosts = new Map<string, Host>();
  readonly #inProgress = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #nextId: number;
  #sent = 0;
  #givenUp = 0;
  #tooLarge = 0;

  constructor(options: CallbackOptions) {
    this.#options = options;
    this.#allowedHosts = new Set(options.allowedHosts.map(hostKey));
    this.#pending = new Map(options.held.map((callback) => [callback.id, callback]));
    this.#waiting = [...this.#pending.values()].sort((a, b) => a.at - b.at || a.id - b.id);
    this.#nextId = Math.max(0, ...this.#pending.keys()) + 1;
  }

  /** Adds callbacks for an event; they are stored with the next flush. */
  note(event: WorldEvent): void {
    const { world, wire, storage, defaultUrl } = this.#options;
    const url = event.job.callbackUrl ?? defaultUrl;
    if (url === undefined) return;
    const at = world.now;
    const callback: PendingCallback = {
      id: this.#nextId,
      job: event.job.id,
      url,
      ...payloadOf(event, world, wire),
      madeAt: at,
      at,
    };
    if (formBody(callback).length > maxBodyBytes) this.#tooLarge += 1;
    else if (this.#pending.size >= maxPending) this.#givenUp += 1;
    else {
      this.#nextId += 1;
      this.#pending.set(callback.id, callback);
      hostOf(this.#hosts, url).queue.push(callback);
      storage.append({ callbacks: [callback] });
    }
  }

  /** Starts the due callbacks, within each host's limit. Call it after noted events are stored. */
  send(): void {
    const { now } = this.#options.world;
    for (let earliest = this.#waiting[0]; earliest !== undefined && earliest.at <= now; earliest = this.#waiting[0]) {
      this.#waiting.shift();
      hostOf(this.#hosts, earliest.url).queue.push(earliest);
    }
    for (const [name, host] of this.#hosts) {
      while (!this.#ending.signal.aborted && host.busy.size < maxInFlightPerHost) {
        const index = host.queue.findIndex(({ job }) => !host.busy.has(job));
        const [callback] = index < 0 ? [] : host.queue.splice(index, 1);
        if (callback === undefined) break;
        this.#start(host, callback);
      }
      if (host.queue.length === 0 && host.busy.size === 0) this.#hosts.delete(name);
    }
  }

  /** Returns when the next retry is due, in milliseconds since the epoch on the sandbox's clock. */
  nextDue(): number | undefined {
    return this.#waiting[0]?.at;
  }

  counts(): CallbackCounts {
    return { pending: this.#pending.size, sent: this.#sent, givenUp: this.#givenUp, tooLarge: this.#tooLarge };
  }

  /** Aborts callbacks in progress; undelivered ones stay pending. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#inProgress);
  }

  #start(host: Host, callback: PendingCallback): void {
    host.busy.add(callback.job);
    const work = this.#attempt(callback).finally(() => {
      host.busy.delete(callback.job);
      this.#inProgress.delete(work);
      this.send();
    });
    this.#inProgress.add(work);
  }

  async #attempt(callback: PendingCallback): Promise<void> {
    const { signal } = this.#ending;
    const result = await postForm(callback.url, formBody(callback), { allowedHosts: this.#allowedHosts, signal });
    if (signal.aborted && result.kind !== 'delivered') return;
    if (result.kind === 'delivered') {
      this.#sent += 1;
      this.#removePending(callback);
    } else if (result.kind === 'forbidden') this.#giveUp(callback, result.reason);
    else this.#retryLater(callback, result.reason);
    // If storing fails, every call reports it, and delivered callbacks are sent again after a restart.
    await this.#options.storage.flush().catch(() => undefined);
  }

  #retryLater(callback: PendingCallback, reason: string): void {
    const { world, storage, log } = this.#options;
    const at = world.now + retryMs;
    if (at > callback.madeAt + giveUpMs) {
      this.#giveUp(callback, reason);
      return;
    }
    const retry = { ...callback, at };
    this.#pending.set(callback.id, retry);
    this.#waiting.push(retry);
    storage.append({ callbacks: [retry] });
    log(`callback of job ${callback.job} to ${new URL(callback.url).origin} failed: ${reason}`);
  }

  #giveUp(callback: PendingCallback, reason: string): void {
    this.#givenUp += 1;
    this.#removePending(callback);
    this.#options.log(`callback of job ${callback.job} to ${new URL(callback.url).origin} given up: ${reason}`);
  }

  #removePending({ id }: PendingCallback): void {
    this.#pending.delete(id);
    this.#options.storage.append({ doneCallbacks: [id] });
  }
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
  const queueOfHost = hosts.get(host) ?? { queue: [], busy: new Set() };
  hosts.set(host, queueOfHost);
  return queueOfHost;
}
