import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../../src/base/present.ts';
import { openDocument, locateDocument, type SourceDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { parseCustomData } from '../../../src/orders/model/order/customData.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import { hashText } from '../../../src/orders/model/hash.ts';
import { readAttachments } from '../../../src/commands/wizard/readAttachments.ts';
import { placeOrder } from '../../../src/orders/spend/place/placeOrder.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { planDocuments } from '../../../src/orders/units/plan/planDocuments.ts';
import type { SandboxJob } from '../../../src/sandbox/records/job.ts';
import type { SandboxOrder } from '../../../src/sandbox/records/placedOrder.ts';
import { openStorage } from '../../../src/sandbox/storage/storage.ts';
import { describeInWireModes } from '../sandboxFixture.ts';
import { createOrderSetup, manyTexts, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import type { OrderOptions } from '../../../src/orders/model/order/quote.ts';

const source = 'locales/en.json';
const { attachments } = readAttachments('https://example.com/shots/cart.png https://example.com/brief.pdf');
const storedAttachments = [
  { url: 'https://example.com/shots/cart.png', filename: 'cart.png', mimeType: 'image/png' },
  { url: 'https://example.com/brief.pdf', filename: 'brief.pdf', mimeType: 'application/pdf' },
];

describeInWireModes('contract: what the service receives with an order', function (wire) {
  this.timeout(30_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'details-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Returns what the sandbox has stored after a test has ordered from it. */
  async function storedAfter(
    files: Readonly<Record<string, unknown>>,
    act: (setup: OrderSetup) => Promise<void>,
  ): Promise<{ readonly orders: readonly SandboxOrder[]; readonly jobs: readonly SandboxJob[] }> {
    const dataFile = path.join(folder, 'data.jsonl');
    {
      await using setup = await createOrderSetup('manual', files, { wire, dataFile });
      await act(setup);
    }
    const { held, storage } = await openStorage(dataFile);
    await storage.close();
    return { orders: held.orders ?? [], jobs: held.jobs ?? [] };
  }

  async function orderStrings(setup: OrderSetup, more: Partial<OrderOptions>): Promise<void> {
    const window = await setup.openWindow();
    const { stopped } = await place(window, await quoteFile(window, source, ['ja', 'fr'], more));
    assert.equal(stopped, undefined);
  }

  async function orderDocuments(
    setup: OrderSetup,
    files: readonly string[],
    more: Partial<OrderOptions>,
  ): Promise<void> {
    const window = await setup.openWindow();
    const { context, jobs, project } = window;
    const documents = await Promise.all(
      files.map(async (file) => openDocument(project, await locateDocument(project, file, [], 'en'), [])),
    );
    const plan = await planDocuments({
      documents: documents.filter((one): one is SourceDocument => 'content' in one),
      refused: [],
      targets: ['ja'],
      history: await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id)),
      languages: (await context.client.service.languages()).map(({ code }) => code),
    });
    const quote = await quotePlan(context.client, plan, { tier: 'standard', autoApprove: false, ...more });
    assert.equal((await place(window, quote)).stopped, undefined);
  }

  /** The fields of a stored job that the user or this window decides. */
  function orderedFields(job: SandboxJob): Partial<SandboxJob> {
    const { slug, bodySrc, lcSrc, lcTgt, tier, autoApprove, position, ...more } = job;
    const { comment, callbackUrl, maxChars, edit, grouped, usePreferred, purpose, tone, glossaryId } = more;
    return {
      ...{ slug, bodySrc, lcSrc, lcTgt, tier, autoApprove, position },
      ...present({ comment, callbackUrl, maxChars, edit, grouped, usePreferred, purpose, tone, glossaryId }),
      ...present({ attachments: more.attachments }),
    };
  }

  const texts = { hello: 'Hello, {{name}}!', bye: 'Goodbye' };

  it('sends every choice of the user with each job, and what the window knows about it', async () => {
    const callbackUrl = 'http://127.0.0.1:9/callbacks/abc';
    let window: OrderWindow | undefined;
    let entries: readonly JournalEntry[] = [];
    const { orders, jobs } = await storedAfter({ [source]: texts }, async (setup) => {
      window = await setup.openWindow();
      const quote = await quoteFile(window, source, ['ja'], {
        tier: 'standard',
        comment: 'Be brief.',
        autoApprove: true,
        edit: true,
        purpose: 'Web shop',
        tone: 'Friendly',
        glossaryId: '115',
        usePreferred: true,
        asGroup: true,
        referenceId: 4711,
        attachments,
      });
      const context = { ...window.context, callbackUrl: () => Promise.resolve(callbackUrl) };
      assert.equal((await placeOrder(context, quote, { statusOf: () => undefined })).stopped, undefined);
      entries = await setup.journal();
    });
    const common = {
      lcSrc: 'en',
      lcTgt: 'ja',
      tier: 'standard',
      autoApprove: true,
      callbackUrl,
      edit: true,
      grouped: true,
      usePreferred: true,
      purpose: 'Web shop',
      tone: 'Friendly',
      glossaryId: 115,
      attachments: storedAttachments,
    };
    assert.deepEqual(jobs.map(orderedFields), [
      { ...common, slug: 'hello', bodySrc: 'Hello, [[[{{name}}]]]!', comment: 'Be brief.\n\nKey: hello', position: 1 },
      { ...common, slug: 'bye', bodySrc: 'Goodbye', comment: 'Be brief.\n\nKey: bye', position: 2 },
    ]);
    assert.deepEqual(
      orders.map(({ asGroup, referenceId }) => [asGroup, referenceId]),
      [[true, 4711]],
    );
    const intent = entries.find((entry) => entry.type === 'intent');
    assert.deepEqual(intent?.options, {
      edit: true,
      usePreferred: true,
      purpose: 'Web shop',
      tone: 'Friendly',
      glossaryId: '115',
      referenceId: 4711,
      asGroup: true,
      attachments: ['cart.png', 'brief.pdf'],
    });
    assert.deepEqual([intent.comment, intent.tier, intent.autoApprove], ['Be brief.', 'standard', true]);
    for (const [index, { customData }] of jobs.entries()) {
      const { project, intent: id, number, locale, file, key, sourceHash } = parseCustomData(customData) ?? {};
      assert.deepEqual(
        { project, id, number, locale, file, key, sourceHash },
        {
          project: window?.project.id,
          id: intent.id,
          number: index + 1,
          locale: 'ja',
          file: source,
          key: ['hello', 'bye'][index],
          sourceHash: hashText(Object.values(texts)[index] ?? ''),
        },
      );
    }
  });

  it('sends only what is needed if the user made no choice', async () => {
    const { orders, jobs } = await storedAfter({ [source]: texts }, async (setup) => {
      const window = await setup.openWindow();
      assert.equal((await place(window, await quoteFile(window, source, ['ja']))).stopped, undefined);
      const intent = (await setup.journal()).find((entry) => entry.type === 'intent');
      assert.deepEqual([intent?.options, intent?.comment, intent?.autoApprove], [undefined, undefined, false]);
    });
    const common = { lcSrc: 'en', lcTgt: 'ja', tier: 'standard', autoApprove: false };
    assert.deepEqual(jobs.map(orderedFields), [
      { ...common, slug: 'hello', bodySrc: 'Hello, [[[{{name}}]]]!', comment: 'Key: hello', position: 1 },
      { ...common, slug: 'bye', bodySrc: 'Goodbye', comment: 'Key: bye', position: 2 },
    ]);
    assert.deepEqual(
      orders.map(({ asGroup, referenceId, comment, purpose, tone }) => [asGroup, referenceId, comment, purpose, tone]),
      [[false, undefined, undefined, undefined, undefined]],
    );
  });

  it('sends the reference number with every call of an order', async () => {
    const { orders, jobs } = await storedAfter({ [source]: manyTexts(60) }, (setup) =>
      orderStrings(setup, { referenceId: 4711 }),
    );
    assert.equal(jobs.length, 120);
    assert.deepEqual(
      orders.map(({ referenceId }) => referenceId),
      [4711, 4711, 4711, 4711],
    );
  });

  it('sends the smallest and the largest reference number', async () => {
    for (const referenceId of [0, Number.MAX_SAFE_INTEGER]) {
      const { orders } = await storedAfter({ [source]: { a: `Text ${referenceId}` } }, (setup) =>
        orderStrings(setup, { referenceId }),
      );
      assert.ok(orders.length > 0);
      for (const order of orders) assert.equal(order.referenceId, referenceId);
      await rm(path.join(folder, 'data.jsonl'));
    }
  });

  it('sends neither if the user chose neither', async () => {
    const { orders, jobs } = await storedAfter({ [source]: manyTexts(2) }, (setup) => orderStrings(setup, {}));
    assert.deepEqual([orders.length, jobs.length], [2, 4]);
    for (const order of orders) assert.deepEqual([order.referenceId, order.attachments], [undefined, undefined]);
    for (const job of jobs) assert.equal(job.attachments, undefined);
  });

  it('sends attachments with every document, with their names and types', async () => {
    const { orders, jobs } = await storedAfter({ 'docs/en/guide.md': '# Guide\n', 'notes.txt': 'Milk.\n' }, (setup) =>
      orderDocuments(setup, ['docs/en/guide.md', 'notes.txt'], { attachments, referenceId: 12 }),
    );
    assert.equal(jobs.length, 2);
    for (const job of jobs) assert.deepEqual(job.attachments, storedAttachments);
    for (const { referenceId } of orders) assert.equal(referenceId, 12);
  });

  it('sends no order with an invalid number or attachment', async () => {
    const wrong: readonly Partial<OrderOptions>[] = [
      { referenceId: -1 },
      { referenceId: 1.5 },
      { attachments: [{ url: 'http://localhost/a.png', filename: 'a.png', mimeType: 'image/png' }] },
    ];
    const { orders } = await storedAfter({ [source]: manyTexts(2) }, async (setup) => {
      for (const more of wrong) await assert.rejects(orderStrings(setup, more));
      assert.equal((await setup.totals()).orders, 0);
    });
    assert.deepEqual(orders, []);
  });
});
