import { makeTrackedJob, makeUnitRef } from '../builders/trackedJob.ts';
import { reviewNow } from '../builders/reviewRow.ts';
import { startReviewServer } from '../e2e/page/reviewHarness.ts';
import { launchBrowser } from '../host/browser.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import type { TrackedJob } from '../../src/orders/model/trackedJob.ts';
import type { ReviewRow } from '../../src/webview/review/reviewMessages.ts';
import { ReviewRows } from '../../src/webview/review/host/reviewRows.ts';
import type { BenchRow } from './benchRow.ts';

const sizes = [10_000, 100_000] as const;
const locales = ['ja', 'fr', 'de', 'ar'] as const;

/**
 * Measures the review page with many jobs: how long the extension makes its rows, compared with writing them as JSON,
 * and how long the page takes to show them in a browser, compared with parsing this JSON there.
 */
export async function benchReviewPage(log: (line: string) => void): Promise<readonly BenchRow[]> {
  const browser = await launchBrowser(await installCodeServer(log), { isMeasured: true });
  const server = await startReviewServer();
  const rows: BenchRow[] = [];
  try {
    for (const size of sizes) {
      const { made, bench } = makeRows(size);
      rows.push(...bench);
      const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      await page.goto(server.origin);
      const json = JSON.stringify(made);
      const times = await page.evaluate(showRows, json);
      const count = size.toLocaleString('en');
      rows.push(
        {
          name: `Review page: first rows of ${count} shown, compared with parsing them as JSON`,
          value: `${(times.first / times.parse).toFixed(2)} ×`,
        },
        {
          name: `Review page: all ${count} listed, compared with the same`,
          value: `${(times.all / times.parse).toFixed(2)} ×`,
        },
        {
          name: `Review page: a key press with ${count} rows, compared with a frame of 16 ms`,
          value: `${(times.key / 16).toFixed(2)} ×`,
        },
        { name: `Review page: rows in the document, of ${count}`, value: String(times.rendered) },
      );
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
  return rows;
}

function makeRows(size: number): { readonly made: readonly ReviewRow[]; readonly bench: readonly BenchRow[] } {
  const jobs = Array.from({ length: size }, (_, index) => makeJob(index));
  const rows = new ReviewRows();
  const [made, making] = timed(() => rows.changes(jobs, () => undefined).rows);
  const [json, writing] = timed(() => JSON.stringify(made));
  const [first] = jobs;
  const changed = first === undefined ? jobs : [{ ...first, translationHash: 'other' }, ...jobs.slice(1)];
  const [update, updating] = timed(() => rows.changes(changed, () => undefined).rows);
  const count = size.toLocaleString('en');
  const bench = [
    {
      name: `Review page: making ${count} rows, compared with writing them as JSON`,
      value: `${(making / writing).toFixed(2)} ×`,
    },
    {
      name: `Review page: an update of one job of ${count}, compared with making all rows`,
      value: `${(updating / making).toFixed(2)} ×, ${update.length} row sent`,
    },
    { name: `Review page: size of a row, of ${count}`, value: `${Math.round(json.length / size)} bytes` },
  ];
  return { made, bench };
}

function makeJob(index: number): TrackedJob {
  const locale = locales[index % locales.length] ?? 'ja';
  const source = `Text number ${index} has {count} items in {place}.`;
  return makeTrackedJob({
    id: String(1_000_000 + index),
    title: `section${index % 50}.key${index}`,
    targetLocale: locale,
    orderId: String(500 + (index % 20)),
    units: [makeUnitRef({ key: `key${index}`, targetFile: `locales/${index % 30}/${locale}.json` })],
    sourceText: source,
    translatedText: `${source} — ${locale}`,
    translationHash: `hash-${index}`,
    reviewUntil: reviewNow + (index % 100) * 3_600_000,
    problems: index % 10 === 0 ? [{ kind: 'unusual-length', severity: 'warning', text: source }] : [],
  });
}

function timed<T>(work: () => T): readonly [T, milliseconds: number] {
  const begin = performance.now();
  const result = work();
  return [result, performance.now() - begin];
}

/** Runs in the browser: passes rows to the page in portions, as the extension does. Returns milliseconds. */
async function showRows(
  json: string,
): Promise<{ parse: number; first: number; all: number; key: number; rendered: number }> {
  const beginParse = performance.now();
  const rows = JSON.parse(json) as unknown[];
  const parse = performance.now() - beginParse;
  const rendered = async (): Promise<void> => {
    const page = document.querySelector('human-translation-review') as unknown as { updateComplete: Promise<unknown> };
    await page.updateComplete;
    await page.updateComplete;
  };
  const begin = performance.now();
  let first = 0;
  for (let start = 0; start < rows.length; start += 1000) {
    const data = {
      type: 'rows',
      reset: start === 0,
      more: start + 1000 < rows.length,
      rows: rows.slice(start, start + 1000),
      removed: [],
      locales: {},
    };
    window.dispatchEvent(new MessageEvent('message', { data }));
    if (start > 0) continue;
    await rendered();
    first = performance.now() - begin;
  }
  await rendered();
  const all = performance.now() - begin;
  const presses = 20;
  const beginKeys = performance.now();
  for (let press = 0; press < presses; press += 1) {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
    await rendered();
  }
  const key = (performance.now() - beginKeys) / presses;
  return { parse, first, all, key, rendered: document.querySelectorAll('.review-row').length };
}
