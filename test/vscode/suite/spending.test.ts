import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { useManualSandbox } from './sandboxService.ts';
import { runFolder } from './storage.ts';

describe('the account', () => {
  before(useManualSandbox);

  it('is fetched on request, also twice at the same time', async () => {
    const refresh = () => vscode.commands.executeCommand('humanTranslation.refreshAccount');
    await Promise.all([refresh(), refresh()]);
  });

  it('has its spending exported as CSV, without simulated orders', async () => {
    const file = path.join(runFolder(), `spending-${process.pid}.csv`);
    await vscode.commands.executeCommand('humanTranslation.exportSpending', vscode.Uri.file(file));
    assert.equal(await readFile(file, 'utf8'), '\uFEFFmonth,targetLocale,credits,currency\r\n');
  });
});
