export interface IdleTimer {
  /** Told when a request begins and when it has been answered. */
  readonly note: (change: 'begin' | 'end') => void;
  readonly stop: () => void;
}

/** Calls `onIdle` once no request has been under way for `ms` milliseconds; never when `ms` is undefined. */
export function createIdleTimer(ms: number | undefined, onIdle: () => void): IdleTimer {
  let underWay = 0;
  let timer = ms === undefined ? undefined : setTimeout(onIdle, ms);
  return {
    note: (change) => {
      underWay += change === 'begin' ? 1 : -1;
      clearTimeout(timer);
      if (underWay === 0 && ms !== undefined) timer = setTimeout(onIdle, ms);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}
