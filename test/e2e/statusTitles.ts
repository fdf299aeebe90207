/** Titles of the groups in the list of jobs. VS Code shows no other mark by which a test could tell them apart. */
export const statusTitles = {
  available: 'Waiting for a Translator',
  pending: 'Being Translated',
  reviewable: 'To Review',
  approved: 'Approved',
  canceled: 'Canceled',
} as const;

export type ShownStatus = keyof typeof statusTitles;
