import assert from 'node:assert/strict';
import { canUsePreferred, fittingGlossaries } from '../../../../src/commands/wizard/orderExtras.ts';
import type { Glossary, PreferredTranslators } from '../../../../src/service/interface/records.ts';

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
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja'] }, 'pro'), true);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja', 'es'] }, 'pro'), true);
  });

  it('is false with fewer, with one listed twice, in another tier, or from another language', () => {
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja', 'fr'] }, 'pro'), false);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['de'] }, 'pro'), false);
    assert.equal(canUsePreferred(account, { source: 'en', targets: ['ja'] }, 'standard'), false);
    assert.equal(canUsePreferred(account, { source: 'ja', targets: ['ja'] }, 'pro'), false);
    assert.equal(canUsePreferred([], { source: 'en', targets: ['ja'] }, 'pro'), false);
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
    fittingGlossaries(all, { source, targets }).map(({ id }) => id);

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
