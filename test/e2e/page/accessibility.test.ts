import assert from 'node:assert/strict';
import { CheckedPages, pageStates } from './checkedPages.ts';

describe('accessibility of the pages', function () {
  this.timeout(60_000);
  let pages: CheckedPages;

  before(async function () {
    this.timeout(300_000);
    pages = await CheckedPages.launch();
  });

  after(async () => {
    await pages?.close();
  });

  // All states, in several themes and sizes, are in accessibility.thorough.test.ts.
  for (const name of ['job', 'review'] as const)
    it(`has no violation on the ${name} page`, async () => {
      const [state = ''] = pageStates[name];
      assert.deepEqual(await pages.check(name, state, { wantedThemes: ['light'] }), []);
    });
});
