import type { SandboxJob } from '../records/job.ts';
import { findPreferred, preferredTranslators } from './preferredTranslators.ts';

/** How many simulated translators there are, and the number of the first. */
const poolSize = 900;
const firstNumber = 10_000;

/**
 * The number of the translator who takes the job next: a pure function of the job. Grouped jobs of one order get the same one,
 * a job that goes back to the pool gets another, and a job for preferred translators one of those.
 */
export function nextTranslator(job: SandboxJob): number {
  const turn = (job.grouped === true ? job.orderId : job.id) + (job.starts ?? 0);
  // Only the first account has preferred translators, so only its jobs can ask for them.
  const preferred = job.usePreferred === true ? findPreferred(preferredTranslators, job) : [];
  return preferred[turn % preferred.length] ?? firstNumber + (turn % poolSize);
}
