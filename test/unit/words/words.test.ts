import assert from 'node:assert/strict';
import { icon } from '../../../src/editor/shown/icon.ts';
import { link } from '../../../src/editor/shown/link.ts';
import { plain } from '../../../src/words/plain.ts';
import { join, fromOutside, own } from '../../../src/words/words.ts';

/** How VS Code finds links (`linkedText.ts`) and icons (`iconLabels.ts`). */
const links = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/giu;
const icons = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/gu;

const payloads = [
  '[Open](command:workbench.action.terminal.new)',
  '\\[Open\\](command:x)',
  '[a](https://example.com "title")',
  '[a](FILE:///etc/passwd)',
  '[a\nb](command:x)',
  '[a]\u2060(command:x)',
  '$(alert) $(sync~spin)',
  '\\$(alert)',
  '$\u200B(alert)',
];

describe('link', () => {
  it('removes all links', () => {
    for (const payload of payloads) {
      assert.doesNotMatch(link(payload), links);
      assert.doesNotMatch(link(join([own('Delivered:'), payload, payload], ' ')), links);
    }
  });

  it('removes links that only complete when texts are joined', () => {
    assert.doesNotMatch(link(join(['[Open]', '(command:x)'], '')), links);
    assert.doesNotMatch(link(join(['[Open', '](command:x', ')'], '')), links);
    assert.doesNotMatch(link(join([fromOutside('[Open]'), own('(command:x)')], '')), links);
  });

  it('keeps addresses readable', () => {
    assert.equal(link('https://api.example.com/v2'), 'https://api.example.com/v2');
  });
});

describe('icon', () => {
  it('removes all icons', () => {
    for (const payload of payloads) {
      assert.doesNotMatch(icon(payload), icons);
      assert.doesNotMatch(icon(join([payload, payload], '')), icons);
    }
  });

  it('removes icons that only complete when texts are joined', () => {
    assert.doesNotMatch(icon(join(['$', '(alert)'], '')), icons);
    assert.doesNotMatch(icon(join(['$(', 'alert', ')'], '')), icons);
  });

  it('keeps icons of the product', () => {
    assert.equal(icon(join([own('$(globe)'), '$(alert)'], ' ')), '$(globe) $\u2060(alert)');
  });
});

describe('plain', () => {
  it('keeps links and icons as text', () => {
    assert.equal(plain('[a](command:x) $(alert)'), '[a](command:x) $(alert)');
  });

  it('keeps the lines of the product and adds none', () => {
    const dialog = join(
      [own('Total: 1.20 USD'), join([own('•'), 'key\n\u202EDSU 00.0 :latoT\u202C\r\nTotal: 0.00 USD'], ' ')],
      '\n',
    );
    assert.equal(plain(dialog), 'Total: 1.20 USD\n• key [U+202E]DSU 00.0 :latoT[U+202C] Total: 0.00 USD');
  });

  it('isolates right-to-left text inside a sentence, but not if it is the whole text', () => {
    assert.equal(plain(join([own('Delivered:'), 'שלום'], ' ')), 'Delivered: \u2068שלום\u2069');
    assert.equal(plain('שלום'), 'שלום');
  });

  it('limits the length of each text from outside', () => {
    assert.equal(plain(join([fromOutside('a'.repeat(50), 10), own('.')], '')), `${'a'.repeat(9)}….`);
  });
});
