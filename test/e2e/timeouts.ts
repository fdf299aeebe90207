/** For one step of a test. */
export const stepTimeoutMs = 40_000;

/** For a window to load. */
export const startTimeoutMs = 60_000;

/** For something that may be absent. */
export const absenceTimeoutMs = 3_000;

/** First timeout for something that appears either immediately or only after another request. */
export const retryAfterMs = 1_000;
