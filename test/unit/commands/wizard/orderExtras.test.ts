import assert from 'node:assert/strict';
import {
  canUsePreferred,
  fittingGlossaries,
  type OrderedLanguages,
} from '../../../../src/commands/wizard/orderExtras.ts';
import type { Glossary, PreferredTranslators } from '../../../../src/service/interface/records.ts';

function from(source: string, targets: readonly string[]): OrderedLanguages {
  return targets.map((target) => ({ source, target }));
}

describe('canUsePreferred', () => {
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

  it('is true if there are two preferred translators for each language in the tier', () => {
    assert.equal(canUsePreferred(account, from('en', ['ja']), 'pro'), true);
    assert.equal(canUsePreferred(account, from('en', ['ja', 'es']), 'pro'), true);
  });

  it('is false with fewer, with one listed twice, in another tier, or from another language', () => {
    assert.equal(canUsePreferred(account, from('en', ['ja', 'fr']), 'pro'), false);
    assert.equal(canUsePreferred(account, from('en', ['de']), 'pro'), false);
    assert.equal(canUsePreferred(account, from('en', ['ja']), 'standard'), false);
    assert.equal(canUsePreferred(account, from('ja', ['ja']), 'pro'), false);
    assert.equal(canUsePreferred([], from('en', ['ja']), 'pro'), false);
  });
});

describe('fittingGlossaries', () => {
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
    fittingGlossaries(all, from(source, targets)).map(({ id }) => id);

  it('returns glossaries with the source and all targets, regardless of their regions', () => {
    assert.deepEqual(fitting('en', 'ja'), ['a', 'd']);
    assert.deepEqual(fitting('en', 'ja', 'fr'), ['a']);
    assert.deepEqual(fitting('ja', 'en'), ['c']);
  });

  it('returns only glossaries in the script of the order', () => {
    assert.deepEqual(fitting('en', 'zh-tw'), ['b', 'd']);
    assert.deepEqual(fitting('en', 'zh'), []);
  });
});
