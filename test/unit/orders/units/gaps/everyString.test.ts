import assert from 'node:assert/strict';
import { formatTable } from '../../../../../src/formats/formatTable.ts';
import { checkStates, openSample } from '../../../../laws/everyString.ts';
import { fixturesOf } from '../../../../laws/subjects.ts';

describe('every string of the sample files', () => {
  for (const { id } of formatTable) {
    it(`is in exactly one state, as a source and as its own translation: ${id}`, async () => {
      let readCount = 0;
      for (const { name, text } of await fixturesOf(id)) {
        const source = await openSample(name, text);
        if (source === undefined) continue;
        readCount += 1;
        await checkStates(source);
      }
      assert.ok(readCount > 0);
    });
  }
});
