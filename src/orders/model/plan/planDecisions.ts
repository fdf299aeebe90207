import {
  type Plan,
  type PlannedJob,
  plannedJobId,
  fileOfSkipped,
  type TargetObstacle,
  type SkippedUnit,
} from './plan.ts';
import { present } from '../../../base/present.ts';
import type { DifferentFolders } from '../folderIdentity.ts';
import type { UnitRef, WholeUnit } from '../unitRef.ts';
import { messageIdentity, titleOfUnit } from '../unitName.ts';

/** A job whose text was approved before, in the job `earlier`. */
export interface ReusableJob {
  readonly job: PlannedJob;
  readonly earlier: { readonly id: string };
}

/** A job whose text is on order already. `otherClones` are of another project if the user orders it again. */
export interface JobOnOrder {
  readonly job: PlannedJob;
  readonly orders: readonly { readonly name: string }[];
  readonly otherClones?: readonly DifferentFolders[];
}

/** Returns the plan with some jobs marked to be translated again, and paid for, although they were approved before. */
export function withRetranslated(plan: Plan, jobs: readonly PlannedJob[]): Plan {
  if (jobs.length === 0) return plan;
  const ids = new Set(jobs.map(plannedJobId));
  return { ...plan, jobs: plan.jobs.map((job) => (ids.has(plannedJobId(job)) ? { ...job, retranslate: true } : job)) };
}

/** Returns a plan with the previously approved jobs that the user was shown and wants to reuse. */
export function withReused<P extends Plan>(plan: P, approvals: readonly ReusableJob[]): P {
  if (approvals.length === 0) return plan;
  const earlierIds = new Map(approvals.map(({ job, earlier }) => [plannedJobId(job), earlier.id]));
  const jobs = plan.jobs.map((job) => {
    const reusedJob = earlierIds.get(plannedJobId(job));
    return reusedJob === undefined ? job : { ...job, reusedJob };
  });
  return { ...plan, jobs };
}

/** Returns the plan without jobs that are on order elsewhere, whose strings become skipped for that reason. */
export function withoutOnOrder(plan: Plan, jobs: readonly PlannedJob[]): Plan {
  if (jobs.length === 0) return plan;
  const skipped = jobs.flatMap(({ units, title }) =>
    units.map((unit) => ({
      key: unit.key ?? title,
      locale: unit.locale,
      reason: 'on-order' as const,
      ...fileOfSkipped(plan, unit),
    })),
  );
  const removed = new Set(jobs.map(plannedJobId));
  return {
    ...plan,
    jobs: plan.jobs.filter((job) => !removed.has(plannedJobId(job))),
    skipped: [...plan.skipped, ...skipped],
  };
}

/**
 * Returns the plan with these jobs marked to be ordered, and paid for, although their text is on order. If an order
 * seems to be from another clone, ordering again means that the clone is another project.
 */
export function orderedAgain(plan: Plan, matches: readonly JobOnOrder[]): Plan {
  const byJob = new Map(matches.map((match) => [plannedJobId(match.job), match]));
  return {
    ...plan,
    jobs: plan.jobs.map((job) => {
      const match = byJob.get(plannedJobId(job));
      if (match === undefined) return job;
      const orderAgain = match.orders.map(({ name }) => name);
      return { ...job, orderAgain, ...present({ differentFrom: match.otherClones }) };
    }),
  };
}

/** Skips the units of a plan whose target files have an obstacle. `obstacleOf` is called once for each file. */
export async function withoutObstacles(
  plan: Plan,
  obstacleOf: (project: string, targetFile: string, isDocument: boolean) => Promise<TargetObstacle | undefined>,
): Promise<Plan> {
  const obstacles = new Map<string, Promise<TargetObstacle | undefined>>();
  const lookUp = (project: string, targetFile: string, isDocument: boolean): Promise<TargetObstacle | undefined> => {
    const targetKey = JSON.stringify([project, targetFile, isDocument]);
    const obstacle = obstacles.get(targetKey) ?? obstacleOf(project, targetFile, isDocument);
    obstacles.set(targetKey, obstacle);
    return obstacle;
  };
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [];
  for (const job of plan.jobs) {
    const units: UnitRef[] = [];
    for (const unit of job.units) {
      // A document, which has no key, is listed by its path.
      const { project, file, key = file, locale, targetFile } = unit;
      const isDocument = job.document !== undefined;
      const obstacle = targetFile === undefined ? undefined : await lookUp(project, targetFile, isDocument);
      if (obstacle === undefined) units.push(unit);
      else skipped.push({ key, locale, reason: obstacle, ...fileOfSkipped(plan, unit) });
    }
    const isUnchanged = units.length === job.units.length;
    if (isUnchanged) jobs.push(job);
    else if (units.length > 0) jobs.push({ ...job, units });
  }
  if (skipped.length === 0) return plan;
  return { ...plan, jobs, skipped: [...plan.skipped, ...skipped] };
}

/** Returns a plan without these strings, and without the jobs that were only for them. */
export function withoutStrings(plan: Plan, units: readonly WholeUnit[]): Plan {
  if (units.length === 0) return plan;
  const removed = new Set(units.map(messageIdentity));
  return {
    ...plan,
    jobs: plan.jobs.flatMap((job) => {
      const keptUnits = job.units.filter((unit) => unit.key === undefined || !removed.has(messageIdentity(unit)));
      const [first] = keptUnits;
      if (keptUnits.length === job.units.length) return [job];
      if (first === undefined) return [];
      // A job is named after its first unit.
      const isRenamed = first !== job.units[0] && first.key !== undefined && first.branch === undefined;
      return [{ ...job, units: keptUnits, ...(isRenamed ? { title: titleOfUnit(first.key) } : {}) }];
    }),
  };
}
