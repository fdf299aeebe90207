import * as v from 'valibot';

/** Returns a message from a page as an intent, without unknown members; undefined if it isn't one. */
export function parseIntent<Intent>(schema: v.GenericSchema<unknown, Intent>, message: unknown): Intent | undefined {
  const { success, output } = v.safeParse(schema, message);
  if (!success) return undefined;
  return output;
}
