import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import type { SandboxSettings } from './sandbox.ts';
import { errorMessage } from '../base/errorMessage.ts';
import { present, trueOrAbsent } from '../base/present.ts';
import type { Keys } from './http/auth.ts';
import { faultKinds } from './http/faults.ts';
import { paces } from './world/pace.ts';
import { limitColumns, throttleKinds } from './http/requestLimits.ts';
import { wireModes } from './wire/wireNumbers.ts';
import type { TlsFiles } from './http/tlsFiles.ts';

export const usage = `Usage: sandbox [options]
  --port N            port on loopback; default: 0, which selects a free one
  --api-key KEY       the clients' API key; default: a new one
  --private-key KEY   the key that clients sign with; default: a new one
  --account KEY:SECRET  an additional account with its own keys, split at the first colon; may be repeated
  --pace PACE         ${paces.join(', ')}; default: fast
  --data FILE         keeps all data in this file; default: in memory
  --allow-host NAME   a host name, in addition to loopback ones, that clients may use; may be repeated
  --credits N         balance of each new account; default: 10000
  --translation-memory  charges less for jobs identical to an approved one and translates them again; default: off
  --throttle ANSWER   answer to calls over the rate limits: ${throttleKinds.join(', ')};
                      default: off, which only counts them
  --limits COLUMN     rate limits that apply: ${limitColumns.join(', ')}; default: production
  --wire TYPES        JSON types of numbers: contract, as in its tables; recorded, with many strings, as recorded from
                      the service; default: contract
  --tls-key FILE      serves https with this private key in PEM; needs --tls-cert
  --tls-cert FILE     the certificate for that key in PEM, which clients must trust; needs --tls-key
  --callback-url URL  callback address for jobs without one; default: none
  --allow-callbacks HOST  a host other than loopback that callbacks may be sent to; may be repeated
  --port-file FILE    writes the printed line and the process id to this file while running; if a sandbox with this file
                      is already running, prints that one's line instead
  --release VERSION   the program's version, such as 1.2.3
  --idle-exit SECONDS  ends after this time without a request
  --help              prints this text

The sandbox listens on loopback only, prints one line of JSON (baseUrl, apiKey, privateKey, controlToken) when it is
ready, and logs to standard error. Calls that the real service doesn't have are under /sandbox/ and need the header
"Authorization: Bearer CONTROLTOKEN":
  GET    /sandbox/state                  balance and statistics of each account; requests and calls over the limits;
                                         callbacks
  POST   /sandbox/jobs/ID/VERB           any account's job: start, finish, comment, hold, release, expire, cancel
  POST   /sandbox/exit                   ends the sandbox, like SIGTERM
  POST   /sandbox/clock                  { "advance_s": N }
  POST   /sandbox/faults                 { "match": "POST /v2/translate/jobs", "times": 1, "fault": KIND, "ms": N,
                                         "code": N }; KIND is one of ${faultKinds.join(', ')};
                                         "ms" is for slow, "code" for error: a code of the service, such as 1951
  DELETE /sandbox/faults                 removes all faults
Accounts share only the clock and the numbers of jobs and orders. Only the first account has initial glossaries and
preferred translators. A data file keeps the data of each --account under its API key, without its private key, even
while that --account is not given. GET /sandbox/challenge needs no token: it proves to readers of the port file that
this process wrote it.`;

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface CommandLine extends SandboxSettings {
  readonly portFile?: string;
  readonly idleExitMs?: number;
  readonly help: boolean;
}

/** Reads the arguments after the script's name. Throws UsageError. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const pace = paces.find((name) => name === values.pace);
  if (pace === undefined) throw new UsageError(`--pace must be one of ${paces.join(', ')}.`);
  let idleExitMs: number | undefined;
  if (values['idle-exit'] !== undefined)
    idleExitMs = readWhole('--idle-exit', values['idle-exit'], 1, 2_000_000) * 1000;
  return present({
    port: readWhole('--port', values.port, 0, 65_535),
    pace,
    allowedHosts: values['allow-host'],
    openingCents: readWhole('--credits', values.credits, 0, 1_000_000_000) * 100,
    help: values.help,
    translationMemory: trueOrAbsent(values['translation-memory']),
    throttle: readChoice('--throttle', values.throttle, throttleKinds),
    limits: readChoice('--limits', values.limits, limitColumns),
    wire: readChoice('--wire', values.wire, wireModes),
    callbackUrl: readAddress('--callback-url', values['callback-url']),
    allowedCallbacks: values['allow-callbacks']?.map((host) => readHost('--allow-callbacks', host)),
    apiKey: readText('--api-key', values['api-key']),
    privateKey: readText('--private-key', values['private-key']),
    accounts: readAccounts(values.account, values['api-key']),
    tls: readTlsFiles(values['tls-key'], values['tls-cert']),
    dataFile: readText('--data', values.data),
    portFile: readText('--port-file', values['port-file']),
    release: readRelease(values.release),
    idleExitMs,
  });
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
    throw new UsageError(errorMessage(error));
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

/** Reads the additional accounts. Error messages never contain the given keys. */
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
  const choice = choices.find((name) => name === text);
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

/** Reads a host name or an IP address, without a port. */
function readHost(name: string, text: string): string {
  const isAddress = isIP(text.replace(/^\[|\]$/gu, '')) === 6;
  const url = isAddress ? `http://[${text.replace(/^\[|\]$/gu, '')}]/` : `http://${text}/`;
  if (URL.canParse(url) && (isAddress || /^[^\s/?#@:[\]]+$/u.test(text))) return new URL(url).hostname;
  throw new UsageError(`${name} must be the name of a host, without a port.`);
}
