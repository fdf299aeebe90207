import assert from 'node:assert/strict';
import { nearestTests } from '../../mutants/nearestTests.ts';

describe('nearestTests', () => {
  it('returns the tests of the same path first, then those with the fewest imports between, then by folders', () => {
    const texts = new Map([
      ['src/orders/plan/plan.ts', ''],
      ['src/orders/place/place.ts', "import { plan } from '../plan/plan.ts';"],
      ['src/application.ts', "const place = await import('./orders/place/place.ts');"],
      ['src/views/view.ts', "import type { Plan } from '../orders/plan/plan.ts';"],
      ['test/unit/orders/plan/plan.test.ts', "import { run } from './run.ts';"],
      ['test/unit/orders/plan/plan.slow.test.ts', ''],
      [
        'test/unit/application.test.ts',
        "import '../../src/application.ts';\nimport { a } from '../../src/application.ts';",
      ],
      ['test/unit/commands/command.test.ts', "import {\n  place,\n} from '../../../src/orders/place/place.ts';"],
      ['test/unit/orders/place/place.test.ts', "import { place } from '../../../../src/orders/place/place.ts';"],
      ['test/unit/orders/all.slow.test.ts', "import { plan } from '../../../src/orders/plan/plan.ts';"],
      ['test/unit/views/view.test.ts', "import { view } from '../../../src/views/view.ts';"],
      ['test/e2e/plan.test.ts', "import { plan } from '../../src/orders/plan/plan.ts';"],
    ]);
    assert.deepEqual(nearestTests('src/orders/plan/plan.ts', texts), [
      'test/unit/orders/plan/plan.slow.test.ts',
      'test/unit/orders/plan/plan.test.ts',
      'test/unit/orders/place/place.test.ts',
      'test/unit/commands/command.test.ts',
      'test/unit/application.test.ts',
    ]);
  });
});
