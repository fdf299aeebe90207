import assert from 'node:assert/strict';
import { formatCredits, setDisplayLanguage } from '../../../src/words/formatting.ts';
import { isTypedAmount } from '../../../src/words/isTypedAmount.ts';

describe('isTypedAmount', () => {
  afterEach(() => {
    setDisplayLanguage('en');
  });

  for (const language of ['en', 'de', 'de-CH', 'fr', 'es', 'pl', 'sv', 'pt-BR', 'ja', 'hi', 'fa', 'ar-EG', 'bn'])
    it(`accepts every amount as it is shown, in ${language}`, () => {
      setDisplayLanguage(language);
      for (const credits of [0.01, 7, 50, 999.5, 1234.5, 1.2345678, 12_345.67, 1_234_567.89, 98_765_432.1])
        for (const currency of ['USD', '€', undefined]) {
          const shown = formatCredits(credits, currency);
          assert.ok(isTypedAmount(shown, credits, currency), shown);
          assert.ok(isTypedAmount(` ${shown.toLowerCase()} `, credits, currency), shown);
          assert.ok(!isTypedAmount(shown, credits * 10, currency), shown);
        }
    });

  const accepted: Readonly<Record<string, readonly string[]>> = {
    en: ['1,234.50 USD', '1234.5', '1234.50', '1 234.50', 'usd 1,234.50', '$1,234.5', '1234.500', '１２３４.５'],
    de: ['1.234,50 USD', '1234,5', '1234.5', '1 234,50', 'USD1.234,50', '1234,50 $'],
    fr: ['1 234,50 USD', '1234,5', '1234.50', '1\u202F234,50'],
    'de-CH': ['1’234.50 USD', "1'234.50", '1234.5'],
  };
  for (const [language, texts] of Object.entries(accepted))
    for (const text of texts)
      it(`accepts ${JSON.stringify(text)} for 1234.5 in ${language}`, () => {
        setDisplayLanguage(language);
        assert.ok(isTypedAmount(text, 1234.5, 'USD'));
      });

  for (const text of [
    '',
    'USD',
    '1234',
    '1234.51',
    '12,34.50',
    '1,234,50',
    '1.234,50',
    '123450',
    '1234.5.0',
    '-1234.5',
    '+1234.5',
    '1.2345e3',
    '0x4d2',
    '1234.5 EUR',
    '1234.5 credits',
    'yes',
    'Infinity',
  ])
    it(`rejects ${JSON.stringify(text)} for 1234.5 in English`, () => {
      assert.ok(!isTypedAmount(text, 1234.5, 'USD'));
    });

  it('compares with the amount as it is shown, with at most four decimals', () => {
    assert.equal(formatCredits(0.123456, 'USD'), '0.1235 USD');
    assert.ok(isTypedAmount('0.1235', 0.123456, 'USD'));
    assert.ok(!isTypedAmount('0.123456', 0.123456, 'USD'));
  });
});
