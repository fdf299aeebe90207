import path from 'node:path';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { place, planFiles, type OrderWindow } from '../orders/orderWindow.ts';
import { cloneOf, idOf, openRepository, windowOn, type Repository } from '../orders/repositoryWindows.ts';
import { cliEnvironment, runCliProcess, type CliRun } from './cliProcess.ts';

/** A repository with some files, of which a window of the editor has ordered some, and another clone of it. */
export interface OrderedFiles extends Repository {
  readonly window: OrderWindow;
  /** The other clone. */
  readonly checkout: string;
  /** The environment of runs without a journal. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs the command line in the other clone. */
  readonly cli: (...args: readonly string[]) => Promise<CliRun>;
}

/** Orders some files of a repository together, into one locale. */
export async function orderFiles(
  files: Readonly<Record<string, unknown>>,
  ordered: readonly string[],
  locale = 'ja',
): Promise<OrderedFiles> {
  const repository = await openRepository(files);
  const { root, base } = repository;
  const checkout = await cloneOf(repository, 'checkout');
  const window = await windowOn(repository, root);
  const chosen = ordered.map((file) => ({ project: idOf(root), file }));
  const plan = await planFiles(window, chosen, [locale]);
  await place(window, await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false }));
  const env = cliEnvironment(repository.windowOptions.service, path.join(base, 'state'));
  const cli = (...args: readonly string[]): Promise<CliRun> => runCliProcess(args, { env, cwd: checkout });
  return Object.assign(repository, { window, checkout, env, cli });
}
