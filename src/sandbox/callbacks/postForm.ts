import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { present } from '../../base/present.ts';
import { findCallbackAddress, hostKey, type PinnedAddress } from './findCallbackAddress.ts';

/** `forbidden`: the address is not allowed, so there are no retries. */
export type PostResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' | 'forbidden'; readonly reason: string };

const defaultTimeoutMs = 10_000;

/**
 * Posts a form. HTTP 200 counts as delivered; redirects are not followed, and the answer's body is not read. Never
 * rejects.
 */
export async function postForm(
  address: string,
  body: string,
  {
    allowedHosts,
    signal,
    timeoutMs = defaultTimeoutMs,
  }: {
    readonly allowedHosts: ReadonlySet<string>;
    readonly signal: AbortSignal;
    readonly timeoutMs?: number | undefined;
  },
): Promise<PostResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const url = new URL(address);
    const pinned = await findCallbackAddress(url.hostname, allowedHosts);
    if (pinned === undefined)
      return {
        kind: 'forbidden',
        reason: 'the host is not on loopback. Start the sandbox with --allow-callbacks to allow it',
      };
    const status = await post(url, body, pinned, AbortSignal.any([signal, timeout]));
    if (status === 200) return { kind: 'delivered' };
    return { kind: 'failed', reason: `answered with HTTP ${status}` };
  } catch (error) {
    if (timeout.aborted) return { kind: 'failed', reason: 'no answer in time' };
    const isCoded = error instanceof Error && 'code' in error;
    return { kind: 'failed', reason: String(isCoded ? error.code : error) };
  }
}

function post(url: URL, body: string, pinned: PinnedAddress, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const name = hostKey(url.hostname);
    const options = {
      host: pinned.address,
      family: pinned.family,
      port: url.port === '' ? undefined : Number(url.port),
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        // In the usual case, because receivers may look headers up by case-sensitive names.
        Host: url.host,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Human-Translation-Sandbox',
      },
      agent: false as const,
      signal,
      ...present({ servername: isIP(name) === 0 ? name : undefined }),
    };
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request(options);
    outgoing.on('response', (incoming) => {
      resolve(incoming.statusCode ?? 0);
      // Only the status matters, so the body is not read.
      incoming.on('error', () => undefined).destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
