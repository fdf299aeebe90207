import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import { writeBigJournal } from './bigJournal.ts';
import type { BenchRow } from './benchRow.ts';
import type { JournalSpans, Span } from './oneJournal.ts';

const jobCount = 100_000;
const rounds = 3;

/**
 * Measures opening a journal of many delivered jobs, and planning with it, compared with `JSON.parse` of the same lines
 * with the same yields to the event loop. Each part runs in its own process, like a window that has just started.
 */
export async function benchJournal(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-journal-'));
  const file = path.join(folder, 'journal.jsonl');
  try {
    const size = await writeBigJournal(file, jobCount);
    const spans = new Map<string, Span[]>();
    for (let round = 0; round < rounds; round += 1) {
      await rm(`${file}.snapshot`, { force: true });
      for (const part of ['parsing', 'without a snapshot', 'with a snapshot'] as const) {
        for (const [name, span] of Object.entries(await runPart(part, file)))
          spans.set(name, [...(spans.get(name) ?? []), span]);
      }
    }
    const baseline = spanOf(spans.get('parsing') ?? []);
    return [...spans].map(([name, found]) => ({
      name: `journal of ${jobCount} jobs, ${(size / 1e6).toFixed(0)} MB: ${name}`,
      value: formatSpan(spanOf(found), baseline),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runPart(part: string, file: string): Promise<JournalSpans> {
  const { code, output } = await runChild(
    process.execPath,
    [path.join(import.meta.dirname, 'oneJournal.ts'), part, file, String(jobCount)],
    { cwd: projectRoot },
  );
  if (code !== 0) throw new Error(`Measuring the journal failed:\n${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as JournalSpans;
}

function formatSpan(span: Span, baseline: Span): string {
  const ratio = span === baseline ? '1 ×' : `${(span.cpu / baseline.cpu).toFixed(2)} ×`;
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const processor = `${ms(span.cpu)} of processor time, longest block ${ms(span.longestCpu)}`;
  return `${ratio} · ${processor} · by the clock ${ms(span.total)}, longest block ${ms(span.longest)}`;
}

/** Returns the median of each number. */
function spanOf(spans: readonly Span[]): Span {
  const of = (name: keyof Span): number => median(spans.map((span) => span[name]));
  return { total: of('total'), longest: of('longest'), cpu: of('cpu'), longestCpu: of('longestCpu') };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
