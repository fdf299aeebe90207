import assert from 'node:assert/strict';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import type { PlaceResult } from '../../../src/orders/spend/place/placeOrder.ts';
import { planDocuments, planPassage } from '../../../src/orders/units/plan/planDocuments.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { startForwarder } from './forwarder.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { manyTexts, createOrderSetup, type OrderSetup } from './orderSetup.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import type { Quote } from '../../../src/orders/model/order/quote.ts';

const source = 'locales/en.json';
const shop = { [source]: { hello: 'Hello', bye: 'Goodbye' } };
const options = { tier: 'standard', autoApprove: true };

const isStale =
  (title: string) =>
  (error: unknown): boolean =>
    error instanceof OrderError && error.reason === 'plan-stale' && error.subject === title;

/** Orders strings, which are then translated, approved and delivered. */
async function orderAndDeliver(window: OrderWindow, quote: Quote): Promise<void> {
  assert.equal((await place(window, quote)).stopped, undefined);
  await window.jobs.fetchAndDeliver();
  assert.ok(window.jobs.all.every(({ status }) => status === 'approved'));
}

async function historyOf({ context, jobs }: OrderWindow) {
  await context.journal.sync();
  return planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
}

async function quotePassage(window: OrderWindow, text: string): Promise<Quote> {
  const passage = {
    project: 'a1b2c3d4',
    file: 'notes.txt',
    text,
    protectedText: { text, source: text, placeholders: [] },
  };
  return quotePlan(
    window.context.client,
    planPassage(passage, { source: 'en', targets: ['ja'] }, ['en', 'ja'], await historyOf(window)),
    options,
  );
}

async function quoteDocument(window: OrderWindow, file: string): Promise<Quote> {
  const document = (await openDocument(
    window.project,
    await locateDocument(window.project, file, [], 'en'),
    [],
  )) as SourceDocument;
  const plan: Plan = await planDocuments({
    documents: [document],
    refused: [],
    targets: ['ja'],
    history: await historyOf(window),
    languages: ['en', 'ja'],
  });
  return quotePlan(window.context.client, plan, options);
}

/** Two windows; the first shows a price. */
async function twoWindows(setup: OrderSetup): Promise<readonly [OrderWindow, OrderWindow]> {
  return [await setup.openWindow(), await setup.openWindow()];
}

