import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { formatById } from '../../../src/formats/formats.ts';
import { fixtureFolder, fixturesOf } from '../../laws/subjects.ts';
import { tryFile } from '../../laws/tryFile.ts';

const formatIds = readdirSync(path.dirname(fixtureFolder('json')));

// Runs the same checks as `npm run laws` for any folder, on the project's own sample files.
describe('the laws on the sample files', () => {
  for (const id of formatIds) {
    it(`hold for ${id}, in at least three files`, async () => {
      const format = await formatById(id);
      assert.ok(format !== undefined, `there is no format “${id}”`);
      const files = await fixturesOf(id);
      assert.ok(files.length >= 3, `only ${files.length} files`);
      let edits = 0;
      for (const { name, text } of files) {
        const report = tryFile(format, name, text);
        assert.deepEqual(report.violations, [], name);
        edits += report.edits;
      }
      assert.ok(edits > 0, 'nothing was tried');
    });
  }
});
