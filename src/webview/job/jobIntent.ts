import * as v from 'valibot';
import type { PageAction } from '../shared/pageSnapshot.ts';

/** Actions for which the page has only a button: their messages have no data. */
const simpleActions = [
  'reject',
  'cancel',
  'cancelAndOrder',
  'archive',
  'showChanges',
  'deliver',
  'undoDelivery',
  'insert',
  'copy',
  'openFile',
  'refresh',
] as const satisfies readonly PageAction[];
export type SimpleAction = (typeof simpleActions)[number];

const approval = v.object({
  type: v.literal('approve'),
  rating: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5))),
  forTranslator: v.exactOptional(v.string()),
  /** Visible only to the service's staff. */
  forService: v.exactOptional(v.string()),
  /** Whether the feedback may be shown publicly, with the source and the translation. */
  public: v.exactOptional(v.boolean()),
  /** Whether to approve despite errors. */
  override: v.boolean(),
  /** The hash in the snapshot that the page shows. */
  translationHash: v.exactOptional(v.string()),
});

/** A message from the job page. */
export const jobIntent = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  /** The user has entered something, so the tab must not be replaced by the next one. */
  v.object({ type: v.literal('keepOpen') }),
  /** Whether the order is shown: only then it is loaded. */
  v.object({ type: v.literal('showOrder'), shown: v.boolean() }),
  approval,
  v.object({ type: v.literal('revise'), comment: v.string() }),
  v.object({ type: v.picklist(['comment', 'orderComment']), comment: v.string() }),
  /** `older` and `newer` are ids of revisions. */
  v.object({ type: v.literal('compareRevisions'), older: v.string(), newer: v.string() }),
  v.object({ type: v.literal('openJob'), jobId: v.string() }),
  v.object({ type: v.picklist(simpleActions) }),
]);
export type JobIntent = v.InferOutput<typeof jobIntent>;

/** A message that starts an action, one at a time. */
export type JobActionIntent = Exclude<JobIntent, { readonly type: 'ready' | 'keepOpen' | 'showOrder' }>;
