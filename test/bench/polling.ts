import path from 'node:path';
import { pollDelay, type PollSituation } from '../../src/editor/session/pollDelay.ts';
import { openWindow, type OrderWindow, type WindowOptions } from '../contract/orders/orderWindow.ts';
import type { BenchRow } from './benchRow.ts';

const minute = 60_000;
const minutes = 60;

/** How a window is looked at while its jobs are polled. */
const attention: Readonly<Record<string, Pick<PollSituation, 'isVisible' | 'isFocused' | 'idleMs'>>> = {
  visible: { isVisible: true, isFocused: true, idleMs: 0 },
  idle: { isVisible: true, isFocused: true, idleMs: minutes * minute },
  hidden: { isVisible: false, isFocused: false, idleMs: minutes * minute },
};

/**
 * Counts the requests per minute with which one and two windows poll the open jobs of a journal for an hour. The hour
 * passes in steps of a minute, without waiting.
 */
export async function countPolling(options: WindowOptions): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const refreshFile = path.join(path.dirname(options.journalFile), 'refreshes', 'journal.jsonl');
  const windows = [await openWindow({ ...options, refreshFile }), await openWindow({ ...options, refreshFile })];
  try {
    for (const window of windows) await window.jobs.fetchAndDeliver();
    for (const [name, facts] of Object.entries(attention)) {
      const counts: string[] = [];
      for (const polling of [windows.slice(0, 1), windows]) {
        const requests = await pollForAnHour(polling, facts);
        counts.push(`${(requests / minutes).toFixed(1)} (${polling.length === 1 ? 'one window' : 'two windows'})`);
      }
      const count = (windows[0]?.jobs.all.length ?? 0).toLocaleString('en');
      rows.push({ name: `Requests per minute: ${count} open jobs, ${name}`, value: counts.join(', ') });
    }
  } finally {
    for (const window of windows) await window.close();
  }
  return rows;
}

async function pollForAnHour(
  windows: readonly OrderWindow[],
  facts: Pick<PollSituation, 'isVisible' | 'isFocused' | 'idleMs'>,
): Promise<number> {
  const lastAt = new Map<OrderWindow, number>();
  const offset = Math.max(...windows.map(({ clockOffset }) => clockOffset));
  for (const window of windows) window.clockOffset = offset;
  for (const { requests } of windows) requests.length = 0;
  for (let passed = 0; passed < minutes; passed += 1)
    for (const window of windows) {
      const { jobs, context } = window;
      window.clockOffset += minute;
      const now = context.clock.now();
      const delay = pollDelay({ ...facts, jobs: jobs.all, now, failures: 0, hasCallbacks: false, isSandbox: false });
      if (delay === undefined || now - (lastAt.get(window) ?? -Infinity) < delay) continue;
      lastAt.set(window, now);
      await jobs.fetchAndDeliver({ maxAgeMs: delay });
      await jobs.readThreads();
    }
  return windows.reduce((sum, { requests }) => sum + requests.length, 0);
}
