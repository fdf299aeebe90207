/**
 * Begins the value that replaces the job's id in the journal's deliveries of translations that were copied from other
 * strings of a project: these have no job. The service's ids are numbers.
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
