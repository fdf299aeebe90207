import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../../src/base/clock.ts';
import { undoDelivery } from '../../../../src/orders/deliver/deliver.ts';
import { deliverDocument, type OverwritePolicy } from '../../../../src/orders/deliver/deliverDocument.ts';
import { hashBytes } from '../../../../src/orders/model/hash.ts';
import { Journal } from '../../../../src/orders/journal/journal.ts';
import { Ledger } from '../../../../src/orders/journal/ledger.ts';
import { claimJob } from '../../../../src/orders/spend/reconcile/matchJobs.ts';
import type { OrderContext } from '../../../../src/orders/journal/account/orderContext.ts';
import { OrderError } from '../../../../src/orders/model/orderError.ts';
import type { Project } from '../../../../src/orders/model/project.ts';
import type { Job } from '../../../../src/service/interface/records.ts';
import { makeIntent, makeIntentJob } from '../../../builders/journalEntries.ts';
import { memoryProject } from '../memoryProject.ts';
import { scriptedClient } from '../scriptedClient.ts';

const source = '# Guide';
const sourceHash = hashBytes(Buffer.from(source));
const approved: Job = {
  id: '7',
  orderId: '3',
  status: 'approved',
  sourceLanguage: 'en',
  targetLanguage: 'ja',
  tier: 'pro',
  sourceText: '',
  unitCount: 1,
  credits: 1,
  autoApprove: false,
  file: { ready: true, targetUrl: 'https://files.invalid/whatever.exe' },
};

