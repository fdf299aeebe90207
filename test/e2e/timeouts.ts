/** For one step of a test. */
export const stepTimeoutMs = 40_000;

/** For a window to load. */
export const startTimeoutMs = 60_000;

/** For something that may be absent. */
export const absenceTimeoutMs = 3_000;

/** First timeout for something that appears either immediately or only after another request. */
export const retryAfterMs = 1_000;

/** A list that has not changed for this time is up to date: VS Code collects changes for 200 ms. */
export const settledMs = 300;

/** Pause between two looks at a list. */
export const pollMs = 50;
