import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { isRecord } from './isRecord.ts';
import { memberOf, stringOf } from './unknownValue.ts';

/** The content of the port file of a running sandbox, for other processes of the same user. */
export interface PortFile {
  /** Ends in `/v2`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
  readonly pid: number;
  /** Version of the running program, `1.2.3`; absent from files of versions that cannot prove their identity. */
  readonly release?: string;
  /** Known only to the process and to those who can read its port file; never sent. */
  readonly challengeSecret?: string;
}

/** A port file whose process can prove that it wrote the file. */
export type ProvablePortFile = PortFile & Required<Pick<PortFile, 'release' | 'challengeSecret'>>;

/** The facts that a proof covers. */
export type ProvenIdentity = Pick<ProvablePortFile, 'baseUrl' | 'pid' | 'release' | 'challengeSecret'>;

export const challengePath = '/sandbox/challenge';
const challengeTimeoutMs = 2000;
const maxAnswerBytes = 4096;

/** Reads a port file. Returns undefined if it does not exist, is being replaced, or names another machine. */
export async function readPortFile(path: string): Promise<PortFile | undefined> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
  if (!isRecord(content)) return undefined;
  const { baseUrl, apiKey, privateKey, controlToken, pid, release, challengeSecret } = content;
  if (typeof baseUrl !== 'string' || typeof apiKey !== 'string' || typeof privateKey !== 'string') return undefined;
  if (typeof controlToken !== 'string' || typeof pid !== 'number') return undefined;
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (!URL.canParse(baseUrl) || new URL(baseUrl).hostname !== '127.0.0.1') return undefined;
  const file = { baseUrl, apiKey, privateKey, controlToken, pid };
  const isProvable = typeof release === 'string' && typeof challengeSecret === 'string' && challengeSecret !== '';
  return isProvable ? { ...file, release, challengeSecret } : file;
}

/** Writes the port file atomically and readable only by its owner, because it contains the keys. */
export async function writePortFile(path: string, sandbox: Omit<ProvablePortFile, 'pid'>): Promise<void> {
  const { baseUrl, apiKey, privateKey, controlToken, release, challengeSecret } = sandbox;
  const { pid } = process;
  const content: ProvablePortFile = { baseUrl, apiKey, privateKey, controlToken, pid, release, challengeSecret };
  const draftPath = `${path}.${pid}.tmp`;
  await writeFile(draftPath, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await chmod(draftPath, 0o600);
  await rename(draftPath, path);
}

/** Removes the file if this process wrote it. */
export async function removePortFile(path: string): Promise<void> {
  if ((await readPortFile(path))?.pid === process.pid) await rm(path, { force: true });
}

/**
 * Returns the answer to a challenge, an HMAC in hexadecimal digits. It cannot be made without the secret, and is valid
 * for one nonce, process, version and address: a process that listens on another one's port cannot pass the challenge
 * on.
 */
export function challengeProof(nonce: string, { baseUrl, pid, release, challengeSecret }: ProvenIdentity): string {
  return createHmac('sha256', challengeSecret)
    .update(JSON.stringify([nonce, pid, release, baseUrl]))
    .digest('hex');
}

/** Whether a nonce has the form that `hasProof` generates. */
export function isNonce(text: string): boolean {
  return /^[0-9a-f]{64}$/u.test(text);
}

/**
 * Whether the process that listens at the address is the one that wrote the port file. Nothing secret is sent: after a
 * crash, any other program may listen on the same port.
 */
export async function hasProof(file: PortFile): Promise<boolean> {
  const { baseUrl, pid, release, challengeSecret } = file;
  if (release === undefined || challengeSecret === undefined) return false;
  const nonce = randomBytes(32).toString('hex');
  const answer = await fetchJson(new URL(`${challengePath}?nonce=${nonce}`, baseUrl));
  const proof = Buffer.from(stringOf(memberOf(answer, 'response', 'proof')) ?? '');
  const expected = Buffer.from(challengeProof(nonce, { baseUrl, pid, release, challengeSecret }));
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}

/** Returns undefined if there is no plausible answer. The listener may be any program, so size and time are limited. */
async function fetchJson(url: URL): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(challengeTimeoutMs);
    const answer = url.protocol === 'https:' ? await requestHttps(url, signal) : await requestHttp(url, signal);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer) {
      size += chunk.length;
      if (size > maxAnswerBytes) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function requestHttp(url: URL, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | readonly Uint8Array[]> {
  const { body } = await fetch(url, { redirect: 'error', signal });
  return body ?? [];
}

/**
 * Accepts any certificate, since a sandbox's is usually self-signed: the answer proves its origin, and nothing secret
 * is sent.
 */
function requestHttps(url: URL, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, rejectUnauthorized: false, signal }, resolve).on('error', reject);
  });
}
