import assert from 'node:assert/strict';
import { hashBytes } from '../../../src/orders/model/hash.ts';
import { unitsInFlight } from '../../../src/orders/journal/unitsInFlight.ts';
import { Ledger } from '../../../src/orders/journal/ledger.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import type { PlanHistory } from '../../../src/orders/model/plan/planHistory.ts';
import { planDocuments } from '../../../src/orders/units/plan/planDocuments.ts';
import { pollDelay } from '../../../src/editor/session/pollDelay.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { newJob } from '../../../src/orders/spend/place/quotePlan.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { actionsFor, type DeliveryState, type TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import { makeIntent, makeIntentJob } from '../../builders/journalEntries.ts';
import { makeTrackedJob } from '../../builders/trackedJob.ts';
import { memoryProject } from './memoryProject.ts';
import { scriptedClient } from './scriptedClient.ts';
import { unitIdentity } from '../../../src/orders/model/unitName.ts';

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const languages = ['en', 'ja', 'fr', 'de'];

async function open(project: Project, path: string, patterns: readonly string[] = []): Promise<SourceDocument> {
  const document = await openDocument(project, await locateDocument(project, path, patterns, 'en'), patterns);
  assert.ok('content' in document, JSON.stringify(document));
  return document;
}

async function refusalReason(files: Readonly<Record<string, string>>, path: string): Promise<string | undefined> {
  const project = memoryProject(files);
  const document = await openDocument(project, await locateDocument(project, path, [], 'en'), []);
  return 'content' in document ? undefined : document.reason;
}

describe('openDocument', () => {
  it('returns the document with its path, locale, hash and target locales', async () => {
    const project = memoryProject({ 'docs/en/guide.md': '# Guide', 'docs/ja/guide.md': '# 案内' });
    const { path, name, locale, hash, targetLocales } = await open(project, 'docs/en/guide.md');
    assert.deepEqual(
      { path, name, locale, hash, targetLocales },
      {
        path: 'docs/en/guide.md',
        name: 'guide.md',
        locale: 'en',
        hash: hashBytes(Buffer.from('# Guide')),
        targetLocales: ['ja'],
      },
    );
  });

  it('opens the source if a translation of it is selected', async () => {
    const project = memoryProject({
      'docs/en/guide.md': '# Guide',
      'docs/ja/guide.md': '# 案内',
      'notes.md': 'x',
      'notes.fr.md': 'y',
    });
    const { path, into } = await locateDocument(project, 'docs/ja/guide.md', [], 'en');
    assert.deepEqual([path, into], ['docs/en/guide.md', 'ja']);
    const notes = await locateDocument(project, 'notes.fr.md', [], 'en');
    assert.deepEqual([notes.path, notes.into, notes.layout.pattern], ['notes.md', 'fr', 'notes.{locale}.md']);
  });

  it('returns the reason why a file cannot be translated as a document', async () => {
    const files = {
      'empty.md': '',
      'blank.txt': ' \r\n\t',
      'program.bin': 'MZ\0\0',
      'locales/en.json': '{"a":"A"}',
      'sheet.csv': 'a,b',
      'paper.docx': 'PK\0\0',
    };
    const names = [...Object.keys(files), 'gone.md'];
    assert.deepEqual(
      Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await refusalReason(files, name)] as const)),
      ),
      {
        'empty.md': 'empty',
        'blank.txt': 'empty',
        'program.bin': 'binary',
        'locales/en.json': 'locale-file',
        'sheet.csv': undefined,
        'paper.docx': undefined,
        'gone.md': 'not-found',
      },
    );
  });

  it('refuses a file that is too large before reading it', async () => {
    const project: Project = {
      ...memoryProject({ 'film.md': 'x' }),
      size: () => Promise.resolve(100 * 1024 * 1024 + 1),
      readBytes: () => Promise.reject(new Error('must not be read')),
    };
    assert.deepEqual(await openDocument(project, await locateDocument(project, 'film.md', [], 'en'), []), {
      file: 'film.md',
      reason: 'too-large',
    });
  });
});

