import path from 'node:path';
import { seededRandom } from '../soak/randomFaults.ts';
import { deliveryScenario, orderingScenario, type Scenario } from './scenario.ts';
import { readTrace, type KillMoment, type Lane, type Template, type TrialResult } from './trial.ts';
import { findViolations, type Reference, type Violation } from './violations.ts';
import { orderForLater } from './window.ts';

/** A process to be killed at a moment, and what must come of it. */
export interface Trial {
  readonly template: Template;
  readonly reference: Reference;
  readonly moment: KillMoment;
}

export interface TrialReport {
  readonly trial: Trial;
  readonly wasKilled: boolean;
  /** A fresh process had to send orders, or allow some to be reordered. */
  readonly reordered: number;
  readonly violations: readonly Violation[];
}

export interface TrialCounts {
  /** Boundaries of a delivery to be killed at, spread over all of them and others with another seed; absent for all. */
  readonly stagedDelivery?: number;
  /** Of ordering and of delivery. */
  readonly random: Readonly<Record<Scenario['name'], number>>;
  readonly seed: number;
}

/** A scenario with what comes of it when nothing is killed, and the boundaries that it can be killed at. */
interface Prepared {
  readonly template: Template;
  readonly reference: Reference;
  readonly boundaries: readonly string[];
  readonly lastsMs: number;
}

/** Runs each scenario undisturbed, and makes the trials that kill it. */
export async function planTrials(
  lane: Lane,
  folder: string,
  { random, seed, stagedDelivery = Infinity }: TrialCounts,
): Promise<Readonly<Record<Scenario['name'], readonly Trial[]>>> {
  const draw = seededRandom(seed);
  const ordering = await prepare(lane, folder, orderingScenario, random.ordering > 0);
  const delivery = await prepare(lane, folder, deliveryScenario, random.delivery > 0);
  const randomTrials = (prepared: Prepared): readonly Trial[] =>
    Array.from({ length: random[prepared.template.scenario.name] }, () =>
      trialOf(prepared, { kind: 'random', afterMs: draw() * prepared.lastsMs }),
    );
  const calls = ordering.boundaries.filter((name) => name === 'creating POST /v2/translate/jobs').length;
  const gateway = Array.from({ length: calls }, (_, index) =>
    (['onCall', 'onAnswer'] as const).map((when) => trialOf(ordering, { kind: 'gateway', call: index + 1, when })),
  ).flat();
  return {
    ordering: [...stagedTrials(ordering), ...gateway, ...randomTrials(ordering)],
    delivery: [...spread(stagedTrials(delivery), stagedDelivery, draw()), ...randomTrials(delivery)],
  };
}

function stagedTrials(prepared: Prepared): readonly Trial[] {
  return prepared.boundaries.map((name, index) => trialOf(prepared, { kind: 'staged', at: index + 1, name }));
}

/** So many of the trials at equal distances, from `phase` (0 to 1) of the first distance on. */
export function spread(all: readonly Trial[], count: number, phase: number): readonly Trial[] {
  if (count >= all.length) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor(((index + phase) * all.length) / count)]).filter(
    (trial) => trial !== undefined,
  );
}

function trialOf({ template, reference }: Prepared, moment: KillMoment): Trial {
  return { template, reference, moment };
}

/** `isTimed` asks for the time that the scenario takes, which a run that has its boundaries counted does not tell. */
async function prepare(lane: Lane, folder: string, scenario: Scenario, isTimed: boolean): Promise<Prepared> {
  const template = await lane.prepare(scenario, scenario.name === 'delivery' ? orderForLater : undefined);
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
    throw new Error(`The ${scenario.name} fails undisturbed: ${violations.map(({ what }) => what).join('; ')}`);
  return { template, reference, boundaries: await readTrace(trace), lastsMs: result.lastedMs };
}

export async function runTrial(lane: Lane, trial: Trial): Promise<TrialReport> {
  try {
    let { moment } = trial;
    let result = await lane.run(trial.template, moment);
    // A process that was faster than the random moment is killed earlier the next time.
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
