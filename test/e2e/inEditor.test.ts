import type { Locator } from 'playwright-core';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { HostileService } from './hostileService.ts';
import { assertHarmless, hostileText, token } from './hostileText.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

describe('the editor of a locale file', () => {
  let service: HostileService;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    service = await HostileService.start();
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
    const { apiKey, privateKey } = service.sandbox;
    await connect(workbench, { baseUrl: service.baseUrl, apiKey, privateKey });
    // Opens the session, from whose tables the price is estimated.
    await workbench.showJobs();
  });

  after(async () => {
    await fresh.close();
    await service.stop();
  });

  const lens = (text: RegExp): Locator =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: text }).first();

  it('orders the missing strings from a lens, and shows the translation of a string where it is', async () => {
    await workbench.openFile('locales/en.json');
    // The currency is the service's.
    await lens(/^\d+ missing in ja · \d+ words · about \d+\.\d\d \[Open zqx.* · Order$/u).waitFor();
    await assertHarmless(lens(/ missing in ja/u));
    await fresh.screenshots('codelens-missing');
    await lens(/ missing in ja/u).click();
    // The locales of the lens are selected.
    const selected = workbench.page.locator('.quick-input-widget:visible .monaco-list-row[aria-checked="true"]');
    await selected.filter({ hasText: 'Japanese' }).waitFor();
    await eventually('one selected language', async () => (await selected.count()) === 1);
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    await lens(/^ja waiting for a translator$/u).waitFor();
    await lens(/ missing in /u).waitFor({ state: 'hidden' });

    for (const jobId of await service.sandbox.waitingJobs('ja')) {
      await service.sandbox.translate(jobId, hostileText);
      await service.sandbox.comment(jobId, hostileText);
    }
    await workbench.runCommand('humanTranslation.refresh');
    await lens(/^ja to review$/u).waitFor();
    // The questions of translators are one notification, which does not appear again.
    const question = await workbench.notification('info', /\b2\b/u);
    await fresh.screenshots('notice');
    await question.getByRole('button', { name: 'Show Jobs' }).click();
    await question.waitFor({ state: 'hidden' });
    await workbench.editorLine('"cart"').locator('span', { hasText: '"cart"' }).last().hover();
    const hover = workbench.page.locator('.monaco-hover:visible').filter({ hasText: token });
    await hover.waitFor();
    await hover.getByText('Open Job').waitFor();
    await fresh.screenshots('hover', { size: false });
    await assertHarmless(hover);
    await hover.getByText('Open Job').click();
    await workbench.webview.locator('#title').filter({ hasText: 'nav.cart' }).waitFor();
  });
});
