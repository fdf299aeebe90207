import assert from 'node:assert/strict';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import type { MessageText, Workbench } from './workbench.ts';

/** So many that neither the first look at the account nor the one before an order reaches the oldest. */
const foreignJobs = 8100;
/** Fetches up to 50 jobs by their ids. */
const lookup = 'GET /v2/translate/jobs/';

describe('an account with thousands of jobs of another tool', function () {
  this.timeout(300_000);
  let service: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    service = await ExternalSandbox.start('--pace', 'manual', '--credits', '100000');
    await service.orderForeign(foreignJobs);
    await service.fail(lookup, 'slow', 500, foreignJobs);
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
    await connect(workbench, service);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await service.stop();
  });

  /** Orders up to the question about jobs that nobody has looked at. */
  async function question(): Promise<MessageText> {
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const modal = await workbench.modal();
    assert.match(modal.text, /\d/u);
    assert.equal(modal.buttons.length, 3);
    return modal;
  }

  it('is asked about before an order, which ends without an answer', async () => {
    const before = service.calls('POST').length;
    await question();
    await workbench.screenshots('unknown-jobs');
    await workbench.dismissModal();
    assert.equal(service.calls('POST').length, before, 'nothing was sent');
  });

  it('is looked through until the end, if the user waits, and the price follows', async () => {
    const { text } = await question();
    await service.recover();
    await workbench.answerModal();
    const { detail } = await workbench.nextModal(text);
    assert.match(detail, /\d\.\d{2}/u);
    const listed = service.calls(lookup).length;
    assert.ok(listed >= foreignJobs / 50, `only ${listed} requests for jobs`);
    await workbench.dismissModal();
  });
});
