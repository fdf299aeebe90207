import type { WireNumber } from '../../service/interface/wire.ts';
import { formatCents } from '../world/prices.ts';

/**
 * `contract`: the JSON types in the contract's tables. `recorded`: the types recorded from the service, where many
 * numbers are strings.
 */
export const wireModes = ['contract', 'recorded'] as const;
export type WireMode = (typeof wireModes)[number];

/**
 * Formats ids, counts, credits, prices, flags and ratings. Only this code decides between a number and a string.
 *
 * A name with a type in a table of the contract (§2, §4) has that type in every record:
 *
 * | fields | function | contract | recorded |
 * |---|---|---|---|
 * | job_id, order_id of a record, rev_id | `id` | integer | "659079" |
 * | unit_count of a job | `count` | integer | "8" |
 * | credits of a job, a file quote and the balance, credits_spent | `credits` | number | "0.24" |
 * | unit_price | `price` | number | "0.0700" |
 * | auto_approve | `flag` | 0 or 1 | "1" |
 * | rating | `rating` | integer, 0 if none was given | "3.0", "0.0" if none was given |
 *
 * Names without a type in the contract are written as recorded in both modes:
 * - strings, by `wireNumbers.recorded`: the ids in the lists of an order, its total_jobs, total_units and
 *   total_credits; credits_used of a placed order; processing of the account's stats;
 * - numbers: job_count, jobs_queued, as_group, position, glossary_id, the ctime of revisions and comments, and
 *   everything in a glossary.
 *
 * Numbers in both modes, because contract and recordings agree: eta, the ctime of a job, order_id of a placed order,
 * user_since, id and last_login of translators, `code` of an error, unit_count of quotes and of unit counts, and
 * credits of a text quote.
 */
export interface WireNumbers {
  readonly id: (id: number) => WireNumber;
  readonly count: (count: number) => WireNumber;
  readonly credits: (cents: number) => WireNumber;
  /** Takes ten-thousandths of a credit. */
  readonly price: (tenThousandths: number) => WireNumber;
  readonly flag: (isOn: boolean) => WireNumber;
  /** Takes whole numbers from 1 to 5; undefined if none was given. */
  readonly rating: (rating: number | undefined) => WireNumber;
}

export const wireNumbers: Readonly<Record<WireMode, WireNumbers>> = {
  contract: {
    id: (id) => id,
    count: (count) => count,
    credits: (cents) => cents / 100,
    price: (tenThousandths) => tenThousandths / 10_000,
    flag: (isOn) => (isOn ? 1 : 0),
    rating: (rating = 0) => rating,
  },
  recorded: {
    id: String,
    count: String,
    credits: formatCents,
    price: (tenThousandths) => (tenThousandths / 10_000).toFixed(4),
    flag: (isOn) => (isOn ? '1' : '0'),
    rating: (rating = 0) => rating.toFixed(1),
  },
};