describe('planDocuments', () => {
  it('plans each document for each locale, with its target path', async () => {
    const project = memoryProject({
      'docs/en/guide.md': '# Guide',
      'README.md': '# Read me',
      'README.fr.md': 'by hand',
    });
    const documents = [await open(project, 'docs/en/guide.md'), await open(project, 'README.md')];
    const { jobs, skipped, sourceLanguage } = await planDocuments({
      documents,
      refused: [],
      targets: ['ja', 'fr'],
      history: nothing,
      languages,
    });
    assert.deepEqual(
      jobs.map(({ title, targetLanguage, units, document, protectedText }) => [
        title,
        targetLanguage,
        units[0]?.targetFile,
        units[0]?.key,
        document?.mimeType,
        document?.targetExists,
        protectedText.text,
      ]),
      [
        ['guide.md', 'ja', 'docs/ja/guide.md', undefined, 'text/markdown', false, ''],
        ['README.md', 'ja', 'README.ja.md', undefined, 'text/markdown', false, ''],
        ['guide.md', 'fr', 'docs/fr/guide.md', undefined, 'text/markdown', false, ''],
        ['README.md', 'fr', 'README.fr.md', undefined, 'text/markdown', true, ''],
      ],
    );
    assert.deepEqual([skipped, sourceLanguage], [[], 'en']);
  });

  it('skips documents on order, and delivered ones whose source and target have not changed', async () => {
    const project = memoryProject({
      'a.md': 'A',
      'a.ja.md': 'エー',
      'b.md': 'B',
      'c.md': 'C',
      'c.ja.md': 'シー',
      'd.md': 'D',
      'd.ja.md': 'ディー',
    });
    const documents = await Promise.all(['a.md', 'b.md', 'c.md', 'd.md'].map((path) => open(project, path)));
    const unit = (file: string) => ({
      project: 'p1',
      file,
      locale: 'ja',
      targetFile: file.replace('.md', '.ja.md'),
      sourceHash: 'any hash',
    });
    const deliveredOf = (source: string, value: string, simulated = false) => ({
      sourceHash: hashBytes(Buffer.from(source)),
      valueHash: hashBytes(Buffer.from(value)),
      simulated,
    });
    const history: PlanHistory = {
      inFlight: new Set([unitIdentity(unit('b.md'))]),
      delivered: new Map([
        [unitIdentity(unit('a.md')), deliveredOf('A', 'エー')],
        [unitIdentity(unit('c.md')), deliveredOf('C', 'シー', true)],
        [unitIdentity(unit('d.md')), deliveredOf('before', 'ディー')],
      ]),
    };
    const { jobs, skipped } = await planDocuments({ documents, refused: [], targets: ['ja'], history, languages });
    assert.deepEqual(skipped, [
      { key: 'a.md', locale: 'ja', reason: 'delivered' },
      { key: 'b.md', locale: 'ja', reason: 'in-flight' },
    ]);
    // The targets are a simulated translation and one of an older source, so they are replaced without confirmation.
    assert.deepEqual(
      jobs.map(({ title, document }) => [title, document?.targetExists]),
      [
        ['c.md', false],
        ['d.md', false],
      ],
    );
  });

  it('skips a document whose target path belongs to another document of the order', async () => {
    const project = memoryProject({ 'guide.md': 'Guide', 'guide.en.md': 'Guide, too' });
    const documents = [await open(project, 'guide.md'), await open(project, 'guide.en.md')];
    const { jobs, skipped } = await planDocuments({
      documents,
      refused: [],
      targets: ['ja'],
      history: nothing,
      languages,
    });
    assert.deepEqual(
      [jobs.map(({ units }) => units[0]?.file), skipped],
      [['guide.md'], [{ key: 'guide.en.md', locale: 'ja', reason: 'target-taken' }]],
    );
  });

  it('rejects documents in several languages, and locales that the service does not support', async () => {
    const project = memoryProject({ 'a.md': 'A', 'b.de.md': 'B' });
    const documents = [await open(project, 'a.md'), await open(project, 'b.de.md')];
    const plan = (targets: readonly string[], chosen = documents) =>
      planDocuments({ documents: chosen, refused: [], targets, history: nothing, languages });
    await assert.rejects(plan(['ja']), (error) => error instanceof OrderError && error.reason === 'mixed-documents');
    await assert.rejects(
      plan(['sw'], documents.slice(0, 1)),
      (error) => error instanceof OrderError && error.reason === 'locale-unsupported',
    );
  });
});

