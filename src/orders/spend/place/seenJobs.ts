import type { Job } from '../../../service/interface/records.ts';
import type { OrderRecord } from '../../journal/account/orderContext.ts';
import { parseCustomData } from '../../model/order/customData.ts';
import type { Ledger } from '../../journal/ledger.ts';

/**
 * Returns whether the approved translation of a job needs no look: it was approved on this machine, or delivered, or this
 * machine ordered it, perhaps with automatic approval, and never got the response. Simulated translations are not checked.
 */
export async function seenJobs({ simulated, ledger, journal }: OrderRecord): Promise<(job: Job) => boolean> {
  const ledgers = [ledger, ...(await journal.siblings()).map((sibling) => sibling.ledger)];
  return (job) =>
    simulated ||
    ledgers.some(
      (one) =>
        one.deliveryOfJob.has(job.id) || one.jobs.get(job.id)?.isApprovedHere === true || isOfOwnIntent(job, one),
    );
}

/** Whether custom data names a job of an order of this journal, with the same text and language. */
function isOfOwnIntent({ customData }: Job, { intents }: Ledger): boolean {
  const data = parseCustomData(customData);
  if (data === undefined) return false;
  const ordered = intents.get(data.intent)?.intent.jobs.find(({ number }) => number === data.number);
  const unit = ordered?.units[0];
  return unit?.sourceHash === data.sourceHash && unit.locale === data.locale;
}
