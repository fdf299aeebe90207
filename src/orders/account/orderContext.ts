import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { ServiceClient } from '../../service/interface/serviceClient.ts';
import type { Budgets } from './budget.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { LayoutSettings } from '../files/localeFile.ts';
import type { FindProject, Project } from '../model/project.ts';

/** What every part of the domain works with: one service and account, and the person's open projects. */
export interface OrderContext {
  readonly client: ServiceClient;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** The service is the sandbox: its translations are not a person's. */
  readonly simulated: boolean;
  /** Origin of the service's address; `sandbox` for the embedded one, whatever port it has. */
  readonly origin: string;
  readonly findProject: FindProject;
  readonly openProjects: () => readonly Project[];
  /** How the person says that a project's files are laid out, read anew each time. Each folder may have settings of its own. */
  readonly layouts: (project: string, path: string) => LayoutSettings;
  readonly log: (line: string) => void;
  /** The most that the person wants to spend, read anew each time; without it there is no limit. */
  readonly budgets?: () => Budgets;
  /** Aborted when the session ends: nothing new is begun then. */
  readonly closing?: AbortSignal;
  /** Where the service may say that a job has moved; without one jobs are only asked about. Never rejects. */
  readonly callbackUrl?: () => Promise<string | undefined>;
}

/**
 * Ends the work with a service: nothing new is begun, what is being changed there gets its answer for as long as the client
 * waits, and that answer its place in the journal. Never rejects.
 */
export async function closeOrders({ client, journal }: OrderContext, closing: AbortController): Promise<void> {
  closing.abort();
  await client.close();
  // Whoever waited for the last answer writes it down now.
  await setImmediate();
  await journal.settled();
}
