import type { Outcome } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { TrialResult } from './trial.ts';

/** Violations that a crash must not cause. */
export const violationKinds = ['doubled', 'lost', 'half-written', 'leftovers', 'unfinished', 'failed'] as const;
export type ViolationKind = (typeof violationKinds)[number];

export interface Violation {
  readonly kind: ViolationKind;
  readonly what: string;
}

/** The outcome of the same work without a kill. */
export interface Reference {
  readonly outcome: Outcome;
  /** The complete contents that a target may have, by path: after a delivery and after its undo. */
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Compares a trial with the same work done without a crash. */
export function findViolations(
  scenario: Scenario,
  { outcome, report, filesWhenKilled }: TrialResult,
  reference: Reference,
): readonly Violation[] {
  const expected = reference.outcome;
  return [
    ...surplus(outcome.jobs, expected.jobs).map(
      (job) => ({ kind: 'doubled', what: `ordered more than once: ${job}` }) as const,
    ),
    ...surplus(expected.jobs, outcome.jobs).map((job) => ({ kind: 'lost', what: `never ordered: ${job}` }) as const),
    ...credits(Number(outcome.spent), Number(expected.spent)),
    ...[...filesWhenKilled].flatMap(([name, bytes]) =>
      reference.whole.get(name)?.has(bytes) === true || scenario.files[name] === asText(bytes)
        ? []
        : [{ kind: 'half-written', what: `${name} when the process was killed` } as const],
    ),
    ...fileViolations(outcome, reference),
    ...surplus(outcome.journalFolder, expected.journalFolder).map(
      (name) => ({ kind: 'leftovers', what: `journals/${name}` }) as const,
    ),
    ...surplus(expected.journalFolder, outcome.journalFolder).map(
      (name) => ({ kind: 'lost', what: `journals/${name}` }) as const,
    ),
    ...(outcome.damagedLines > 0
      ? [{ kind: 'half-written', what: `${outcome.damagedLines} lines of the journal` } as const]
      : []),
    ...report.unfinished.map((what) => ({ kind: 'unfinished', what }) as const),
  ];
}

function fileViolations(outcome: Outcome, { outcome: expected, whole }: Reference): readonly Violation[] {
  const names = new Set([...outcome.files.keys(), ...expected.files.keys()]);
  return [...names].flatMap((name): readonly Violation[] => {
    const [found, wanted] = [outcome.files.get(name), expected.files.get(name)];
    if (found === wanted) return [];
    if (found === undefined) return [{ kind: 'lost', what: name }];
    if (whole.get(name)?.has(found) === true)
      return [{ kind: 'unfinished', what: `${name} is complete, but has the wrong content` }];
    return [
      wanted === undefined ? { kind: 'leftovers', what: name } : { kind: 'half-written', what: `${name} in the end` },
    ];
  });
}

function credits(spent: number, expected: number): readonly Violation[] {
  if (spent === expected) return [];
  return [
    {
      kind: spent > expected ? 'doubled' : 'lost',
      what: `credits: ${spent.toFixed(2)} spent, ${expected.toFixed(2)} expected`,
    },
  ];
}

/** Returns the items that occur in the first list more times than in the second. */
function surplus(list: readonly string[], other: readonly string[]): readonly string[] {
  const rest = new Map<string, number>();
  for (const item of other) rest.set(item, (rest.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = rest.get(item) ?? 0;
    rest.set(item, count - 1);
    return count <= 0;
  });
}

function asText(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
