/** Patience with one step of a test. */
export const stepTimeoutMs = 40_000;

/** Patience with a window that is being loaded. */
export const startTimeoutMs = 60_000;

/** Patience with something that may be absent. */
export const absenceTimeoutMs = 3_000;

/** First patience with something that appears immediately or only after it is asked for again. */
export const retryAfterMs = 1_000;