describe('deliverDocument', () => {
  let folder: string;
  let downloads: number;
  let translated: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'documents-'));
    downloads = 0;
    translated = '# 案内';
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  /** A window on the journal with one ordered document in it. */
  async function open(project: Project): Promise<OrderContext> {
    const ledger = new Ledger();
    const journal = new Journal(
      path.join(folder, 'journal.jsonl'),
      (entry) => {
        ledger.apply(entry);
      },
      () => undefined,
    );
    await journal.sync();
    if (ledger.jobs.size === 0) {
      await journal.append(
        makeIntent({
          project: 'p1',
          jobs: [
            makeIntentJob({
              title: 'guide.md',
              sourceHash,
              text: '',
              document: { name: 'guide.md', size: 7 },
              units: [{ project: 'p1', file: 'guide.md', locale: 'ja', targetFile: 'guide.ja.md', sourceHash }],
            }),
          ],
        }),
        { type: 'job', intent: 'i', number: 1, jobId: '7', at: 2 },
      );
    }
    const client = scriptedClient({
      download: (url) => {
        downloads += 1;
        assert.equal(url, 'https://files.invalid/whatever.exe');
        return Promise.resolve(Buffer.from(translated));
      },
    });
    return {
      client,
      journal,
      ledger,
      clock: systemClock,
      simulated: false,
      origin: 'https://service.invalid',
      openProjects: () => [],
      findProject: (id) => (id === 'p1' ? project : undefined),
      layouts: () => ({ patterns: [], sourceLocale: 'en' }),
      log: () => undefined,
      describeError: String,
    };
  }

  const deliver = (context: OrderContext, overwrite: OverwritePolicy = 'wait') => {
    const record = context.ledger.jobs.get('7');
    assert.ok(record !== undefined);
    return deliverDocument({ context, record, job: approved, overwrite });
  };
  const textOf = async (project: Project): Promise<string | undefined> =>
    (await project.readBytes('guide.ja.md'))?.toString();
  const idOf = (context: OrderContext): string => [...context.ledger.deliveries.keys()].at(-1) ?? '';

  it('writes the file to its planned path, named after the source, and deletes it on undo', async () => {
    const project = memoryProject({ 'guide.md': source });
    const context = await open(project);
    const { written, held } = await deliver(context);
    assert.deepEqual([written.map(({ file, document }) => [file, document]), [...held]], [[['guide.ja.md', true]], []]);
    assert.equal(await textOf(project), '# 案内');
    assert.deepEqual(await undoDelivery(context, idOf(context)), {
      file: 'guide.ja.md',
      units: 1,
      document: 'removed',
    });
    assert.equal(await textOf(project), undefined);
    // After an undo, it is delivered again only at the user's request.
    assert.deepEqual(await deliver(context), { written: [], held: new Map() });
    assert.equal((await deliver(context, 'write')).written.length, 1);
    assert.equal(await textOf(project), '# 案内');
  });

  it('holds a document that would replace a file, without a download; can undo a replacement', async () => {
    const project = memoryProject({ 'guide.md': source, 'guide.ja.md': 'mine' });
    const context = await open(project);
    for (const overwrite of ['wait', 'write'] as const)
      assert.deepEqual([...(await deliver(context, overwrite)).held], [['7', 'target-exists']]);
    assert.deepEqual([downloads, await textOf(project)], [0, 'mine']);
    assert.equal((await deliver(context, 'replace')).written.length, 1);
    assert.equal(await textOf(project), '# 案内');
    const backups = path.join(folder, 'journal.jsonl.backups');
    const [backup = ''] = await readdir(backups);
    if (process.platform !== 'win32') assert.equal((await stat(path.join(backups, backup))).mode & 0o077, 0);
    assert.deepEqual(await undoDelivery(context, idOf(context)), {
      file: 'guide.ja.md',
      units: 1,
      document: 'restored',
    });
    assert.deepEqual([await textOf(project), await readdir(backups)], ['mine', []]);
  });

  it('holds a translation whose source was changed or deleted, unless the user requests its delivery', async () => {
    for (const [files, reason] of [
      [{ 'guide.md': '# Guide, new' }, 'source-changed'],
      [{}, 'source-missing'],
    ] as const) {
      const project = memoryProject(files);
      const context = await open(project);
      assert.deepEqual([...(await deliver(context)).held], [['7', reason]]);
      assert.equal(await textOf(project), undefined);
    }
    const project = memoryProject({ 'guide.md': '# Guide, new' });
    await deliver(await open(project), 'write');
    assert.equal(await textOf(project), '# 案内');
  });

  it('does not undo a delivery to a file that was changed since then', async () => {
    const project = memoryProject({ 'guide.md': source });
    const context = await open(project);
    await deliver(context);
    await project.replace('guide.ja.md', Buffer.from('# 案内'), Buffer.from('# 案内。'), {
      id: 'f',
      keep: () => Promise.resolve(),
    });
    await assert.rejects(
      undoDelivery(context, idOf(context)),
      (error) => error instanceof OrderError && error.reason === 'changed-since',
    );
    assert.equal(await textOf(project), '# 案内。');
  });

  it('replaces the file of an earlier delivery without confirmation', async () => {
    const project = memoryProject({ 'guide.md': source });
    const context = await open(project);
    await deliver(context);
    // Ordered again, and answered with the previous job.
    const [intent] = context.ledger.intents.values();
    assert.ok(intent !== undefined);
    await context.journal.append(
      { ...intent.intent, id: 'j', at: 5 },
      { type: 'job', intent: 'j', number: 1, jobId: '7', at: 6 },
    );
    translated = '# 案内 2';
    assert.equal((await deliver(context)).written.length, 1);
    assert.equal(await textOf(project), '# 案内 2');
    await undoDelivery(context, idOf(context));
    assert.equal(await textOf(project), '# 案内');
  });

  for (const [what, files, after] of [
    ['created', { 'guide.md': source }, undefined],
    ['replaced', { 'guide.md': source, 'guide.ja.md': 'mine' }, 'mine'],
  ] as const) {
    it(`finishes a delivery that a crash interrupted before it was journaled, and can undo it: ${what}`, async () => {
      const project = memoryProject(files);
      const crashing: Project = {
        ...project,
        replace: async (...args) => {
          await project.replace(...args);
          throw new Error('The power failed.');
        },
      };
      await deliver(await open(crashing), 'replace');
      assert.equal(await textOf(project), '# 案内');
      const context = await open(project);
      assert.equal(context.ledger.deliveries.size, 0);
      assert.equal((await deliver(context)).written.length, 1);
      await undoDelivery(context, idOf(context));
      assert.equal(await textOf(project), after);
    });
  }

  it('repeats a delivery that a crash interrupted before it was written', async () => {
    const project = memoryProject({ 'guide.md': source });
    await deliver(await open({ ...project, replace: () => Promise.reject(new Error('The power failed.')) }));
    const context = await open(project);
    assert.equal((await deliver(context)).written.length, 1);
    assert.equal(await textOf(project), '# 案内');
  });

  it('delivers once when two windows deliver at the same time', async () => {
    const project = memoryProject({ 'guide.md': source });
    const windows = [await open(project), await open(project)];
    const reports = await Promise.all(windows.map((context) => deliver(context)));
    assert.deepEqual(reports.map(({ written, held }) => written.length + held.size).toSorted(), [0, 1]);
  });

  it('reports unsaved changes in the target, and a folder that is not open', async () => {
    const project: Project = { ...memoryProject({ 'guide.md': source }), replace: () => Promise.resolve('unsaved') };
    assert.deepEqual([...(await deliver(await open(project))).held], [['7', 'target-unsaved']]);
    const elsewhere = { ...(await open(project)), findProject: () => undefined };
    assert.deepEqual([...(await deliver(elsewhere)).held], [['7', 'no-project']]);
  });

  it('matches a document with a job by the hash in its custom data, and never with a job that has a text', async () => {
    const context = await open(memoryProject({}));
    const state = context.ledger.intents.get('i');
    assert.ok(state !== undefined);
    const data = { project: 'p1', intent: 'i', number: 1, sourceHash, locale: 'ja', file: 'guide.md' };
    const claims = (job: Partial<Job>, more: Partial<typeof data> = {}): boolean =>
      claimJob(state, { ...data, ...more }, { ...approved, ...job }, 1) !== undefined;
    assert.ok(claims({}));
    assert.ok(claims({ sourceText: 'what the service read in the file' }));
    assert.ok(!claims({}, { sourceHash: 'another' }));
    assert.ok(!claims({ targetLanguage: 'fr' }));
    const { file, ...textJob } = approved;
    assert.ok(file !== undefined && claimJob(state, data, { ...textJob, sourceText: 'a text' }, 1) === undefined);
  });
});
