// A process of its own in which the sandboxes of the trials run, one after the other: it survives whatever is killed. Starting
// a process for each trial would take longer than the trial. Talks over the IPC channel of `fork`.
import { startSandbox, type RunningSandbox } from '../../src/sandbox/sandbox.ts';
import type { Pace } from '../../src/sandbox/world/pace.ts';

/** Sent by the parent; each gets one reply. */
export type HostRequest =
  | { readonly kind: 'start'; readonly pace: Pace; readonly dataFile?: string }
  /** Replied to when no request is under way. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'stop' };

/** Where the sandbox is reached, and its keys. */
export type HostedSandbox = Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'privateKey' | 'controlToken'>;

/** How long the sandbox must have had nothing to do to count as idle: a request of a process just killed may still be in its socket. */
const quietMs = 15;

let running: RunningSandbox | undefined;
let active = 0;
let quietSince = performance.now();

async function answer(request: HostRequest): Promise<HostedSandbox | 'done'> {
  switch (request.kind) {
    case 'start': {
      const { pace, dataFile } = request;
      const onActivity = (change: 'begin' | 'end'): void => {
        active += change === 'begin' ? 1 : -1;
        quietSince = performance.now();
      };
      running = await startSandbox({
        port: 0,
        pace,
        allowedHosts: [],
        openingCents: 1_000_000,
        log: () => undefined,
        onActivity,
        ...(dataFile === undefined ? {} : { dataFile }),
      });
      const { baseUrl, apiKey, privateKey, controlToken } = running;
      return { baseUrl, apiKey, privateKey, controlToken };
    }
    case 'idle':
      while (active > 0 || performance.now() - quietSince < quietMs)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return 'done';
    case 'stop':
      await running?.close();
      running = undefined;
      return 'done';
  }
}

let turn = Promise.resolve();
process.on('message', (request: HostRequest) => {
  turn = turn.then(async () => {
    process.send?.(await answer(request));
  });
});
process.on('disconnect', () => process.exit(0));
