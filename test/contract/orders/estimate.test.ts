import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../host/paths.ts';
import {
  estimateOf,
  pricesOf,
  type Estimate,
  type Prices,
  unitCounter,
} from '../../../src/orders/spend/place/estimate.ts';
import { quotePlan, explainDifference, type PriceDifference } from '../../../src/orders/spend/place/quotePlan.ts';
import { approveJob } from './reviewOne.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { UnprotectableError, type PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';
import type { Quote } from '../../../src/orders/model/order/quote.ts';

interface FixtureText {
  readonly text: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
}

const fixtureFolder = path.join(projectRoot, 'test', 'fixtures', 'placeholders');
const locales = ['ja', 'de', 'fr', 'es', 'zh-Hant', 'ru'];

/** Returns all texts of the fixtures, those of real projects first, each once. */
async function fixtureTexts(): Promise<readonly FixtureText[]> {
  const names = (await readdir(fixtureFolder)).sort();
  const isReal = (name: string): boolean => name.startsWith('real-');
  const sorted = [...names.filter(isReal), ...names.filter((name) => !isReal(name))];
  const lists = await Promise.all(
    sorted.map(
      async (name) => JSON.parse(await readFile(path.join(fixtureFolder, name), 'utf8')) as readonly FixtureText[],
    ),
  );
  return [...new Map(lists.flat().map((fixture) => [fixture.text, fixture])).values()];
}

async function pricesFor({ context, jobs }: OrderWindow): Promise<Prices> {
  const [languages, pairs] = await Promise.all([
    context.client.service.languages(),
    context.client.service.languagePairs({ source: 'en' }),
  ]);
  return pricesOf(['en'], { pairs, languages }, jobs.all);
}

/** Estimates a quote's plan, and lists the differences, one line each. */
function compare(
  quote: Quote,
  prices: Prices,
): {
  readonly estimate: Estimate;
  readonly differences: readonly PriceDifference[];
  readonly lines: readonly string[];
} {
  const estimate = estimateOf(quote.plan, quote.options, prices);
  const differences = explainDifference(estimate, quote, prices);
  const lines = differences.flatMap(({ reason, jobs, credits }) =>
    jobs.map(
      ({ title, targetLocale, protectedText, price }) =>
        `${reason} (${credits}): ${title} into ${targetLocale}: ${price.unitCount} instead of ` +
        `${prices.count(protectedText.text)} in ${JSON.stringify(protectedText.text)}`,
    ),
  );
  return { estimate, differences, lines };
}

describe('contract: estimates', function () {
  this.timeout(120_000);

  it('are the prices of quotes, for 1,000 strings in six languages', async () => {
    const texts = (await fixtureTexts()).filter(({ text }) => text.trim() !== '').slice(0, 1000);
    assert.equal(texts.length, 1000);
    const source = Object.fromEntries(texts.map(({ text }, index) => [`key${index}`, text]));
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source });
    const window = await setup.openWindow();
    for (const tier of ['standard', 'pro']) {
      const quote = await quoteFile(window, 'locales/en.json', locales, { tier });
      const { estimate, lines } = compare(quote, await pricesFor(window));
      assert.deepEqual(lines, []);
      // Some texts are only placeholders, or can't be protected.
      assert.ok(quote.plan.jobs.length > 5000, `${quote.plan.jobs.length} jobs`);
      assert.deepEqual(
        estimate.locales.map(({ locale, jobCount, unitCount, credits }) => ({ locale, jobCount, unitCount, credits })),
        quote.locales,
      );
      assert.deepEqual(
        [estimate.unitCount, estimate.credits, estimate.currency, estimate.omitted],
        [quote.unitCount, quote.credits, quote.currency, []],
      );
    }
  });

  it('count every text of the fixtures as the service does, in languages of words and of characters', async () => {
    const texts = (await fixtureTexts()).flatMap(({ text, syntaxes }) => {
      try {
        return protect(text, syntaxes).text;
      } catch (error) {
        assert.ok(error instanceof UnprotectableError, String(error));
        return [];
      }
    });
    assert.ok(texts.length > 1500);
    await using setup = await createOrderSetup('manual', {});
    const { service } = (await setup.openWindow()).context.client;
    for (const language of (await service.languages()).filter(({ code }) => countedLanguages.includes(code))) {
      const count = unitCounter(language);
      const counted = await service.unitCount(texts.map((text) => ({ text, language: language.code })));
      const lines = counted.flatMap(({ unitCount }, index) => {
        const text = texts[index] ?? '';
        return count(text) === unitCount ? [] : [`${language.code}: ${unitCount}, not ${count(text)}: ${text}`];
      });
      assert.deepEqual(lines, []);
    }
  });

  it('know which texts are free, and explain what only the service knows', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': { save: 'Save your changes', cart: 'Your cart is empty' },
      'other/locales/en.json': { first: 'Save your changes', second: 'Two words' },
    });
    const window = await setup.openWindow();
    assert.equal((await place(window, await quoteFile(window, 'locales/en.json', ['ja']))).stopped, undefined);
    await window.jobs.fetchAndDeliver();
    const save = window.jobs.all.find(({ title }) => title === 'save')?.id ?? '';
    await setup.move(save, 'start');
    await setup.move(save, 'finish', { body_tgt: '変更を保存' });
    await window.jobs.fetchAndDeliver();
    await approveJob(window, save, {});
    await window.jobs.fetchAndDeliver();

    const plan = await planFile(window, 'other/locales/en.json', ['ja']);
    const options = { tier: 'standard', autoApprove: false };
    const quote = await quotePlan(window.context.client, plan, options);
    const known = compare(quote, await pricesFor(window));
    assert.deepEqual([known.lines, known.estimate.credits, known.estimate.locales[0]?.freeCount], [[], 0.14, 1]);
    assert.equal(quote.credits, 0.14);

    // A window that has not ordered doesn't know about the approval.
    const unaware = pricesOf(
      ['en'],
      {
        pairs: await window.context.client.service.languagePairs(),
        languages: await window.context.client.service.languages(),
      },
      [],
    );
    assert.deepEqual(
      compare(quote, unaware).differences.map(({ reason, jobs, credits }) => [reason, jobs.length, credits]),
      [['approved', 1, -0.21]],
    );

    const edited = await quotePlan(window.context.client, plan, { ...options, tier: 'pro', edit: true });
    const second = compare(edited, await pricesFor(window));
    assert.deepEqual(second.estimate.omitted, ['second-pass']);
    assert.deepEqual(
      second.differences.map(({ reason, jobs }) => [reason, jobs.length]),
      [['second-pass', 2]],
    );
  });
});

const countedLanguages = ['en', 'fr', 'ru', 'ar', 'th', 'ja', 'ko', 'zh', 'zh-tw'];
