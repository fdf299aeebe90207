/** Adds credits without floating-point errors. The service counts in hundredths of a credit or finer. */
export function addCredits(a: number, b: number): number {
  const millionths = Math.round((a + b) * 1e6);
  return millionths / 1e6;
}
