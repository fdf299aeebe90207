import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { formatCustomData, parseCustomData } from '../../../src/orders/model/order/customData.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob } from '../orders/reviewOne.ts';
import { actionsFor } from '../../../src/orders/model/trackedJob.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { place, quoteFile, type OrderWindow } from '../orders/orderWindow.ts';
import { manyTexts, createOrderSetup, type OrderSetup } from '../orders/orderSetup.ts';
import type { Pitfalls } from './pitfall.ts';

const en = 'locales/en.json';
const ja = 'locales/ja.json';
const orderCall = 'POST /v2/translate/jobs';

async function orderAll(window: OrderWindow, autoApprove = false): Promise<void> {
  await place(window, await quoteFile(window, en, ['ja'], { autoApprove }));
  await window.jobs.fetchAndDeliver();
}

/** Submits translations by job title, and approves them regardless of errors that the checks find. */
async function translate(
  setup: OrderSetup,
  window: OrderWindow,
  translations: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { id, title } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[title] });
  }
  await window.jobs.fetchAndDeliver();
  for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
}

async function read(setup: OrderSetup, file: string): Promise<unknown> {
  return JSON.parse(await setup.read(file));
}

/** Pitfalls of orders and deliveries. */
export const orderingPitfalls: Pitfalls = {
  11: {
    title: 'orders and pays for a text once if it occurs twice, and delivers it to both units',
    run: async (wire) => {
      await using setup = await createOrderSetup(
        'manual',
        { [en]: { save: 'Save', dialog: { save: 'Save' }, open: 'Open' } },
        { wire },
      );
      const window = await setup.openWindow();
      await orderAll(window);
      assert.equal((await setup.totals()).jobs, 2);
      await translate(setup, window, { save: '保存', open: '開く' });
      assert.deepEqual(await read(setup, ja), { save: '保存', dialog: { save: '保存' }, open: '開く' });
    },
  },
  12: {
    title:
      'writes custom data as JSON within a kilobyte, with the project, and does not recover jobs of other projects',
    run: async (wire) => {
      const data = {
        project: 'a1b2c3d4',
        intent: '0123456789ab',
        number: 7,
        sourceHash: 'h',
        locale: 'ja',
        file: 'a||b:c/"d".json',
        key: 'x:y||z.\\"{}[]',
      };
      assert.deepEqual(parseCustomData(formatCustomData(data)), data);
      assert.ok(
        Buffer.byteLength(formatCustomData({ ...data, file: '日'.repeat(900), key: '本'.repeat(900) })) <= 1024,
      );

      await using setup = await createOrderSetup('manual', { [en]: { bye: 'Goodbye' } }, { wire });
      const production = await setup.openWindow();
      await orderAll(production);
      const otherJournal = { journalFile: `${setup.journalFile}.other` };
      const staging = await setup.openWindow({ ...otherJournal, projects: ['ffffffff'] });
      await staging.jobs.fetchAndDeliver({ recover: true });
      assert.deepEqual(staging.jobs.all, []);
      // The same project finds them on a machine that has lost its journal.
      const again = await setup.openWindow({ journalFile: `${setup.journalFile}.lost` });
      await again.jobs.fetchAndDeliver({ recover: true });
      assert.deepEqual(
        again.jobs.all.map(({ id }) => id),
        production.jobs.all.map(({ id }) => id),
      );
    },
  },
  13: {
    title: 'does not deliver a translation automatically if its source has changed since the order',
    run: async (wire) => {
      await using setup = await createOrderSetup('manual', { [en]: { bye: 'Goodbye' }, [ja]: { bye: '' } }, { wire });
      const window = await setup.openWindow();
      await orderAll(window);
      await setup.write(en, '{ "bye": "See you" }');
      await translate(setup, window, { bye: 'さようなら' });
      assert.deepEqual(
        window.jobs.all.map(({ delivery }) => delivery),
        [{ kind: 'held', reason: 'source-changed' }],
      );
      assert.deepEqual(await read(setup, ja), { bye: '' });
    },
  },
  15: {
    title: 'sends and delivers markup and entities unchanged, neither escaped nor unescaped',
    run: async (wire) => {
      const text = '<b>Tom &amp; Jerry</b> &lt;3 & "quotes"';
      await using setup = await createOrderSetup('manual', { [en]: { title: text } }, { wire });
      const window = await setup.openWindow();
      await orderAll(window);
      const [job] = await window.context.client.jobs.get(window.jobs.all.map(({ id }) => id));
      assert.equal(job!.sourceText, text);
      const translation = '<b>トム &amp; ジェリー</b> &lt;3 & 「"」';
      await translate(setup, window, { title: translation });
      assert.deepEqual(await read(setup, ja), { title: translation });
    },
  },
  16: {
    title: 'restores leading and trailing whitespace that the translator lost',
    run: async (wire) => {
      await using setup = await createOrderSetup('manual', { [en]: { label: '  Name: \n' } }, { wire });
      const window = await setup.openWindow();
      await orderAll(window);
      await translate(setup, window, { label: '名前：' });
      assert.deepEqual(await read(setup, ja), { label: '  名前： \n' });
    },
  },
  19: {
    title: 'delivers a translation without callbacks, by polling alone',
    run: async (wire) => {
      await using setup = await createOrderSetup('instant', { [en]: { bye: 'Goodbye' } }, { wire });
      const window = await setup.openWindow();
      await orderAll(window, true);
      const jobs = await window.context.client.jobs.get(window.jobs.all.map(({ id }) => id));
      assert.deepEqual(
        jobs.map(({ callbackUrl, status }) => [callbackUrl, status]),
        [[undefined, 'approved']],
      );
      assert.deepEqual(await read(setup, ja), { bye: jobs[0]!.translatedText });
    },
  },
  25: {
    title:
      'sends no order over a budget, reports a refusal for a low balance, and stops at a price that was not confirmed',
    run: async (wire) => {
      await using poor = await createOrderSetup(
        'manual',
        { [en]: { bye: 'Goodbye for ever' } },
        { wire, openingCents: 10 },
      );
      const window = await poor.openWindow();
      const quote = await quoteFile(window, en, ['ja']);
      const refused = (await place(window, quote)).stopped;
      assert.ok(refused?.kind === 'refused' && refused.error instanceof ServiceError && refused.error.code === 2700);
      assert.deepEqual([(await poor.totals()).orders, (await poor.totals()).spent], [0, '0.00']);

      await using setup = await createOrderSetup('manual', { [en]: manyTexts(120) }, { wire });
      const rich = await setup.openWindow();
      const limited = await setup.openWindow({ budgets: { perOrder: 1 } });
      await assert.rejects(
        place(limited, await quoteFile(limited, en, ['ja'])),
        (error) => error instanceof OrderError && error.reason === 'over-budget',
      );
      assert.ok(!limited.requests.includes(orderCall));
      const fullQuote = await quoteFile(rich, en, ['ja']);
      const jobs = fullQuote.plan.jobs.map((job) => {
        const price = { ...job.price, credits: job.price.credits / 2 };
        return { ...job, price };
      });
      const cheaper = { ...fullQuote, plan: { ...fullQuote.plan, jobs } };
      const { stopped, placedJobs } = await place(rich, cheaper);
      assert.deepEqual(
        [stopped?.kind, placedJobs, rich.requests.filter((call) => call === orderCall).length],
        ['price-differs', 50, 1],
      );
    },
  },
  26: {
    title: "shows a job's translation, cost, status and thread, and offers to cancel it only while it is available",
    run: async (wire) => {
      await using setup = await createOrderSetup('manual', { [en]: { bye: 'Goodbye' } }, { wire });
      const window = await setup.openWindow();
      await orderAll(window);
      const shown = () => window.jobs.all[0]!;
      const { id } = shown();
      await window.context.client.jobs.comment(id, 'Formal?');
      assert.deepEqual(
        [shown().sourceText, shown().status, shown().credits, shown().currency],
        ['Goodbye', 'available', 0.07, 'USD'],
      );
      await window.jobs.detail(id);
      const { author, body } = window.jobs.threads.of(id)!.at(-1)!;
      assert.deepEqual([author, body], ['customer', 'Formal?']);
      const cancelable: string[] = [];
      const noteIfCancelable = async (): Promise<void> => {
        await window.jobs.fetchAndDeliver();
        if (actionsFor(shown()).has('cancel')) cancelable.push(shown().status);
      };
      await noteIfCancelable();
      await setup.move(id, 'start');
      await noteIfCancelable();
      await setup.move(id, 'finish', { body_tgt: 'さようなら' });
      await noteIfCancelable();
      assert.deepEqual(
        [shown().status, shown().translatedText, cancelable],
        ['reviewable', 'さようなら', ['available']],
      );
    },
  },
  27: {
    title: 'offers to order translations wherever a locale file is shown, and has nothing to order after the delivery',
    run: async (wire) => {
      const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
        readonly contributes: {
          readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly submenu?: string }[]>>;
        };
      };
      for (const menu of ['editor/title', 'explorer/context', 'humanTranslation.editor', 'commandPalette']) {
        assert.ok(
          manifest.contributes.menus[menu]?.some(({ command }) => command === 'humanTranslation.orderFile'),
          menu,
        );
      }
      await using setup = await createOrderSetup(
        'instant',
        { [en]: { hello: 'Hello', bye: 'Goodbye' }, [ja]: { hello: 'やあ' } },
        { wire },
      );
      const window = await setup.openWindow();
      const quote = await quoteFile(window, en, ['ja'], { autoApprove: true });
      assert.deepEqual([quote.plan.jobs.map(({ title }) => title), quote.credits], [['bye'], 0.07]);
      await place(window, quote);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual((await quoteFile(window, en, ['ja'])).plan.jobs, []);
      const { hello, bye } = (await read(setup, ja)) as Record<string, string>;
      assert.ok(hello === 'やあ' && bye !== undefined && bye !== '');
    },
  },
  28: {
    title: 'knows all orders from the journal, and never lists all jobs to find one',
    run: async (wire) => {
      await using setup = await createOrderSetup('manual', { [en]: manyTexts(60) }, { wire });
      const first = await setup.openWindow();
      await orderAll(first);
      const second = await setup.openWindow();
      const orders = [...second.context.ledger.intents.values()].map(({ orderId, intent }) => [
        typeof orderId,
        intent.jobs.length,
      ]);
      assert.deepEqual(orders, [
        ['string', 50],
        ['string', 10],
      ]);
      assert.deepEqual(
        [...second.context.ledger.jobs.keys()].toSorted(),
        first.jobs.all.map(({ id }) => id).toSorted(),
      );
      assert.equal(second.requests.length, 0);
      await second.jobs.fetchAndDeliver();
      assert.equal(second.jobs.all.length, 60);
      assert.ok(second.requests.length > 0 && !second.requests.includes('GET /v2/translate/jobs'));
    },
  },
};
