/** The limit for bytes of request bodies held at one time by all calls, in memory or in drafts on disk. */
export interface BodyBudget {
  /** Reserves the bytes; false, and nothing reserved, if they exceed the limit. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

export function createBodyBudget(limit: number): BodyBudget {
  let usedBytes = 0;
  return {
    take: (bytes) => {
      if (usedBytes + bytes > limit) return false;
      usedBytes += bytes;
      return true;
    },
    giveBack: (bytes) => {
      usedBytes -= bytes;
    },
  };
}
