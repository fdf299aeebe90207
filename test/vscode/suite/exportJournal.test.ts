import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { jobCommand } from './jobCommand.ts';
import { makeCase, orderAndTranslate } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';
import { runFolder } from './storage.ts';

describe('Export Journal', () => {
  before(useManualSandbox);

  it('writes all jobs of the journal as CSV or JSON, depending on the extension of the file', async () => {
    const jobId = await orderAndTranslate(await makeCase('export'), 'カート ([[[{count}]]])');
    await jobCommand('approve', jobId);
    const [json, csv] = ['json', 'csv'].map((ending) => path.join(runFolder(), `export-${process.pid}.${ending}`)) as [
      string,
      string,
    ];
    for (const file of [json, csv])
      await vscode.commands.executeCommand('humanTranslation.exportJournal', vscode.Uri.file(file));

    const jobs = JSON.parse(await readFile(json, 'utf8')) as readonly Readonly<Record<string, unknown>>[];
    const job = jobs.find((one) => one['jobId'] === jobId);
    assert.deepEqual(
      [job?.['status'], job?.['sourceText'], job?.['simulated'], job?.['targetLocale']],
      ['delivered', 'Cart ({count})', true, 'ja'],
    );
    const lines = (await readFile(csv, 'utf8')).split('\r\n');
    assert.ok(lines[0]?.startsWith('\uFEFForderId,jobId,'));
    assert.ok(lines.some((line) => line.includes(`,${jobId},`)));
  });
});
