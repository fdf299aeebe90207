/** Returns a text with `{0}`, `{1}` … replaced by the values. A placeholder without a value remains. */
export function fillValues(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/gu, (hole, index: string) => String(values[Number(index)] ?? hole));
}
