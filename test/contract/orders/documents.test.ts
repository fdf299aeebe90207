import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import type { RefusedDocument } from '../../../src/orders/model/plan/refusedDocument.ts';
import { planDocuments } from '../../../src/orders/units/plan/planDocuments.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { approveJob, requestRevision } from './reviewOne.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { actionsFor } from '../../../src/orders/model/trackedJob.ts';
import { place, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';
import { describeInWireModes } from '../sandboxFixture.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { ChangedSinceShownError } from '../../../src/orders/model/errors/changedSinceShownError.ts';
import type { Quote, OrderOptions } from '../../../src/orders/model/order/quote.ts';

const guide = '# Guide\n\nRead this *first*.\n';

async function planFiles(
  { context, jobs, project }: OrderWindow,
  files: readonly string[],
  locales: readonly string[],
): Promise<Plan> {
  const opened = await Promise.all(
    files.map(async (file) => openDocument(project, await locateDocument(project, file, [], 'en'), [])),
  );
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  await context.journal.sync();
  return planDocuments({
    documents: opened.filter((one): one is SourceDocument => 'content' in one),
    refused: opened.filter((one): one is RefusedDocument => !('content' in one)),
    targets: locales,
    history: await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id)),
    languages,
  });
}

async function quoteFiles(
  window: OrderWindow,
  files: readonly string[],
  locales: readonly string[],
  options: Partial<OrderOptions> = {},
): Promise<Quote> {
  return quotePlan(window.context.client, await planFiles(window, files, locales), {
    tier: 'standard',
    autoApprove: false,
    ...options,
  });
}

async function approveAll({ context, jobs }: OrderWindow): Promise<void> {
  for (const { id, status } of jobs.all) if (status === 'reviewable') await approveJob({ context, jobs }, id, {});
}

function states({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ delivery }) => (delivery.kind === 'held' ? delivery.reason : delivery.kind));
}

function statuses({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ status }) => status);
}

/** Orders documents from a sandbox that translates immediately. */
async function order(
  setup: OrderSetup,
  files: readonly string[],
  locales: readonly string[],
  options: Partial<OrderOptions> = {},
): Promise<OrderWindow> {
  const window = await setup.openWindow();
  const { stopped } = await place(window, await quoteFiles(window, files, locales, options));
  assert.equal(stopped, undefined);
  await window.jobs.fetchAndDeliver();
  return window;
}

async function exists(setup: OrderSetup, name: string): Promise<boolean> {
  return stat(`${setup.windowOptions.root}/${name}`).then(
    () => true,
    () => false,
  );
}

