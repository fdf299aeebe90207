import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { isTour } from '../tour/camera.ts';
import { openEmptyWindow, screenshotFailures } from './e2eHost.ts';
import type { Workbench } from './workbench.ts';

/** Someone who has read nothing: clicks the names that the screen shows, and counts. */
class Newcomer {
  readonly #page: Page;
  readonly #startedAt = Date.now();
  #clicks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits for a button, a row or a tab with this name. */
  async sees(role: 'button' | 'option' | 'tab' | 'checkbox', name: string | RegExp): Promise<Locator> {
    const element = this.#page.getByRole(role, { name }).filter({ visible: true }).first();
    await element.waitFor();
    return element;
  }

  async clicks(...[role, name]: Parameters<Newcomer['sees']>): Promise<void> {
    await this.clicksOn(await this.sees(role, name));
  }

  async clicksOn(element: Locator): Promise<void> {
    await element.click();
    this.#clicks += 1;
  }

  get effort(): string {
    return `${this.#clicks} clicks, ${((Date.now() - this.#startedAt) / 1000).toFixed(0)} s`;
  }
}

// From the first window after the installation to a delivered string, in a folder that is not trusted at first. Unlike
// other tests, it finds everything by the English names on the screen.
describe('the first five minutes', () => {
  let fresh: Awaited<ReturnType<typeof openEmptyWindow>>;
  let workbench: Workbench;
  let newcomer: Newcomer;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openEmptyWindow({ workspaceTrust: true });
    ({ workbench } = fresh);
    newcomer = new Newcomer(workbench.page);
  });

  after(async () => {
    await fresh.close();
  });

  it('lead from an empty window to a sample project that is open and trusted', async () => {
    await newcomer.clicks('tab', /^Human Translation/u);
    await newcomer.sees('button', 'Open Sample Project…');
    await fresh.screenshots('first-window');
    await newcomer.clicks('button', 'Open Sample Project…');
    await newcomer.sees('option', /^Web Shop/u);
    await fresh.screenshots('first-samples');
    await newcomer.clicks('option', /^Web Shop/u);
    await newcomer.sees('button', 'Create Here');
    await fresh.screenshots('first-folder');
    await newcomer.clicks('button', 'Create Here');
    await newcomer.sees('button', /^Trust$/u);
    await fresh.screenshots('first-trust');
    await newcomer.clicks('button', /^Trust$/u);
    await newcomer.sees('button', 'Order Project');
    await newcomer.sees('button', /missing in ja/u);
    await fresh.screenshots('first-sample');
  });

  it('lead to an order, whose price is play money', async () => {
    await newcomer.clicks('button', 'Order Project');
    await newcomer.sees('checkbox', /^Japanese.*6 missing/u);
    await fresh.screenshots('first-languages');
    await newcomer.clicks('checkbox', /^Japanese.*6 missing/u);
    await newcomer.clicks('button', 'OK');
    await newcomer.clicks('option', /^Get the Price/u);
    await newcomer.sees('button', 'Order from Sandbox');
    assert.match((await workbench.modal()).text, /play money/u);
    await fresh.screenshots('first-price');
    await newcomer.clicks('button', 'Order from Sandbox');
    await newcomer.sees('button', 'Review Translations');
    await fresh.screenshots('first-order');
  });

  it('lead to translations that are reviewed and delivered', async () => {
    await newcomer.clicks('button', 'Review Translations');
    const onPage = (name: RegExp): Locator => workbench.webview.getByRole('button', { name });
    await newcomer.clicksOn(onPage(/^Approve 6 Clean…$/u));
    await onPage(/^Approve 6$/u).waitFor();
    await fresh.screenshots('first-review');
    await newcomer.clicksOn(onPage(/^Approve 6$/u));
    await newcomer.sees('button', 'Open File');
    if (!isTour)
      process.stdout.write(`measured: from the first window to delivered translations: ${newcomer.effort}\n`);
    await fresh.screenshots('first-delivery');
    await newcomer.clicks('button', 'Open File');
    await newcomer.sees('tab', /^ja\.json/u);
    const file = path.join(fresh.home, 'sample-shop/locales/ja.json');
    const { nav, cart } = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
    await newcomer.sees('button', /^6 simulated in ja/u);
    assert.equal(nav?.['home'], 'ホーム');
    assert.match(nav['account'] ?? '', /\{\{name\}\}/u);
    assert.deepEqual(Object.keys(cart ?? {}), ['title', 'empty', 'items_other', 'shipping']);
  });

  it('are steps of the walkthrough, which are completed', async () => {
    await newcomer.clicks('tab', /^Welcome/u);
    for (const step of ['Try it in the sandbox', 'Order missing strings', 'Review and approve translations'])
      await workbench.page.getByRole('checkbox', { name: step, checked: true }).waitFor();
    for (const step of ['Connect to a service', 'Set a budget'])
      await workbench.page.getByRole('checkbox', { name: step, checked: false }).waitFor();
  });
});
