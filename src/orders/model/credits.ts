/**
 * Returns the sum of two amounts in credits without floating-point errors. The service counts in hundredths of a credit
 * or finer.
 */
export function addCredits(a: number, b: number): number {
  return Math.round((a + b) * 1e6) / 1e6;
}
