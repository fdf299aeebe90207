import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readBudgets, readSettings } from '../../../src/editor/settings.ts';
import { projectId } from '../../../src/editor/projectUri.ts';
import { readPolicies } from '../../../src/editor/readPolicies.ts';
import { BudgetSettingError } from '../../../src/orders/model/limits/parseBudgets.ts';
import { PolicySettingError } from '../../../src/orders/model/limits/parsePolicy.ts';
import { openFolder } from './localeCase.ts';

const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;

describe('settings', () => {
  const set = async (key: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> => {
    await vscode.workspace.getConfiguration('humanTranslation').update(key, value, target);
  };

  const setInFolder = (value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration('humanTranslation', openFolder(0).uri).update('policy', value, WorkspaceFolder);

  afterEach(async () => {
    await setInFolder(undefined);
    await set('policy', undefined, Workspace);
    await set('policy', undefined, Global);
    await set('budget.perDay', undefined, Global);
    await set('context.codeUsage', undefined, Workspace);
    await set('context.codeUsage', undefined, Global);
  });

  it('rejects a mistyped budget, and reads everything else', async () => {
    for (const value of ['50', -1, { amount: 50 }]) {
      await set('budget.perDay', value, Global);
      assert.throws(readBudgets, (error) => error instanceof BudgetSettingError && error.budget === 'perDay');
      assert.equal(readSettings().tier, 'standard');
    }
    await set('budget.perDay', 50, Global);
    assert.deepEqual(readBudgets(), { perDay: 50 });
    await set('budget.perDay', 0, Global);
    assert.deepEqual(readBudgets(), {});
  });

  it('lets a workspace reduce the code that translators are shown, not extend it', async () => {
    await set('context.codeUsage', 'lines', Workspace);
    assert.equal(readSettings().codeUsage, 'places');
    await set('context.codeUsage', 'lines', Global);
    assert.equal(readSettings().codeUsage, 'lines');
    await set('context.codeUsage', 'off', Workspace);
    assert.equal(readSettings().codeUsage, 'off');
  });

  it('keeps the policies of the user and the workspace apart, so that neither loosens the other', async () => {
    assert.deepEqual(readPolicies(projectId(openFolder(0))), []);
    await set('policy', { perOrder: 5, tiers: ['standard'] }, Global);
    await set('policy', { perOrder: 500, perDay: 50, tiers: ['standard', 'pro'] }, Workspace);
    const expected = [
      { origin: { kind: 'user' }, perOrder: 5, tiers: ['standard'] },
      { origin: { kind: 'workspace' }, perOrder: 500, perDay: 50, tiers: ['standard', 'pro'] },
    ];
    for (const folder of vscode.workspace.workspaceFolders ?? [])
      assert.deepEqual(readPolicies(projectId(folder)), expected);
    assert.deepEqual(readPolicies('closed00'), expected);
  });

  it('reads the policy of a folder once, only for its own orders', async () => {
    const { name } = openFolder(0);
    const hasOneFolder = vscode.workspace.workspaceFile === undefined;
    const project = projectId(openFolder(0));
    await setInFolder({ targetLocales: ['ja'] });
    assert.deepEqual(readPolicies(project), [
      { origin: hasOneFolder ? { kind: 'workspace' } : { kind: 'folder', project, name }, targetLocales: ['ja'] },
    ]);
    for (const other of vscode.workspace.workspaceFolders?.slice(1) ?? [])
      assert.deepEqual(readPolicies(projectId(other)), []);
  });

  it('rejects an invalid policy of each level, and names the level', async () => {
    const project = projectId(openFolder(0));
    for (const [target, kind] of [
      [Global, 'user'],
      [Workspace, 'workspace'],
    ] as const) {
      for (const value of [{ perorder: 5 }, { perOrder: '5' }, { perLocale: { ja: { perMonth: -1 } } }]) {
        await set('policy', value, target);
        assert.throws(
          () => readPolicies(project),
          (error) => error instanceof PolicySettingError && error.origin.kind === kind,
        );
      }
      await set('policy', undefined, target);
    }
  });
});
