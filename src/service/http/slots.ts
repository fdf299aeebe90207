import { abortReason } from '../../base/clock.ts';

/** Limits how many workers run at the same time, first come, first served. */
export interface Slots {
  /** Waits for a slot and resolves with the function that releases it. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  const release = (): void => {
    const [startNext] = waiting;
    if (startNext) startNext();
    else free += 1;
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        const enter = (): void => {
          waiting.delete(enter);
          signal.removeEventListener('abort', leave);
          let isReleased = false;
          resolve(() => {
            if (!isReleased) release();
            isReleased = true;
          });
        };
        const leave = (): void => {
          waiting.delete(enter);
          reject(abortReason(signal));
        };
        if (signal.aborted) {
          leave();
          return;
        }
        signal.addEventListener('abort', leave, { once: true });
        if (free > 0) {
          free -= 1;
          enter();
        } else {
          waiting.add(enter);
        }
      }),
  };
}
