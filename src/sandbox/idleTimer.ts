export interface IdleTimer {
  /** Called when a request begins and when it has been answered. */
  readonly note: (change: 'begin' | 'end') => void;
  readonly stop: () => void;
}

/** Calls `onIdle` after `ms` milliseconds without a request in progress; never if `ms` is undefined. */
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
