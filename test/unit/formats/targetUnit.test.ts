import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/formats/formats.ts';
import type { LocaleFormat } from '../../../src/formats/format.ts';
import { json } from '../../../src/formats/json/json.ts';
import { json5 } from '../../../src/formats/json5/json5.ts';
import { typescript } from '../../../src/formats/module/module.ts';
import { php } from '../../../src/formats/php/php.ts';
import { po } from '../../../src/formats/po/po.ts';
import { targetUnitOf, targetUnitsById } from '../../../src/formats/targetUnit.ts';
import { toml } from '../../../src/formats/toml/toml.ts';
import { yaml } from '../../../src/formats/yaml/yaml.ts';

function write(format: LocaleFormat, target: string, texts: Readonly<Record<string, string>>, source: string): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, format.write(target, new Map(Object.entries(texts)), context));
}

/** The text of a target under an id of the source. */
function textAt(format: LocaleFormat, target: string, id: string): string | undefined {
  return targetUnitOf(targetUnitsById(format.read(target, 'de'), format.keysArePaths === true), id)?.text;
}

describe('keys with periods and keys one in the other', () => {
  const files: readonly (readonly [format: LocaleFormat, flat: string, nested: string])[] = [
    [json, '{"a.b":"Hello"}', '{"a":{"b":"Hello"}}'],
    [json5, "{'a.b':'Hello'}", "{a:{b:'Hello'}}"],
    [yaml, 'a.b: Hello\n', 'a:\n  b: Hello\n'],
    [toml, '"a.b" = "Hello"\n', '[a]\nb = "Hello"\n'],
    [php, "<?php return ['a.b' => 'Hello'];\n", "<?php return ['a' => ['b' => 'Hello']];\n"],
    [typescript, "export default { 'a.b': 'Hello' };\n", "export default { a: { b: 'Hello' } };\n"],
  ];
  for (const [format, flat, nested] of files)
    it(`are one key in ${format.id}`, () => {
      const german = (text: string): string => text.replace('Hello', 'Hallo');
      assert.equal(textAt(format, german(nested), 'a\\.b'), 'Hallo');
      assert.equal(textAt(format, german(flat), 'a.b'), 'Hallo');
      assert.equal(write(format, german(nested), { 'a\\.b': 'Guten Tag' }, flat), nested.replace('Hello', 'Guten Tag'));
      assert.equal(write(format, german(flat), { 'a.b': 'Guten Tag' }, nested), flat.replace('Hello', 'Guten Tag'));
    });

  it('are two keys if the source has both', () => {
    const source = '{"a":{"b":"Nested"},"a.b":"Flat"}';
    assert.equal(write(json, '{"a":{"b":"x"}}', { 'a.b': 'y', 'a\\.b': 'z' }, source), '{"a":{"b":"y"},"a.b":"z"}');
  });

  it('are found at any depth', () => {
    assert.equal(textAt(json, '{"a":{"b.c":{"d":"x"}}}', 'a\\.b\\.c.d'), 'x');
    assert.equal(textAt(json, '{"a":{"b.c":{"d":"x"}}}', 'a.b\\.c\\.e'), undefined);
  });

  it('are not one message of gettext, where a context is no part of the text', () => {
    const text = 'msgid ""\nmsgstr ""\n\nmsgctxt "a"\nmsgid "b"\nmsgstr "x"\n';
    assert.equal(textAt(po, text, 'a\\.b'), undefined);
  });
});
