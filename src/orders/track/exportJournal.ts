import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { Delivery } from '../journal/deliveryIndex.ts';
import type { EntryOf, IntentJob } from '../journal/journalEntry.ts';
import { unitsOf, type IntentState, type JobRecord, type Ledger } from '../journal/ledger.ts';
import type { UnitRef } from '../model/unitRef.ts';

export type ExportFormat = 'csv' | 'json';

/** A job as the journal knows it, whatever the service says of it by now. Times are ISO 8601; a member without a value is null. */
export interface ExportedJob {
  readonly orderId: string | null;
  readonly jobId: string | null;
  readonly orderedAt: string;
  /**
   * 'sending', 'refused', 'unconfirmed', 'given up', 'queued', 'ordered', 'reviewable', 'delivered', 'delivery undone', or
   * the service's own word for a job that is closed.
   */
  readonly status: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Strings that wait for the translation, or have had it, in the order of their files. */
  readonly files: readonly string[];
  readonly keys: readonly string[];
  readonly sourceText: string;
  readonly credits: number | null;
  readonly currency: string | null;
  readonly unitCount: number | null;
  readonly tier: string | null;
  readonly revisionsRequested: number;
  readonly deliveredTo: readonly string[];
  readonly deliveredAt: string | null;
  readonly undone: boolean;
  /** Translated by the sandbox. */
  readonly simulated: boolean;
}

const columns = [
  'orderId',
  'jobId',
  'orderedAt',
  'status',
  'sourceLocale',
  'targetLocale',
  'files',
  'keys',
  'sourceText',
  'credits',
  'currency',
  'unitCount',
  'tier',
  'revisionsRequested',
  'deliveredTo',
  'deliveredAt',
  'undone',
  'simulated',
] as const satisfies readonly (keyof ExportedJob)[];

/** How many jobs `exportedJobs` yields, give or take those that are ordered in the meantime. */
export function countJobs(ledger: Ledger): number {
  let count = 0;
  for (const { intent } of ledger.intents.values()) count += intent.jobs.length;
  for (const { origin } of ledger.jobs.values()) if ('recovered' in origin) count += 1;
  return count;
}

/** Every job that was ordered or recovered, oldest first. Keys, remotes and places of folders are not told. */
export function* exportedJobs(ledger: Ledger): Generator<ExportedJob> {
  for (const state of ledger.intents.values())
    for (const job of state.intent.jobs) yield orderedJob(ledger, state, job);
  for (const record of ledger.jobs.values())
    if ('recovered' in record.origin) yield recoveredJob(ledger, record, record.origin.recovered);
}

function orderedJob(ledger: Ledger, state: IntentState, job: IntentJob): ExportedJob {
  const { intent, outcome, isReorderingAllowed, orderId = null, jobIds } = state;
  const jobId = jobIds.get(job.number);
  const record = jobId === undefined ? undefined : ledger.jobs.get(jobId);
  const isFirst =
    record !== undefined &&
    'job' in record.origin &&
    record.origin.intent === state &&
    record.origin.job.number === job.number;
  // What adopted the translation is told with the order that brought it.
  const units = isFirst ? unitsOf(record) : job.units;
  const deliveries = deliveriesOf(ledger, jobId, units);
  return {
    orderId: record?.orderId ?? orderId,
    jobId: jobId ?? null,
    orderedAt: timeOf(intent.at),
    status:
      record === undefined
        ? isReorderingAllowed
          ? 'given up'
          : unnamedStatus[outcome]
        : recordStatus(record, deliveries),
    sourceLocale: intent.sourceLocale,
    targetLocale: job.targetLocale,
    ...namesOf(units),
    sourceText: job.protectedText.source,
    credits: job.credits,
    currency: intent.currency ?? null,
    unitCount: job.unitCount,
    tier: intent.tier,
    revisionsRequested: record?.revisionsRequested ?? 0,
    ...deliveryOf(deliveries),
    simulated: intent.simulated,
  };
}

