import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { restore } from '../../src/placeholders/restore.ts';
import { sourceOf } from '../../src/orders/journal/ledger.ts';
import type { OrderWindow } from '../contract/orders/orderWindow.ts';
import type { LifeFigures, SoakPlan } from './orderLife.ts';
import type { SoakSandbox } from './soakSandbox.ts';
import { unconfirmedIntents } from '../../src/orders/spend/reconcile/matchJobs.ts';

export interface ComparisonInput {
  readonly window: OrderWindow;
  readonly sandbox: SoakSandbox;
  readonly root: string;
  readonly locales: readonly SoakPlan[];
  /** Texts in the source file. */
  readonly unitCount: number;
  readonly limits: string;
  readonly figures: readonly LifeFigures[];
}

/** Prints expected values next to those of the service; returns true if all of them match. */
export async function compareRecords({
  window,
  sandbox,
  root,
  locales,
  unitCount,
  limits,
  figures,
}: ComparisonInput): Promise<boolean> {
  await window.context.journal.sync();
  const { ledger } = window.context;
  const intents = [...ledger.intents.values()];
  const placed = intents.filter(({ outcome }) => outcome === 'placed');
  const records = await sandbox.records();
  const credits = placed.reduce((sum, { intent }) => sum + Math.round(intent.credits * 100), 0) / 100;
  const sum = (of: (figure: LifeFigures) => number): number => figures.reduce((total, figure) => total + of(figure), 0);

  const rows = [
    row('orders placed', placed.length, records.orders),
    row('jobs', unitCount * locales.length, records.jobs),
    row('credits spent, as quoted', credits.toFixed(2), records.spent.toFixed(2)),
    row(
      'orders still in doubt',
      0,
      unconfirmedIntents(ledger, Date.now()).filter(({ outcome }) => outcome !== 'acknowledged').length,
    ),
    row(
      `texts delivered that are what the service has`,
      unitCount * locales.length,
      await deliveredTexts(window, root, locales),
    ),
    ...Object.entries(records.exceeded).map(([group, count]) =>
      row(
        `calls above the column “${limits}”, ${group}, of ${records.requests[group as keyof typeof records.requests]}`,
        0,
        count,
      ),
    ),
  ];
  const lost = sum(({ unclear }) => unclear);
  console.log(`Answers lost: ${lost}, of which ${sum(({ givenUp }) => givenUp)} orders had never arrived.`);
  console.log(
    `Failed calls: ${sum(({ failedCalls }) => failedCalls)}. Revisions: ${sum(({ revisions }) => revisions)}.`,
  );
  for (const { name, expected, found, isRight } of rows)
    console.log(`${isRight ? 'right' : 'WRONG'}  ${name}: ${expected} expected, ${found} found`);
  return rows.every(({ isRight }) => isRight);
}

function row(name: string, expected: number | string, found: number | string) {
  return { name, expected, found, isRight: expected === found };
}

/** Counts the strings in the target files that match the translations of their jobs, without brackets. */
async function deliveredTexts({ context }: OrderWindow, root: string, locales: readonly SoakPlan[]): Promise<number> {
  const jobs = await context.client.jobs.get([...context.ledger.jobs.keys()]);
  const texts = new Map(jobs.map((job) => [job.id, job.translatedText ?? '']));
  const files = new Map(
    await Promise.all(
      locales.map(
        async ({ locale }) =>
          [
            locale,
            flat(JSON.parse(await readFile(path.join(root, 'locales', `${locale}.json`), 'utf8')) as Nested),
          ] as const,
      ),
    ),
  );
  let count = 0;
  for (const [jobId, record] of context.ledger.jobs) {
    if ('recovered' in record.origin) continue;
    const { text } = restore(texts.get(jobId) ?? '', sourceOf(record).protectedText);
    for (const { key, locale } of record.origin.job.units) if (files.get(locale)?.get(key ?? '') === text) count += 1;
  }
  return count;
}

interface Nested {
  readonly [key: string]: string | Nested;
}

function flat(file: Nested, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(file).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}
