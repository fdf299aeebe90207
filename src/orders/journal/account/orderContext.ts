import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { ServiceClient } from '../../../service/interface/serviceClient.ts';
import type { Policy } from '../../model/limits/policy.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import type { Journal } from '../journal.ts';
import type { Ledger } from '../ledger.ts';
import type { FindProject, Project } from '../../model/project.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';
import type { Budgets } from '../../model/limits/budget.ts';

// What functions need from outside, in parts. A function names those that it needs: `ServiceAccess & OrderRecord`.

/** The service, with the keys of one account. */
export interface ServiceAccess {
  readonly client: ServiceClient;
}

/** The journal of one account at one service. */
export interface OrderRecord {
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** True if the service is the sandbox, whose translations are not made by people. */
  readonly simulated: boolean;
  /** Origin of the service's address; `sandbox` for the embedded sandbox, whatever its port. */
  readonly origin: string;
}

/** The files of open projects. */
export interface ProjectAccess {
  readonly findProject: FindProject;
  /** Reads the user's layout settings for a file, without a cache. Each folder may have its own settings. */
  readonly layouts: (project: string, path: string) => LayoutSettings;
}

/** All open projects. */
export interface OpenProjects extends ProjectAccess {
  readonly openProjects: () => readonly Project[];
  /**
   * Whether jobs that were ordered from another clone of an open project's repository are recovered, and so delivered
   * to this one. Otherwise they are only noted, because two clones are two folders.
   */
  readonly recoversClones?: boolean;
}

export interface OrderLog {
  readonly log: (line: string) => void;
  /** Describes an error in a line of the log. */
  readonly describeError: (error: unknown) => string;
}

/** The user's limits of spending. */
export interface SpendingRules {
  /** Reads the user's budgets, without a cache; if absent, there is no limit. */
  readonly budgets?: () => Budgets;
  /** Reads the policies for orders of a project, without a cache; if absent, none apply. Throws PolicySettingError. */
  readonly policies?: (project: string) => readonly Policy[];
}

/** What deliveries need: where translations are recorded, and the files that they are written to. */
export type DeliveryContext = OrderRecord & ProjectAccess & OrderLog;

/** All of these parts: one service and account, and the user's open projects. */
export interface OrderContext extends ServiceAccess, OrderRecord, OpenProjects, OrderLog, SpendingRules {
  /** Called for each approved job of an open project that could not be recovered, because its file has no such text. */
  readonly onUnmatched?: (job: UnmatchedJob) => void;
  /** Aborted when the session ends; no new work starts after that. */
  readonly closing?: AbortSignal;
  /** Returns the URL to which the service may send status changes; without one, jobs are only polled. Never rejects. */
  readonly callbackUrl?: () => Promise<string | undefined>;
}

/** An approved job of an open project that no text of its file matches: the file may have changed, or be unreadable. */
export interface UnmatchedJob {
  readonly job: Job;
  readonly data: ParsedCustomData;
  readonly project: string;
  /** The file that the order names. */
  readonly file: string;
}

/**
 * Ends the work with a service. No new work starts. Requests in progress continue for as long as the client waits for
 * their responses, which are journaled. Never rejects.
 */
export async function closeOrders(
  { client, journal }: ServiceAccess & OrderRecord,
  closing: AbortController,
): Promise<void> {
  closing.abort();
  await client.close();
  // Lets the code that waited for the last response journal it.
  await setImmediate();
  await journal.settled();
}
