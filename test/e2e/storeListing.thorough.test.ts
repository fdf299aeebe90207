import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFiles } from '../builders/writeFiles.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, getPrice, toSummary } from './orderSteps.ts';
import { orderedText } from './projectWindow.ts';
import type { Workbench } from './workbench.ts';

const description = 'Stallkeeper shows the prices of your market.\n\n• Maps without a connection\n• Opening hours\n';

/** The listings of an app in both stores, with some texts in German. */
const listings: Readonly<Record<string, string>> = {
  'fastlane/metadata/en-US/name.txt': 'Stallkeeper\n',
  'fastlane/metadata/en-US/subtitle.txt': 'The prices of your market\n',
  'fastlane/metadata/en-US/keywords.txt': 'market,stall,price,farmer\n',
  'fastlane/metadata/en-US/support_url.txt': 'https://stallkeeper.example/help\n',
  'fastlane/metadata/copyright.txt': '2026 Stallkeeper\n',
  'fastlane/metadata/de-DE/name.txt': 'Stallkeeper\n',
  'fastlane/metadata/android/en-US/title.txt': 'Stallkeeper: market prices\n',
  'fastlane/metadata/android/en-US/full_description.txt': description,
  'fastlane/metadata/android/en-US/changelogs/12.txt': 'Prices appear faster.\n',
  'fastlane/metadata/android/en-US/video.txt': 'https://video.example/stallkeeper\n',
  'fastlane/metadata/android/de-DE/title.txt': 'Stallkeeper: Marktpreise\n',
};

/** The texts that German lacks, and the folders of the stores to which they are delivered. */
const delivered: Readonly<Record<string, string>> = {
  'fastlane/metadata/en-US/subtitle.txt': 'fastlane/metadata/de-DE/subtitle.txt',
  'fastlane/metadata/en-US/keywords.txt': 'fastlane/metadata/de-DE/keywords.txt',
  'fastlane/metadata/android/en-US/full_description.txt': 'fastlane/metadata/android/de-DE/full_description.txt',
  'fastlane/metadata/android/en-US/changelogs/12.txt': 'fastlane/metadata/android/de-DE/changelogs/12.txt',
};
const count = Object.keys(delivered).length;

describe('Order Project of the listings of an app in two stores', () => {
  let root: string;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'listing-'));
    await writeFiles(root, listings);
    fresh = await openFreshWindow({ folder: root });
    ({ workbench } = fresh);
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('orders the texts that a language lacks, with the limits of the stores', async () => {
    await workbench.runCommand('humanTranslation.orderProject');
    await toSummary(workbench, ['German (Germany)']);
    await workbench.screenshot('store-summary');
    await getPrice(workbench);
    const { text } = await workbench.modal();
    assert.match(text, new RegExp(`\\b${count}\\b`, 'u'));
    await workbench.answerModal();
    await workbench.notification('info', orderedText(count));
    await workbench.clearNotifications();
    const sources = (await sandbox.someJobs()).map(({ source }) => source).toSorted();
    assert.deepEqual(
      sources,
      Object.keys(delivered)
        .map((file) => listings[file]?.trim() ?? '')
        .toSorted(),
    );
  });

  it('shows the texts in review, and delivers them to the folders that the stores read', async () => {
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', count).waitFor();
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.review-row').first().waitFor();
    await workbench.screenshot('store-review');
    await workbench.webview.locator('[data-name=approve-clean]').click();
    const confirm = workbench.webview.locator('[data-name=confirm]:not([disabled])');
    await confirm.waitFor();
    await confirm.click();
    const textOf = async (file: string): Promise<string> => readFile(path.join(root, file), 'utf8').catch(() => '');
    await eventually('the delivered texts', async () => {
      const texts = await Promise.all(Object.values(delivered).map(textOf));
      return texts.every((text) => text !== '');
    });
    const german = await textOf('fastlane/metadata/android/de-DE/full_description.txt');
    // The paragraphs and the line end of the source.
    assert.match(german, /^[^\n]+\n\n• [^\n]+\n• [^\n]+\n$/u);
    assert.ok((await textOf('fastlane/metadata/de-DE/subtitle.txt')).trim().length <= 30);
    for (const file of ['fastlane/metadata/de-DE/support_url.txt', 'fastlane/metadata/android/de-DE/video.txt'])
      assert.equal(await textOf(file), '');
    await workbench.openFile('fastlane/metadata/android/de-DE/full_description.txt');
    await workbench.screenshot('store-delivered');
  });
});
