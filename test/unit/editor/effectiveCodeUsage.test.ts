import assert from 'node:assert/strict';
import { effectiveCodeUsage } from '../../../src/editor/effectiveCodeUsage.ts';

describe('effectiveCodeUsage', () => {
  const defaultValue = 'places';

  it('is the default unless the user or the workspace sets something', () => {
    assert.equal(effectiveCodeUsage({ defaultValue }), 'places');
  });

  for (const globalValue of ['off', 'places', 'lines'] as const) {
    it(`is what the user sets: ${globalValue}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue }), globalValue);
    });
  }

  for (const level of ['workspaceValue', 'workspaceFolderValue'] as const) {
    it(`never tells more because of ${level}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, [level]: 'lines' }), 'places');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'off', [level]: 'lines' }), 'off');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'off', [level]: 'places' }), 'off');
    });

    it(`tells less because of ${level}`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', [level]: 'places' }), 'places');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', [level]: 'off' }), 'off');
    });
  }

  it('takes the strictest when a folder loosens what its workspace tightened', () => {
    assert.equal(
      effectiveCodeUsage({ defaultValue, globalValue: 'lines', workspaceValue: 'off', workspaceFolderValue: 'lines' }),
      'off',
    );
  });

  for (const mistake of ['line', '', 7, null, {}, ['lines']]) {
    it(`is off for ${JSON.stringify(mistake)}, whoever set it`, () => {
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: mistake }), 'off');
      assert.equal(effectiveCodeUsage({ defaultValue, globalValue: 'lines', workspaceValue: mistake }), 'off');
    });
  }

  it('is off for a setting that VS Code does not know', () => {
    assert.equal(effectiveCodeUsage(undefined), 'off');
  });
});
