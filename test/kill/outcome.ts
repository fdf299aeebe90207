import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { signature } from '../contract/sandboxFixture.ts';
import type { HostedSandbox } from './sandboxHost.ts';

/** The state after a trial: the service's own records, requested without the client, and all files on disk. */
export interface Outcome {
  readonly orders: number;
  /** Credits, as the service formats them. */
  readonly spent: string;
  /** Target language and text, or file name, of every job at the service. */
  readonly jobs: readonly string[];
  /** Bytes by path, in base64. */
  readonly files: ReadonlyMap<string, string>;
  /** Sorted file names in the journal's folder, with random parts replaced. */
  readonly journalFolder: readonly string[];
  /** Number of journal lines that are not entries, without the one that the crash may have cut off. */
  readonly damagedLines: number;
}

export async function readOutcome(folder: string, sandbox: HostedSandbox): Promise<Outcome> {
  const { orders, spent } = await control(sandbox);
  const lines = (await readFile(path.join(folder, 'journals', 'journal.jsonl'), 'utf8')).split('\n');
  const invalid = lines.filter((line) => line !== '' && !isObject(line)).length;
  return {
    orders,
    spent,
    jobs: await readJobs(sandbox),
    files: await readFiles(path.join(folder, 'project')),
    journalFolder: [...(await readFiles(path.join(folder, 'journals'))).keys()]
      // What the cache has can be fetched again, and the next write takes over the lock of a process that was killed.
      .filter((name) => !/\.cache(\.lock|\.new)?$/u.test(name))
      .map((name) => name.replaceAll(/[0-9a-f]{8,}/gu, '…'))
      .toSorted(),
    damagedLines: Math.max(0, invalid - 1),
  };
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, file).split(path.sep).join('/'), (await readFile(file)).toString('base64'));
  }
  return files;
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

async function control({
  baseUrl,
  controlToken,
}: HostedSandbox): Promise<{ readonly orders: number; readonly spent: string }> {
  const answer = await fetch(new URL('/sandbox/state', baseUrl), {
    headers: { authorization: `Bearer ${controlToken}` },
  });
  return ((await answer.json()) as { readonly response: { readonly orders: number; readonly spent: string } }).response;
}

interface WireJob {
  readonly job_id: number;
  readonly lc_tgt: string;
  readonly body_src?: string;
  readonly slug?: string;
  readonly status: string;
}

async function readJobs(sandbox: HostedSandbox): Promise<readonly string[]> {
  const ids = new Set<number>();
  for (let after = 1; ;) {
    const page = (await get(sandbox, '/translate/jobs', { timestamp_after: String(after), count: '200' })) as readonly {
      readonly job_id: number;
      readonly ctime: number;
    }[];
    const before = ids.size;
    for (const { job_id: id } of page) ids.add(id);
    if (page.length < 200 || ids.size === before) break;
    after = Math.max(...page.map(({ ctime }) => ctime));
  }
  const jobs: string[] = [];
  const all = [...ids];
  for (let first = 0; first < all.length; first += 50) {
    const { jobs: records } = (await get(sandbox, `/translate/jobs/${all.slice(first, first + 50).join(',')}`, {})) as {
      readonly jobs: readonly WireJob[];
    };
    for (const job of records)
      jobs.push(
        `${job.lc_tgt}: ${job.body_src === undefined || job.body_src === '' ? (job.slug ?? '') : job.body_src}`,
      );
  }
  return jobs.toSorted();
}

async function get(
  sandbox: HostedSandbox,
  resource: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const parameters = new URLSearchParams({ ...signature(sandbox), ...query });
  const answer = (await (await fetch(`${sandbox.baseUrl}${resource}?${parameters.toString()}`)).json()) as {
    readonly opstat: string;
    readonly response: unknown;
  };
  if (answer.opstat !== 'ok') throw new Error(`The sandbox refused GET ${resource}.`);
  return answer.response;
}
