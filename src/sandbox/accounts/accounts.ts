import type { Clock } from '../../base/clock.ts';
import { filesOf, type FileStore } from '../documents/fileStore.ts';
import type { Keys } from '../http/auth.ts';
import type { Held } from '../storage/storage.ts';
import type { Storage } from '../records/change.ts';
import { firstAccountSetup, furtherAccountSetup } from '../world/accountSetup.ts';
import { IdAllocator } from '../world/idAllocator.ts';
import type { SandboxJob } from '../records/job.ts';
import { World, type WorldOptions } from '../world/world.ts';

/** A customer of the sandbox. */
export interface SandboxAccount {
  readonly apiKey: string;
  /** Absent for an account of the data file that this process was not given the keys of: its jobs go on, and nobody can call. */
  readonly keys?: Keys;
  readonly world: World;
  /** The files that it had quoted. */
  readonly files: FileStore;
}

export interface AccountsOptions extends Pick<WorldOptions, 'pace' | 'openingCents' | 'translationMemory' | 'onEvent'> {
  /** Of the first account. What the data file holds without an owner belongs to it, whichever keys it has. */
  readonly keys: Keys;
  /** Further accounts: what the data file holds for their API keys belongs to them. */
  readonly further: readonly Keys[];
  readonly clock: Clock;
  readonly storage: Storage;
  readonly stored: Held;
  /** Of all accounts. */
  readonly files: FileStore;
}

/**
 * All accounts of one sandbox. They share the clock, which the first account's books keep, and the numbers of jobs and orders:
 * the id of one account's job is a real id under another's keys, where it is refused.
 */
export class Accounts {
  readonly first: SandboxAccount;
  /** The first account, then those that keys were given for, then those that only the data file has. */
  readonly all: readonly SandboxAccount[];

  constructor({ keys, further, stored, clock, storage, files, ...options }: AccountsOptions) {
    const ids = new IdAllocator();
    const world = new World({
      ...options,
      ids,
      storage,
      now: () => clock.now(),
      held: stored.held,
      setup: firstAccountSetup,
      files: filesOf(files, undefined),
    });
    const open = (apiKey: string, furtherKeys?: Keys): SandboxAccount => {
      const owned = filesOf(files, apiKey);
      return {
        apiKey,
        ...(furtherKeys === undefined ? {} : { keys: furtherKeys }),
        files: owned,
        world: new World({
          ...options,
          ids,
          now: () => world.now,
          held: stored.further.get(apiKey) ?? {},
          setup: furtherAccountSetup,
          files: owned,
          storage: {
            append: (change) => {
              storage.append({ owner: apiKey, ...change });
            },
          },
        }),
      };
    };
    const named = new Set(further.map(({ apiKey }) => apiKey));
    this.first = { apiKey: keys.apiKey, keys, world, files: filesOf(files, undefined) };
    this.all = [
      this.first,
      ...further.map((each) => open(each.apiKey, each)),
      ...[...stored.further.keys()].filter((apiKey) => !named.has(apiKey)).map((apiKey) => open(apiKey)),
    ];
  }

  /** When something may next be due by itself in any account, in milliseconds since the epoch. */
  get nextDue(): number | undefined {
    const due = this.all.flatMap(({ world }) => world.nextDue ?? []);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Where files are downloaded from; without a slash at the end. */
  setOrigin(origin: string): void {
    for (const { world } of this.all) world.origin = origin;
  }

  runDue(): void {
    for (const { world } of this.all) world.runDue();
  }

  /** Moves the clock of all accounts forward and does what becomes due by it. */
  advanceClock(ms: number): void {
    this.first.world.advanceClock(ms);
    this.runDue();
  }

  commit(): void {
    for (const { world } of this.all) world.commit();
  }

  /** A job that has left the queue, and the books of its account. */
  findJob(id: string): { readonly job: SandboxJob; readonly world: World } | undefined {
    for (const { world } of this.all) {
      const job = world.job(id);
      if (job !== undefined) return { job, world };
    }
    return undefined;
  }
}
