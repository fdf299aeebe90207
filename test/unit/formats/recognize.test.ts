import assert from 'node:assert/strict';
import { isTextModule } from '../../../src/formats/recognize.ts';

describe('isTextModule', () => {
  const exported = "export default { title: 'Title' };\n";

  it('recognizes a module by its name, by a folder, or by a key that is a locale', () => {
    for (const path of [
      'src/en.ts',
      'src/pt-BR.js',
      'src/messages.ts',
      'src/translations.js',
      'src/_locale.ts',
      'src/i18n/shop.ts',
      'en/shop.ts',
      'C:\\shop\\lang\\shop.ts',
    ])
      assert.ok(isTextModule(path, exported), path);
    assert.ok(isTextModule('src/shop.ts', "export default { de: { title: 'Titel' } };\n"));
  });

  it('recognizes each kind of export', () => {
    for (const text of [exported, 'export const a = 1;', 'module.exports = {};', 'exports.a = 1;'])
      assert.ok(isTextModule('src/en.ts', text), text);
  });

  it('does not recognize other modules', () => {
    assert.ok(!isTextModule('src/shop.ts', exported));
    assert.ok(!isTextModule('src/app/english.ts', exported));
    assert.ok(!isTextModule('src/en.ts', "const title = 'Title';\n"));
  });
});
