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
  const formatError = error instanceof UnreadableFileError ? error.cause : error;
  if (!(formatError instanceof FormatError)) return false;
  // The reason of an error in the source is a value of the target's reason.
  const { reason } = formatError;
  return [reason, ...reason.values].some(isConflict);
}

function isConflict(reasonOrValue: Reason | Reason['values'][number]): boolean {
  return typeof reasonOrValue === 'object' && reasonOrValue.code === 'conflict-markers';
}
