import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { pageTreeProblems } from '../../tour/checks/accessibleTree.ts';
import { focusProblems } from '../../tour/checks/focusIndicators.ts';
import { hostileName } from '../hostileText.ts';

describe('checks of accessibility', function () {
  this.timeout(300_000);
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await launchBrowser(
      await installCodeServer((line) => {
        console.log(line);
      }),
    );
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  });

  afterEach(async () => {
    await page.close();
  });

  after(async () => {
    await browser?.close();
  });

  const show = (body: string, style = ''): Promise<void> =>
    page.setContent(`<!DOCTYPE html><html lang="en"><title>Page</title><style>${style}</style>${body}</html>`);
  const main = (content: string): string => `<main><h1>Page</h1>${content}</main>`;

  it('finds nothing in a page without problems', async () => {
    await show(main('<button>Send</button><p><button>Send</button></p>'));
    assert.deepEqual(await pageTreeProblems(page), []);
    assert.deepEqual(await focusProblems(page), []);
  });

  it('finds nothing in a hostile text that is named as it is', async () => {
    await show(main('<button></button>'));
    await page.locator('button').evaluate((button, name) => {
      button.textContent = name;
    }, hostileName);
    assert.deepEqual(await pageTreeProblems(page), []);
  });

  for (const [what, body, finding] of [
    ['a control without a name', main('<button></button>'), /^button in .*no name$/u],
    ['a focusable element without a role', main('<div tabindex="0">Text</div>'), /without a role/u],
    ['the code of an icon in a name', main('<button>$(check) Approve</button>'), /code of an icon/u],
    ['a character of an icon font in a name', main('<button>\uEAB2 Approve</button>'), /code of an icon/u],
    ['two neighbors with one name', main('<button>Send</button><button>Send</button>'), /another one/u],
    ['a second main heading', main('<h1>Page</h1>'), /2 headings/u],
    ['a page without a main part', '<h1>Page</h1>', /0 main parts/u],
  ] as const) {
    it(`finds ${what}`, async () => {
      await show(body);
      const found = await pageTreeProblems(page);
      assert.ok(
        found.some((each) => finding.test(each)),
        JSON.stringify(found),
      );
    });
  }

  for (const [what, style, finding] of [
    ['focus without an outline', 'button:focus { outline: none }', /no outline/u],
    ['an outline with too little contrast', 'button:focus { outline: 1px solid #ddd }', /contrast of 1\./u],
    [
      'a focused control that a bar covers',
      'button { position: absolute; top: 0 } header { position: fixed; inset: 0; z-index: 1 }',
      /covered/u,
    ],
  ] as const) {
    it(`finds ${what}`, async () => {
      await show(`<header></header>${main('<button>Send</button>')}`, style);
      const found = await focusProblems(page);
      assert.match(found.join('\n'), finding);
    });
  }
});
