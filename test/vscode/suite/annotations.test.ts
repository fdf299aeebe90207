import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { english, makeCase, orderAndTranslate, orderUnit, withCart, type LocaleCase } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';
import { waitUntil } from './waitUntil.ts';

const many = 100;

async function openSource({ folder, source }: LocaleCase): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, source));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Returns the lenses of a file with their lines, as VS Code would show them. */
async function lensesOf({ uri }: vscode.TextDocument): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, many);
  return lenses.flatMap(({ range, command }) =>
    command?.command.startsWith('humanTranslation.') === true ? [`${range.start.line}: ${command.title}`] : [],
  );
}

async function waitForLenses(document: vscode.TextDocument, ...expected: readonly RegExp[]): Promise<void> {
  let shown: readonly string[] = [];
  await waitUntil('the lenses', async () => {
    shown = await lensesOf(document);
    return shown.length === expected.length && expected.every((lens, index) => lens.test(shown[index] ?? ''));
  }).catch((error: unknown) => {
    throw new Error(`${String(error)} Shown: ${shown.join(' | ')}`);
  });
}

async function hoversAt(document: vscode.TextDocument, part: string): Promise<readonly vscode.MarkdownString[]> {
  const position = document.positionAt(document.getText().indexOf(part) + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
}

async function setSetting(name: string, value: boolean | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('humanTranslation').update(name, value, vscode.ConfigurationTarget.Workspace);
}

describe('annotations of locale files', () => {
  before(useManualSandbox);

  it('count the missing strings of a source with their price, and then show the status of the order', async () => {
    const place = await makeCase('annotated');
    const document = await openSource(place);
    await waitForLenses(document, /^0: 1 missing in ja · 1 word · about \d+\.\d\d \S+ · Order$/u);
    await orderUnit(place);
    await refreshJobs();
    await waitForLenses(document, /^2: ja waiting for a translator$/u);
  });

  it('follow the translations on disk, the settings, and the delivery', async () => {
    const place = await makeCase('annotated-changes');
    const document = await openSource(place);
    await waitForLenses(document, /^0: 1 missing in ja/u);
    await setSetting('codeLens.missing', false);
    await waitForLenses(document);
    await setSetting('codeLens.missing', undefined);
    await waitForLenses(document, /^0: 1 missing in ja/u);
    const jobId = await orderAndTranslate(place, 'カート ([[[{count}]]])');
    await waitForLenses(document, /^2: ja to review$/u);
    await setSetting('codeLens.jobs', false);
    await waitForLenses(document);
    await setSetting('codeLens.jobs', undefined);
    await jobCommand('approve', jobId);
    // The sandbox's translations do not count as translations.
    await waitForLenses(document, /^0: 1 simulated in ja/u);
    await writeFile(place.target.fsPath, withCart('かご ({count})'));
    const target = await vscode.workspace.openTextDocument(place.target);
    await waitUntil('the new translation', () => target.getText().includes('かご'));
    await vscode.window.showTextDocument(document);
    await waitForLenses(document);
  });

  it('show the job of a key and of a value in source and translation, and its commands', async () => {
    const place = await makeCase('hovered');
    const jobId = await orderAndTranslate(place, 'カート ([[[{count}]]])');
    const document = await openSource(place);
    await waitForLenses(document, /^2: ja to review$/u);
    for (const part of ['cart"', 'Cart (']) {
      const [text, commands] = await hoversAt(document, part);
      assert.match(text?.value ?? '', /^Japanese · to review · /u);
      assert.match(text?.value ?? '', /カート/u);
      assert.match(commands?.value ?? '', new RegExp(`command:humanTranslation.openJob\\?.*${jobId}`, 'u'));
      assert.match(commands?.value ?? '', /command:humanTranslation\.approve.*command:humanTranslation\.revise/u);
    }
    assert.deepEqual(await hoversAt(document, 'home"'), []);
    await setSetting('hover', false);
    await waitUntil('no hover', async () => (await hoversAt(document, 'cart"')).length === 0);
    await setSetting('hover', undefined);
    await jobCommand('approve', jobId);
    const target = await vscode.workspace.openTextDocument(place.target);
    await vscode.window.showTextDocument(target);
    await waitUntil('the hover', async () => (await hoversAt(target, 'カート')).length > 0);
    assert.match((await hoversAt(target, 'カート'))[0]?.value ?? '', /approved/u);
  });

  it('show text from outside only in blocks without trust', async () => {
    const place = await makeCase('hovered-hostile');
    const hostile =
      '[Approve](command:humanTranslation.approve) <a href="https://example.org">x</a> https://example.org $(check) ' +
      '![i](https://example.org/i.png) &lt;b&gt; [[[{count}]]]';
    await orderAndTranslate(place, hostile);
    const document = await openSource(place);
    await waitForLenses(document, /^2: ja to review$/u);
    const blocks = await hoversAt(document, 'cart"');
    const texts = blocks.filter(({ value }) => value.includes('example'));
    assert.ok(texts.length > 0);
    for (const { value, isTrusted, supportHtml, supportThemeIcons } of texts) {
      assert.ok(isTrusted === false || isTrusted === undefined);
      assert.notEqual(supportHtml, true);
      assert.notEqual(supportThemeIcons, true);
      assert.doesNotMatch(value, /(?<!\\)\]\(|https?:\/\/|<a|&lt;/u);
    }
    for (const { value, isTrusted } of blocks.filter((block) => !texts.includes(block))) {
      assert.doesNotMatch(value, /example/u);
      assert.ok(typeof isTrusted === 'object', JSON.stringify(isTrusted));
      for (const command of isTrusted.enabledCommands)
        assert.match(command, /^humanTranslation\.(?:openJob|approve|revise)$/u);
    }
  });

  it('are absent from other files', async () => {
    const place = await makeCase('not-annotated');
    const uri = vscode.Uri.joinPath(place.folder.uri, 'package-like.json');
    await writeFile(uri.fsPath, english);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.deepEqual(await lensesOf(document), []);
    assert.deepEqual(await hoversAt(document, 'cart"'), []);
  });

  it('go from a translation to its source, and back', async () => {
    const place = await makeCase('navigated', withCart('カート ({count})'));
    const target = await vscode.workspace.openTextDocument(place.target);
    const position = target.positionAt(target.getText().indexOf('カート'));
    await vscode.window.showTextDocument(target, { selection: new vscode.Range(position, position) });
    await vscode.commands.executeCommand('humanTranslation.goToSource');
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.uri.path ?? '', /cases\/navigated\/locales\/en\.json$/u);
    assert.equal(editor?.selection.active.line, 2);
    await vscode.commands.executeCommand('humanTranslation.goToTranslation');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), place.target.toString());
    assert.equal(vscode.window.activeTextEditor.selection.active.line, position.line);
  });
});
