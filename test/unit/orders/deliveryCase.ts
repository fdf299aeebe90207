import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { deliverJobs } from '../../../src/orders/deliver/deliver.ts';
import { deliverDocument, type OverwritePolicy } from '../../../src/orders/deliver/deliverDocument.ts';
import type { DeliveryReport } from '../../../src/orders/deliver/deliveryReport.ts';
import { hashBytes, hashText } from '../../../src/orders/model/hash.ts';
import { Journal } from '../../../src/orders/journal/journal.ts';
import type { IntentJob } from '../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../src/orders/journal/ledger.ts';
import type { OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import type { UnitRef } from '../../../src/orders/model/unitRef.ts';
import type { Job } from '../../../src/service/interface/records.ts';
import { makeIntent, makeIntentJob } from '../../builders/journalEntries.ts';
import { fileProject } from '../../contract/orders/fileProject.ts';
import { scriptedClient } from './scriptedClient.ts';

export const english = '{\n  "hello": "Hello",\n  "bye": "Goodbye"\n}\n';
export const guide = '# Guide\n';
export const translatedGuide = '# 案内\n';
const projectId = 'a1b2c3d4';

/** The delivered jobs: job 7 is `hello`, job 8 is `bye`, job 9 is the document `guide.md`. */
export const translations: Readonly<Record<string, string>> = { 7: 'こんにちは', 8: 'さようなら' };

/** A folder with a project and a journal in it. */
export interface DeliveryCase {
  readonly folder: string;
  readonly root: string;
  readonly journalFile: string;
  /** A window that has just been opened. */
  open(change?: (project: Project) => Project): Promise<OrderContext>;
  read(name: string): Promise<string | undefined>;
  write(name: string, content: string): Promise<void>;
  /** Every file of the project, and every backup; sorted. */
  files(): Promise<readonly string[]>;
  /** Makes the lock of a dead process old enough to be taken over. */
  unlock(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeDeliveryCase(
  files: Readonly<Record<string, string>>,
  units: Readonly<Record<string, Partial<UnitRef>>> = {},
): Promise<DeliveryCase> {
  const one = deliveryCaseIn(await mkdtemp(path.join(tmpdir(), 'delivery-')));
  for (const [name, content] of Object.entries({ 'locales/en.json': english, 'guide.md': guide, ...files }))
    await one.write(name, content);
  const text = (jobId: string, key: string, source: string): IntentJob =>
    makeIntentJob({
      number: Number(jobId),
      title: key,
      text: source,
      sourceHash: hashText(source),
      units: [
        {
          project: projectId,
          file: 'locales/en.json',
          key,
          locale: 'ja',
          targetFile: 'locales/ja.json',
          sourceHash: hashText(source),
          ...units[jobId],
        },
      ],
    });
  const document = makeIntentJob({
    number: 9,
    title: 'guide.md',
    text: '',
    sourceHash: hashBytes(Buffer.from(guide)),
    document: { name: 'guide.md', size: guide.length },
    units: [
      {
        project: projectId,
        file: 'guide.md',
        locale: 'ja',
        targetFile: 'guide.ja.md',
        sourceHash: hashBytes(Buffer.from(guide)),
        ...units['9'],
      },
    ],
  });
  const jobs = [text('7', 'hello', 'Hello'), text('8', 'bye', 'Goodbye'), document];
  const { journal } = await one.open();
  await journal.append(
    makeIntent({ project: projectId, jobs }),
    ...['7', '8', '9'].map((jobId) => ({ type: 'job', intent: 'i', number: Number(jobId), jobId, at: 2 }) as const),
  );
  return one;
}

/** The case that another process made in this folder. */
export function deliveryCaseIn(folder: string): DeliveryCase {
  const root = path.join(folder, 'project');
  const journalFile = path.join(folder, 'journals', 'journal.jsonl');
  const list = async (place: string): Promise<readonly string[]> =>
    (await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return {
    folder,
    root,
    journalFile,
    open: async (change = (project) => project) => {
      const ledger = new Ledger();
      const journal = new Journal(
        journalFile,
        (entry) => {
          ledger.apply(entry);
        },
        () => undefined,
      );
      await journal.sync();
      const project = change(fileProject(root, projectId));
      return {
        client: scriptedClient({ download: () => Promise.resolve(Buffer.from(translatedGuide)) }),
        journal,
        ledger,
        clock: systemClock,
        simulated: false,
        origin: 'https://service.invalid',
        log: () => undefined,
        describeError: String,
        openProjects: () => [project],
        findProject: (id) => (id === projectId ? project : undefined),
        layouts: () => ({ patterns: [], sourceLocale: 'en' }),
      };
    },
    read: (name) => readFile(path.join(root, name), 'utf8').catch(() => undefined),
    write: async (name, content) => {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), content);
    },
    files: async () =>
      [...(await list(root)), ...(await list(`${journalFile}.backups`))]
        .map((name) => name.split(path.sep).join('/'))
        .toSorted(),
    unlock: async () => {
      await rm(`${journalFile}.lock`, { force: true });
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

export async function deliverTexts(
  context: OrderContext,
  jobIds: readonly string[],
  force = false,
): Promise<DeliveryReport> {
  return deliverJobs(
    context,
    jobIds.map((jobId) => ({ record: recordOf(context, jobId), text: translations[jobId] ?? '', force })),
  );
}

export async function deliverGuide(
  context: OrderContext,
  overwrite: OverwritePolicy = 'wait',
): Promise<DeliveryReport> {
  const approved: Job = {
    id: '9',
    orderId: '3',
    status: 'approved',
    sourceLanguage: 'en',
    targetLanguage: 'ja',
    tier: 'pro',
    sourceText: '',
    unitCount: 1,
    credits: 1,
    autoApprove: false,
    file: { ready: true, targetUrl: 'https://files.invalid/file' },
  };
  return deliverDocument({ context, record: recordOf(context, '9'), job: approved, overwrite });
}

function recordOf({ ledger }: OrderContext, jobId: string) {
  const record = ledger.jobs.get(jobId);
  if (record === undefined) throw new Error(`There is no job ${jobId}.`);
  return record;
}
