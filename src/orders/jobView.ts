import type { Job } from '../service/records.ts';
import type { Problem, ProtectedText } from '../placeholders/placeholder.ts';
import { checkLength } from '../placeholders/checkLength.ts';
import { restore } from '../placeholders/restore.ts';
import type { IntentJob } from './journalEntry.ts';
import type { IntentState, JobRecord, Ledger } from './ledger.ts';
import { reviewWindowMs, type DeliveryState, type HoldReason, type TrackedJob } from './trackedJob.ts';

/** Statuses in which the service's text is the translation itself and not something on the way to it. */
const translatedStatuses = new Set(['reviewable', 'approved', 'archived']);

/** A translation taken out of its brackets, and what the checks say of it. */
export interface CheckedTranslation {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** Restores and checks what came back. Undefined while the job has no final or reviewable text. */
export function checkTranslation(record: JobRecord, job: Job): CheckedTranslation | undefined {
  if (!translatedStatuses.has(job.status) || job.translatedText === undefined) return undefined;
  const { protectedText, maxChars } = sourceOf(record);
  const { text, problems } = restore(job.translatedText, protectedText);
  const tooLong = maxChars === undefined ? undefined : checkLength(text, maxChars);
  return { text, problems: tooLong === undefined ? problems : [...problems, tooLong] };
}

export function sourceOf(record: JobRecord): { readonly protectedText: ProtectedText; readonly maxChars: number | undefined } {
  const { protectedText, maxChars } = 'recovered' in record.origin ? { ...record.origin.recovered, maxChars: undefined } : record.origin.job;
  return { protectedText: protectedText as ProtectedText, maxChars };
}

/** A job the service has, as the person sees it. */
export function viewJob(record: JobRecord, job: Job, checked: CheckedTranslation | undefined, ledger: Ledger, held: HoldReason | undefined): TrackedJob {
  const { sourceText, title, units, locales, simulated } =
    'recovered' in record.origin ? viewRecovered(record.origin.recovered) : viewIntended(record.origin.intent, record.origin.job);
  const waiting = job.status === 'available' || job.status === 'pending' || job.status === 'revising' || job.status === 'queued';
  return {
    id: record.jobId,
    hasServiceId: true,
    status: job.status,
    title,
    units,
    sourceLocale: locales.source,
    targetLocale: locales.target,
    tier: job.tier,
    sourceText,
    problems: checked?.problems ?? [],
    unitCount: job.unitCount,
    credits: job.credits,
    revisionsRequested: record.revisionsRequested,
    autoApprove: job.autoApprove,
    delivery: deliveryState(record, ledger, held),
    simulated,
    ...(record.orderId === undefined ? {} : { orderId: record.orderId }),
    ...(checked === undefined ? {} : { translatedText: checked.text }),
    ...(job.currency === undefined ? {} : { currency: job.currency }),
    ...(job.createdAt === undefined ? {} : { createdAt: job.createdAt }),
    ...(waiting && job.createdAt !== undefined && job.etaSeconds !== undefined ? { dueAt: job.createdAt + job.etaSeconds * 1000 } : {}),
    ...(job.status === 'reviewable' && record.reviewableSince !== undefined ? { reviewUntil: record.reviewableSince + reviewWindowMs } : {}),
  };
}

/** A job that the service has not named yet: queued, or not known to have arrived. */
export function viewIntent(state: IntentState, job: IntentJob, status: 'queued' | 'unclear'): TrackedJob {
  const { sourceText, title, units, locales, simulated } = viewIntended(state, job);
  return {
    id: `${state.intent.id}:${job.number}`,
    hasServiceId: false,
    status,
    title,
    units,
    sourceLocale: locales.source,
    targetLocale: locales.target,
    tier: state.intent.tier,
    sourceText,
    problems: [],
    unitCount: job.unitCount,
    credits: job.credits,
    createdAt: state.intent.at,
    revisionsRequested: 0,
    autoApprove: state.intent.autoApprove,
    delivery: { kind: 'none' },
    simulated,
    ...(state.orderId === undefined ? {} : { orderId: state.orderId }),
    ...(state.intent.currency === undefined ? {} : { currency: state.intent.currency }),
  };
}

function viewIntended(state: IntentState, job: IntentJob) {
  return {
    sourceText: job.protectedText.source,
    title: job.title,
    units: job.units,
    locales: { source: state.intent.sourceLocale, target: job.targetLocale },
    simulated: state.intent.simulated,
  };
}

function viewRecovered(entry: Extract<JobRecord['origin'], { recovered: unknown }>['recovered']) {
  return {
    sourceText: entry.protectedText.source,
    title: entry.title,
    units: entry.units,
    locales: { source: entry.sourceLocale, target: entry.targetLocale },
    simulated: entry.simulated,
  };
}

function deliveryState(record: JobRecord, ledger: Ledger, held: HoldReason | undefined): DeliveryState {
  const delivery = ledger.deliveryOfJob.get(record.jobId);
  if (delivery !== undefined) return delivery.undone ? { kind: 'undone' } : { kind: 'delivered', at: delivery.entry.at, simulated: delivery.entry.simulated };
  return held === undefined ? { kind: 'none' } : { kind: 'held', reason: held };
}

