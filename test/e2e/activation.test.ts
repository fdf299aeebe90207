import { copyShop, openWorkbench, screenshotFailures, sharedServer } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import type { Workbench } from './workbench.ts';

describe('the installed extension in a window', () => {
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    workbench = await openWorkbench(await sharedServer(), await copyShop());
  });

  after(async () => {
    await workbench.close();
  });

  it('offers its commands in the palette', async () => {
    await workbench.openFile('locales/en.json');
    // The palette shows the commands known when it opened; a window that was just loaded may not know all.
    await eventually('the command in the palette', () => workbench.palette.offers('humanTranslation.orderFile'));
  });

  it('shows its view in the side bar', async () => {
    await workbench.showJobs();
    await workbench.welcomeButton(0).waitFor();
  });
});
