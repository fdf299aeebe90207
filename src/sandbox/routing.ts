import type { Context, Hono } from 'hono';
import type { WireCall } from './call.ts';
import { refused } from './errors.ts';
import type { SandboxJob } from './job.ts';
import type { JobEvent } from './jobMachine.ts';
import type { World } from './world.ts';

/** Routes get the call as it was read: bodies are read before routing, since `_method` in them decides the route. */
export interface CallEnvironment {
  Bindings: { readonly call: WireCall };
}
export type SandboxApp = Hono<CallEnvironment>;
export type SandboxContext = Context<CallEnvironment>;

/** The job that a path names, or refusal 2100 when there is none. */
export function jobOf(world: World, id: string): SandboxJob {
  const job = world.job(id);
  if (job === undefined) throw refused(2100);
  return job;
}

/** Lets the event happen, or refuses with the code that the service has for this action in a wrong state. */
export function actOrRefuse(world: World, job: SandboxJob, event: JobEvent, wrongState: 2250 | 2252 | 2650): SandboxJob {
  const result = world.act(job, event);
  if ('job' in result) return result.job;
  if (result.refused === 'no-revisions-left') throw refused(2650, 'the job has had its three revisions');
  throw refused(wrongState, `the job is ${job.status}`);
}
