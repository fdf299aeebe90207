import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import { startToolCall } from './toolCaller.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);

const english = { save: 'Save your changes', hello: 'Hello {{name}}', office: 'Ask for an invoice by mail' };

describe('language model tools', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        const write = (locale: string, texts: object): Promise<void> =>
          writeFile(path.join(folder, `locales/${locale}.json`), `${JSON.stringify(texts, undefined, 2)}\n`);
        const git = (...args: readonly string[]) =>
          run(
            'git',
            ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.org', '-c', 'commit.gpgSign=false', ...args],
            { cwd: folder },
          );
        await write('en', { ...english, office: 'Ask for a bill in our office' });
        await write('ja', {});
        await write('fr', { office: 'Demandez une facture dans notre bureau' });
        await git('init', '-q');
        await git('add', '.');
        await git('commit', '-q', '-m', 'First');
        await write('en', english);
        await git('commit', '-q', '-a', '-m', 'Second');
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const files = ['locales/en.json'];
  const calls = (): readonly string[] => sandbox.calls();
  const rows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');

  it('request nothing to tell the status, an estimate and the jobs', async () => {
    const before = calls();
    const results = [];
    for (const name of ['status', 'estimate', 'jobs'] as const)
      results.push(await (await startToolCall(fresh, `human-translation_${name}`, { files, locales: ['ja'] }))());
    const [status, estimate, jobs] = results.map(({ text = '{}' }) => JSON.parse(text) as Record<string, unknown>);
    assert.deepEqual(status?.['totals'], {
      translated: 0,
      missing: 3,
      simulated: 0,
      sameAsSource: 0,
      outdated: 0,
      inFlight: 0,
      neverOrdered: 0,
    });
    assert.equal(estimate?.['jobs'], 3);
    assert.match(String(estimate?.['priceNote']), /not known/u);
    assert.deepEqual(jobs?.['jobs'], []);
    assert.deepEqual(calls(), before);
  });

  it('name the strings whose source changed after their translation', async () => {
    const { text = '{}' } = await (await startToolCall(fresh, 'human-translation_status', { locales: ['fr'] }))();
    const { targets } = JSON.parse(text) as { readonly targets: readonly Record<string, unknown>[] };
    assert.deepEqual(
      targets.map(({ file, missing, outdated }) => ({ file, missing, outdated })),
      [
        {
          file: 'locales/en.json',
          missing: { count: 2, keys: ['save', 'hello'] },
          outdated: { count: 1, keys: ['office'] },
        },
      ],
    );
  });

  it('ask before they open the order wizard, and request nothing if the user refuses', async () => {
    const before = calls();
    const response = await startToolCall(fresh, 'human-translation_order', { files, locales: ['ja'], keys: ['save'] });
    const { text, detail, buttons } = await workbench.modal();
    assert.match(text, /order wizard/u);
    for (const part of ['locales/en.json', 'ja', 'save']) assert.ok(detail.includes(part), detail);
    assert.equal(buttons.length, 2);
    await fresh.screenshots('tool-question');
    await workbench.dismissModal();
    assert.notEqual((await response()).error, undefined);
    assert.deepEqual(calls(), before);
    assert.equal(await rows().count(), 0);
  });

  it('open the wizard with files, locales and keys, and send no text until the user asks for the price', async () => {
    const response = await startToolCall(fresh, 'human-translation_order', {
      files,
      locales: ['ja'],
      keys: ['save', 'office'],
    });
    await workbench.modal();
    await workbench.answerModal();
    assert.match((await response()).text ?? '', /Nothing was ordered/u);
    await workbench.atStep('1/2');
    await rows().filter({ hasText: 'Japanese' }).first().waitFor();
    await eventually('the selected languages', async () => {
      const labels = await rows().evaluateAll((all) =>
        all
          .filter((row) => row.querySelector('input:checked, .codicon-check'))
          .map((row) => row.getAttribute('aria-label')),
      );
      assert.deepEqual(
        labels.map((label) => label?.split(',')[0]),
        ['Japanese'],
      );
      return true;
    });
    await fresh.screenshots('tool-wizard');
    assert.deepEqual(sandbox.calls('POST '), []);
    await answerWizard(workbench, { languages: ['Japanese'] });
    const price = await workbench.modal();
    assert.match(price.text, /\b2\b/u);
    await workbench.dismissModal();
    assert.equal((await sandbox.state()).orders, 0);
  });

  it('estimate with the prices that the wizard has loaded', async () => {
    const before = calls();
    const { text = '{}' } = await (
      await startToolCall(fresh, 'human-translation_estimate', { files, locales: ['ja'] })
    )();
    const estimate = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([typeof estimate['price'], estimate['currency']], ['number', 'USD']);
    assert.deepEqual(calls(), before);
  });

  it('ask before they open the review page', async () => {
    const before = calls();
    const response = await startToolCall(fresh, 'human-translation_review');
    assert.match((await workbench.modal()).text, /review page/u);
    assert.deepEqual(calls(), before);
    await workbench.answerModal();
    assert.match((await response()).text ?? '', /Nothing was approved/u);
    await workbench.page.locator('.tab').filter({ hasText: 'Review Translations' }).waitFor();
    assert.deepEqual(sandbox.calls('PUT '), []);
  });
});
