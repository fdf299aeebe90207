import { meaningOf, type ErrorMeaning } from '../../service/interface/catalog.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';

/** A job of a call, and why the service did not take it. */
export interface RefusedJob {
  /** The name that the user knows: a string's key or a file's name. */
  readonly title: string;
  readonly meaning: ErrorMeaning | undefined;
  /** The service's message. */
  readonly message: string;
}

/** A call that the service refused because of single jobs, which carry the names that the user knows. */
export class RefusedJobsError extends Error {
  override readonly name = 'RefusedJobsError';
  readonly jobs: readonly RefusedJob[];

  constructor(cause: ServiceError, jobs: readonly RefusedJob[]) {
    super(cause.message, { cause });
    this.jobs = jobs;
  }
}

/** Adds the names of refused jobs to an error, by their keys in the call; returns any other error unchanged. */
export function namingJobs(error: unknown, titleOf: (key: string) => string | undefined): unknown {
  if (!(error instanceof ServiceError) || error.jobErrors === undefined || error.jobErrors.size === 0) return error;
  const jobs = [...error.jobErrors].flatMap(([key, reasons]) =>
    reasons.map(({ code, meaning = meaningOf(code), message }) => ({ title: titleOf(key) ?? key, meaning, message })),
  );
  return jobs.length === 0 ? error : new RefusedJobsError(error, jobs);
}
