import assert from 'node:assert/strict';
import { canUsePreferred, fittingGlossaries } from '../../../../src/orders/place/orderExtras.ts';
import type { Glossary, PreferredTranslators } from '../../../../src/service/interface/records.ts';

describe('preferred translators', () => {
  const preferred = (target: string, tier: string, ...ids: readonly string[]): PreferredTranslators => ({
    source: 'en',
    target,
    tier,
    translators: ids.map((id) => ({ id })),
  });
  const account = [
    preferred('ja', 'pro', '1', '2'),
    preferred('fr', 'pro', '3'),
    preferred('de', 'pro', '4', '4'),
    preferred('es', 'pro', '5'),
    preferred('es', 'pro', '6'),
  ];

  it('can be asked for with two of them for every language in the tier', () => {
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja'] }, 'pro'), true);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja', 'es'] }, 'pro'), true);
  });

  it('cannot with one, with the same one twice, in another tier, or from another language', () => {
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja', 'fr'] }, 'pro'), false);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['de'] }, 'pro'), false);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja'] }, 'standard'), false);
    assert.equal(canUsePreferred(account, { source: 'ja', targets: ['ja'] }, 'pro'), false);
    assert.equal(canUsePreferred([], { source: 'en', targets: ['ja'] }, 'pro'), false);
  });
});

describe('glossaries', () => {
  const glossary = (id: string, sourceLanguage: string, ...targetLanguages: readonly string[]): Glossary => ({
    id,
    title: id,
    sourceLanguage,
    targetLanguages,
    unitCount: 1,
    isPublic: false,
  });
  const all = [
    glossary('a', 'en-US', 'ja', 'fr'),
    glossary('b', 'en', 'zh-tw'),
    glossary('c', 'ja', 'en'),
    glossary('d', 'en-GB', 'zh-Hant', 'ja'),
  ];
  const fitting = (source: string, ...targets: readonly string[]): readonly string[] =>
    fittingGlossaries(all, { source, targets }).map(({ id }) => id);

  it('fit when they have the source and every target, whatever the region they name', () => {
    assert.deepEqual(fitting('en', 'ja'), ['a', 'd']);
    assert.deepEqual(fitting('en', 'ja', 'fr'), ['a']);
    assert.deepEqual(fitting('ja', 'en'), ['c']);
  });

  it('fit in the script of the order only', () => {
    assert.deepEqual(fitting('en', 'zh-tw'), ['b', 'd']);
    assert.deepEqual(fitting('en', 'zh'), []);
  });
});
