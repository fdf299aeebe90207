import type { FormatError } from '../../../formats/format.ts';

/** A unit that the format cannot represent, or whose characters the file's encoding lacks. */
export interface UnwritableUnit {
  readonly key: string;
  readonly error: FormatError;
}

/** Returns the line for the log about a unit that the file cannot have. */
export function unwritableText({ key, error }: UnwritableUnit): string {
  return `${key} cannot be written: ${error.message}`;
}
