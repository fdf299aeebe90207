import * as v from 'valibot';

const lastChoices = v.object({
  targets: v.array(v.string()),
  tier: v.string(),
  comment: v.exactOptional(v.string()),
  referenceId: v.exactOptional(v.number()),
  edit: v.exactOptional(v.boolean()),
  asGroup: v.exactOptional(v.boolean()),
  usePreferred: v.exactOptional(v.boolean()),
  unusedForms: v.exactOptional(v.boolean()),
  tone: v.exactOptional(v.string()),
  purpose: v.exactOptional(v.string()),
  glossary: v.exactOptional(v.object({ id: v.string(), title: v.string() })),
});

/**
 * The choices that the next order of a workspace begins with. Automatic approval is never one of them: giving up the
 * right to reject a translation is a decision about one order.
 */
export type LastChoices = v.InferOutput<typeof lastChoices>;

/** Parses stored choices. Those that another version stored differently are undefined. */
export function parseLastChoices(stored: unknown): LastChoices | undefined {
  const { success, output } = v.safeParse(lastChoices, stored);
  return success ? output : undefined;
}
