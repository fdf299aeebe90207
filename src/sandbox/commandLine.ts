import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import type { Keys } from './http/auth.ts';
import { faultKinds } from './http/faults.ts';
import { paces, type Pace } from './world/pace.ts';
import { limitColumns, throttleKinds, type LimitColumn, type ThrottleKind } from './http/requestLimits.ts';
import { wireModes, type WireMode } from './wire/wireNumbers.ts';
import type { TlsFiles } from './http/tlsFiles.ts';

export const usage = `Usage: sandbox [options]
  --port N            port on loopback; 0, the default, picks one
  --api-key KEY       the key that clients use; made up by default
  --private-key KEY   the key that clients sign with; made up by default
  --account KEY:SECRET  a further account with keys of its own, split at the first colon; may be repeated
  --pace PACE         ${paces.join(', ')}; fast by default
  --data FILE         keeps everything in this file; in memory by default
  --allow-host NAME   a host name beside the loopback ones that may be asked for; may be repeated
  --credits N         balance of each new account; 10000 by default
  --translation-memory  what is identical to an approved job is ordered anew at a discount; off by default
  --throttle ANSWER   what a call over the limits gets: ${throttleKinds.join(', ')}; off, the default, only counts
  --limits COLUMN     the limits that count: ${limitColumns.join(', ')}; production by default
  --wire TYPES        how numbers are written: contract, the default, as its tables say; recorded, many as strings,
                      as recorded from the service
  --tls-key FILE      serves https, with this private key in PEM; needs --tls-cert
  --tls-cert FILE     the certificate of that key in PEM, which clients must trust; needs --tls-key
  --callback-url URL  where callbacks of jobs without an address of their own go; nowhere by default
  --allow-callbacks HOST  a host beyond loopback that callbacks may go to; may be repeated
  --port-file FILE    writes the printed line and the process id to this file while it runs; shares a sandbox that runs already
  --release VERSION   what the program says its version is, such as 1.2.3
  --idle-exit SECONDS ends after so long without a request
  --help              prints this

It listens on loopback only, prints one line of JSON when it does (baseUrl, apiKey, privateKey, controlToken), and logs to
standard error. What is told apart from the service's own interface, under /sandbox/, wants "Authorization: Bearer CONTROLTOKEN":
  GET    /sandbox/state                  balance and books, of each account too; requests and calls over the limits, callbacks
  POST   /sandbox/jobs/ID/VERB           of any account: start, finish, comment, hold, release, expire, cancel
  POST   /sandbox/exit                   ends the sandbox as SIGTERM does
  POST   /sandbox/clock                  { "advance_s": N }
  POST   /sandbox/faults                 { "match": "POST /v2/translate/jobs", "times": 1, "fault": KIND, "ms": N, "code": N };
                                         KIND is one of ${faultKinds.join(', ')};
                                         "ms" is for slow, "code" for error: one of the service's codes, such as 1951
  DELETE /sandbox/faults                 forgets them
Accounts share the clock and the numbers of jobs and orders, and nothing else. Glossaries and preferred translators are the first
account's. A data file keeps an --account's data under its API key, without its private key, also while that --account is not given.
Only GET /sandbox/challenge needs no token: it proves, to those who can read the port file, that this process wrote it.`;

/** The command line cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CommandLine {
  readonly port: number;
  readonly apiKey?: string;
  readonly privateKey?: string;
  readonly accounts?: readonly Keys[];
  readonly tls?: TlsFiles;
  readonly pace: Pace;
  readonly dataFile?: string;
  readonly allowedHosts: readonly string[];
  /** Hundredths of a credit. */
  readonly openingCents: number;
  readonly translationMemory?: boolean;
  readonly throttle?: ThrottleKind;
  readonly limits?: LimitColumn;
  readonly wire?: WireMode;
  readonly callbackUrl?: string;
  readonly allowedCallbacks?: readonly string[];
  readonly portFile?: string;
  readonly release?: string;
  readonly idleExitMs?: number;
  readonly help: boolean;
}

