import { noticeKinds, type NoticeKind } from '../../model/noticeKind.ts';
import { isExpectedHold, type HoldReason, type TrackedJob } from '../../model/trackedJob.ts';
import type { OpenQuestion } from './threads.ts';
import type { ReachedBudget } from '../../model/limits/budget.ts';

/** Something that needs a decision of the user. */
export interface NoticedFact {
  /** Identifies the fact. The user is notified once for each. */
  readonly fact: string;
  readonly job?: TrackedJob;
  readonly budget?: ReachedBudget;
}

/** All facts of one kind, to be shown together. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly facts: readonly [NoticedFact, ...NoticedFact[]];
}

export interface NoticeState {
  readonly jobs: readonly TrackedJob[];
  /** Returns a text that identifies a job's open question; undefined if it has no open question. */
  readonly questionOf: (job: TrackedJob) => Pick<OpenQuestion, 'id'> | undefined;
  readonly reachedBudgets: readonly ReachedBudget[];
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** How long before its end the user is notified of a review. */
const reviewEndingMs = 24 * 60 * 60_000;

/** An order without a response is looked up by itself; only if that has not helped, the user has to decide. */
const unconfirmedMs = 10 * 60_000;

/**
 * Returns the due notices, the most urgent first: at most one for each `enabled` kind, with the facts that are not in
 * `notifiedFacts`. Reviews that the service approves immediately and jobs without a known status have none.
 */
export function dueNotices(
  state: NoticeState,
  enabled: ReadonlySet<NoticeKind>,
  notifiedFacts: ReadonlySet<string>,
): readonly Notice[] {
  const notices: Notice[] = [];
  for (const kind of noticeKinds) {
    if (!enabled.has(kind)) continue;
    const facts = factsOfKind[kind](state).map((noticed) => ({ ...noticed, fact: factName(kind, noticed.fact) }));
    const [firstFact, ...otherFacts] = facts.filter(({ fact }) => !notifiedFacts.has(fact));
    if (firstFact !== undefined) notices.push({ kind, facts: [firstFact, ...otherFacts] });
  }
  return notices;
}

/** Returns the facts about translations that a delivery just reported as held, so that they are not reported again. */
export function heldFacts(held: ReadonlyMap<string, HoldReason>): readonly string[] {
  return [...held].map(([jobId, reason]) => factName('held', heldFact(jobId, reason)));
}

/** `held job17 problems`: a fact is unique within its kind. */
function factName(kind: NoticeKind, fact: string): string {
  return `${kind} ${fact}`;
}

function heldFact(jobId: string, reason: HoldReason): string {
  return `${jobId} ${reason}`;
}

/** Files outside the open folders have a question of their own. */
function needsDecision(reason: HoldReason): boolean {
  return !isExpectedHold(reason) && reason !== 'leads-outside';
}

/** Finds the facts of each kind. Here, a fact is unique within its kind only. */
const factsOfKind: Readonly<Record<NoticeKind, (state: NoticeState) => readonly NoticedFact[]>> = {
  unconfirmed: ({ jobs, now }) => {
    // One fact for an order: until it is confirmed, the ids of its jobs are `intentId:number`.
    const firstJobs = new Map<string, TrackedJob>();
    for (const job of jobs) {
      const [intentId = ''] = job.id.split(':');
      const isOverdue = job.status === 'unclear' && now - (job.createdAt ?? now) > unconfirmedMs;
      if (isOverdue && !firstJobs.has(intentId)) firstJobs.set(intentId, job);
    }
    return [...firstJobs].map(([intentId, job]) => ({ fact: intentId, job }));
  },
  reviewEnding: ({ jobs, now }) => {
    const endingJobs = jobs.filter(({ status, reviewUntil, responseProblem }) => {
      if (status !== 'reviewable' || responseProblem !== undefined || reviewUntil === undefined) return false;
      return reviewUntil > now && reviewUntil - now <= reviewEndingMs;
    });
    endingJobs.sort((a, b) => (a.reviewUntil ?? 0) - (b.reviewUntil ?? 0));
    // After a revision, a new review begins.
    return endingJobs.map((job) => ({ fact: `${job.id} ${job.revisionsRequested}`, job }));
  },
  question: ({ jobs, questionOf }) =>
    jobs.flatMap((job) => {
      const question = questionOf(job);
      return question === undefined ? [] : [{ fact: `${job.id} ${question.id}`, job }];
    }),
  held: ({ jobs }) =>
    jobs.flatMap((job) => {
      const { id, delivery } = job;
      if (delivery.kind !== 'held' || !needsDecision(delivery.reason)) return [];
      return [{ fact: heldFact(id, delivery.reason), job }];
    }),
  budget: ({ reachedBudgets, now }) =>
    reachedBudgets.map((budget) => ({ fact: `${budget.kind} ${periodOf(budget.kind, now)} ${budget.budget}`, budget })),
};

/** Returns the calendar day or month in this machine's time zone, as budgets count it. */
function periodOf(kind: ReachedBudget['kind'], now: number): string {
  const date = new Date(now);
  const month = `${date.getFullYear()}-${date.getMonth() + 1}`;
  return kind === 'day' ? `${month}-${date.getDate()}` : month;
}
