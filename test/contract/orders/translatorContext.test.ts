import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { withContext } from '../../../src/orders/spend/context/translatorContext.ts';
import { place, planFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import type { OrderOptions } from '../../../src/orders/model/order/quote.ts';

const options: OrderOptions = { tier: 'standard', autoApprove: false };
const texts = { title: 'Your cart', items: '{{count}} items in your cart', empty: 'Nothing here' };
const usages = new Map([['items', [{ path: 'src/cart.ts', line: 14, code: "t('items', { count })" }]]]);

async function order(window: OrderWindow, more: Partial<OrderOptions>): Promise<void> {
  const source = await openSourceFile(window.project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
  const plan = await planFile(window, 'locales/en.json', ['ja'], new Set(['items']));
  const notes = withContext(plan, { source, targets: [await openTargetFile(source, 'ja')], usages });
  await place(window, await quotePlan(window.context.client, notes, { ...options, ...more }));
}

/** The first comment that the translator of the only job receives. */
async function firstComment({ fixture }: OrderSetup): Promise<string> {
  const [job] = (await fixture.call('GET', '/translate/jobs')).response as readonly {
    readonly job_id: string | number;
  }[];
  const { thread } = (await fixture.call('GET', `/translate/job/${job!.job_id}/comments`)).response as {
    readonly thread: readonly { readonly body: string }[];
  };
  return thread[0]!.body;
}

describe('contract: context for translators', function () {
  this.timeout(20_000);

  it('arrives with the job, complete', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': texts });
    await order(await setup.openWindow(), { comment: 'A shop' });
    assert.equal(
      await firstComment(setup),
      [
        'A shop',
        '',
        'Key: items',
        '',
        'Placeholders:',
        '• {{count}} is replaced by a whole number, for example 3.',
        '',
        'Around it in the file:',
        '• title: “Your cart”',
        '• (this text)',
        '• empty: “Nothing here”',
        '',
        'Where it is used in the code:',
        "• src/cart.ts:14: t('items', { count })",
      ].join('\n'),
    );
  });

  it('is shortened to make room for the user’s comment, within the service’s limit', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': texts });
    await order(await setup.openWindow(), { comment: 'c'.repeat(24_900) });
    const comment = await firstComment(setup);
    assert.ok(comment.length <= 25_000, String(comment.length));
    assert.match(
      comment.slice(24_900),
      /^\n\nKey: items\n\nPlaceholders:\n• \{\{count\}\} is replaced by a whole number, for example 3\.\n…$/u,
    );
  });
});
