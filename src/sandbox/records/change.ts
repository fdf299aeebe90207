import type { SandboxGlossary } from './glossary.ts';
import type { SandboxJob } from './job.ts';
import type { PendingCallback } from './pendingCallback.ts';
import type { Account, SandboxOrder } from './placedOrder.ts';
import type { KeptFile } from './quotedFiles.ts';

/**
 * Changed records, each in full; the newest version wins. One change is one line of the file, so it is stored
 * completely or not at all.
 */
export interface Change {
  /** The API key of the additional account that owns these records; absent for the first account. */
  readonly owner?: string;
  readonly jobs?: readonly SandboxJob[];
  readonly orders?: readonly SandboxOrder[];
  readonly account?: Account;
  readonly glossaries?: readonly SandboxGlossary[];
  /** Numbers of deleted glossaries, including glossaries that the account had from the start. */
  readonly forgottenGlossaries?: readonly number[];
  /** Milliseconds by which the clock was moved forward. */
  readonly clockOffset?: number;
  readonly identity?: Identity;
  readonly files?: readonly KeptFile[];
  /** Identifiers of removed files. */
  readonly forgottenFiles?: readonly string[];
  readonly callbacks?: readonly PendingCallback[];
  /** Ids of callbacks that were delivered or given up. */
  readonly doneCallbacks?: readonly number[];
}

/** The keys and token that a restarted sandbox reuses. Private keys of additional accounts are not stored. */
export interface Identity {
  readonly apiKey: string;
  readonly privateKey: string;
  readonly port: number;
}

export interface Storage {
  /** Queues a change; `flush` resolves when it and all earlier changes are on disk. */
  append(change: Change): void;
  /** Rejects permanently after the first failed write, because memory and disk differ from then on. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
