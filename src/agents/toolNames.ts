/** The names of the language model tools. The manifest's test compares them with the manifest. */
export const toolNames = [
  'human-translation_status',
  'human-translation_estimate',
  'human-translation_jobs',
  'human-translation_order',
  'human-translation_review',
] as const;

export type ToolName = (typeof toolNames)[number];
