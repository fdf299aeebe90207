// Measures one part of `journal.ts` and prints the result as JSON: node test/bench/oneJournal.ts PART FILE JOBS
import { open, stat } from 'node:fs/promises';
import { present } from '../../src/base/present.ts';
import { planHistory } from '../../src/orders/journal/unitsInFlight.ts';
import { Journal } from '../../src/orders/journal/journal.ts';
import { readChunks, readLines } from '../../src/orders/journal/journalLines.ts';
import { Ledger } from '../../src/orders/journal/ledger.ts';

/** Total and longest time without a yield to the event loop, in milliseconds: by the clock, and of processor time. */
export interface Span {
  readonly total: number;
  readonly longest: number;
  readonly cpu: number;
  readonly longestCpu: number;
}

export type JournalSpans = Readonly<Record<string, Span>>;

if (import.meta.main) {
  const [part = '', file = '', jobs = ''] = process.argv.slice(2);
  console.log(
    JSON.stringify(
      part === 'parsing'
        ? { parsing: await spanOf(() => parseLines(file)) }
        : await openAndPlan(part, file, Number(jobs)),
    ),
  );
}

async function openAndPlan(part: string, file: string, jobCount: number): Promise<JournalSpans> {
  const ledger = new Ledger();
  const makesSnapshot = part === 'without a snapshot';
  const journal = new Journal(
    file,
    (entry) => {
      ledger.apply(entry);
    },
    console.error,
    { ledger, ...present({ snapshotBytes: makesSnapshot ? undefined : Infinity }) },
  );
  const opening = await spanOf(() => journal.sync());
  const planning = await spanOf(async () => {
    const { inFlight } = await planHistory(ledger, await journal.siblings(), () => undefined);
    if (ledger.jobs.size !== jobCount || inFlight.size > 0)
      throw new Error(`The journal has ${ledger.jobs.size} jobs, ${inFlight.size} strings of which are in flight.`);
  });
  const making = makesSnapshot
    ? { 'making the snapshot, in the background': await spanOf(() => journal.snapshotsMade()) }
    : {};
  return { [`opening ${part}`]: opening, [`planning ${part}`]: planning, ...making };
}

async function parseLines(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await stat(file);
    await readLines(readChunks(handle, 0, size), (line) => {
      JSON.parse(line.toString());
    });
  } finally {
    await handle.close();
  }
}

/** Measures work with a timer that fires every millisecond, whose delays show how long the event loop was blocked. */
async function spanOf(work: () => Promise<unknown>): Promise<Span> {
  const [start, startCpu] = [performance.now(), cpuMs()];
  let [longest, longestCpu, last, lastCpu] = [0, 0, start, startCpu];
  const tick = (): void => {
    const [now, nowCpu] = [performance.now(), cpuMs()];
    longest = Math.max(longest, now - last);
    longestCpu = Math.max(longestCpu, nowCpu - lastCpu);
    [last, lastCpu] = [now, nowCpu];
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return { total: last - start, longest, cpu: lastCpu - startCpu, longestCpu };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
