// A separate process in which the sandboxes of the trials run, one after the other, so that they survive each kill.
// Starting a process for each trial would take longer than the trial. Communicates over the IPC channel of `fork`.
import { present } from '../../src/base/present.ts';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/sandbox.ts';
import type { Pace } from '../../src/sandbox/world/pace.ts';

/** A request of the parent, which gets one reply. */
export type HostRequest =
  | { readonly kind: 'start'; readonly pace: Pace; readonly dataFile?: string }
  /** Is answered when the sandbox has no running requests. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'stop' };

/** The address and the keys of the sandbox. */
export type HostedSandbox = Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'privateKey' | 'controlToken'>;

/**
 * Milliseconds without requests after which the sandbox counts as idle. A request of a process that was just killed may
 * still be in its socket.
 */
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
        ...present({ dataFile }),
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
