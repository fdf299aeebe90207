import assert from 'node:assert/strict';
import { openSourceFile, type SourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import { pricesOf, countMissing, type MissingPrices } from '../../../../../src/orders/spend/place/estimate.ts';
import { TranslationGaps } from '../../../../../src/orders/units/gaps/translationGaps.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { memoryProject } from '../../memoryProject.ts';
import { noPorts } from '../../noPorts.ts';

const noOrders: PlanHistory = { inFlight: new Set(), delivered: new Map() };

const inputs: MissingPrices = {
  tier: 'standard',
  prices: pricesOf(
    ['en'],
    {
      pairs: ['de', 'ja'].map((target) => ({
        source: 'en',
        target,
        tier: 'standard',
        unitPrice: target === 'de' ? 0.1 : 0.05,
        currency: 'USD',
      })),
      languages: [{ code: 'en', name: 'English', localizedName: 'English', unitType: 'word' }],
    },
    [],
  ),
};

describe('countMissing', () => {
  let source: SourceFile;
  const count = (
    { history = noOrders, ...changes }: Partial<MissingPrices> & { readonly history?: PlanHistory } = {},
    signal = new AbortController().signal,
  ) => {
    const gaps = new TranslationGaps([source], { history, languages: ['en', 'de', 'ja'] }, noPorts);
    return countMissing(gaps, { ...inputs, ...changes }, signal);
  };

  before(async () => {
    const project = memoryProject({
      'locales/en.json': { home: 'Home page', pay: 'Pay now', again: 'Pay now' },
      'locales/de.json': { home: 'Startseite' },
      'locales/ja.json': { home: 'ホーム', pay: '支払う', again: '支払う' },
      'locales/xx-broken.json': '{',
    });
    source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
  });

  it('counts strings in the locales that lack them, and a text that is ordered once only once in the price', async () => {
    assert.deepEqual(await count(), { count: 2, locales: ['de'], unitCount: 2, credits: 0.2, currency: 'USD' });
  });

  it('has no length and no price while these are not known', async () => {
    assert.deepEqual(await count({ prices: undefined }), { count: 2, locales: ['de'] });
    const { credits, unitCount } = await count({ tier: 'pro' });
    assert.deepEqual([credits, unitCount], [undefined, 2]);
  });

  it('does not count strings on order', async () => {
    const key = 'pay';
    const { project, path: file } = source;
    const unit = { project: project.id, file, key, locale: 'de', sourceHash: hashText('Pay now') };
    const { count: missing } = await count({
      history: { ...noOrders, inFlight: new Set([unitIdentity(unit)]) },
    });
    assert.equal(missing, 1);
  });

  it('counts simulated translations separately, which are offered again', async () => {
    const unit = { project: source.project.id, file: source.path, key: 'home', locale: 'de' };
    const delivery = { sourceHash: hashText('Home page'), valueHash: hashText('Startseite'), simulated: true };
    const delivered = new Map([[unitIdentity({ ...unit, sourceHash: delivery.sourceHash }), delivery]]);
    const { count: all, simulated } = await count({ history: { ...noOrders, delivered } });
    assert.deepEqual([all, simulated], [3, { count: 1, locales: ['de'], otherLocales: ['de'] }]);
  });

  it('stops when it is canceled', async () => {
    await assert.rejects(count({}, AbortSignal.abort(new Error('canceled'))), /canceled/u);
  });
});