function recoveredJob(ledger: Ledger, record: JobRecord, entry: EntryOf<'recovered'>): ExportedJob {
  const units = unitsOf(record);
  const deliveries = deliveriesOf(ledger, record.jobId, units);
  return {
    orderId: record.orderId ?? null,
    jobId: record.jobId,
    orderedAt: timeOf(entry.createdAt ?? entry.at),
    status: recordStatus(record, deliveries),
    sourceLocale: entry.sourceLocale,
    targetLocale: entry.targetLocale,
    ...namesOf(units),
    sourceText: entry.protectedText.source,
    credits: entry.credits ?? null,
    currency: entry.currency ?? null,
    unitCount: null,
    tier: null,
    revisionsRequested: record.revisionsRequested,
    ...deliveryOf(deliveries),
    simulated: entry.simulated,
  };
}

/** What a job without an id is, by what is known of its order. */
const unnamedStatus: Readonly<Record<IntentState['outcome'], string>> = {
  open: 'sending',
  placed: 'queued',
  refused: 'refused',
  unclear: 'unconfirmed',
  acknowledged: 'given up',
};

function recordStatus({ closedAs, reviewableSince }: JobRecord, deliveries: readonly Delivery[]): string {
  if (closedAs !== undefined) return closedAs;
  if (deliveries.length > 0) return deliveries.every(({ undone }) => undone) ? 'delivery undone' : 'delivered';
  return reviewableSince === undefined ? 'ordered' : 'reviewable';
}

function deliveriesOf(ledger: Ledger, jobId: string | undefined, units: readonly UnitRef[]): readonly Delivery[] {
  return jobId === undefined ? [] : [...new Set(units.flatMap((unit) => ledger.deliveryOf(jobId, unit) ?? []))];
}

function deliveryOf(deliveries: readonly Delivery[]): Pick<ExportedJob, 'deliveredTo' | 'deliveredAt' | 'undone'> {
  const at = Math.max(...deliveries.map(({ entry }) => entry.at));
  return {
    deliveredTo: [...new Set(deliveries.map(({ entry }) => entry.targetFile))],
    deliveredAt: deliveries.length === 0 ? null : timeOf(at),
    undone: deliveries.length > 0 && deliveries.every(({ undone }) => undone),
  };
}

function namesOf(units: readonly UnitRef[]): Pick<ExportedJob, 'files' | 'keys'> {
  return {
    files: [...new Set(units.map(({ file }) => file))],
    keys: [...new Set(units.flatMap(({ key }) => key ?? []))],
  };
}

function timeOf(at: number): string {
  // A journal is read as it is, and no date is beyond these.
  return new Date(Math.min(Math.max(at, 0), 8.64e15)).toISOString();
}

/** The journal's jobs as pieces of a file. CSV is as RFC 4180 has it, with the byte order mark by which Excel knows UTF-8. */
export function* formatExport(ledger: Ledger, format: ExportFormat): Generator<string> {
  if (format === 'csv') {
    yield `\uFEFF${csvLine(columns)}`;
    for (const job of exportedJobs(ledger)) yield csvLine(columns.map((column) => job[column]));
    return;
  }
  let separator = '[\n  ';
  for (const job of exportedJobs(ledger)) {
    yield `${separator}${JSON.stringify(job)}`;
    separator = ',\n  ';
  }
  yield separator.startsWith('[') ? '[]\n' : '\n]\n';
}

type Cell = string | number | boolean | null | readonly string[];

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Several values are lines of one cell. Text that a spreadsheet would compute is marked as text; numbers are written as such. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text =
    typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'yes' : 'no') : value.join('\n');
  const inert = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Text goes to the disk in pieces of about this many characters. */
const pieceLength = 1 << 16;

/**
 * Writes the journal's jobs into a file, which is whole or not there at all. `report` is told how many jobs are written.
 * Rejects with the signal's reason when it is aborted.
 */
export async function exportJournal(
  ledger: Ledger,
  path: string,
  format: ExportFormat,
  { signal, report }: { readonly signal?: AbortSignal; readonly report?: (jobs: number) => void } = {},
): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx');
  try {
    const slice = new TimeSlice();
    let [piece, jobs] = ['', 0];
    for (const text of formatExport(ledger, format)) {
      piece += text;
      jobs += 1;
      if (piece.length >= pieceLength) {
        await file.writeFile(piece);
        piece = '';
      }
      if (!slice.isOver) continue;
      await slice.rest();
      signal?.throwIfAborted();
      report?.(jobs);
    }
    await file.writeFile(piece);
    await file.close();
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}
