/** Returns the message of anything that was thrown, for logs. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns what anything that was thrown is, without its message: the name of an error, or the type of another value. */
export function errorKind(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