/** Reads the arguments after the script's name. Throws UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const pace = paces.find((name) => name === values.pace);
  if (pace === undefined) throw new UsageError(`--pace must be one of ${paces.join(', ')}.`);
  const idleExit =
    values['idle-exit'] === undefined ? undefined : readWhole('--idle-exit', values['idle-exit'], 1, 2_000_000);
  return {
    port: readWhole('--port', values.port, 0, 65_535),
    pace,
    allowedHosts: values['allow-host'],
    openingCents: readWhole('--credits', values.credits, 0, 1_000_000_000) * 100,
    help: values.help,
    ...optional('translationMemory', values['translation-memory'] ? true : undefined),
    ...optional('throttle', readChoice('--throttle', values.throttle, throttleKinds)),
    ...optional('limits', readChoice('--limits', values.limits, limitColumns)),
    ...optional('wire', readChoice('--wire', values.wire, wireModes)),
    ...optional('callbackUrl', readAddress('--callback-url', values['callback-url'])),
    ...optional(
      'allowedCallbacks',
      values['allow-callbacks']?.map((host) => readHost('--allow-callbacks', host)),
    ),
    ...optional('apiKey', readText('--api-key', values['api-key'])),
    ...optional('privateKey', readText('--private-key', values['private-key'])),
    ...optional('accounts', readAccounts(values.account, values['api-key'])),
    ...optional('tls', readTlsFiles(values['tls-key'], values['tls-cert'])),
    ...optional('dataFile', readText('--data', values.data)),
    ...optional('portFile', readText('--port-file', values['port-file'])),
    ...optional('release', readRelease(values.release)),
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
        account: { type: 'string', multiple: true },
        'tls-key': { type: 'string' },
        'tls-cert': { type: 'string' },
        pace: { type: 'string', default: 'fast' },
        data: { type: 'string' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        credits: { type: 'string', default: '10000' },
        'translation-memory': { type: 'boolean', default: false },
        throttle: { type: 'string' },
        limits: { type: 'string' },
        wire: { type: 'string' },
        'callback-url': { type: 'string' },
        'allow-callbacks': { type: 'string', multiple: true },
        'port-file': { type: 'string' },
        release: { type: 'string' },
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

/** The messages name no key: what was meant as one is not shown. */
function readAccounts(
  texts: readonly string[] | undefined,
  firstApiKey: string | undefined,
): readonly Keys[] | undefined {
  const accounts = texts?.map((text): Keys => {
    const colon = text.indexOf(':');
    if (colon < 1 || colon === text.length - 1)
      throw new UsageError('--account must be an API key and a private key with a colon between them.');
    return { apiKey: text.slice(0, colon), privateKey: text.slice(colon + 1) };
  });
  const apiKeys = [firstApiKey, ...(accounts ?? []).map(({ apiKey }) => apiKey)].filter((key) => key !== undefined);
  if (new Set(apiKeys).size < apiKeys.length)
    throw new UsageError('--account must have an API key that no other account has.');
  return accounts;
}

function readTlsFiles(key: string | undefined, certificate: string | undefined): TlsFiles | undefined {
  const [keyFile, certificateFile] = [readText('--tls-key', key), readText('--tls-cert', certificate)];
  if (keyFile === undefined && certificateFile === undefined) return undefined;
  if (keyFile === undefined || certificateFile === undefined)
    throw new UsageError('--tls-key and --tls-cert must be given together.');
  return { keyFile, certificateFile };
}

function readRelease(text: string | undefined): string | undefined {
  if (text !== undefined && !/^\d{1,9}\.\d{1,9}\.\d{1,9}/u.test(text))
    throw new UsageError('--release must be a version such as 1.2.3.');
  return text;
}

function readChoice<const T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  const choice = choices.find((known) => known === text);
  if (text !== undefined && choice === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

function readAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UsageError(`${name} must be an http or https address without a user name.`);
  }
  return url.href;
}

/** A name or an address, without a port. */
function readHost(name: string, text: string): string {
  const isAddress = isIP(text.replace(/^\[|\]$/gu, '')) === 6;
  const url = isAddress ? `http://[${text.replace(/^\[|\]$/gu, '')}]/` : `http://${text}/`;
  if (URL.canParse(url) && (isAddress || /^[^\s/?#@:[\]]+$/u.test(text))) return new URL(url).hostname;
  throw new UsageError(`${name} must be the name of a host, without a port.`);
}

function optional<K extends string, T>(key: K, value: T | undefined): Partial<Readonly<Record<K, T>>> {
  return (value === undefined ? {} : { [key]: value }) as Partial<Readonly<Record<K, T>>>;
}