describe('quotePlan with documents', () => {
  it('continues with the documents that the service accepts, and orders them by their identifiers', async () => {
    const project = memoryProject({ 'a.md': 'A', 'b.md': 'B' });
    const documents = [await open(project, 'a.md'), await open(project, 'b.md')];
    const plan = await planDocuments({
      documents,
      refused: [{ file: 'c.md', reason: 'empty' }],
      targets: ['ja', 'fr'],
      history: nothing,
      languages,
    });
    const client = scriptedClient({
      quoteFiles: (files) =>
        Promise.resolve(
          files.map(({ key, filename, targetLanguage, content }) =>
            filename === 'a.md' && targetLanguage === 'fr'
              ? { kind: 'failed', key, filename, code: 1802, meaning: 'file-unsupported', message: 'unsupported' }
              : {
                  kind: 'quoted',
                  key,
                  identifier: `${Buffer.from(content).toString()}-${targetLanguage}`,
                  credits: 0.1,
                  unitCount: 2,
                  etaSeconds: 60,
                },
          ),
        ),
    });
    const quote = await quotePlan(client, plan, { tier: 'pro', autoApprove: true, comment: 'Please', edit: true });
    assert.deepEqual(quote.plan.refused, [
      { file: 'c.md', reason: 'empty' },
      { file: 'a.md', locale: 'fr', reason: 'service', meaning: 'file-unsupported', message: 'unsupported' },
    ]);
    assert.deepEqual(
      [quote.credits, quote.unitCount, quote.locales.map(({ locale, jobCount }) => [locale, jobCount])],
      [
        0.3,
        6,
        [
          ['ja', 2],
          ['fr', 1],
        ],
      ],
    );
    const wire = quote.plan.jobs.map((job, index) => newJob(quote, job, index + 1, `{"n":${index}}`));
    assert.deepEqual(
      wire.map((job) => ('identifier' in job ? job.identifier : 'a text')),
      ['A-ja', 'B-ja', 'B-fr'],
    );
    assert.deepEqual(wire[2], {
      key: 'job_3',
      title: 'b.md',
      comment: 'Please',
      autoApprove: true,
      services: ['translation', 'edit'],
      customData: '{"n":2}',
      identifier: 'B-fr',
    });
  });
});

