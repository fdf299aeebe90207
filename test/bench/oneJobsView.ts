// Measures the Jobs view with many jobs and prints the result as JSON:
// node --expose-gc test/bench/oneJobsView.ts JOBS GROUPING
import type { TrackedJob } from '../../src/orders/model/trackedJob.ts';
import { parseFilter } from '../../src/views/jobFilter.ts';
import type { Grouping } from '../../src/views/jobGroups.ts';
import { JobNodes, type JobsNode, type NodesInput } from '../../src/views/jobNodes.ts';
import { plain } from '../../src/words/plain.ts';
import { makeTrackedJob, makeUnitRef } from '../builders/trackedJob.ts';

/** Times by the clock, in milliseconds; memory in bytes, in addition to the jobs themselves. */
export interface JobsViewResult {
  readonly firstRow: number;
  /** All rows that VS Code requests at first: the groups that are expanded, each with its first jobs. */
  readonly allRows: number;
  readonly rowCount: number;
  readonly memory: number;
  /** An update after which nothing is shown differently. */
  readonly sameUpdate: number;
  /** An update after which one job is shown differently. */
  readonly oneUpdate: number;
  readonly changedRows: number;
  readonly filter: number;
}

const statuses = ['reviewable', 'reviewable', 'pending', 'available', 'revising', 'approved', 'approved', 'approved'];
const locales = ['ja', 'fr', 'de', 'es', 'pt-BR', 'zh-Hant', 'ko', 'it'];
const hour = 3_600_000;

if (import.meta.main) {
  const [count = '', grouping = ''] = process.argv.slice(2);
  console.log(JSON.stringify(measureView(Number(count), grouping as Grouping)));
}

function measureView(count: number, grouping: Grouping): JobsViewResult {
  const now = Date.now();
  const jobs = Array.from({ length: count }, (_, index) => makeJob(index, now));
  const input = (all: readonly TrackedJob[]): NodesInput => ({
    jobs: all,
    grouping,
    isOwn: ({ units }) => units[0]?.project === 'p',
    services: [],
    sandbox: false,
    now,
  });
  const before = heapUsed();
  const nodes = new JobNodes();
  const start = performance.now();
  nodes.update(input(jobs));
  const [first] = nodes.roots;
  if (first === undefined) throw new Error('The view has no rows.');
  const [row] = nodes.children(first);
  if (row === undefined || plain(row.row.label) === '') throw new Error('The view has no first row.');
  const firstRow = performance.now() - start;
  const rowCount = expand(nodes, nodes.roots);
  const allRows = performance.now() - start;
  const memory = heapUsed() - before;

  const copies = jobs.map((job) => ({ ...job }));
  const [sameUpdate, none] = timed(() => nodes.update(input(copies)));
  const shown = row.kind === 'job' ? row.jobId : '';
  const changed = copies.map((job) => (job.id === shown ? { ...job, translationHash: 'another' } : job));
  const [oneUpdate, rows] = timed(() => nodes.update(input(changed)));
  if (none?.length !== 0) throw new Error('An update without changes changes rows.');
  const [filter, found] = timed(() => jobs.filter(parseFilter('german checkout', now)));
  if (found.length === 0) throw new Error('The filter finds nothing.');
  return { firstRow, allRows, rowCount, memory, sameUpdate, oneUpdate, changedRows: rows?.length ?? -1, filter };
}

/** Requests the rows below these, as VS Code does for expanded ones. Returns how many rows there are. */
function expand(nodes: JobNodes, rows: readonly JobsNode[]): number {
  return rows.reduce(
    (sum, row) => sum + 1 + (row.kind === 'group' && row.startsExpanded ? expand(nodes, nodes.children(row)) : 0),
    0,
  );
}

function makeJob(index: number, now: number): TrackedJob {
  const status = statuses[index % statuses.length] ?? '';
  const targetLocale = locales[Math.floor(index / statuses.length) % locales.length] ?? '';
  const file = `packages/app${index % 200}/locales/en.json`;
  const key = `checkout.section${index % 1000}.text${index}`;
  return makeTrackedJob({
    id: String(1_000_000 + index),
    orderId: String(5000 + Math.floor(index / 300)),
    status,
    title: key,
    targetLocale,
    sourceText: `Thank you for your order number ${index}. We have sent a receipt to you.`,
    translatedText: `[${targetLocale}] Thank you for your order number ${index}. We have sent a receipt to you.`,
    translationHash: `hash${index}`,
    createdAt: now - index * 1000,
    units: [makeUnitRef({ project: index % 4 === 3 ? 'other' : 'p', file, key, locale: targetLocale })],
    ...(status === 'reviewable' ? { reviewUntil: now + (index % 120) * hour } : {}),
  });
}

function timed<T>(work: () => T): readonly [number, T] {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
