/**
 * A sandbox of an earlier version is still running, which cannot prove that the extension has started it. Another
 * program could answer in its place, so the token is not sent and the process is not ended. A second sandbox is not
 * started, because the first one holds the data file with the jobs.
 */
export class UnprovableSandboxError extends Error {
  override readonly name = 'UnprovableSandboxError';
  readonly pid: number;

  constructor(pid: number) {
    super(
      `The sandbox with the process id ${pid} is of an earlier version ` +
        'and cannot prove that the extension has started it.',
    );
    this.pid = pid;
  }
}

/** The embedded sandbox refused a request of its own interface. */
export class SandboxRefusedError extends Error {
  override readonly name = 'SandboxRefusedError';
  /** In the sandbox's words. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The sandbox answered: ${reason}`);
    this.reason = reason;
  }
}

/** The process that the port file names has ended, or another process listens at its address. Nothing was sent. */
export class SandboxGoneError extends Error {
  override readonly name = 'SandboxGoneError';
}

/** No keys are stored for the address in the settings. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    super(`No keys are stored for ${baseUrl}.`);
    this.baseUrl = baseUrl;
  }
}

/** The editor's secret storage did not keep the keys that were to be stored. */
export class KeysNotKeptError extends Error {
  override readonly name = 'KeysNotKeptError';

  constructor() {
    super('The secret storage did not keep the keys.');
  }
}

/** Nothing is sent while the workspace is not trusted. */
export class RestrictedModeError extends Error {
  override readonly name = 'RestrictedModeError';
}

/** The embedded sandbox's process did not start, or ended at once. */
export class SandboxNotStartedError extends Error {
  override readonly name = 'SandboxNotStartedError';
  /** The path of the file with the process's own messages. */
  readonly logFile: string;

  constructor(logFile: string) {
    super(`The embedded sandbox did not start. Its messages are in ${logFile}.`);
    this.logFile = logFile;
  }
}
