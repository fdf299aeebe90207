import { parseArgs } from 'node:util';
import { paces, type Pace } from './pace.ts';

export const usage = `Usage: sandbox [options]
  --port N            port on loopback; 0, the default, picks one
  --api-key KEY       the key that clients use; made up by default
  --private-key KEY   the key that clients sign with; made up by default
  --pace PACE         ${paces.join(', ')}; fast by default
  --data FILE         keeps everything in this file; in memory by default
  --allow-host NAME   a host name beside the loopback ones that may be asked for; may be repeated
  --credits N         balance of a new account; 10000 by default
  --port-file FILE    writes the printed line and the process id to this file while it runs; shares a sandbox that runs already
  --idle-exit SECONDS ends after so long without a request`;

/** The command line cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CommandLine {
  readonly port: number;
  readonly apiKey?: string;
  readonly privateKey?: string;
  readonly pace: Pace;
  readonly dataFile?: string;
  readonly allowedHosts: readonly string[];
  /** Hundredths of a credit. */
  readonly openingCents: number;
  readonly portFile?: string;
  readonly idleExitMs?: number;
  readonly help: boolean;
}

/** Reads the arguments after the script's name. Throws UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const pace = paces.find((name) => name === values.pace);
  if (pace === undefined) throw new UsageError(`--pace must be one of ${paces.join(', ')}.`);
  const idleExit = values['idle-exit'] === undefined ? undefined : readWhole('--idle-exit', values['idle-exit'], 1, 2_000_000);
  return {
    port: readWhole('--port', values.port, 0, 65_535),
    pace,
    allowedHosts: values['allow-host'],
    openingCents: readWhole('--credits', values.credits, 0, 1_000_000_000) * 100,
    help: values.help,
    ...optional('apiKey', readText('--api-key', values['api-key'])),
    ...optional('privateKey', readText('--private-key', values['private-key'])),
    ...optional('dataFile', readText('--data', values.data)),
    ...optional('portFile', readText('--port-file', values['port-file'])),
    ...optional('idleExitMs', idleExit === undefined ? undefined : idleExit * 1000),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        port: { type: 'string', default: '0' },
        'api-key': { type: 'string' },
        'private-key': { type: 'string' },
        pace: { type: 'string', default: 'fast' },
        data: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        credits: { type: 'string', default: '10000' },
        'port-file': { type: 'string' },
        'idle-exit': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}.`);
}

function readText(name: string, text: string | undefined): string | undefined {
  if (text === '') throw new UsageError(`${name} must not be empty.`);
  return text;
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Readonly<Record<K, T>>> {
  return (value === undefined ? {} : { [key]: value }) as Partial<Readonly<Record<K, T>>>;
}
