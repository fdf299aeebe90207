import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readBudgets, readSettings } from '../../../src/editor/settings.ts';
import { BudgetSettingError } from '../../../src/orders/account/budgetSettings.ts';

const { Global, Workspace } = vscode.ConfigurationTarget;

describe('settings', () => {
  const set = async (key: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> => {
    await vscode.workspace.getConfiguration('humanTranslation').update(key, value, target);
  };

  afterEach(async () => {
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
});
