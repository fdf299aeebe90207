import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { removePortFile, writePortFile } from '../base/portFile.ts';
import { readCommandLine, usage, UsageError, type CommandLine } from './commandLine.ts';
import { createIdleTimer } from './idleTimer.ts';
import { tryLockAll, type Lock } from './lockFile.ts';
import { announcementLine, findRunning } from './announcement.ts';
import { startSandbox } from './sandbox.ts';

/** Number of attempts while another process is starting a sandbox on the same files. */
const otherStartTries = 40;
const otherStartPauseMs = 250;

// The parent process and its pipe ends may be gone; the sandbox continues to run.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await runOrShare(options);
} catch (error) {
  if (error instanceof UsageError) log(`${error.message}\n${usage}`);
  else log(error instanceof Error ? sentenceFor(error) : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** Runs a sandbox. If a sandbox with the same port file is already running, only prints its line. */
async function runOrShare(options: CommandLine): Promise<void> {
  const files = [options.portFile, options.dataFile]
    .filter((file) => file !== undefined)
    .map((file) => path.resolve(file));
  for (const file of files) await mkdir(path.dirname(file), { recursive: true });
  for (let tries = 0; tries < otherStartTries; tries += 1) {
    const running = options.portFile === undefined ? undefined : await findRunning(options.portFile);
    if (running) {
      console.log(announcementLine(running));
      return;
    }
    const lock = await tryLockAll(files.map((file) => `${file}.lock`));
    if (lock) {
      await run(options, lock);
      return;
    }
    if (options.portFile === undefined) break;
    await systemClock.sleep(otherStartPauseMs);
  }
  throw new Error(`Another sandbox is using ${files.join(' or ')}. End it first, or name another file.`);
}

/** Resolves when the sandbox has ended, by a signal, by a request to exit, or after being idle. */
async function run(options: CommandLine, lock: Lock): Promise<void> {
  const ending = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      ending.resolve(`ending: ${signal}`);
    });
  }
  const idle = createIdleTimer(options.idleExitMs, () => {
    ending.resolve('ending: idle time is over');
  });
  try {
    const onExitRequested = (): void => {
      ending.resolve('ending: exit was requested');
    };
    const sandbox = await startSandbox({ ...options, log, onActivity: idle.note, onExitRequested });
    if (options.portFile !== undefined) await writePortFile(options.portFile, sandbox);
    console.log(announcementLine(sandbox));
    const data = options.dataFile === undefined ? 'in memory' : `data in ${options.dataFile}`;
    log(`listening at ${sandbox.baseUrl}, pace ${options.pace}, ${data}`);
    log(await ending.promise);
    if (options.portFile !== undefined) await removePortFile(options.portFile);
    await sandbox.close();
  } finally {
    idle.stop();
    await lock.release();
  }
}

function sentenceFor(error: Error): string {
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken. Name another with --port, or 0 to have a free one picked.';
  if ('code' in error && error.code === 'EACCES')
    return `${error.message}. Name a file or port that this user may use.`;
  return error.message;
}

/** Logs to standard error; standard output is only for the line of JSON. */
function log(line: string): void {
  console.error(line);
}
