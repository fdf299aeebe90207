import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import type { NewTextJob } from '../../../src/service/interface/records.ts';

/** Something that hurt users of the service, and what shows that it does not hurt here. */
export interface Pitfall {
  /** The current behavior. */
  readonly title: string;
  /** `wire` is how the sandbox writes numbers. */
  readonly run: (wire: WireMode) => Promise<void>;
}

/** By the number in the list of what users of the service have reported. */
export type Pitfalls = Readonly<Record<number, Pitfall>>;

/** A text to be quoted or ordered, from English into Japanese. */
export function textJob(key: string, text: string, more: Partial<NewTextJob> = {}): NewTextJob {
  return { key, text, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard', ...more };
}
