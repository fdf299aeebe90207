import { present } from '../../../src/base/present.ts';
import { systemClock, type Clock } from '../../../src/base/clock.ts';
import { errorMessage } from '../../../src/base/errorMessage.ts';
import { appliesTo, type Policy } from '../../../src/orders/model/limits/policy.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { Journal } from '../../../src/orders/journal/journal.ts';
import { Jobs } from '../../../src/orders/jobs/track/jobs.ts';
import { SharedRefresh } from '../../../src/orders/jobs/track/sharedRefresh.ts';
import { Ledger } from '../../../src/orders/journal/ledger.ts';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import type { OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import { combinePlans } from '../../../src/orders/model/plan/combinePlans.ts';
import { localesIn } from '../../../src/orders/units/gaps/planDrafts.ts';
import { placeOrder, type PlaceControl, type PlaceResult } from '../../../src/orders/spend/place/placeOrder.ts';
import { planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import type { PlaceholderSettings } from '../../../src/placeholders/project/placeholderSettings.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import { suiteLog, watchErrors } from '../logSink.ts';
import { fileProject } from './fileProject.ts';
import type { Budgets } from '../../../src/orders/model/limits/budget.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import type { Quote, OrderOptions } from '../../../src/orders/model/order/quote.ts';
import { openSources } from '../../../src/orders/units/files/sourceDocument.ts';
import { withMovedUnits } from '../../../src/orders/units/source/unitLocator.ts';

/** The options of a window; plain data, so that they can be sent to another process. */
export interface WindowOptions {
  readonly root: string;
  readonly journalFile: string;
  readonly service: { readonly baseUrl: string; readonly apiKey: string; readonly privateKey: string };
  /** The projects that are open: their ids, for those at `root`, or id and folder. One at `root` without this. */
  readonly projects?: readonly (string | { readonly id: string; readonly root: string })[];
  readonly simulated?: boolean;
  readonly budgets?: Budgets;
  readonly policies?: readonly Policy[];
  readonly placeholders?: PlaceholderSettings;
  /** `en` without it. */
  readonly sourceLocale?: string;
  readonly timeoutMs?: number;
  /** The time without a sign of life after which a holder of the journal's lock loses it, in milliseconds. */
  readonly lockSilentMs?: number;
  /** Column of the throttling table; `production` without it. */
  readonly limits?: 'production' | 'sandbox';
  /** Shared by windows of which only one refreshes at a time. */
  readonly refreshFile?: string;
  /** Shared by windows that have one common rate limit. */
  readonly throttleFolder?: string;
  /**
   * Milliseconds by which the window's clock is ahead from the start; negative for a journal that was made in the
   * past.
   */
  readonly clockOffset?: number;
  /** Retries failed reads almost immediately. */
  readonly quickRetries?: boolean;
}

/** A clock with the usual time and very short waits. */
const quickClock: Clock = { now: () => Date.now(), sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) };

/** One window of the editor: its own journal, ledger, client and jobs, on files that it shares with others. */
export interface OrderWindow {
  readonly context: OrderContext;
  readonly jobs: Jobs;
  readonly project: Project;
  /** `GET /v2/…` of every request that was answered or failed. */
  readonly requests: string[];
  readonly lines: string[];
  /** Milliseconds by which this window's clock is ahead. */
  clockOffset: number;
  close(): Promise<void>;
}

export async function openWindow(options: WindowOptions): Promise<OrderWindow> {
  const { root, journalFile, service } = options;
  const requests: string[] = [];
  const lines: string[] = [];
  suiteLog.noteSecrets(service.apiKey, service.privateKey);
  const log = (line: string): void => {
    lines.push(line);
    suiteLog.note('window', line);
  };
  const client = createServiceClient({
    baseUrl: service.baseUrl,
    credentials: () => Promise.resolve(service),
    userAgent: 'contract tests',
    limits: options.limits ?? 'production',
    ...present({ throttleFolder: options.throttleFolder }),
    ...(options.quickRetries === true ? { clock: quickClock } : {}),
    timeoutMs: options.timeoutMs ?? 10_000,
    log: (line) => {
      requests.push(line.replace(/ → .*$/su, ''));
      suiteLog.note('client', line);
    },
  });
  const ledger = new Ledger();
  const journal = new Journal(
    journalFile,
    (entry) => {
      ledger.apply(entry);
    },
    log,
    { ledger, ...present({ silentMs: options.lockSilentMs }) },
  );
  await journal.sync();
  const projects = (options.projects ?? ['a1b2c3d4']).map((project) =>
    typeof project === 'string' ? fileProject(root, project) : fileProject(project.root, project.id),
  );
  const window = { clockOffset: options.clockOffset ?? 0 };
  const context: OrderContext = {
    client: watchErrors(client, 'client'),
    journal,
    ledger,
    clock: { now: () => Date.now() + window.clockOffset, sleep: (ms, signal) => systemClock.sleep(ms, signal) },
    simulated: options.simulated ?? false,
    origin: options.simulated === true ? 'sandbox' : new URL(service.baseUrl).origin,
    openProjects: () => projects,
    findProject: (id) => projects.find((project) => project.id === id),
    layouts: () => ({
      patterns: [],
      sourceLocale: options.sourceLocale ?? 'en',
      ...present({ placeholders: options.placeholders }),
    }),
    budgets: () => options.budgets ?? {},
    policies: (id) => (options.policies ?? []).filter((policy) => appliesTo(policy, id)),
    log,
    describeError: errorMessage,
  };
  const { refreshFile } = options;
  const now = (): number => context.clock.now();
  const jobs = new Jobs(context, refreshFile === undefined ? undefined : new SharedRefresh(refreshFile, now));
  const [project = fileProject(root)] = projects;
  return Object.assign(window, { context, jobs, project, requests, lines, close: () => client.close() });
}

export async function planFile(
  { context, jobs, project }: OrderWindow,
  file: string,
  locales: readonly string[],
  selected?: ReadonlySet<string>,
): Promise<Plan> {
  const source = await openSourceFile(project, file, context.layouts(project.id, file));
  const targets = await Promise.all(locales.map((locale) => openTargetFile(source, locale)));
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  await context.journal.sync();
  const known = await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
  const history = await withMovedUnits(context, [source], known);
  return planOrder({ source, targets, history, languages, ...present({ selected }) });
}

/** A source file of one of the open projects. */
export interface ProjectFile {
  readonly project: string;
  readonly file: string;
}

/** Plans several files as one order. Rejects if one of them can't be read. */
export async function planFiles(
  { context, jobs }: OrderWindow,
  files: readonly ProjectFile[],
  locales: readonly string[],
): Promise<Plan> {
  const { sources, skipped } = await openSources(
    files.flatMap(({ project: id, file }) => {
      const project = context.findProject(id);
      if (project === undefined) throw new Error(`The project ${id} is not open.`);
      return [{ project, path: file, settings: context.layouts(id, file), isSelected: true }];
    }),
    { signal: new AbortController().signal },
  );
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  await context.journal.sync();
  const history = await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
  const plans = [];
  for (const source of sources) {
    const targets = await Promise.all(localesIn(source, locales).map((locale) => openTargetFile(source, locale)));
    plans.push({ source, plan: await planOrder({ source, targets, history, languages }) });
  }
  const plan = combinePlans(plans, skipped);
  if (plan === undefined || skipped.length > 0) throw new Error('Some files can’t be read.');
  return plan;
}

export async function quoteFile(
  window: OrderWindow,
  file: string,
  locales: readonly string[],
  more: Partial<OrderOptions> & { readonly selected?: ReadonlySet<string> } = {},
): Promise<Quote> {
  const { selected, ...options } = more;
  return quotePlan(window.context.client, await planFile(window, file, locales, selected), {
    tier: 'standard',
    autoApprove: false,
    ...options,
  });
}

export async function place(
  window: OrderWindow,
  quote: Quote,
  control: Partial<PlaceControl> = {},
): Promise<PlaceResult> {
  return placeOrder(window.context, quote, { statusOf: (id) => window.jobs.statusOf(id), ...control });
}
