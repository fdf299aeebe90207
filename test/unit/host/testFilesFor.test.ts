import assert from 'node:assert/strict';
import path from 'node:path';
import { projectRoot } from '../../host/paths.ts';
import { testFilesFor } from '../../host/testFilesFor.ts';

const files = new Set([
  'src/orders/plan/plan.ts',
  'src/orders/journal/snapshot.ts',
  'src/extension.ts',
  'test/unit/orders/plan/plan.test.ts',
  'test/unit/orders/journal/snapshot.test.ts',
  'test/unit/orders/journal/snapshot.slow.test.ts',
  'test/contract/wire.test.ts',
]);
const chosen = (...named: readonly string[]): readonly string[] =>
  testFilesFor(
    named.map((file) => path.resolve(projectRoot, file)),
    (file) => files.has(file),
  );

describe('testFilesFor', () => {
  it('returns all unit and contract tests if no file is named', () => {
    assert.deepEqual(chosen(), ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts']);
  });

  it('returns only the named test files', () => {
    assert.deepEqual(chosen('test/contract/wire.test.ts', 'test/unit/orders/plan/plan.test.ts'), [
      'test/contract/wire.test.ts',
      'test/unit/orders/plan/plan.test.ts',
    ]);
  });

  it('returns the tests of a source file, slow ones included, each once', () => {
    assert.deepEqual(chosen('src/orders/journal/snapshot.ts', 'test/unit/orders/journal/snapshot.test.ts'), [
      'test/unit/orders/journal/snapshot.test.ts',
      'test/unit/orders/journal/snapshot.slow.test.ts',
    ]);
  });

  it('throws for files that do not exist or have no tests', () => {
    assert.throws(() => chosen('test/unit/gone.test.ts'), /gone\.test\.ts does not exist/);
    assert.throws(() => chosen('src/extension.ts'), /there is no test\/unit\/extension\.test\.ts/);
  });
});
