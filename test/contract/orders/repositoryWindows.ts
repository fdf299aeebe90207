import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { folderUri, projectIdOf } from '../../../src/orders/model/folderIdentity.ts';
import { findOnOrder, adoptOrders } from '../../../src/orders/spend/place/findOnOrder.ts';
import type { PlaceResult } from '../../../src/orders/spend/place/placeOrder.ts';
import { prepareToOrder } from '../../../src/orders/spend/reconcile/prepareToOrder.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import type { Job } from '../../../src/service/interface/records.ts';
import { place, planFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { orderedAgain, withoutOnOrder } from '../../../src/orders/model/plan/planDecisions.ts';

const run = promisify(execFile);
export const texts = { hello: 'Hello, {{name}}!', bye: 'Goodbye', again: 'Goodbye' };

export type Choice = 'use' | 'again' | 'skip';

/** The outcome of ordering a file: how many of its jobs are on order elsewhere, and what was placed. */
export interface Ordered {
  readonly found: number;
  readonly certain: number;
  readonly skippedInFlight: number;
  readonly placed: PlaceResult | undefined;
}

/**
 * Orders as the command does: asks the service, plans, settles what is on order elsewhere, quotes and places the
 * rest.
 */
export async function order(
  window: OrderWindow,
  choice: Choice,
  file = 'locales/en.json',
  locale = 'ja',
): Promise<Ordered> {
  return orderPlan(window, choice, () => planFile(window, file, [locale]));
}

/** Does the same for a plan of any kind, which is made after the service's jobs were fetched. */
export async function orderPlan(window: OrderWindow, choice: Choice, makePlan: () => Promise<Plan>): Promise<Ordered> {
  const { context, jobs } = window;
  const statusOf = (id: string): string | undefined => jobs.statusOf(id);
  await prepareToOrder(context);
  await jobs.findElsewhere();
  const whole = await makePlan();
  const matches = await findOnOrder(context, whole, statusOf);
  const taken = matches.map(({ job }) => job);
  if (choice === 'use') assert.deepEqual((await adoptOrders(context, whole, matches)).refused, []);
  const plan = choice === 'again' ? orderedAgain(whole, matches) : withoutOnOrder(whole, taken);
  const placed =
    plan.jobs.length === 0
      ? undefined
      : await place(window, await quotePlan(context.client, plan, { tier: 'standard', autoApprove: false }));
  return {
    found: matches.length,
    certain: matches.filter(({ isCertain }) => isCertain).length,
    skippedInFlight: whole.skipped.filter(({ reason }) => reason === 'in-flight').length,
    placed,
  };
}

/** A setup whose project is a repository. */
export interface Repository extends OrderSetup {
  readonly root: string;
  /** The folder that holds the project and the journals. */
  readonly base: string;
}

/** A repository with a remote, its project in the setup's folder. */
export async function openRepository(
  files: Readonly<Record<string, unknown>> = { 'locales/en.json': texts, 'locales/ja.json': {} },
  pace: Pace = 'manual',
): Promise<Repository> {
  const setup = await createOrderSetup(pace, files);
  const { root } = setup.windowOptions;
  await git(root, 'init', '-q');
  await git(root, 'add', '.');
  await git(root, 'commit', '-qm', 'Start');
  await git(root, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  return Object.assign(setup, { root, base: path.dirname(root) });
}

export async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
}

/** The id that a folder has in the editor: it depends only on its address. */
export const idOf = (root: string): string => projectIdOf(folderUri(root));

/** A window on a folder, with the journal of this machine unless another one is named. */
export const windowOn = (
  setup: OrderSetup,
  root: string,
  more: Parameters<OrderSetup['openWindow']>[0] = {},
): Promise<OrderWindow> => setup.openWindow({ root, projects: [idOf(root)], ...more });

/**
 * Translates and approves every job that the sandbox has; `translate` returns the text for a job, or
 * undefined for the sandbox's own.
 */
export async function finishAll(
  setup: OrderSetup,
  translate: (job: Job) => string | undefined = () => undefined,
): Promise<void> {
  const client = setup.fixture.client;
  const ids = (await client.jobs.list({ count: 200 })).map(({ id }) => id);
  for (const job of await client.jobs.get(ids)) {
    const text = translate(job);
    await setup.move(job.id, 'start');
    await setup.move(job.id, 'finish', text === undefined ? undefined : { body_tgt: text });
    await client.jobs.approve(job.id);
  }
}

export const keysOf = async (root: string, file = 'locales/ja.json'): Promise<readonly string[]> => {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => '{}');
  return Object.keys(JSON.parse(text) as object);
};

export const all = ['hello', 'bye', 'again'];

/** A clone of the setup's repository, whose remote is written in another way. */
export async function cloneOf({ root, base }: Repository, name: string): Promise<string> {
  const clone = path.join(base, name);
  await mkdir(path.dirname(clone), { recursive: true });
  await git(base, 'clone', '-q', root, clone);
  await git(clone, 'remote', 'set-url', 'origin', 'https://token@github.com/acme/shop');
  return clone;
}
