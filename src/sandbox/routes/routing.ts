import type { Hono } from 'hono';
import type { WireCall } from '../http/call.ts';
import { refused } from '../http/errors.ts';
import type { SandboxJob } from '../records/job.ts';
import { refusal, type JobEvent, type Refusal } from '../world/jobMachine.ts';
import type { World } from '../world/world.ts';

/** Routes receive the parsed call, because `_method` in the body determines the route. */
export interface CallEnvironment {
  Bindings: { readonly call: WireCall };
}
export type SandboxApp = Hono<CallEnvironment>;

/** Returns the job named in a path; refuses with 2100 if there is none. */
export function jobOf(world: World, id: string): SandboxJob {
  const job = world.job(id);
  if (job === undefined) throw refused(2100);
  return job;
}

/** The service's code for an action that the job's status does not allow. */
type WrongState = 2250 | 2252 | 2650;

/** Applies the event to the job, or refuses with the code. */
export function actOrRefuse(world: World, job: SandboxJob, event: JobEvent, wrongState: WrongState): SandboxJob {
  const result = world.act(job, event);
  if ('job' in result) return result.job;
  throw refusedAct(result.refused, wrongState);
}

/** Refuses as `actOrRefuse` would, without changing anything. */
export function refuseIfImpossible(job: SandboxJob, event: JobEvent, wrongState: WrongState): void {
  const reason = refusal(job, event.kind);
  if (reason !== undefined) throw refusedAct(reason, wrongState);
}

function refusedAct(reason: Refusal, wrongState: WrongState): Error {
  if (reason === 'no-revisions-left') return refused(2650, 'the job has had its three revisions');
  // Without a detail, because tests of public clients compare the sentence.
  return refused(wrongState);
}
