import assert from 'node:assert/strict';
import type { OrderScope } from '../../../../src/commands/scope/orderScope.ts';
import { estimateScope } from '../../../../src/commands/scope/estimateScope.ts';
import { openSourceFile } from '../../../../src/orders/units/files/localeFile.ts';
import { pricesOf } from '../../../../src/orders/spend/place/estimate.ts';
import { TranslationGaps } from '../../../../src/orders/units/gaps/translationGaps.ts';
import { memoryProject } from '../../orders/memoryProject.ts';
import { noPorts } from '../../orders/noPorts.ts';

describe('estimateScope', () => {
  it('estimates selected strings in the languages of the service, and nothing in the others', async () => {
    const project = memoryProject({
      'locales/en.json': { save: 'Save' },
      'locales/ca.json': {},
      'locales/de.json': {},
    });
    const source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
    const scope: OrderScope = { kind: 'units', sources: [source], selected: new Set(['save']), initialTargets: [] };
    const history = { inFlight: new Set<string>(), delivered: new Map() };
    const pairs = [{ source: 'en', target: 'de', tier: 'standard', unitPrice: 0.05, currency: 'USD' }];
    const inputs = {
      gaps: new TranslationGaps([], { history, languages: ['en', 'de'] }, noPorts),
      tier: 'standard',
      prices: pricesOf(['en'], { pairs, languages: [] }, []),
    };
    const estimates = source.targetLocales.map((locale) => [locale, estimateScope(scope, locale, inputs)?.credits]);
    assert.deepEqual(estimates, [
      ['ca', undefined],
      ['de', 0.05],
    ]);
  });
});
