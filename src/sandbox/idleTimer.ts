export interface IdleTimer {
  /** Called when a request begins and when it has been answered. */
  readonly note: (change: 'begin' | 'end') => void;
  readonly stop: () => void;
}

/** Calls `onIdle` after `ms` milliseconds without a request in progress; never if `ms` is undefined. */
export function createIdleTimer(ms: number | undefined, onIdle: () => void): IdleTimer {
  let requests = 0;
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    if (requests === 0 && ms !== undefined) timer = setTimeout(onIdle, ms);
  };
  restart();
  return {
    note: (change) => {
      if (change === 'begin') requests += 1;
      else requests -= 1;
      restart();
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}
