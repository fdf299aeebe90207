import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { formatFor } from '../../../src/formats/formats.ts';
import {
  codeAndDocumentExtensions,
  localeFileExtension,
  messageExtensions,
} from '../../../src/locales/localeFileExtension.ts';

const all = [...messageExtensions, ...codeAndDocumentExtensions];

/** Contents by which formats with ambiguous file names are recognized. */
const texts = [
  '{}',
  '<resources></resources>',
  '<?php return ["a" => "b"];',
  'export default { a: "b" };',
  'key,en,fr\na,b,c\n',
  'key=text\n',
  '<CustomLabels xmlns="http://soap.sforce.com/2006/04/metadata"/>',
];

describe('messageExtensions and codeAndDocumentExtensions', () => {
  it('all have a format', async () => {
    const without: string[] = [];
    for (const extension of all) {
      const formats = await Promise.all(texts.map((text) => formatFor(`locales/en.${extension}`, text)));
      if (formats.every((format) => format === undefined)) without.push(extension);
    }
    assert.deepEqual(without, []);
  });

  it('include those of all sample files', () => {
    const folder = path.resolve(import.meta.dirname, '../../fixtures/formats');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length > 50);
    assert.deepEqual(
      files
        .map(({ name, parentPath }) => path.join(parentPath, name))
        .filter((name) => !localeFileExtension.test(name)),
      [],
    );
  });

  it('are in lower case, each listed once', () => {
    assert.deepEqual(all, [...new Set(all.map((extension) => extension.toLowerCase()))]);
  });
});
