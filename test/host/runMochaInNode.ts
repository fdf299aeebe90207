// Runs mocha suites in plain Node: node test/host/runMochaInNode.ts RESULT.json TIMEOUT_MS [--grep TEXT] GLOB…
import { glob } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { runMocha } from './runMocha.ts';
import { projectRoot } from './paths.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { grep: { type: 'string' } } });
const [resultFile, timeoutMs, ...patterns] = positionals;
if (resultFile === undefined || timeoutMs === undefined)
  throw new Error('Usage: runMochaInNode.ts RESULT.json TIMEOUT_MS [--grep TEXT] GLOB…');

const files: string[] = [];
for await (const file of glob(patterns, { cwd: projectRoot })) files.push(path.join(projectRoot, file));
const result = await runMocha({
  files: files.sort(),
  resultFile,
  timeoutMs: Number(timeoutMs),
  ...(values.grep === undefined ? {} : { grep: values.grep }),
});
// A test that leaves a socket or a timer open must not keep the run from ending.
process.exit(result.failed > 0 ? 1 : 0);
