import type { Words } from '../words/words.ts';
import type { OptionValues } from './commandOptions.ts';
import type { Terminal } from './terminal.ts';

/** The inputs of a command. */
export interface CliInput {
  readonly values: OptionValues;
  readonly paths: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** The result of a command. */
export interface CliResult {
  /** The members of the JSON document, in addition to its name and version. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Makes the result for people, which is not needed next to `--json`. A `string` is a line of a table. */
  readonly lines: () => readonly (Words | string)[];
  readonly exitCode: number;
}
