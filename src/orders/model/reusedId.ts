/**
 * A translation that is copied from another string of the project has no job. Its delivery in the journal has an id
 * with this prefix in place of the job's id, which is a number.
 */
const prefix = 'reused-';

/** Returns the replacement of the job's id for a copied translation. `id` is unique. */
export function reusedId(id: string): string {
  return `${prefix}${id}`;
}

/** Whether a job's id in the journal denotes a translation that was copied from another string. */
export function isReusedId(jobId: string): boolean {
  return jobId.startsWith(prefix);
}