describe('contract: a plan that is confirmed late', function () {
  this.timeout(20_000);

  it('is not ordered when another window has ordered, approved and delivered the same strings', async () => {
    await using setup = await createOrderSetup('instant', shop);
    const [slow, fast] = await twoWindows(setup);
    const quote = await quoteFile(slow, source, ['ja'], { autoApprove: true });
    await orderAndDeliver(fast, await quoteFile(fast, source, ['ja'], { autoApprove: true }));
    const before = await setup.totals();
    await assert.rejects(place(slow, quote), isStale('hello'));
    await slow.jobs.fetchAndDeliver();
    await assert.rejects(place(slow, quote), isStale('hello'));
    assert.deepEqual(await setup.totals(), before);
    assert.equal((await setup.journal()).filter(({ type }) => type === 'intent').length, 1);
  });

  it('is not ordered when that delivery did not change the text', async () => {
    await using setup = await createOrderSetup('instant', { [source]: { hello: 'Hello' } });
    const [slow, fast] = await twoWindows(setup);
    await orderAndDeliver(fast, await quoteFile(fast, source, ['ja'], { autoApprove: true }));
    await slow.context.journal.sync();
    const selected = new Set(['hello']);
    const [one, two] = [
      await quoteFile(slow, source, ['ja'], { selected }),
      await quoteFile(fast, source, ['ja'], { selected, autoApprove: true }),
    ];
    const present = await setup.read('locales/ja.json');
    await orderAndDeliver(fast, two);
    assert.equal(await setup.read('locales/ja.json'), present);
    await assert.rejects(place(slow, one), isStale('hello'));
  });

  it('is not ordered when a string was edited', async () => {
    for (const [file, content] of [
      [source, { hello: 'Hello', bye: 'Farewell' }],
      ['locales/ja.json', { bye: 'さようなら' }],
    ] as const) {
      await using setup = await createOrderSetup('manual', shop);
      const window = await setup.openWindow();
      const quote = await quoteFile(window, source, ['fr', 'ja']);
      await setup.write(file, JSON.stringify(content));
      await assert.rejects(place(window, quote), isStale('bye'), file);
      assert.equal((await setup.totals()).orders, 0);
      assert.equal((await place(window, await quoteFile(window, source, ['fr', 'ja']))).stopped, undefined);
    }
  });

  it('is not ordered when its file or its folder no longer exists', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja']);
    await assert.rejects(
      place({ ...window, context: { ...window.context, findProject: () => undefined } }, quote),
      (error) => error instanceof OrderError && error.reason === 'no-project',
    );
    await window.project.remove(source, await setup.read(source), { id: 'a1', keep: () => Promise.resolve() });
    await assert.rejects(place(window, quote), isStale('hello'));
  });

  it('is ordered when the user selected translated strings and nothing has changed', async () => {
    const translated = { ...shop, 'locales/ja.json': { hello: 'こんにちは', bye: 'さようなら' } };
    await using setup = await createOrderSetup('manual', translated);
    const window = await setup.openWindow();
    const selected = new Set(['hello', 'bye']);
    const quote = await quoteFile(window, source, ['ja'], { selected });
    await setup.write('locales/ja.json', JSON.stringify({ hello: 'こんにちは', bye: 'じゃあね' }));
    await assert.rejects(place(window, quote), isStale('bye'));
    await setup.write('locales/ja.json', JSON.stringify({ bye: 'さようなら', hello: 'こんにちは', more: 'もっと' }));
    assert.equal((await place(window, quote)).placedJobs, 2);
  });

  it('is checked before every call: strings that change after the first call are not sent', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60) });
    const slow = await setup.openWindow();
    const quote = await quoteFile(slow, source, ['ja']);
    const seen: string[] = [];
    await using forwarder = await startForwarder(setup.fixture.sandbox.baseUrl, {
      onCall: async (call) => {
        seen.push(call);
        if (call === 'POST /v2/translate/jobs') await setup.write('locales/ja.json', JSON.stringify({ key57: '訳' }));
      },
    });
    const window = await setup.openWindow({
      service: { ...setup.windowOptions.service, baseUrl: forwarder.baseUrl },
    });
    const { placedJobs, notSent, stopped }: PlaceResult = await place(window, quote);
    assert.ok(stopped?.kind === 'refused' && isStale('key57')(stopped.error), stopped?.kind);
    assert.deepEqual([placedJobs, notSent], [50, 10]);
    assert.deepEqual(
      [(await setup.totals()).jobs, seen.filter((call) => call === 'POST /v2/translate/jobs').length],
      [50, 1],
    );
  });

  it('reads each file once for a call', async () => {
    await using setup = await createOrderSetup('manual', { [source]: manyTexts(60), 'locales/ja.json': {} });
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja', 'fr']);
    const reads: string[] = [];
    const project = { ...window.project, read: (name: string) => (reads.push(name), window.project.read(name)) };
    await place({ ...window, context: { ...window.context, findProject: () => project } }, quote);
    // Two calls for each locale; the first one looks at the whole order.
    assert.deepEqual(reads, [
      source,
      'locales/ja.json',
      'locales/fr.json',
      source,
      'locales/ja.json',
      source,
      'locales/fr.json',
      source,
      'locales/fr.json',
    ]);
  });

  it('is not ordered when another window has ordered the same passage, regardless of its status', async () => {
    await using setup = await createOrderSetup('instant', { 'notes.txt': 'A note.\n' });
    const [slow, fast] = await twoWindows(setup);
    const quote = await quotePassage(slow, 'A note.');
    await orderAndDeliver(fast, await quotePassage(fast, 'A note.'));
    await slow.jobs.fetchAndDeliver();
    await assert.rejects(place(slow, quote), isStale('A note.'));
    assert.equal((await setup.totals()).orders, 1);
    await setup.write('notes.txt', 'Moved.\n');
    assert.equal((await place(slow, await quotePassage(slow, 'Another note.'))).placedJobs, 1);
  });

  it('is not ordered when a document was changed, translated, or ordered and delivered', async () => {
    await using setup = await createOrderSetup('instant', { 'docs/en/guide.md': '# Guide\n' });
    const [slow, fast] = await twoWindows(setup);
    const quote = await quoteDocument(slow, 'docs/en/guide.md');
    await setup.write('docs/en/guide.md', '# Guides\n');
    await assert.rejects(place(slow, quote), isStale('guide.md'));
    await setup.write('docs/en/guide.md', '# Guide\n');
    await setup.write('docs/ja/guide.md', '# 案内\n');
    await assert.rejects(place(slow, quote), isStale('guide.md'));
    assert.equal((await setup.totals()).orders, 0);

    const replacing = await quoteDocument(slow, 'docs/en/guide.md');
    await orderAndDeliver(fast, await quoteDocument(fast, 'docs/en/guide.md'));
    await fast.jobs.deliver(fast.jobs.all[0]!.id, { replace: true });
    await slow.jobs.fetchAndDeliver();
    await assert.rejects(place(slow, replacing), isStale('guide.md'));
    assert.equal((await setup.totals()).orders, 1);
  });

  it('is ordered again after a refusal', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    const quote = await quoteFile(window, source, ['ja']);
    assert.equal(
      (await place(window, { ...quote, options: { ...quote.options, tier: 'ultra' } })).stopped?.kind,
      'refused',
    );
    assert.equal((await place(window, quote)).placedJobs, 2);
  });
});
