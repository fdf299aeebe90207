import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import type { NewTextJob } from '../../../src/service/interface/records.ts';

/** A test that a problem reported by users of the service does not occur here. */
export interface Pitfall {
  /** The behavior without the problem. */
  readonly title: string;
  /** `wire` is how the sandbox writes numbers. */
  readonly run: (wire: WireMode) => Promise<void>;
}

/** By number in the list of problems that users of the service have reported. */
export type Pitfalls = Readonly<Record<number, Pitfall>>;

/** A text to be quoted or ordered, from English into Japanese. */
export function textJob(key: string, text: string, more: Partial<NewTextJob> = {}): NewTextJob {
  return { key, text, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard', ...more };
}
