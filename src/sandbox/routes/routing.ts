import type { Hono } from 'hono';
import type { WireCall } from '../http/call.ts';
import { refused } from '../http/errors.ts';
import type { SandboxJob } from '../records/job.ts';
import { refusal, type JobEvent, type Refusal } from '../world/jobMachine.ts';
import type { World } from '../world/world.ts';

/** Routes get the call as it was read: bodies are read before routing, since `_method` in them decides the route. */
export interface CallEnvironment {
  Bindings: { readonly call: WireCall };
}
export type SandboxApp = Hono<CallEnvironment>;

/** The job that a path names, or refusal 2100 when there is none. */
export function jobOf(world: World, id: string): SandboxJob {
  const job = world.job(id);
  if (job === undefined) throw refused(2100);
  return job;
}

/** The code that the service has for an action in a wrong state. */
type WrongState = 2250 | 2252 | 2650;

/** Lets the event happen, or refuses with the code. */
export function actOrRefuse(world: World, job: SandboxJob, event: JobEvent, wrongState: WrongState): SandboxJob {
  const result = world.act(job, event);
  if ('job' in result) return result.job;
  throw refusedAct(result.refused, wrongState);
}

/** Refuses as `actOrRefuse` would, and does nothing. */
export function checkOrRefuse(job: SandboxJob, event: JobEvent, wrongState: WrongState): void {
  const reason = refusal(job, event.kind);
  if (reason !== undefined) throw refusedAct(reason, wrongState);
}

function refusedAct(reason: Refusal, wrongState: WrongState): Error {
  if (reason === 'no-revisions-left') return refused(2650, 'the job has had its three revisions');
  // Without a detail: tests of public clients compare the sentence.
  return refused(wrongState);
}
