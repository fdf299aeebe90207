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

const resources = 'composeApp/src/commonMain/composeResources';
const source = `${resources}/values/strings.xml`;
const german = `${resources}/values-de/strings.xml`;
const japanese = `${resources}/values-ja-rJP/strings.xml`;

/** The resources of an app in Compose Multiplatform: quotation marks and apostrophes have no backslashes. */
const files: Readonly<Record<string, string>> = {
  [source]: `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- The first screen -->
    <string name="app_name" translatable="false">Stallkeeper</string>
    <string name="welcome_title">What's on your stall today?</string>
    <string name="welcome_text">Tap "Open" to show %1$s's stall.\\nIt isn't visible before.</string>
    <string name="opening_hours">9\\u00a0am\\u2013%1$s &amp; later</string>
    <string-array name="stall_kinds">
        <item>Fruit</item>
        <item>Farmer's cheese</item>
    </string-array>
    <!-- The basket -->
    <plurals name="basket_items">
        <item quantity="one">%1$d item from "%2$s"</item>
        <item quantity="other">%1$d items from "%2$s"</item>
    </plurals>
</resources>
`,
  [german]: `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- The first screen -->
    <string name="welcome_title">Was gibt's heute an deinem Stand?</string>
    <string-array name="stall_kinds">
        <item>Obst</item>
        <item>Bauernkäse</item>
    </string-array>
</resources>
`,
  [japanese]: '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n',
};

/** German lacks two texts and two plural forms; Japanese three texts, two kinds and the only form that it has. */
const count = 2 + 2 + 3 + 2 + 1;

/** Returns the texts that the app shows, by name and position: Compose decodes four escapes and keeps the rest. */
function shownTexts(xml: string): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const decoded = (content: string): string =>
    content
      .replaceAll(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
      .replaceAll(/\\\\|\\u([\da-fA-F]{4})|\\n|\\t/g, (escape, code: string | undefined) => {
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        return { '\\n': '\n', '\\t': '\t' }[escape] ?? '\\';
      });
  for (const [, name = '', text = ''] of xml.matchAll(/<string name="(\w+)"[^>]*>([^<]*)<\/string>/g))
    shown.set(name, decoded(text));
  for (const [, name = '', items = ''] of xml.matchAll(
    /<(?:plurals|string-array) name="(\w+)">([^]*?)<\/(?:plurals|string-array)>/g,
  ))
    for (const [index, [, quantity, text = '']] of [
      ...items.matchAll(/<item(?: quantity="(\w+)")?>([^<]*)<\/item>/g),
    ].entries())
      shown.set(`${name}.${quantity ?? index}`, decoded(text));
  return shown;
}

describe('Order Project of an app in Compose Multiplatform', () => {
  let root: string;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'compose-'));
    await writeFiles(root, files);
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

  it('orders what each language lacks, in the forms that it has', async () => {
    await workbench.openFile(source);
    await workbench.screenshots('compose-source');
    await workbench.runCommand('humanTranslation.orderProject');
    await workbench.atStep('1/2');
    await workbench.screenshots('compose-languages');
    await toSummary(workbench, ['German', 'Japanese (Japan)']);
    await workbench.screenshots('compose-summary');
    await getPrice(workbench);
    const { text } = await workbench.modal();
    assert.match(text, new RegExp(`\\b${count}\\b`, 'u'));
    await workbench.screenshots('compose-price');
    await workbench.answerModal();
    await workbench.notification('info', orderedText(count));
    await workbench.clearNotifications();
    const sources = new Set((await sandbox.someJobs()).map((job) => job.source));
    assert.ok(sources.has("Farmer's cheese"), [...sources].join('\n'));
    assert.ok(
      [...sources].some((sent) => sent.startsWith('9\u00A0am–')),
      [...sources].join('\n'),
    );
  });

  it('shows the translations in review, and delivers them as Compose reads them', async () => {
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', count).waitFor();
    await workbench.runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.review-row').first().waitFor();
    await workbench.screenshots('compose-review');
    await workbench.webview.locator('[data-name=approve-clean]').click();
    const confirm = workbench.webview.locator('[data-name=confirm]:not([disabled])');
    await confirm.waitFor();
    await confirm.click();
    const sizes = { [german]: 7, [japanese]: 6 };
    const read = async (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
    await eventually('the delivered translations', async () => {
      for (const [file, size] of Object.entries(sizes)) if (shownTexts(await read(file)).size !== size) return false;
      return true;
    });
    await workbench.openFile(german);
    await workbench.screenshots('compose-delivered');
    for (const file of [german, japanese]) {
      const [before = '', after] = [files[file], await read(file)];
      const linesBefore = new Set(before.split('\n'));
      const keptLines = after.split('\n').filter((line) => linesBefore.has(line));
      assert.equal(keptLines.join('\n'), before);
      const shown = shownTexts(after);
      assert.match(shown.get('welcome_text') ?? '', /^[^"\\]+"[^"\\]+"[^"\\]+%1\$s'[^"\\\n]+\n[^"\\\n]+$/u);
      assert.match(shown.get('opening_hours') ?? '', /9\u00A0[^\\]+–%1\$s & /u);
      assert.match(shown.get('basket_items.other') ?? '', /^%1\$d [^"\\]+ "%2\$s"$/u);
    }
    const keys = [...shownTexts(await read(german)).keys()];
    assert.ok(keys.includes('basket_items.one') && !keys.includes('app_name'), keys.join(', '));
    assert.ok(!shownTexts(await read(japanese)).has('basket_items.one'));
  });
});
