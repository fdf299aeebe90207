// npm run test:unit [-- FILE… --grep TEXT]: runs the unit and contract tests, or those of some files. For a file of
// src/, the tests of the same path run: src/orders/plan/plan.ts for test/unit/orders/plan/plan.test.ts.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { projectRoot } from './host/paths.ts';
import { testFilesFor } from './host/testFilesFor.ts';

const {
  values: { grep },
  positionals,
} = parseArgs({ allowPositionals: true, options: { grep: { type: 'string', short: 'g' } } });
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const options = grep === undefined ? [] : ['--grep', grep];
const child = spawn(process.execPath, [mocha, ...options, ...testFilesFor(positionals)], {
  cwd: projectRoot,
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
