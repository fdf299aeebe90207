import { present } from '../../../base/present.ts';
import type { EntryOf } from '../journalEntry.ts';
import type { IntentState, JobRecord, Ledger } from '../ledger.ts';
import { addCredits } from '../../model/addCredits.ts';

/** The cost of one call of an order, or of a job that no journal on this machine ordered. */
export interface Expense {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly targetLocale: string;
  readonly credits: number;
  /** Absent if neither the order nor the journal's header names it. */
  readonly currency?: string;
  /** Whether it is known only from the service: ordered on another machine, or by a journal that was lost. */
  readonly isElsewhere?: true;
  /** Whether the service has no readable price. The credits are then the highest known price in its currency. */
  readonly isPriceUnknown?: true;
}

export interface ExpenseOptions {
  /** The account's other journals on this machine. */
  readonly siblings?: readonly Ledger[];
  /** An intent that does not count. */
  readonly except?: string | undefined;
  /** Whether the service is the sandbox, at which nothing is spent. */
  readonly simulated?: boolean;
}

/**
 * Returns what the account's orders have cost, or may have cost: open orders of all windows are included, and so are
 * the jobs of other machines that this extension ordered and a journal knows. Each call and each job counts once,
 * however many journals have it. Jobs that were canceled later count, because there is no fixed time for the refund.
 */
export function expensesOf(
  ledger: Ledger,
  { siblings = [], except, simulated = false }: ExpenseOptions = {},
): readonly Expense[] {
  const ledgers = [ledger, ...siblings];
  const callsById = distinctIntents(ledgers);
  const expenses: Expense[] = [];
  for (const { state, currency, credits } of callsById.values()) {
    const { id, at, jobs } = state.intent;
    // All jobs of a call have one target locale.
    if (id !== except) expenses.push(present({ at, targetLocale: jobs[0]?.targetLocale ?? '', credits, currency }));
  }
  if (simulated) return expenses;

  const foreignJobs = jobsWithoutIntent(ledgers, callsById);
  const highestPrices = new Map<string | undefined, number>();
  const notePrice = (currency: string | undefined, credits: number): void => {
    highestPrices.set(currency, Math.max(highestPrices.get(currency) ?? 0, credits));
  };
  for (const { currency, credits = 0 } of foreignJobs) notePrice(currency, credits);
  // The average price of a call's jobs: their own prices are parsed from the journal only on demand.
  for (const { currency, credits, state } of callsById.values())
    notePrice(currency, credits / Math.max(1, state.intent.jobs.length));
  for (const { credits, ...job } of foreignJobs)
    expenses.push({
      ...job,
      isElsewhere: true,
      credits: credits ?? highestPrices.get(job.currency) ?? 0,
      ...present({ isPriceUnknown: credits === undefined ? (true as const) : undefined }),
    });
  return expenses;
}

/** One call of an order. */
interface OrderedCall {
  readonly state: IntentState;
  readonly credits: number;
  readonly currency: string | undefined;
}

/** Returns the intents of all journals by id. A copy of a journal may have the same intents, without their outcomes. */
function distinctIntents(ledgers: readonly Ledger[]): ReadonlyMap<string, OrderedCall> {
  const callById = new Map<string, OrderedCall>();
  for (const { intents, header } of ledgers)
    for (const state of intents.values()) {
      const credits = spentOn(state);
      const knownCall = callById.get(state.intent.id);
      if (knownCall === undefined || credits > knownCall.credits)
        callById.set(state.intent.id, { state, credits, currency: state.intent.currency ?? header?.currency });
    }
  return callById;
}

/**
 * Returns the cost of an order: the confirmed price, or the charged one if that is higher. An order that may have been
 * charged counts as charged; only a refusal proves otherwise.
 */
function spentOn({ intent, outcome, creditsUsed = 0 }: IntentState): number {
  if (intent.simulated || outcome === 'refused') return 0;
  return Math.max(intent.credits, creditsUsed);
}

/** A job of this extension at the service that no journal ordered; `credits` is absent if its price is unknown. */
type ForeignJob = Omit<Expense, 'credits' | 'isElsewhere' | 'isPriceUnknown'> & { readonly credits?: number };

