/**
 * A reason as plain data, which crosses threads: its code and the values that its sentence contains. `Values` declares
 * them for each code, such as `{ 'too-long': [characters: number] }`. The sentences are in `words/`.
 */
export type CodedReason<Values, Code extends keyof Values = keyof Values> = {
  [OneCode in Code]: { readonly code: OneCode; readonly values: Values[OneCode] };
}[Code];

/** A reason of any kind. A value may be another reason that explains this one. */
interface AnyReason {
  readonly code: string;
  readonly values: readonly (string | number | AnyReason)[];
}

/** Describes a reason for error messages and the log, which have no sentences: `too-long (1000)`. */
export function describeReason({ code, values }: AnyReason): string {
  if (values.length === 0) return code;
  const texts = values.map((value) => (typeof value === 'object' ? describeReason(value) : String(value)));
  return `${code} (${texts.join(', ')})`;
}
