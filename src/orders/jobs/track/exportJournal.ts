import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { csvLine } from '../../../base/text/csvLine.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { Delivery } from '../../journal/deliveryIndex.ts';
import type { EntryOf, IntentJob } from '../../journal/journalEntry.ts';
import { unitsOf, type IntentState, type JobRecord, type Ledger } from '../../journal/ledger.ts';
import type { UnitRef } from '../../model/unitRef.ts';

export type ExportFormat = 'csv' | 'json';

/** A job according to the journal. Times are ISO 8601; a member without a value is null. */
export interface ExportedJob {
  readonly orderId: string | null;
  readonly jobId: string | null;
  readonly orderedAt: string;
  /**
   * 'sending', 'refused', 'unconfirmed', 'given up', 'queued', 'ordered', 'reviewable', 'delivered', 'delivery
   * undone', or the service's own status if the job is closed.
   */
  readonly status: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Files of the strings that the translation is for, delivered or not, in the order of the strings. */
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

/** Returns how many jobs `exportedJobs` yields; the number is approximate if jobs are ordered during the export. */
export function countJobs(ledger: Ledger): number {
  let count = 0;
  for (const { intent } of ledger.intents.values()) count += intent.jobs.length;
  for (const { origin } of ledger.jobs.values()) if ('recovered' in origin) count += 1;
  return count;
}

/** Yields every job that was ordered or recovered, oldest first. Contains no API keys, remotes or folder paths. */
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
  // A later order of the same text gets the same job at the service.
  const isOriginalOrder =
    record !== undefined &&
    'job' in record.origin &&
    record.origin.intent === state &&
    record.origin.job.number === job.number;
  // Units that adopted the translation are listed with its original order.
  const units = isOriginalOrder ? unitsOf(record) : job.units;
  const deliveries = deliveriesOf(ledger, jobId, units);
  const statusOfOrder = isReorderingAllowed ? 'given up' : statusWithoutId[outcome];
  return {
    orderId: record?.orderId ?? orderId,
    jobId: jobId ?? null,
    orderedAt: timeOf(intent.at),
    status: record === undefined ? statusOfOrder : recordStatus(record, deliveries),
    sourceLocale: intent.sourceLocale,
    targetLocale: job.targetLocale,
    ...namesOf(units),
    sourceText: job.protectedText.source,
    credits: job.credits,
    currency: intent.currency ?? null,
    unitCount: job.unitCount,
    tier: intent.tier,
    revisionsRequested: record?.revisionsRequested ?? 0,
    ...deliveryMembers(deliveries),
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
    ...deliveryMembers(deliveries),
    simulated: entry.simulated,
  };
}

/** The status of a job without an id, by the outcome of its intent. */
const statusWithoutId: Readonly<Record<IntentState['outcome'], string>> = {
  open: 'sending',
  placed: 'queued',
  refused: 'refused',
  unclear: 'unconfirmed',
  acknowledged: 'given up',
};

function recordStatus({ closedAs, reviewableSince }: JobRecord, deliveries: readonly Delivery[]): string {
  if (closedAs !== undefined) return closedAs;
  if (isUndone(deliveries)) return 'delivery undone';
  if (deliveries.length > 0) return 'delivered';
  return reviewableSince === undefined ? 'ordered' : 'reviewable';
}

/** Whether there were deliveries and all of them were undone. */
function isUndone(deliveries: readonly Delivery[]): boolean {
  return deliveries.length > 0 && deliveries.every(({ undone }) => undone);
}

function deliveriesOf(ledger: Ledger, jobId: string | undefined, units: readonly UnitRef[]): readonly Delivery[] {
  if (jobId === undefined) return [];
  return [...new Set(units.flatMap((unit) => ledger.deliveryOf(jobId, unit) ?? []))];
}

function deliveryMembers(deliveries: readonly Delivery[]): Pick<ExportedJob, 'deliveredTo' | 'deliveredAt' | 'undone'> {
  const lastTime = Math.max(...deliveries.map(({ entry }) => entry.at));
  return {
    deliveredTo: [...new Set(deliveries.map(({ entry }) => entry.targetFile))],
    deliveredAt: deliveries.length === 0 ? null : timeOf(lastTime),
    undone: isUndone(deliveries),
  };
}

function namesOf(units: readonly UnitRef[]): Pick<ExportedJob, 'files' | 'keys'> {
  const files = new Set(units.map(({ file }) => file));
  const keys = new Set(units.flatMap(({ key }) => key ?? []));
  return { files: [...files], keys: [...keys] };
}

/** The latest time that a `Date` can have, in milliseconds. */
const maxTime = 8.64e15;

/** Returns a time in ISO 8601. A journal may contain any number, so it is limited to valid times. */
function timeOf(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, 0), maxTime)).toISOString();
}

/** Yields the parts of an export file. CSV follows RFC 4180, with a byte order mark so that Excel recognizes UTF-8. */
export function* formatExport(ledger: Ledger, format: ExportFormat): Generator<string> {
  if (format === 'csv') {
    yield `\uFEFF${csvLine(columns)}`;
    for (const job of exportedJobs(ledger)) yield csvLine(columns.map((column) => job[column]));
    return;
  }
  let hasJobs = false;
  for (const job of exportedJobs(ledger)) {
    yield `${hasJobs ? ',' : '['}\n  ${JSON.stringify(job)}`;
    hasJobs = true;
  }
  yield hasJobs ? '\n]\n' : '[]\n';
}

/** The approximate number of characters that are written at once. */
const pieceLength = 65_536;

/**
 * Writes the journal's jobs to a file. The file is created only when it is complete. Calls `report` with the number of
 * jobs written so far and that of all jobs, and returns the latter. Rejects with the signal's reason when it is
 * aborted, and with the errors of the file system.
 */
export async function exportJournal(
  ledger: Ledger,
  path: string,
  format: ExportFormat,
  { signal, report }: { readonly signal?: AbortSignal; readonly report?: (jobs: number, total: number) => void } = {},
): Promise<number> {
  const total = countJobs(ledger);
  const temporaryPath = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporaryPath, 'wx');
  try {
    const slice = new TimeSlice();
    let piece = '';
    let writtenCount = 0;
    for (const textOfJob of formatExport(ledger, format)) {
      piece += textOfJob;
      writtenCount += 1;
      if (piece.length >= pieceLength) {
        await file.writeFile(piece);
        piece = '';
      }
      if (!slice.isOver) continue;
      await slice.rest();
      signal?.throwIfAborted();
      report?.(writtenCount, total);
    }
    await file.writeFile(piece);
    await file.close();
    signal?.throwIfAborted();
    await rename(temporaryPath, path);
    return total;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
