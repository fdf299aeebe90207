import assert from 'node:assert/strict';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { vue } from '../../../../src/formats/vue/vue.ts';
import { vueBlocks } from '../../../../src/formats/vue/vueBlocks.ts';

function write(text: string, locale: string, translations: Readonly<Record<string, string>>): string {
  const context = { sourceText: text, sourceLocale: 'en', targetLocale: locale };
  return applyEdits(text, vue.write(text, new Map(Object.entries(translations)), context));
}

describe('vueBlocks', () => {
  const names = (text: string): readonly string[] => vueBlocks(text).map(({ name }) => name);

  it('finds top-level blocks only', () => {
    assert.deepEqual(
      names('<!-- <i18n/> --><template><template #a>x</template><i18n>no</i18n></template><script>"<i18n>"</script>'),
      ['template', 'script'],
    );
  });

  it('reads attributes whose values contain angle brackets', () => {
    const [block] = vueBlocks('<i18n lang="yaml" title=\'a > b\' global>x</i18n>');
    assert.deepEqual(block?.attributes, { lang: 'yaml', title: 'a > b', global: '' });
  });

  it('stops at a block that is not closed', () => {
    assert.deepEqual(names('<script>1</script><i18n>{'), ['script']);
  });

  it('reads a component with many angle brackets in linear time', () => {
    assert.deepEqual(names(`<template>${'<'.repeat(200_000)}</template>`), ['template']);
  });
});

describe('vue', () => {
  const component =
    '<template/>\n\n<i18n>\n{\n  "en": { "a": "Apples", "b": "Pears" },\n  "fr": { "a": "Pommes" }\n}\n</i18n>\n';

  it('returns the locales of all blocks', () => {
    assert.deepEqual(vue.locales?.(component), { source: 'en', targets: ['fr'], all: true });
  });

  it('adds a string to a locale, and changes nothing else', () => {
    assert.equal(write(component, 'fr', { b: 'Poires' }), component.replace('"Pommes" }', '"Pommes", "b": "Poires" }'));
  });

  it('adds a locale after the source', () => {
    const after = write(component, 'ja', { a: 'りんご', b: 'なし' });
    assert.deepEqual(JSON.parse(/<i18n>([^]*)<\/i18n>/u.exec(after)?.[1] ?? ''), {
      en: { a: 'Apples', b: 'Pears' },
      fr: { a: 'Pommes' },
      ja: { a: 'りんご', b: 'なし' },
    });
  });

  it('adds a locale to YAML with a single locale', () => {
    const yaml = '<i18n lang="yaml">\nen:\n  a: Apples\n  b:\n    c: Pears\n</i18n>\n';
    assert.equal(
      write(yaml, 'de', { a: 'Äpfel', 'b.c': 'Birnen' }),
      yaml.replace('</i18n>', 'de:\n  a: Äpfel\n  b:\n    c: Birnen\n</i18n>'),
    );
  });

  it('adds a block if each locale has its own', () => {
    const single = '<i18n locale="en">\n{\n  "a": "Apples"\n}\n</i18n>\n<style>p {}</style>\n';
    assert.equal(
      write(single, 'de', { a: 'Äpfel' }),
      single.replace('</i18n>', '</i18n>\n\n<i18n locale="de">\n{\n  "a": "Äpfel"\n}\n</i18n>'),
    );
  });

  it('refuses a text that would end the block', () => {
    assert.throws(() => write(component, 'fr', { a: '</i18n>' }), FormatError);
  });

  it('names the line of an error in the component', () => {
    assert.throws(
      () => vue.read('<template>\n</template>\n<i18n>\n{\n  "en": { "a": oops }\n}\n</i18n>\n'),
      (error) => error instanceof FormatError && error.line === 5,
    );
  });

  it('ignores blocks whose messages are in another file', () => {
    assert.deepEqual(vue.read('<i18n src="./en.json"></i18n>\n'), []);
  });
});
