/** Returns the message of anything that was thrown, for logs. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the name of an error, or the type of anything else that was thrown: for logs that must hold no message. */
export function errorKind(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
