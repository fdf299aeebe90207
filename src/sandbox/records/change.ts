import type { SandboxGlossary } from './glossary.ts';
import type { SandboxJob } from './job.ts';
import type { PendingCallback } from './pendingCallback.ts';
import type { Account, SandboxOrder } from './placedOrder.ts';
import type { KeptFile } from './quotedFiles.ts';

/** What changed: whole records, newest wins. One change is one line of the file, so it is there whole or not at all. */
export interface Change {
  /** The API key of the further account whose jobs, orders, account and glossaries these are; absent for the first account. */
  readonly owner?: string;
  readonly jobs?: readonly SandboxJob[];
  readonly orders?: readonly SandboxOrder[];
  readonly account?: Account;
  readonly glossaries?: readonly SandboxGlossary[];
  /** Numbers of glossaries that are gone, those that an account comes with included. */
  readonly forgottenGlossaries?: readonly number[];
  /** Milliseconds that the clock was moved forward. */
  readonly clockOffset?: number;
  readonly identity?: Identity;
  readonly files?: readonly KeptFile[];
  /** Identifiers of files that are gone. */
  readonly forgottenFiles?: readonly string[];
  readonly callbacks?: readonly PendingCallback[];
  /** Ids of callbacks that have been taken, or given up. */
  readonly doneCallbacks?: readonly number[];
}

/** What a sandbox is recognized by when it starts again on the same file. Further accounts' private keys are not stored. */
export interface Identity {
  readonly apiKey: string;
  readonly privateKey: string;
  readonly port: number;
}

export interface Storage {
  /** Takes note of a change; `flush` resolves when it and all before it are on disk. */
  append(change: Change): void;
  /** Rejects from the first failed write on, for good: what is in memory and what is on disk differ from then on. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
