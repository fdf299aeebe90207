import assert from 'node:assert/strict';
import { CheckedPages, pageStates, type PageName } from './checkedPages.ts';
import { themes, type Theme } from './themes.ts';

/** The states that are checked in every theme here. `npm run tour` checks all states in all themes and sizes. */
const inEveryTheme: Readonly<Record<PageName, readonly string[]>> = {
  job: ['faulty', 'compared'],
  review: ['queuedAndFailed', 'details'],
};

describe('accessibility of all states of the pages', function () {
  this.timeout(60_000);
  let pages: CheckedPages;

  before(async function () {
    this.timeout(300_000);
    pages = await CheckedPages.launch();
  });

  after(async () => {
    await pages?.close();
  });

  const allThemes = Object.keys(themes) as Theme[];
  for (const name of ['job', 'review'] as const) {
    it(`has no violation in any state of the ${name} page`, async () => {
      const found: string[] = [];
      for (const state of pageStates[name]) {
        const wantedThemes: readonly Theme[] = inEveryTheme[name].includes(state) ? allThemes : ['light'];
        found.push(...(await pages.check(name, state, { wantedThemes })));
      }
      assert.deepEqual(found, []);
    });

    it(`can be used at 400% in any state of the ${name} page`, async () => {
      const found: string[] = [];
      for (const state of pageStates[name])
        found.push(...(await pages.check(name, state, { wantedThemes: ['light'], width: 320, height: 256 })));
      assert.deepEqual(found, []);
    });
  }
});
