import { suiteLog } from '../logSink.ts';
import { openWindow, place, quoteFile, type WindowOptions } from './orderWindow.ts';

/** Orders a file in a process of its own. The quote is made first; `go` on standard input places it. */
const { options, file, locales } = JSON.parse(process.argv[2] ?? '') as {
  options: WindowOptions;
  file: string;
  locales: readonly string[];
};
const window = await openWindow(options);
const quote = await quoteFile(window, file, locales);
process.stdout.write('quoted\n');
process.stdin.once('data', () => {
  void place(window, quote)
    .then(
      ({ placedJobs, stopped }) => JSON.stringify({ placedJobs, stopped: stopped?.kind }),
      (error: unknown) => JSON.stringify({ error: error instanceof Error ? error.message : String(error) }),
    )
    .then(async (line) => {
      await window.close();
      // The log of this process is checked here, because the parent process can't see it.
      const [leak] = suiteLog.leaks();
      process.stdout.write(`${leak === undefined ? line : JSON.stringify({ error: leak })}\n`);
      process.stdin.destroy();
    });
});
