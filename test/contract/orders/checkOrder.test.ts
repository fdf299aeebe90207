import assert from 'node:assert/strict';
import { checkOrder, applyFindings } from '../../../src/orders/spend/check/checkOrder.ts';
import { quotePlan, otherLanguages, earlierApprovals } from '../../../src/orders/spend/place/quotePlan.ts';
import { place, planFile } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { withRetranslated } from '../../../src/orders/model/plan/planDecisions.ts';
import type { OrderOptions } from '../../../src/orders/model/order/quote.ts';

const options: OrderOptions = { tier: 'standard', autoApprove: false };
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'].join('_');

/** Everything that the service received about the jobs, as one text. */
async function allJobs({ fixture }: OrderSetup): Promise<string> {
  const list = (await fixture.call('GET', '/translate/jobs', { count: 200 })).response as readonly {
    readonly job_id: string | number;
  }[];
  const ids = list.map(({ job_id: id }) => String(id));
  const jobs = await fixture.call('GET', `/translate/jobs/${ids.join(',')}`);
  const comments = await Promise.all(ids.map((id) => fixture.call('GET', `/translate/job/${id}/comments`)));
  return JSON.stringify([jobs, comments]);
}

describe('contract: an order that was checked', function () {
  this.timeout(20_000);

  it('sends nothing that was not confirmed', async () => {
    const texts = {
      hello: 'Hello',
      secret: `Send ${token} to the server`,
      mail: 'Write to jane@acme.io',
      empty: '{{name}}',
    };
    await using setup = await createOrderSetup('instant', { 'locales/en.json': texts });
    const window = await setup.openWindow();
    const plan = await planFile(window, 'locales/en.json', ['ja']);
    const settled = applyFindings(plan, await checkOrder(plan, options), new Set(['jane@acme.io']));
    const result = await place(window, await quotePlan(window.context.client, settled, options));
    assert.equal(result.placedJobs, 2);
    const known = await allJobs(setup);
    assert.ok(known.includes('Hello') && known.includes('jane@acme.io'));
    assert.ok(!known.includes(token) && !known.includes(token.slice(0, 12)));
  });

  it('reports which strings the service detects as another language', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': { hello: 'Hello', done: 'Корзина пуста', ok: 'OK', kana: 'カートに入れる' },
    });
    const window = await setup.openWindow();
    const quote = await quotePlan(window.context.client, await planFile(window, 'locales/en.json', ['fr']), options);
    assert.deepEqual(
      otherLanguages(quote).map(({ job, detected }) => [job.title, detected]),
      [
        ['done', 'ru'],
        ['kana', 'ja'],
      ],
    );
    assert.deepEqual(
      quote.plan.jobs.map(({ price }) => price.detectedLanguage),
      ['en', 'ru', 'en', 'ja'],
    );
  });

  it('reuses earlier translations for free, or orders them again at full price, as the user chooses', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': { hello: 'Hello there', cart: 'Your cart' },
    });
    const window = await setup.openWindow();
    await place(
      window,
      await quotePlan(window.context.client, await planFile(window, 'locales/en.json', ['ja']), {
        ...options,
        autoApprove: true,
      }),
    );
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.all.length, 2);

    await setup.write(
      'locales/en.json',
      JSON.stringify({ hello: 'Hello there', cart: 'Your cart', greeting: 'Hello there', basket: 'Your cart' }),
    );
    const quote = await quotePlan(window.context.client, await planFile(window, 'locales/en.json', ['ja']), options);
    assert.equal(quote.credits, 0);
    const { usable } = await earlierApprovals(window.context, { plan: quote.plan, tier: 'standard' }, window.jobs.all);
    assert.deepEqual(
      usable.map(({ job, earlier }) => [job.title, earlier.title]),
      [
        ['greeting', 'hello'],
        ['basket', 'cart'],
      ],
    );
    const retranslated = await quotePlan(
      window.context.client,
      withRetranslated(quote.plan, quote.plan.jobs.slice(1)),
      options,
    );
    assert.deepEqual(
      retranslated.plan.jobs.map(({ price }) => price.credits > 0),
      [false, true],
    );

    const { creditsUsed } = await place(window, retranslated);
    assert.equal(creditsUsed, retranslated.credits);
    await window.jobs.fetchAndDeliver();
    const delivered = JSON.parse(await setup.read('locales/ja.json')) as Record<string, string>;
    assert.equal(delivered['greeting'], delivered['hello']);
    assert.equal(delivered['basket'] ?? '', '', 'The job must wait for its review.');
  });

  it('reports this for documents as well', async () => {
    await using setup = await createOrderSetup('manual', {});
    const { client } = (await setup.openWindow()).context;
    const file = (key: string, text: string) => ({
      key,
      filename: `${key}.md`,
      content: Buffer.from(text),
      sourceLanguage: 'en',
      targetLanguage: 'fr',
      tier: 'standard',
    });
    const quoted = await client.service.quoteFiles([
      file('english', '# Welcome\n\nTo the shop.'),
      file('russian', '# Привет\n\nДобро пожаловать в магазин [[[Shop with a long English name]]].'),
    ]);
    assert.deepEqual(
      quoted.map((answer) => answer.kind === 'quoted' && answer.detectedLanguage),
      ['en', 'ru'],
    );
  });
});
