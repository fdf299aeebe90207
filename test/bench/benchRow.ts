/** One line of what `npm run bench` prints: what was measured, and the ratio or size that came out. */
export interface BenchRow {
  readonly name: string;
  readonly value: string;
}
