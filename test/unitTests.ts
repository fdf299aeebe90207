// npm run test:unit [-- FILE… --grep TEXT --timeout MS --watch]: runs the unit and contract tests, or those of some files,
// with --watch again after each change to a file that they import. For a file of src/, the tests of the same path run:
// src/orders/units/plan/plan.ts for test/unit/orders/units/plan/plan.test.ts.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { projectRoot } from './host/paths.ts';
import { testFilesFor } from './host/testFilesFor.ts';

const {
  values: { grep, timeout, watch },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string', short: 'g' },
    timeout: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
});
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const options = [
  ...(grep === undefined ? [] : ['--grep', grep]),
  ...(timeout === undefined ? [] : ['--timeout', timeout]),
];
const node = watch ? ['--watch', '--watch-preserve-output'] : [];
const child = spawn(process.execPath, [...node, mocha, ...options, ...testFilesFor(positionals)], {
  cwd: projectRoot,
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
