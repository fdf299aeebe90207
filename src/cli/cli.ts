#!/usr/bin/env node
// The command line: npm run cli -- COMMAND, or the file that `npm run package` makes.
import './olderNode.ts';
import { setFlagsFromString } from 'node:v8';
import { runCli } from './runCli.ts';
import { createTerminal } from './terminal.ts';

// The space for new objects keeps its size. With its usual growth, a project of many locales takes about 120 MB more, in
// the same time: almost all objects that are read live to the end. Node.js 20 and later have this flag.
setFlagsFromString('--semi-space-growth-factor=1');
// That space is so small that several threads take more time to share its collection than one takes for all of it.
setFlagsFromString('--no-parallel-scavenge');

// The reader of a pipe may end first, as `head` does.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The second signal ends the process immediately; the next run completes what it interrupts.
  process.once(signal, () => {
    interrupted.abort();
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: createTerminal(process.stdout, process.stderr),
  env: process.env,
  signal: interrupted.signal,
});