const docx = (text: string): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ' +
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
        `<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });

describeInWireModes('contract: documents from quote to delivery', function (wire) {
  this.timeout(30_000);

  it('quotes, orders, approves and delivers documents of every kind', async () => {
    await using setup = await createOrderSetup(
      'instant',
      {
        'docs/en/guide.md': guide,
        'page.html': '<!doctype html><p class="lead">Welcome to the shop</p>',
        'notes.txt': 'Remember the milk.\r\n',
        'film.srt': '1\n00:00:01,000 --> 00:00:02,000\nHello there\n',
      },
      { wire },
    );
    await setup.write('paper.docx', docx('An important paper'));
    const files = ['docs/en/guide.md', 'page.html', 'notes.txt', 'film.srt', 'paper.docx'];
    const window = await order(setup, files, ['ja']);
    assert.deepEqual(
      new Set(
        window.jobs.all.map(({ title, status, document, sourceText, translatedText }) =>
          [title, status, document?.ready, sourceText, translatedText].join(' '),
        ),
      ),
      new Set(
        ['guide.md', 'page.html', 'notes.txt', 'film.srt', 'paper.docx'].map((name) => `${name} reviewable true  `),
      ),
    );
    for (const file of ['docs/ja/guide.md', 'page.ja.html']) assert.ok(!(await exists(setup, file)));
    await approveAll(window);
    assert.deepEqual(new Set(states(window)), new Set(['delivered']));

    assert.match(await setup.read('docs/ja/guide.md'), /^# .+\n\n.+\*.+\*.*\n$/u);
    assert.match(await setup.read('page.ja.html'), /^<!doctype html><p class="lead">.+<\/p>$/u);
    assert.match(await setup.read('notes.ja.txt'), /\r\n$/u);
    assert.match(await setup.read('film.ja.srt'), /^1\n00:00:01,000 --> 00:00:02,000\n.+\n$/u);
    const paper = unzipSync(await setup.readBytes('paper.ja.docx'));
    assert.match(strFromU8(paper['word/document.xml'] ?? new Uint8Array()), /<w:t[^>]*>.+<\/w:t>/u);
    for (const [source, target] of [
      ['docs/en/guide.md', 'docs/ja/guide.md'],
      ['notes.txt', 'notes.ja.txt'],
      ['film.srt', 'film.ja.srt'],
    ] as const) {
      assert.notEqual(await setup.read(target), await setup.read(source));
    }
    assert.deepEqual((await setup.totals()).jobs, 5);
  });

  it('orders one job for each locale, at the quoted price', async () => {
    await using setup = await createOrderSetup('manual', { 'guide.md': guide, 'README.md': '# Read me' }, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFiles(window, ['guide.md', 'README.md'], ['ja', 'fr']);
    assert.deepEqual(
      quote.locales.map(({ locale, jobCount }) => [locale, jobCount]),
      [
        ['ja', 2],
        ['fr', 2],
      ],
    );
    assert.ok(quote.credits > 0);
    const { placedJobs, creditsUsed, stopped } = await place(window, quote);
    assert.deepEqual([placedJobs, creditsUsed, stopped], [4, quote.credits, undefined]);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), Array(4).fill('available'));
    assert.deepEqual(window.jobs.all.map(({ units }) => units[0]?.targetFile).toSorted(), [
      'README.fr.md',
      'README.ja.md',
      'guide.fr.md',
      'guide.ja.md',
    ]);
    assert.deepEqual(typesOf(await setup.journal()), [
      'intent',
      'placed',
      'intent',
      'placed',
      'job',
      'job',
      'job',
      'job',
    ]);
    assert.doesNotMatch(
      JSON.stringify(await setup.journal()),
      /[0-9a-f]{64}/u,
      'The file must be available by its identifier.',
    );
  });

  it('orders a group for each locale if one translator is requested', async () => {
    await using setup = await createOrderSetup('manual', { 'guide.md': guide, 'README.md': '# Read me' });
    const window = await setup.openWindow();
    assert.equal(
      (await place(window, await quoteFiles(window, ['guide.md', 'README.md'], ['ja', 'fr'], { asGroup: true })))
        .stopped,
      undefined,
    );
    await window.jobs.fetchAndDeliver();
    const records = await window.context.client.jobs.get(window.jobs.all.map(({ id }) => id));
    const orders = [...Map.groupBy(records, ({ orderId }) => orderId).values()];
    assert.deepEqual(
      orders
        .map((jobs) => jobs.map(({ targetLanguage, position }) => [targetLanguage, position]).toSorted())
        .toSorted(),
      [
        [
          ['fr', 1],
          ['fr', 2],
        ],
        [
          ['ja', 1],
          ['ja', 2],
        ],
      ],
    );
    const [first] = orders[0] ?? [];
    await setup.move(first?.id ?? '', 'start');
    await window.jobs.fetchAndDeliver();
    assert.equal(
      window.jobs.all.filter(
        ({ status, targetLocale }) => status === 'pending' && targetLocale === first?.targetLanguage,
      ).length,
      2,
    );
  });

  it('delivers documents automatically if they are approved automatically', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const deliveryEvents: string[] = [];
    const window = await setup.openWindow();
    window.jobs.onDidDeliver(({ written }) => deliveryEvents.push(...written.map(({ file }) => file)));
    await place(window, await quoteFiles(window, ['guide.md'], ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([deliveryEvents, states(window)], [['guide.ja.md'], ['delivered']]);
    assert.ok(await exists(setup, 'guide.ja.md'));
  });

  it('holds a document that hides something from its reader, without downloading it again, until the user insists', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await setup.openWindow();
    let downloads = 0;
    const hidden = '# ガイド\n\n最初に[読んで](javascript:alert\u202E(1))ください。\n';
    Object.defineProperty(window.context.client.files, 'download', {
      value: () => {
        downloads += 1;
        return Promise.resolve(strToU8(hidden));
      },
    });
    await place(window, await quoteFiles(window, ['guide.md'], ['ja'], { autoApprove: true }));
    for (let refresh = 0; refresh < 3; refresh += 1) await window.jobs.fetchAndDeliver();
    assert.deepEqual([states(window), downloads, await exists(setup, 'guide.ja.md')], [['problems'], 1, false]);
    await window.jobs.deliver(window.jobs.all[0]!.id);
    assert.deepEqual([states(window), await setup.read('guide.ja.md')], [['delivered'], hidden]);
  });

  it('reports documents that the service does not accept, and continues with the others', async () => {
    await using setup = await createOrderSetup(
      'manual',
      { 'guide.md': guide, 'empty.md': '', 'program.exe': 'MZ and more', 'broken.docx': 'not a document' },
      { wire },
    );
    const window = await setup.openWindow();
    const quote = await quoteFiles(window, ['guide.md', 'empty.md', 'program.exe', 'broken.docx'], ['ja']);
    assert.deepEqual(
      quote.plan.refused?.map(({ file, reason, meaning }) => [file, reason, meaning]),
      [
        ['empty.md', 'empty', undefined],
        ['program.exe', 'service', 'file-unsupported'],
        ['broken.docx', 'service', 'file-unsupported'],
      ],
    );
    assert.equal((await place(window, quote)).placedJobs, 1);
    assert.equal((await setup.totals()).jobs, 1);
  });

  it('places no order if the service accepts none of the documents', async () => {
    await using setup = await createOrderSetup('manual', { 'program.exe': 'MZ and more' }, { wire });
    const window = await setup.openWindow();
    assert.deepEqual((await quoteFiles(window, ['program.exe'], ['ja', 'fr'])).plan.jobs, []);
    assert.equal((await setup.totals()).orders, 0);
  });

  it('quotes and orders more than fifty documents in several calls', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`docs/page${index}.md`, `# Page ${index}`]),
    );
    await using setup = await createOrderSetup('manual', files, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFiles(window, Object.keys(files), ['ja']);
    assert.equal(window.requests.filter((line) => line === 'POST /v2/translate/service/quote/file').length, 2);
    assert.equal((await place(window, quote)).placedJobs, 60);
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'placed', 'intent', 'placed']);
    await window.jobs.fetchAndDeliver();
    assert.equal(new Set(window.jobs.all.flatMap(({ units }) => units.map(({ file }) => file))).size, 60);
  });

  it('delivers the last version after revisions', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    const [job] = window.jobs.all;
    assert.ok(job !== undefined && actionsFor(job).has('showChanges'));
    const first = Buffer.from(await window.jobs.deliveries.translatedDocument(job.id)).toString();
    await requestRevision(window, job.id, 'Shorter, please.');
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['reviewable']);
    await approveAll(window);
    assert.notEqual(await setup.read('guide.ja.md'), first);
    await window.jobs.detail(job.id);
    assert.ok((window.jobs.threads.of(job.id) ?? []).length > 0);
  });
});

