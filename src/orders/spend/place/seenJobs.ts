import type { Job } from '../../../service/interface/records.ts';
import type { OrderRecord } from '../../journal/account/orderContext.ts';
import { parseCustomData } from '../../model/order/customData.ts';
import type { Ledger } from '../../journal/ledger.ts';

/**
 * Returns a function that says whether the approved translation of a job may be used without being shown to the user
 * first: if it was approved on this machine or delivered, or if this machine ordered it, perhaps with automatic
 * approval, and never got the response. A simulated translation always may.
 */
export async function seenJobs({ simulated, ledger, journal }: OrderRecord): Promise<(job: Job) => boolean> {
  const ledgersOfMachine = [ledger, ...(await journal.siblings()).map((sibling) => sibling.ledger)];
  const isSeenIn = ({ deliveryOfJob, jobs, intents }: Ledger, job: Job): boolean =>
    deliveryOfJob.has(job.id) || jobs.get(job.id)?.isApprovedHere === true || isOrderedBy(intents, job);
  return (job) => simulated || ledgersOfMachine.some((ledgerOfMachine) => isSeenIn(ledgerOfMachine, job));
}

/** Whether the custom data of a job names one of these orders, with the same text and language. */
function isOrderedBy(intents: Ledger['intents'], { customData }: Job): boolean {
  const data = parseCustomData(customData);
  if (data === undefined) return false;
  const orderedJob = intents.get(data.intent)?.intent.jobs.find(({ number }) => number === data.number);
  // Custom data names the first unit of a job.
  const unit = orderedJob?.units[0];
  return unit?.sourceHash === data.sourceHash && unit.locale === data.locale;
}
