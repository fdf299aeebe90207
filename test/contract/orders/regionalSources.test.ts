import assert from 'node:assert/strict';
import { bestPairs, sourceLanguageCodes } from '../../../src/locales/languageCode.ts';
import { withSourceLanguages } from '../../../src/orders/model/plan/plannedLocales.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { estimateOf, pricesOf } from '../../../src/orders/spend/place/estimate.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import type { LanguagePair } from '../../../src/service/interface/records.ts';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place, planFile, type OrderWindow } from './orderWindow.ts';

const texts = { color: 'Choose a colour', save: 'Save your changes' };
const options = { tier: 'standard', autoApprove: false };

/** Returns the service's pairs in which a source is ordered, as the editor and the command line load them. */
async function pairsFrom({ context: { client } }: OrderWindow, sourceLocale: string): Promise<readonly LanguagePair[]> {
  const codes = sourceLanguageCodes(
    sourceLocale,
    (await client.service.languages()).map(({ code }) => code),
  );
  const pairs = await Promise.all(codes.map((source) => client.service.languagePairs({ source })));
  return bestPairs(sourceLocale, codes, pairs.flat());
}

async function plan(window: OrderWindow, sourceLocale: string, locales: readonly string[]): Promise<Plan> {
  const planned = await planFile(window, `locales/${sourceLocale}.json`, locales);
  return withSourceLanguages(planned, await pairsFrom(window, sourceLocale));
}

/** Returns the languages in which the journal has jobs, each as `en > ja`. */
async function orderedLanguages(setup: OrderSetup): Promise<readonly string[]> {
  const entries = await setup.journal();
  return entries.flatMap((entry) =>
    entry.type === 'intent' ? [`${entry.sourceLanguage} > ${entry.jobs[0]?.targetLanguage ?? ''}`] : [],
  );
}

describe('contract: sources in a regional variety', function () {
  this.timeout(30_000);

  const orders: readonly [source: string, targets: readonly string[], languages: readonly string[]][] = [
    ['en-GB', ['ja', 'de'], ['en > ja', 'en > de']],
    ['en_AU', ['fr', 'ko'], ['en > fr', 'en > ko']],
    ['en-GB', ['en', 'ja'], ['en-gb > en', 'en > ja']],
    ['fr-CA', ['en', 'de', 'it'], ['fr-ca > en', 'fr > de', 'fr > it']],
    ['de-AT', ['en', 'fr'], ['de > en', 'de > fr']],
    ['zh-Hans-CN', ['en', 'ko'], ['zh > en', 'zh > ko']],
    ['pt-BR', ['en', 'es'], ['pt-br > en', 'pt-br > es']],
  ];
  for (const [sourceLocale, targets, languages] of orders) {
    it(`order ${sourceLocale} as ${languages.join(', ')}, and deliver to its project`, async () => {
      const file = (locale: string): string => `locales/${locale}.json`;
      const targetFiles = Object.fromEntries(targets.map((locale) => [file(locale), {}]));
      await using setup = await createOrderSetup('manual', { [file(sourceLocale)]: texts, ...targetFiles });
      const window = await setup.openWindow({ sourceLocale });
      const quote = await quotePlan(window.context.client, await plan(window, sourceLocale, targets), options);
      assert.equal((await place(window, quote)).stopped, undefined);
      assert.deepEqual(await orderedLanguages(setup), languages);

      await window.jobs.fetchAndDeliver();
      for (const { id, title, targetLocale } of window.jobs.all) {
        await setup.move(id, 'start');
        await setup.move(id, 'finish', { body_tgt: `${title} ${targetLocale}` });
      }
      await window.jobs.fetchAndDeliver();
      for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
      for (const locale of targets)
        assert.deepEqual(JSON.parse(await setup.read(file(locale))), {
          color: `color ${locale}`,
          save: `save ${locale}`,
        });
      assert.deepEqual((await plan(window, sourceLocale, targets)).jobs, []);
    });
  }

  it('cost what was estimated by the prices of the pairs that are used', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en-GB.json': texts,
      'locales/en.json': {},
      'locales/ja.json': {},
    });
    const window = await setup.openWindow({ sourceLocale: 'en-GB' });
    const planned = await plan(window, 'en-GB', ['en', 'ja']);
    const pairs = await pairsFrom(window, 'en-GB');
    const languages = await window.context.client.service.languages();
    const estimate = estimateOf(planned, options, pricesOf(['en-gb', 'en'], { pairs, languages }, []));
    const quote = await quotePlan(window.context.client, planned, options);
    assert.deepEqual([estimate.credits, estimate.omitted], [quote.credits, []]);
    assert.ok(quote.credits > 0);
  });

  it('are on order under whichever code they were ordered', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en-GB.json': texts, 'locales/en.json': {} });
    const window = await setup.openWindow({ sourceLocale: 'en-GB' });
    const ownCode = await planFile(window, 'locales/en-GB.json', ['en']);
    assert.equal(ownCode.sourceLanguage, 'en-gb');
    await place(window, await quotePlan(window.context.client, ownCode, options));
    assert.deepEqual(await orderedLanguages(setup), ['en-gb > en']);

    // The service has the pair from another code only.
    const again = withSourceLanguages(await planFile(window, 'locales/en-GB.json', ['en']), [
      { source: 'en-us', target: 'en' },
    ]);
    assert.deepEqual([again.jobs, again.skipped.map(({ reason }) => reason)], [[], ['in-flight', 'in-flight']]);
  });
});