describeInWireModes('contract: approving a document', function (wire) {
  this.timeout(30_000);

  const reviseAtService = async (setup: OrderSetup, id: string): Promise<void> => {
    await setup.fixture.call('PUT', `/translate/job/${id}`, { action: 'revise', comment: 'Again.' });
  };

  it('refuses an approval if the file is not the one that was viewed', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    const [job] = window.jobs.all;
    assert.ok(job?.translationHash !== undefined);
    await window.jobs.deliveries.translatedDocument(job.id);
    await reviseAtService(setup, job.id);
    await assert.rejects(
      approveJob(window, job.id, { shown: job.translationHash }),
      (error) => error instanceof ChangedSinceShownError,
    );
    assert.deepEqual(statuses(window), ['reviewable']);
    await window.jobs.deliveries.translatedDocument(job.id);
    await approveAll(window);
    assert.deepEqual(statuses(window), ['approved']);
  });

  it('refuses an approval if the job went back to the translator after it was shown', async () => {
    await using setup = await createOrderSetup('manual', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    const id = window.jobs.all[0]!.id;
    await setup.move(id, 'start');
    await setup.move(id, 'finish');
    await window.jobs.fetchAndDeliver();
    const shown = window.jobs.get(id)?.translationHash;
    assert.ok(shown !== undefined);
    await requestRevision(window, id, 'Shorter, please.');
    await setup.move(id, 'finish');
    await window.jobs.fetchAndDeliver();
    await assert.rejects(approveJob(window, id, { shown }), (error) => error instanceof ChangedSinceShownError);
    assert.deepEqual(statuses(window), ['reviewable']);
  });
});

