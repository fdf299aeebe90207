import assert from 'node:assert/strict';
import { languages } from '../../../../src/sandbox/world/languages.ts';
import { exactMatchInCents, findPair, formatCents, pairs, priceInCents } from '../../../../src/sandbox/world/prices.ts';

describe('sandbox/prices', () => {
  it('has 37 languages, four of them charged by characters', () => {
    assert.equal(languages.length, 37);
    assert.deepEqual(
      languages.filter(({ unitType }) => unitType === 'character').map(({ lc }) => lc),
      ['ja', 'ko', 'zh', 'zh-tw'],
    );
  });

  it('has pairs from and to English with every language, in both tiers', () => {
    for (const { lc } of languages.filter((language) => language.lc !== 'en')) {
      for (const tier of ['standard', 'pro']) {
        assert.ok(findPair('en', lc, tier), `en > ${lc} ${tier}`);
        assert.ok(findPair(lc, 'en', tier), `${lc} > en ${tier}`);
      }
    }
  });

  it('has pairs from and to Japanese with most languages', () => {
    const withJapanese = languages.filter(({ lc }) => findPair('ja', lc, 'pro'));
    assert.ok(withJapanese.length > languages.length / 2 && withJapanese.length < languages.length - 1);
    assert.equal(findPair('bg', 'ja', 'pro'), undefined);
  });

  it('lists each pair once, and no language with itself', () => {
    assert.equal(new Set(pairs.map(({ lcSrc, lcTgt, tier }) => `${lcSrc} ${lcTgt} ${tier}`)).size, pairs.length);
    assert.ok(pairs.every(({ lcSrc, lcTgt }) => lcSrc !== lcTgt));
  });

  it('uses the recorded prices', () => {
    const price = (source: string, target: string, tier: string): number | undefined =>
      findPair(source, target, tier)?.unitPrice;
    assert.equal(price('en', 'fr', 'standard'), 500);
    assert.equal(price('en', 'fr', 'pro'), 1000);
    assert.equal(price('en', 'ja', 'standard'), 700);
    assert.equal(price('en', 'ja', 'pro'), 1200);
    assert.equal(price('ja', 'en', 'pro'), 700);
    assert.equal(price('ko', 'en', 'standard'), 300);
    assert.equal(price('en', 'en-gb', 'pro'), 600);
  });

  it('rounds to hundredths, and charges at least one hundredth for any text', () => {
    const pair = findPair('en', 'fr', 'standard')!;
    assert.equal(priceInCents(pair, 0), 0);
    assert.equal(priceInCents(pair, 3), 15);
    assert.equal(priceInCents({ ...pair, unitPrice: 10 }, 1), 1);
    assert.deepEqual([priceInCents(pair, 3, true), priceInCents(pair, 0, true)], [23, 0]);
    assert.deepEqual([0, 1, 2, 100].map(exactMatchInCents), [0, 1, 1, 25]);
    assert.equal(formatCents(1), '0.01');
    assert.equal(formatCents(123450), '1234.50');
  });
});
