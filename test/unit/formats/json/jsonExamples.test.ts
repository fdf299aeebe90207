import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { json } from '../../../../src/formats/json/json.ts';

const folder = path.resolve(import.meta.dirname, '../../../fixtures/json');

describe('writing JSON, by example', () => {
  for (const name of readdirSync(folder)) {
    it(name.replaceAll('-', ' '), () => {
      const at = (file: string): string => path.join(folder, name, file);
      const text = (file: string): string => readFileSync(at(file), 'utf8');
      // A case without a target creates it.
      const target = existsSync(at('target.json')) ? text('target.json') : '';
      const translations = new Map(Object.entries(JSON.parse(text('edits.json')) as Record<string, string>));

      const edits = json.write(target, translations, {
        sourceText: text('source.json'),
        sourceLocale: 'en',
        targetLocale: 'ru',
      });

      const written = applyEdits(target, edits);
      assert.equal(written, text('expected.json'));
      const again = json.write(written, translations, {
        sourceText: text('source.json'),
        sourceLocale: 'en',
        targetLocale: 'ru',
      });
      assert.deepEqual(again, [], 'writing the same once more changes nothing');
    });
  }
});
