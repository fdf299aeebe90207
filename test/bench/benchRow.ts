/** A line in the output of `npm run bench`: the measured subject, and the resulting ratio or size. */
export interface BenchRow {
  readonly name: string;
  readonly value: string;
}
