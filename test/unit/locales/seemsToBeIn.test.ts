import assert from 'node:assert/strict';
import { seemsToBeIn } from '../../../src/locales/seemsToBeIn.ts';

describe('seemsToBeIn', () => {
  const inTarget: readonly (readonly [target: string, text: string, source?: string])[] = [
    ['ru', 'Корзина пуста'],
    ['ja', 'カートに入れる'],
    ['ja', '設定を保存する', 'zh-Hans'],
    ['ko', '장바구니에 담기'],
    ['zh-Hant', '加入購物車'],
    ['el', 'Καλημέρα σας'],
    ['en', 'Add it to your shopping cart', 'ru'],
    ['de', 'Bitte geben Sie die Adresse ein, die wir für Sie verwenden sollen'],
    ['fr', 'Veuillez saisir votre adresse pour que nous puissions vous livrer dans les délais'],
    ['pt-BR', 'Você não tem itens no seu carrinho, mas pode continuar a comprar'],
    ['en', 'Please enter the address that we should use for your order', 'de'],
    ['uk', 'Ви можете змінити його, якщо це потрібно для вашої роботи', 'ru'],
  ];
  for (const [target, text, source = 'en'] of inTarget) {
    it(`is true for ${target}: ${text}`, () => {
      assert.equal(seemsToBeIn(target, text, source), true);
    });
  }

  const notInTarget: readonly (readonly [target: string, text: string, source?: string])[] = [
    ['ru', 'Your cart is empty'],
    ['ru', 'да'], // too short
    ['ru', 'Press «Ввод» to go on with the order'],
    ['en', 'GitHub', 'ru'], // a name
    ['en', 'OK', 'ja'],
    ['de', 'Die Hard'], // too short
    ['de', 'Please enter the address that we should use for your order'],
    ['fr', 'Please enter the address that we should use for your order'],
    ['fr', 'Bitte geben Sie die Adresse ein, die wir für Sie verwenden sollen', 'de'],
    ['en-GB', 'Please enter the address that we should use for your order'], // the same language
    ['zh-Hant', '加入购物车', 'zh-Hans'],
    ['zh', '設定保存', 'ja'], // Han letters alone may be either
    ['es', 'O seu carrinho está vazio, mas você pode continuar a comprar', 'pt'],
    ['xx-nonsense', 'Your cart is empty'],
    ['sw', 'Tafadhali weka anwani yako ili tuweze kukuletea bidhaa'], // no words of it are known
  ];
  for (const [target, text, source = 'en'] of notInTarget) {
    it(`is false for ${target}: ${text}`, () => {
      assert.equal(seemsToBeIn(target, text, source), false);
    });
  }
});
