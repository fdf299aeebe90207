import path from 'node:path';
import { seededRandom } from '../soak/randomFaults.ts';
import { deliveryScenario, orderingScenario, projectScenario, recoveryScenario, type Scenario } from './scenario.ts';
import { readTrace, type KillMoment, type Lane, type Template, type TrialResult } from './trial.ts';
import { findViolations, type Reference, type Violation } from './violations.ts';
import { orderAndLose, orderForLater } from './window.ts';

/** A process to kill at a moment, and the expected outcome. */
export interface Trial {
  readonly template: Template;
  readonly reference: Reference;
  readonly moment: KillMoment;
}

export interface TrialReport {
  readonly trial: Trial;
  readonly wasKilled: boolean;
  /** Number of unconfirmed orders that the process after the kill allowed to be reordered. */
  readonly reordered: number;
  readonly violations: readonly Violation[];
}

export interface TrialCounts {
  /** Number of boundaries of a delivery to try, selected evenly by the seed. Absent: all. */
  readonly deliveryBoundaryLimit?: number;
  /** Number of kills at random moments for each scenario. */
  readonly random: Readonly<Record<Scenario['name'], number>>;
  readonly seed: number;
}

/** A scenario with its outcome without a kill, and the boundaries at which it can be killed. */
interface Prepared {
  readonly template: Template;
  readonly reference: Reference;
  readonly boundaries: readonly string[];
  readonly lastsMs: number;
}

/** Runs each scenario without a kill, and returns the trials that kill it. */
export async function planTrials(
  lane: Lane,
  folder: string,
  { random, seed, deliveryBoundaryLimit = Infinity }: TrialCounts,
): Promise<Readonly<Record<Scenario['name'], readonly Trial[]>>> {
  const draw = seededRandom(seed);
  const ordering = await prepare(lane, folder, orderingScenario, random.ordering > 0);
  const project = await prepare(lane, folder, projectScenario, random.project > 0);
  const delivery = await prepare(lane, folder, deliveryScenario, random.delivery > 0);
  const recovery = await prepare(lane, folder, recoveryScenario, random.recovery > 0);
  const randomTrials = (prepared: Prepared): readonly Trial[] =>
    Array.from({ length: random[prepared.template.scenario.name] }, () =>
      trialOf(prepared, { kind: 'random', afterMs: draw() * prepared.lastsMs }),
    );
  return {
    ordering: [...stagedTrials(ordering), ...gatewayTrials(ordering), ...randomTrials(ordering)],
    project: [...gatewayTrials(project), ...randomTrials(project)],
    recovery: [...stagedTrials(recovery), ...randomTrials(recovery)],
    delivery: [...spread(stagedTrials(delivery), deliveryBoundaryLimit, draw()), ...randomTrials(delivery)],
  };
}

/** Kills each call on its way to the service, and its answer on the way back. */
function gatewayTrials(prepared: Prepared): readonly Trial[] {
  const calls = prepared.boundaries.filter((name) => name === 'creating POST /v2/translate/jobs').length;
  return Array.from({ length: calls }, (_, index) =>
    (['onCall', 'onAnswer'] as const).map((when) => trialOf(prepared, { kind: 'gateway', call: index + 1, when })),
  ).flat();
}

function stagedTrials(prepared: Prepared): readonly Trial[] {
  return prepared.boundaries.map((name, index) => trialOf(prepared, { kind: 'staged', at: index + 1, name }));
}

/** Returns `count` of the trials at equal distances; `phase` (0 to 1) shifts the first one by part of a distance. */
export function spread(all: readonly Trial[], count: number, phase: number): readonly Trial[] {
  if (count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + phase) * all.length) / count)]).filter(
    (trial) => trial !== undefined,
  );
}

function trialOf({ template, reference }: Prepared, moment: KillMoment): Trial {
  return { template, reference, moment };
}

const preparations: Readonly<Partial<Record<Scenario['name'], typeof orderForLater>>> = {
  delivery: orderForLater,
  recovery: orderAndLose,
};

/** Runs a scenario without a kill. `isTimed` runs it again to measure it, because counting boundaries takes time. */
async function prepare(lane: Lane, folder: string, scenario: Scenario, isTimed: boolean): Promise<Prepared> {
  const template = await lane.prepare(scenario, preparations[scenario.name]);
  const trace = path.join(folder, `${scenario.name}.trace`);
  const traced = await lane.run(template, { kind: 'never', trace });
  const result = isTimed ? await lane.run(template, { kind: 'never' }) : traced;
  const results: TrialResult[] = [result];
  if (scenario.undone.length > 0)
    results.push(await lane.run({ ...template, scenario: { ...scenario, undone: [] } }, { kind: 'never' }));
  const whole = new Map<string, Set<string>>();
  for (const { outcome } of results)
    for (const [name, bytes] of outcome.files) whole.set(name, (whole.get(name) ?? new Set()).add(bytes));
  const reference: Reference = { outcome: result.outcome, whole };
  const violations = findViolations(scenario, result, reference);
  if (violations.length > 0)
    throw new Error(`The ${scenario.name} fails without a kill:  ${violations.map(({ what }) => what).join('; ')}`);
  return { template, reference, boundaries: await readTrace(trace), lastsMs: result.lastedMs };
}

export async function runTrial(lane: Lane, trial: Trial): Promise<TrialReport> {
  try {
    let { moment } = trial;
    let result = await lane.run(trial.template, moment);
    // If the process ended before the random moment, the next one is killed earlier.
    while (!result.wasKilled && moment.kind === 'random' && moment.afterMs > 1) {
      moment = { kind: 'random', afterMs: moment.afterMs / 2 };
      result = await lane.run(trial.template, moment);
    }
    const violations = findViolations(trial.template.scenario, result, trial.reference);
    return { trial, wasKilled: result.wasKilled, reordered: result.report.reordered, violations };
  } catch (error) {
    return {
      trial,
      wasKilled: true,
      reordered: 0,
      violations: [{ kind: 'failed', what: error instanceof Error ? error.message : String(error) }],
    };
  }
}

export function describeMoment(moment: KillMoment): string {
  switch (moment.kind) {
    case 'never':
      return 'not killed';
    case 'staged':
      return `${moment.at}: ${moment.name}`;
    case 'random':
      return `after ${moment.afterMs.toFixed(1)} ms`;
    case 'gateway':
      return `order ${moment.call}, ${moment.when === 'onCall' ? 'on its way to the service' : 'on the way back'}`;
  }
}
