#!/usr/bin/env node
// The command line: npm run cli -- COMMAND, or the file that `npm run package` makes.
import './olderNode.ts';
import { runCli } from './runCli.ts';
import { createTerminal } from './terminal.ts';

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