/** Returns the jobs that are known only from the service, with the highest price that a journal has for each. */
function jobsWithoutIntent(
  ledgers: readonly Ledger[],
  callsById: ReadonlyMap<string, OrderedCall>,
): readonly ForeignJob[] {
  const orderIds = new Set([...callsById.values()].flatMap(({ state }) => state.orderId ?? []));
  const isOrderedByJournal = (job: Pick<EntryOf<'recovered'>, 'jobId' | 'orderId' | 'intent'>): boolean => {
    const { jobId, orderId, intent } = job;
    if (ledgers.some(({ jobs }) => isOrderedJob(jobs.get(jobId)))) return true;
    if (orderId !== undefined && orderIds.has(orderId)) return true;
    // The intent that the job's custom data names.
    const state = intent === undefined ? undefined : callsById.get(intent)?.state;
    if (state === undefined || state.outcome === 'refused') return false;
    // If both ids are known, they differ. If one is missing, the job may be of this order, which waits for its ids.
    return state.orderId === undefined || orderId === undefined;
  };
  const jobsById = new Map<string, ForeignJob>();
  const add = (jobId: string, job: ForeignJob): void => {
    const knownJob = jobsById.get(jobId);
    jobsById.set(jobId, knownJob === undefined ? job : { ...knownJob, ...job, ...higherPrice(knownJob, job) });
  };
  for (const { jobs, jobsElsewhere, header } of ledgers) {
    for (const entry of jobsElsewhere.values()) {
      // A duplicate refers to another job.
      const isFreeDuplicate = entry.status === 'duplicate' && entry.credits === undefined;
      if (!isFreeDuplicate && !isOrderedByJournal(entry)) add(entry.jobId, foreignJob(entry, entry.locale, header));
    }
    for (const { origin } of jobs.values()) {
      if (!('recovered' in origin)) continue;
      const { recovered } = origin;
      if (!recovered.simulated && !isOrderedByJournal(recovered))
        add(recovered.jobId, foreignJob(recovered, recovered.targetLocale, header));
    }
  }
  return [...jobsById.values()];
}

/** Whether a job is of an order in a journal, and was not recovered from the service. */
function isOrderedJob(record: JobRecord | undefined): boolean {
  return record !== undefined && !('recovered' in record.origin);
}

function foreignJob(
  { at, createdAt, credits, currency }: EntryOf<'elsewhere' | 'recovered'>,
  targetLocale: string,
  header: Ledger['header'],
): ForeignJob {
  // A job without a time counts from when it was found.
  return present({ at: createdAt ?? at, targetLocale, credits, currency: currency ?? header?.currency });
}

function higherPrice(a: ForeignJob, b: ForeignJob): Pick<ForeignJob, 'credits' | 'currency' | 'at'> {
  const higher = (a.credits ?? -1) > (b.credits ?? -1) ? a : b;
  const currency = higher.currency ?? a.currency ?? b.currency;
  return present({ at: Math.min(a.at, b.at), credits: higher.credits, currency });
}

/** Expenses in one currency; undefined if none of them has one. */
export interface ExpensesInCurrency {
  readonly currency: string | undefined;
  readonly expenses: readonly Expense[];
}

/**
 * Groups expenses by currency, which are never added. The first group has the expenses in `currency`, and those without
 * one. If it is undefined, the currency of the latest expense takes its place.
 */
export function byCurrency(
  expenses: readonly Expense[],
  currency?: string,
): readonly [ExpensesInCurrency, ...ExpensesInCurrency[]] {
  let latest: Expense | undefined;
  for (const expense of expenses)
    if (expense.currency !== undefined && (latest === undefined || expense.at >= latest.at)) latest = expense;
  const mainCurrency = currency ?? latest?.currency;
  const groups = Map.groupBy(expenses, (expense) => expense.currency ?? mainCurrency);
  const mainGroup = { currency: mainCurrency, expenses: groups.get(mainCurrency) ?? [] };
  groups.delete(mainCurrency);
  const otherGroups = Array.from(groups, ([name, expensesOfGroup]) => ({ currency: name, expenses: expensesOfGroup }));
  return [mainGroup, ...otherGroups];
}

/** The expenses of a calendar month in this machine's time zone. */
export interface MonthOfExpenses {
  /** Its first moment, in milliseconds since the epoch. */
  readonly month: number;
  readonly credits: number;
  /** Credits by target locale; the locale with the highest cost first. */
  readonly byLocale: ReadonlyMap<string, number>;
}

/** Sums up expenses in one currency by month, newest first. Months without expenses are omitted. */
export function expensesByMonth(expenses: readonly Expense[]): readonly MonthOfExpenses[] {
  const months = new Map<number, Map<string, number>>();
  for (const { at, targetLocale, credits } of expenses) {
    if (credits === 0) continue;
    const date = new Date(at);
    const month = new Date(date.getFullYear(), date.getMonth()).getTime();
    const byLocale = months.get(month) ?? new Map<string, number>();
    months.set(month, byLocale);
    byLocale.set(targetLocale, addCredits(byLocale.get(targetLocale) ?? 0, credits));
  }
  return [...months]
    .sort(([a], [b]) => b - a)
    .map(([month, byLocale]) => ({
      month,
      credits: [...byLocale.values()].reduce((sum, credits) => addCredits(sum, credits), 0),
      byLocale: new Map([...byLocale].sort(([, a], [, b]) => b - a)),
    }));
}

/** The monthly expenses in one currency. */
export interface CurrencyMonths {
  readonly currency: string | undefined;
  readonly months: readonly MonthOfExpenses[];
}
