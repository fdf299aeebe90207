import { meaningOf, type ErrorMeaning } from '../service/interface/catalog.ts';
import { ServiceError } from '../service/interface/serviceError.ts';

/** A job of a call, and why the service did not take it. */
export interface RefusedJob {
  /** What the person calls it: a text's key, a file's name. */
  readonly title: string;
  readonly meaning: ErrorMeaning | undefined;
  /** The service's own words. */
  readonly message: string;
}

/** A call that the service refused for the sake of single jobs, which are named as the person knows them. */
export class RefusedJobsError extends Error {
  override readonly name = 'RefusedJobsError';
  readonly jobs: readonly RefusedJob[];

  constructor(cause: ServiceError, jobs: readonly RefusedJob[]) {
    super(cause.message, { cause });
    this.jobs = jobs;
  }
}

/** Says which jobs an error is about; any other error comes back as it is. `titleOf` tells what a job is called by its key in the call. */
export function namingJobs(error: unknown, titleOf: (key: string) => string | undefined): unknown {
  if (!(error instanceof ServiceError) || error.jobErrors === undefined || error.jobErrors.size === 0) return error;
  const jobs = [...error.jobErrors].flatMap(([key, reasons]) =>
    reasons.map(({ code, meaning = meaningOf(code), message }) => ({ title: titleOf(key) ?? key, meaning, message })),
  );
  return jobs.length === 0 ? error : new RefusedJobsError(error, jobs);
}
