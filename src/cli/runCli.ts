import { ServiceError } from '../service/interface/serviceError.ts';
import { fromOutside } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { cliErrorSentence } from './language/cliSentences.ts';
import type { CommandName } from './commandOptions.ts';
import { languageOf, useLanguage } from './language/displayLanguage.ts';
import { helpFor, helpForAll } from './helpText.ts';
import { parseCommand } from './parseCommand.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** The version of the JSON documents. It changes if a member is removed or gets another meaning. */
const jsonVersion = 1;

/** The surroundings of a run. */
export interface CliSurroundings {
  readonly terminal: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Runs the command line with the arguments after the program's name. Returns the exit code. Never rejects. */
export async function runCli(args: readonly string[], { terminal, env, signal }: CliSurroundings): Promise<number> {
  try {
    await useLanguage(languageOf(args, env));
    const { command, paths, values } = parseCommand(args);
    if (command === undefined || values.help === true) {
      terminal.result(command === undefined ? helpForAll() : helpFor(command));
      return exitCodes.done;
    }
    const log = (line: string): void => {
      if (values.verbose === true) terminal.message(fromOutside(line, maxLogCharacters));
    };
    const run = await loaders[command]();
    const { json, lines, exitCode } = await run({ values, paths, env, terminal, signal, log });
    if (values.json === true) terminal.json({ version: jsonVersion, command, ...json });
    else terminal.result(lines());
    return exitCode;
  } catch (error) {
    if (signal.aborted || (error instanceof ServiceError && error.reason === 'aborted')) return exitCodes.interrupted;
    if (error instanceof UsageError) {
      terminal.message(error.sentence);
      return exitCodes.usage;
    }
    terminal.message(cliErrorSentence(error));
    return exitCodes.failed;
  }
}

/** The maximum length of a line of the log. */
const maxLogCharacters = 1000;

type Run = (input: CliInput) => Promise<CliResult>;

/** Load the commands, each only its own code. */
const loaders: Readonly<Record<CommandName, () => Promise<Run>>> = {
  status: async () => (await import('./runStatus.ts')).runStatus,
  estimate: async () => (await import('./runEstimate.ts')).runEstimate,
  quote: async () => (await import('./runQuote.ts')).runQuote,
  jobs: async () => (await import('./runJobs.ts')).runJobs,
  pull: async () => (await import('./runPull.ts')).runPull,
  check: async () => (await import('./runCheck.ts')).runCheck,
};
