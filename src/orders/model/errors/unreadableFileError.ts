import { FormatError, type Reason } from '../../../formats/format.ts';

/** A locale file exists but cannot be parsed. The cause is the FormatError, with the location and the reason. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly project: string;
  readonly path: string;
  override readonly cause: FormatError;

  constructor(project: string, path: string, cause: FormatError) {
    super(`${path}: ${cause.message}`);
    this.project = project;
    this.path = path;
    this.cause = cause;
  }
}

/** Whether a file can't be read, or not be written to, because of conflict markers in it or in its source. */
export function hasConflict(error: unknown): boolean {
  const refusal = error instanceof UnreadableFileError ? error.cause : error;
  if (!(refusal instanceof FormatError)) return false;
  return [refusal.reason, ...refusal.reason.values].some(isConflict);
}

function isConflict(part: Reason | Reason['values'][number]): boolean {
  return typeof part === 'object' && part.code === 'conflict-markers';
}
