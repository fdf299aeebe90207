import assert from 'node:assert/strict';
import { effectiveCodeUsage } from '../../../src/editor/effectiveCodeUsage.ts';

describe('effectiveCodeUsage', () => {
  const defaultValue = 'places';

  it('returns the default unless the user or the workspace sets a value', () => {
    assert.equal(effectiveCodeUsage({ defaultValue }), 'places');
  });

  for (const globalValue of ['off', 'places', 'lines'] as const) {
    it(`returns the user’s value: ${globalValue}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue }), globalValue);
    });
  }

  for (const level of ['workspaceValue', 'workspaceFolderValue'] as const) {
    it(`never discloses more because of ${level}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, [level]: 'lines' }), 'places');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'off', [level]: 'lines' }), 'off');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'off', [level]: 'places' }), 'off');
    });

    it(`discloses less because of ${level}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', [level]: 'places' }), 'places');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', [level]: 'off' }), 'off');
    });
  }

  it('returns the strictest value if a folder is less strict than its workspace', () => {
    assert.equal(
      effectiveCodeUsage({ defaultValue, globalValue: 'lines', workspaceValue: 'off', workspaceFolderValue: 'lines' }),
      'off',
    );
  });

  for (const invalid of ['line', '', 7, null, {}, ['lines']]) {
    it(`returns off for ${JSON.stringify(invalid)} of the user or the workspace`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: invalid }), 'off');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', workspaceValue: invalid }), 'off');
    });
  }

  it('returns off for a setting that VS Code does not know', () => {
    assert.equal(effectiveCodeUsage(undefined), 'off');
  });
});
