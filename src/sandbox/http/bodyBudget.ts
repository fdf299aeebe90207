/** Bytes of request bodies that are held at one time, of all calls together, in memory or in drafts on disk. */
export interface BodyBudget {
  /** Takes so many bytes, or none when they are not to be had. */
  readonly take: (bytes: number) => boolean;
  readonly giveBack: (bytes: number) => void;
}

export function createBodyBudget(limit: number): BodyBudget {
  let used = 0;
  return {
    take: (bytes) => {
      if (used + bytes > limit) return false;
      used += bytes;
      return true;
    },
    giveBack: (bytes) => {
      used -= bytes;
    },
  };
}
