import * as v from 'valibot';
import type { OrderOptions } from './quote.ts';

const options = v.object({
  tier: v.string(),
  autoApprove: v.boolean(),
  comment: v.exactOptional(v.string()),
  edit: v.exactOptional(v.boolean()),
  purpose: v.exactOptional(v.string()),
  tone: v.exactOptional(v.string()),
  glossaryId: v.exactOptional(v.string()),
  usePreferred: v.exactOptional(v.boolean()),
  asGroup: v.exactOptional(v.boolean()),
  referenceId: v.exactOptional(v.number()),
  attachments: v.exactOptional(
    v.pipe(v.array(v.object({ url: v.string(), filename: v.string(), mimeType: v.string() })), v.readonly()),
  ),
}) satisfies v.GenericSchema<OrderOptions>;

const unfinishedOrder = v.object({
  id: v.string(),
  /** When the user confirmed it, in milliseconds since the epoch. */
  at: v.number(),
  /** Origin of the service's address, as in `OrderContext`. */
  origin: v.string(),
  /** URIs of the files and folders on which the command was run; none for all open folders. */
  uris: v.array(v.string()),
  /** URIs of source files that the user deselected. */
  excluded: v.array(v.string()),
  /** Patterns of keys. */
  keys: v.exactOptional(v.string()),
  /** Limited to the strings that the branch has added or changed. */
  ofBranch: v.exactOptional(v.literal(true)),
  locales: v.array(v.string()),
  options,
  glossaryTitle: v.exactOptional(v.string()),
  unusedForms: v.exactOptional(v.literal(true)),
  /** The user selected strings by name, such as outdated ones. Their keys are not stored. */
  hadSelection: v.exactOptional(v.literal(true)),
  /** The user was notified of it. */
  isOffered: v.exactOptional(v.literal(true)),
});

/** The scope and choices of an order that may be incomplete. Has no texts and keys: the rest is planned again. */
export type UnfinishedOrder = v.InferOutput<typeof unfinishedOrder>;

/** Parses stored orders. Those that another version stored differently are omitted. */
export function parseUnfinishedOrders(stored: unknown): readonly UnfinishedOrder[] {
  const storedOrders: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return storedOrders.flatMap((storedOrder) => {
    const { success, output } = v.safeParse(unfinishedOrder, storedOrder);
    return success ? [output] : [];
  });
}
