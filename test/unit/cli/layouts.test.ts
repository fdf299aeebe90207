import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runStatus } from '../../../src/cli/runStatus.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { writeFiles } from '../../builders/writeFiles.ts';

/** A translation as `status` lists it. */
interface Row {
  readonly source: string;
  readonly file: string;
  readonly locale: string;
  readonly missing: number;
  readonly strings: number;
}

/** The files of a small project, and what its translations lack. */
interface SmallProject {
  readonly name: string;
  /** The documentation of the ecosystem, or a public project with these files. */
  readonly source: string;
  readonly files: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  /** Why `status` says something else today. */
  readonly open?: string;
}

/** `siblings.json` has other layouts of the same kinds as some of `status.json`. */
const fixtures = ['status.json', 'siblings.json'].map((name) =>
  path.resolve(import.meta.dirname, '../../fixtures/layouts', name),
);
const texts = await Promise.all(fixtures.map((fixture) => readFile(fixture, 'utf8')));
const projects = texts.flatMap((text) => JSON.parse(text) as readonly SmallProject[]);

describe('status of small projects', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'status-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  for (const { name, files, rows, open } of projects) {
    it(`lists what the translations lack: ${name}`, async () => {
      await writeFiles(folder, files);
      const listed = await statusRows(folder);
      if (open === undefined) assert.deepEqual(listed, sorted(rows));
      // The entry is to be removed from the list of open ones.
      else assert.notDeepEqual(listed, sorted(rows));
    });
  }
});

async function statusRows(folder: string): Promise<readonly Row[]> {
  const nothing = (): void => undefined;
  const input = {
    values: { cwd: [folder], offline: true },
    paths: [],
    env: {},
    terminal: { result: nothing, json: nothing, message: nothing },
    signal: new AbortController().signal,
    log: nothing,
  } as const;
  const result = await runStatus(input).catch((error: unknown) => {
    if (error instanceof OrderError && error.reason === 'no-locale-files') return undefined;
    throw error;
  });
  const files = (result?.json['files'] ?? []) as readonly Row[];
  return sorted(
    files.map(({ source, file, locale, missing, strings }) => ({ source, file, locale, missing, strings })),
  );
}

function sorted(rows: readonly Row[]): readonly Row[] {
  const nameOf = ({ source, file, locale }: Row): string => JSON.stringify([source, file, locale]);
  return rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