describe('Ledger with documents', () => {
  const unit = { project: 'p1', file: 'a.md', locale: 'ja', targetFile: 'a.ja.md', sourceHash: 'h1' };

  function ledgerWith(status: 'open' | 'placed'): Ledger {
    const ledger = new Ledger();
    const job = makeIntentJob({
      title: 'a.md',
      sourceHash: 'h1',
      text: '',
      document: { name: 'a.md', size: 5 },
      units: [unit],
    });
    ledger.apply(makeIntent({ project: 'p1', jobs: [job] }));
    if (status === 'placed') ledger.apply({ type: 'job', intent: 'i', number: 1, jobId: '7', at: 2 });
    return ledger;
  }

  it('keeps a document in flight until it is translated; then only while its source is unchanged', () => {
    const changed = { ...unit, sourceHash: 'h2' };
    const inFlight = (ledger: Ledger, status: string, of = unit): boolean => {
      const names = unitsInFlight(ledger, () => status);
      return names.has(unitIdentity(of)) || names.has(`${unitIdentity(of)} ${of.sourceHash}`);
    };
    assert.ok(inFlight(ledgerWith('open'), 'queued', changed));
    assert.ok(inFlight(ledgerWith('placed'), 'pending', changed));
    assert.ok(inFlight(ledgerWith('placed'), 'approved'));
    assert.ok(!inFlight(ledgerWith('placed'), 'approved', changed));
    assert.ok(!inFlight(ledgerWith('placed'), 'canceled'));
  });

  it('returns a delivery that was begun until it is completed', () => {
    const ledger = ledgerWith('placed');
    const undo = { afterHash: 'x', created: true, edits: [] };
    ledger.apply({ type: 'delivering', id: 'd1', at: 3, jobId: '7', project: 'p1', targetFile: 'a.ja.md', undo });
    assert.equal(ledger.pendingWriteIn('p1', 'a.ja.md')?.id, 'd1');
    assert.equal(ledger.pendingWriteIn('p1', 'b.ja.md'), undefined);
    ledger.apply({
      type: 'delivered',
      id: 'd1',
      at: 4,
      project: 'p1',
      targetFile: 'a.ja.md',
      simulated: false,
      units: [{ jobId: '7', file: 'a.md', locale: 'ja', sourceHash: 'h1', valueHash: 'x' }],
      undo,
    });
    assert.equal(ledger.pendingWriteIn('p1', 'a.ja.md'), undefined);
    assert.equal(ledger.deliveryOf('7', unit)?.entry.id, 'd1');
    assert.equal(unitsInFlight(ledger, () => 'approved').size, 0);
  });
});

const documentUnits = [{ project: 'p1', file: 'a.md', locale: 'ja', targetFile: 'a.ja.md', sourceHash: 'h' }];
const documentJob = (status: string, ready: boolean, delivery: DeliveryState = { kind: 'none' }): TrackedJob =>
  makeTrackedJob({
    status,
    title: 'a.md',
    units: documentUnits,
    sourceText: '',
    document: { name: 'a.md', size: 5, ready },
    delivery,
  });

describe('actionsFor a document', () => {
  const actions = (...args: Parameters<typeof documentJob>): readonly string[] =>
    [...actionsFor(documentJob(...args))].toSorted();

  it('depend on its status, and never include insertion', () => {
    assert.deepEqual(actions('reviewable', false), ['approve', 'comment', 'open', 'reject', 'revise']);
    assert.deepEqual(actions('reviewable', true), ['approve', 'comment', 'open', 'reject', 'revise', 'showChanges']);
    assert.deepEqual(actions('approved', false), ['archive', 'comment', 'open']);
    assert.deepEqual(actions('approved', true), ['archive', 'comment', 'deliver', 'open', 'showChanges']);
    assert.deepEqual(actions('approved', true, { kind: 'delivered', at: 1, simulated: false }), [
      'archive',
      'comment',
      'open',
      'undoDelivery',
    ]);
  });
});

describe('pollDelay for a document', () => {
  it('polls until the file has been downloaded', () => {
    const delay = (one: TrackedJob): number | undefined =>
      pollDelay({
        jobs: [one],
        now: 0,
        isVisible: true,
        isFocused: true,
        idleMs: 0,
        hasCallbacks: false,
        failures: 0,
        isSandbox: false,
      });
    assert.ok(delay(documentJob('approved', false)) !== undefined);
    assert.ok(delay(documentJob('approved', true, { kind: 'held', reason: 'not-downloaded' })) !== undefined);
    assert.equal(delay(documentJob('approved', true, { kind: 'held', reason: 'target-exists' })), undefined);
    assert.equal(delay(documentJob('approved', true, { kind: 'delivered', at: 1, simulated: false })), undefined);
  });
});