describeInWireModes('contract: the target path of a document', function (wire) {
  this.timeout(30_000);

  it('replaces an existing file only with confirmation, and undo restores it byte for byte', async () => {
    const mine = '\uFEFFmine\r\n';
    await using setup = await createOrderSetup('instant', { 'guide.md': guide, 'guide.ja.md': mine }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    await approveAll(window);
    assert.deepEqual([states(window), await setup.read('guide.ja.md')], [['target-exists'], mine]);
    assert.ok(window.jobs.hasOpenJobs);
    const [job] = window.jobs.all;
    await window.jobs.deliver(job!.id);
    assert.deepEqual([states(window), await setup.read('guide.ja.md')], [['target-exists'], mine]);
    await window.jobs.deliver(job!.id, { replace: true });
    assert.deepEqual(states(window), ['delivered']);
    assert.notEqual(await setup.read('guide.ja.md'), mine);
    await undoDelivery(window.context, lastDelivery(window.context) ?? '');
    assert.deepEqual(await setup.readBytes('guide.ja.md'), Buffer.from(mine));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([states(window), await setup.read('guide.ja.md')], [['undone'], mine]);
  });

  it('waits for a document that does not exist while another branch is checked out', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    const changes = async (): Promise<unknown> => {
      window.jobs.forgetSources();
      await window.jobs.compareSources();
      return window.jobs.all[0]!.sourceChanges?.map(({ state }) => state);
    };
    await rm(`${setup.windowOptions.root}/guide.md`);
    assert.deepEqual(await changes(), [{ kind: 'unknown', why: 'missing' }]);
    await approveAll(window);
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['source-missing'], false]);
    await setup.write('guide.md', `${guide}More.\n`);
    assert.deepEqual(await changes(), [{ kind: 'changed' }]);
    await window.jobs.followSources();
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['source-changed'], false]);
    await setup.write('guide.md', guide);
    window.jobs.forgetSources();
    await window.jobs.followSources();
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['delivered'], true]);
  });

  it('holds the translation of a document that was changed since the order', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    await setup.write('guide.md', `${guide}More.\n`);
    await approveAll(window);
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['source-changed'], false]);
    await window.jobs.deliver(window.jobs.all[0]!.id);
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['delivered'], true]);
    // The delivered file belongs to the older source. So the new source may be ordered, and its translation replaces
    // that file without confirmation.
    const {
      jobs: [again],
    } = await planFiles(window, ['guide.md'], ['ja']);
    assert.equal(again?.document?.targetExists, false);
  });

  it('downloads a file with the next refresh if a download fails', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const window = await order(setup, ['guide.md'], ['ja']);
    await setup.fault('html', 'GET /files/', { times: 10 });
    await approveAll(window);
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['not-downloaded'], false]);
    assert.ok(window.lines.some((line) => line.includes('could not be fetched')));
    await setup.fixture.control('DELETE', '/faults');
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([states(window), await exists(setup, 'guide.ja.md')], [['delivered'], true]);
  });

  it('is delivered by one of two windows', async () => {
    await using setup = await createOrderSetup('instant', { 'guide.md': guide }, { wire });
    const one = await order(setup, ['guide.md'], ['ja']);
    const two = await setup.openWindow();
    await two.jobs.fetchAndDeliver();
    await one.context.client.jobs.approve(one.jobs.all[0]!.id);
    await Promise.all([one.jobs.fetchAndDeliver(), two.jobs.fetchAndDeliver()]);
    await Promise.all([one.jobs.fetchAndDeliver(), two.jobs.fetchAndDeliver()]);
    assert.deepEqual([states(one), states(two)], [['delivered'], ['delivered']]);
    assert.equal((await setup.journal()).filter(({ type }) => type === 'delivered').length, 1);
  });
});

