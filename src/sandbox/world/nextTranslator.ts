import type { SandboxJob } from '../records/job.ts';
import { findPreferred, preferredTranslators } from './preferredTranslators.ts';

/** The number of simulated translators, and the first one's number. */
const poolSize = 900;
const firstNumber = 10_000;

/**
 * Returns the number of the translator who takes the job next: a pure function of the job. Grouped jobs of one order
 * get the same translator, a job that returned to the pool gets a different one, and a job for preferred translators
 * gets a preferred one.
 */
export function nextTranslator(job: SandboxJob): number {
  // Jobs of one group have the same number here, until one of them returns to the pool.
  const turn = (job.grouped === true ? job.orderId : job.id) + (job.starts ?? 0);
  // Only the first account has preferred translators, so only its jobs can ask for them.
  const preferred = job.usePreferred === true ? findPreferred(preferredTranslators, job) : [];
  return preferred[turn % preferred.length] ?? firstNumber + (turn % poolSize);
}
