import assert from 'node:assert/strict';
import { copyShop, openWorkbench, pictureFailures, sharedServer } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

describe('the installed extension in a window', () => {
  let workbench: Workbench;
  pictureFailures(() => workbench);

  before(async () => {
    workbench = await openWorkbench(await sharedServer(), await copyShop());
  });

  after(async () => {
    await workbench.close();
  });

  it('offers its commands in the palette', async () => {
    await workbench.openFile('locales/en.json');
    // The palette shows what was known when it opened, which in a window that has just been loaded may not be all.
    await eventually('the command to order', () => workbench.palette.offers('humanTranslation.orderFile'));
  });

  it('shows its view in the side bar', async () => {
    await workbench.showJobs();
    assert.match(await workbench.sideBar.locator('.composite.title').innerText(), /human translation/i);
  });
});