describeInWireModes('contract: a document is ordered once', function (wire) {
  this.timeout(30_000);

  it('finds the order by its custom data if the answer does not arrive', async () => {
    await using setup = await createOrderSetup('manual', { 'docs/guide.md': guide, 'notes.md': 'Notes' }, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFiles(window, ['docs/guide.md', 'notes.md'], ['ja']);
    await setup.fault('drop-after');
    assert.equal((await place(window, quote)).stopped?.kind, 'unconfirmed');
    assert.deepEqual(statuses(window), ['unclear', 'unclear']);
    assert.deepEqual(
      (await planFiles(window, ['docs/guide.md'], ['ja'])).skipped.map(({ reason }) => reason),
      ['in-flight'],
    );
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['available', 'available']);
    assert.deepEqual(
      new Set(window.jobs.all.map(({ units, document }) => `${document?.name ?? ''} ${units[0]?.targetFile ?? ''}`)),
      new Set(['guide.md docs/guide.ja.md', 'notes.md notes.ja.md']),
    );
    assert.equal(window.requests.filter((line) => line === 'POST /v2/translate/jobs').length, 1);
    assert.equal((await setup.totals()).orders, 1);
  });

  it('keeps the order unconfirmed if it never arrived, and does not resend it automatically', async () => {
    await using setup = await createOrderSetup('manual', { 'guide.md': guide }, { wire });
    const window = await setup.openWindow();
    const quote = await quoteFiles(window, ['guide.md'], ['ja']);
    await setup.fault('drop-before');
    await place(window, quote);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['unclear']);
    assert.equal((await setup.totals()).orders, 0);
  });

  it('orders once if two windows order at the same time, or if the document changes during the order', async () => {
    await using setup = await createOrderSetup('manual', { 'guide.md': guide }, { wire });
    const [one, two] = [await setup.openWindow(), await setup.openWindow()];
    // Both windows quote first, because a window that quotes after the other's order would find nothing to order.
    const quotes = [await quoteFiles(one, ['guide.md'], ['ja']), await quoteFiles(two, ['guide.md'], ['ja'])] as const;
    const outcomes = await Promise.allSettled([place(one, quotes[0]), place(two, quotes[1])]);
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const refusal: unknown = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
    assert.ok(refusal instanceof OrderError && refusal.reason === 'in-flight' && refusal.subject === 'guide.md');
    await setup.write('guide.md', `${guide}More.\n`);
    assert.deepEqual(
      (await planFiles(one, ['guide.md'], ['ja', 'fr'])).skipped.map(({ locale, reason }) => [locale, reason]),
      [['ja', 'in-flight']],
    );
    assert.equal((await setup.totals()).orders, 1);
  });

  it('recovers the order after the journal was lost, if the document is still the one that was ordered', async () => {
    await using setup = await createOrderSetup('instant', { 'docs/en/guide.md': guide, 'notes.md': 'Notes' }, { wire });
    await order(setup, ['docs/en/guide.md', 'notes.md'], ['ja']);
    await setup.write('notes.md', 'Other notes');
    const window = await setup.openWindow({
      journalFile: setup.journalFile.replace('journal.jsonl', 'another.jsonl'),
    });
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(
      window.jobs.all.map(({ title, units, document }) => [title, units[0]?.targetFile, document?.size]),
      [['guide.md', 'docs/ja/guide.md', guide.length]],
    );
    await approveAll(window);
    assert.deepEqual(states(window), ['delivered']);
    assert.ok(await exists(setup, 'docs/ja/guide.md'));
  });
});
