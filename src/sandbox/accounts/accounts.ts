import { present } from '../../base/present.ts';
import type { Clock } from '../../base/clock.ts';
import { filesOf, type FileStore } from '../documents/fileStore.ts';
import type { Keys } from '../http/auth.ts';
import type { Held } from '../storage/storage.ts';
import type { Storage } from '../records/change.ts';
import { firstAccountSetup, furtherAccountSetup } from '../world/accountSetup.ts';
import { IdAllocator } from '../world/idAllocator.ts';
import type { SandboxJob } from '../records/job.ts';
import { World, type WorldOptions } from '../world/world.ts';

/** A customer account of the sandbox. */
export interface SandboxAccount {
  readonly apiKey: string;
  /** Absent for an account from the data file whose keys were not given: its jobs continue, but nobody can call. */
  readonly keys?: Keys;
  readonly world: World;
  /** The files quoted by this account. */
  readonly files: FileStore;
}

export interface AccountsOptions extends Pick<WorldOptions, 'pace' | 'openingCents' | 'translationMemory' | 'onEvent'> {
  /** The first account's keys. Records without an owner in the data file belong to it, whatever its keys are. */
  readonly keys: Keys;
  /** Keys of additional accounts. Records in the data file belong to them by their API keys. */
  readonly further: readonly Keys[];
  readonly clock: Clock;
  readonly storage: Storage;
  readonly stored: Held;
  /** The quoted files of all accounts. */
  readonly files: FileStore;
}

/**
 * All accounts of one sandbox. They share the clock, which the first account's world stores, and the numbers of jobs
 * and orders: one account's job id is a valid id that is refused with another account's keys.
 */
export class Accounts {
  readonly first: SandboxAccount;
  /** The first account, then accounts with given keys, then accounts that only the data file has. */
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
    const openFurther = (apiKey: string, furtherKeys?: Keys): SandboxAccount => {
      const owned = filesOf(files, apiKey);
      return {
        apiKey,
        ...present({ keys: furtherKeys }),
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
    const apiKeysOfOptions = new Set(further.map(({ apiKey }) => apiKey));
    const unnamedApiKeys = [...stored.further.keys()].filter((apiKey) => !apiKeysOfOptions.has(apiKey));
    this.first = { apiKey: keys.apiKey, keys, world, files: filesOf(files, undefined) };
    this.all = [
      this.first,
      ...further.map((furtherKeys) => openFurther(furtherKeys.apiKey, furtherKeys)),
      ...unnamedApiKeys.map((apiKey) => openFurther(apiKey)),
    ];
  }

  /** When the next step of any account is due, in milliseconds since the epoch; undefined if there is none. */
  get nextDue(): number | undefined {
    const due = this.all.flatMap(({ world }) => world.nextDue ?? []);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Sets the base address of downloads, without a trailing slash. */
  setOrigin(origin: string): void {
    for (const { world } of this.all) world.origin = origin;
  }

  runDue(): void {
    for (const { world } of this.all) world.runDue();
  }

  /** Moves the clock of all accounts forward and runs the steps that become due. */
  advanceClock(ms: number): void {
    this.first.world.advanceClock(ms);
    this.runDue();
  }

  commit(): void {
    for (const { world } of this.all) world.commit();
  }

  /** Returns the job with this id, if it has left the queue, and the world of its account. */
  findJob(id: string): { readonly job: SandboxJob; readonly world: World } | undefined {
    for (const { world } of this.all) {
      const job = world.job(id);
      if (job !== undefined) return { job, world };
    }
    return undefined;
  }
}
