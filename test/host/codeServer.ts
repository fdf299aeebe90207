import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runChild } from './childProcess.ts';
import type { CodeServerInstall } from './codeServerInstall.ts';
import { countProcess } from './processorTime.ts';
import { endMarkedProcesses } from './processTree.ts';

export interface ServerOptions {
  readonly install: CodeServerInstall;
  /** The server's folder for user data, extensions and log. A later server with the same folder has the same state. */
  readonly dataFolder: string;
  /** Whether folders are in Restricted Mode until the user trusts them. Off by default, as in VS Code's test runner. */
  readonly workspaceTrust?: boolean;
  /** Whether windows can run an extension from source, with tests. Off by default: such windows show no toasts. */
  readonly testDriver?: boolean;
  /** Seconds that an extension host waits for its closed window; three hours by default, as in VS Code. */
  readonly reconnectionGraceSeconds?: number;
  /** 0, the default, selects a free port. */
  readonly port?: number;
  /**
   * Built-in extensions by their folders' names, and others by their absolute paths; all built-in ones if absent. Each
   * extension slows down every window.
   */
  readonly builtIn?: readonly string[];
  /** User settings in addition to `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The user's own key bindings. */
  readonly keyBindings?: readonly KeyBinding[];
  /** Whether extensions use the proxies that their window finds, as on the desktop. */
  readonly useHostProxy?: boolean;
  /** The user's home folder for the server and its extensions; the real one by default. */
  readonly home?: string;
}

/** An entry of `keybindings.json`. */
export interface KeyBinding {
  /** Such as `ctrl+alt+f1`. */
  readonly key: string;
  readonly command: string;
  readonly args?: unknown;
}

export interface ServerAddress {
  readonly port: number;
  /** Required in requests: without it, every local user and web page could use the server as a shell. */
  readonly token: string;
}

/** The data that another process needs to use a running server. Serialized as JSON. */
export interface RunningServer {
  readonly address: ServerAddress;
  readonly install: CodeServerInstall;
  readonly pid: number;
  readonly dataFolder: string;
  /** Holds `User/settings.json` and, under `User/globalStorage`, what extensions store. */
  readonly userDataFolder: string;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;

/** Environment variable of the server and its descendants, by whose value they are found. */
const markVariable = 'TEST_SERVER_MARK';

/** Settings that hide unrelated elements and avoid network requests. */
const quietSettings: Readonly<Record<string, unknown>> = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * A running VS Code server. Its windows share its user data and installed extensions.
 */
export class CodeServer {
  readonly running: RunningServer;
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #killOnExit: () => void;

  private constructor(child: ChildProcess, running: RunningServer, mark: string) {
    this.#child = child;
    this.#mark = mark;
    this.running = running;
    this.#killOnExit = () => {
      child.kill('SIGKILL');
    };
    process.once('exit', this.#killOnExit);
  }

  /** Starts a server and waits until it listens. Rejects with the end of its log after a minute. */
  static async start(options: ServerOptions): Promise<CodeServer> {
    const { install, dataFolder } = options;
    const folders = serverFolders(dataFolder);
    await writeUserFile(folders, 'settings.json', { ...quietSettings, ...options.settings });
    if (options.keyBindings !== undefined) await writeUserFile(folders, 'keybindings.json', options.keyBindings);
    if (options.builtIn !== undefined) await linkBuiltIn(install, folders, options.builtIn);
    const token = randomBytes(16).toString('hex');
    const mark = randomBytes(8).toString('hex');
    const child = spawn(process.execPath, serverArguments(options, folders, token), {
      cwd: install.vscode,
      env: {
        ...serverEnvironment(),
        ...(options.home === undefined ? {} : { HOME: options.home, USERPROFILE: options.home }),
        [markVariable]: mark,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    countProcess(child.pid);
    try {
      const port = await listeningPort(child, folders.log);
      const running = {
        address: { port, token },
        install,
        pid: child.pid!,
        dataFolder,
        userDataFolder: folders.userData,
      };
      return new CodeServer(child, running, mark);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** Ends the server, its extension hosts, and processes that extensions started. */
  async stop(): Promise<void> {
    process.off('exit', this.#killOnExit);
    if (this.#isRunning()) {
      const insist = setTimeout(() => {
        this.#child.kill('SIGKILL');
      }, stopTimeoutMs);
      this.#child.kill('SIGTERM');
      await this.ended();
      clearTimeout(insist);
    }
    await endMarkedProcesses(markVariable, this.#mark);
  }

  /** Resolves when the server has ended, with or without `stop`. */
  ended(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isRunning())
        this.#child.once('exit', () => {
          resolve();
        });
      else resolve();
    });
  }

  #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }
}

/** The folders of extensions into which this process installed a package, by the path of the package. */
const installedIn = new Map<string, Promise<string>>();

/**
 * Installs a packed extension for servers with the same `dataFolder`. A second installation of the same package is a copy
 * of the first, which takes a fraction of the time.
 */
export async function installExtension(install: CodeServerInstall, dataFolder: string, vsix: string): Promise<void> {
  const first = installedIn.get(vsix);
  if (first === undefined) {
    const installed = runInstallation(install, dataFolder, vsix);
    installedIn.set(vsix, installed);
    await installed;
    return;
  }
  await cp(await first, serverFolders(dataFolder).extensions, { recursive: true });
}

/** Returns the folder of extensions. */
async function runInstallation(install: CodeServerInstall, dataFolder: string, vsix: string): Promise<string> {
  const { extensions, serverData, userData } = serverFolders(dataFolder);
  const args = [
    'out/server-main.js',
    '--install-extension',
    vsix,
    '--force',
    '--accept-server-license-terms',
    '--extensions-dir',
    extensions,
    '--server-data-dir',
    serverData,
    '--user-data-dir',
    userData,
  ];
  const result = await runChild(process.execPath, args, { cwd: install.vscode, env: serverEnvironment() });
  if (result.code !== 0 || !result.output.includes('was successfully installed')) {
    throw new Error(`VS Code did not install ${vsix}:\n${result.output}`);
  }
  return extensions;
}

interface ServerFolders {
  readonly serverData: string;
  readonly userData: string;
  readonly extensions: string;
  /** Replaces VS Code's folder of built-in extensions if only some are wanted. */
  readonly builtIn: string;
  readonly log: string;
}

function serverFolders(dataFolder: string): ServerFolders {
  return {
    serverData: dataFolder,
    userData: path.join(dataFolder, 'user'),
    extensions: path.join(dataFolder, 'extensions'),
    builtIn: path.join(dataFolder, 'built-in'),
    log: path.join(dataFolder, 'server.log'),
  };
}

function serverArguments(options: ServerOptions, folders: ServerFolders, token: string): readonly string[] {
  const args = [
    'out/server-main.js',
    '--host',
    '127.0.0.1',
    '--port',
    String(options.port ?? 0),
    '--connection-token',
    token,
    '--accept-server-license-terms',
    '--disable-telemetry',
    '--disable-experiments',
    '--disable-websocket-compression',
    '--server-data-dir',
    folders.serverData,
    '--user-data-dir',
    folders.userData,
    '--extensions-dir',
    folders.extensions,
  ];
  if (options.workspaceTrust !== true) args.push('--disable-workspace-trust');
  if (options.builtIn !== undefined) args.push('--builtin-extensions-dir', folders.builtIn);
  if (options.testDriver === true) args.push('--enable-smoke-test-driver');
  if (options.useHostProxy === true) args.push('--use-host-proxy');
  if (options.reconnectionGraceSeconds !== undefined)
    args.push('--reconnection-grace-time', String(options.reconnectionGraceSeconds));
  return args;
}

async function writeUserFile(folders: ServerFolders, name: string, content: unknown): Promise<void> {
  const folder = path.join(folders.userData, 'User');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
}

async function linkBuiltIn(
  install: CodeServerInstall,
  folders: ServerFolders,
  names: readonly string[],
): Promise<void> {
  await rm(folders.builtIn, { recursive: true, force: true });
  await mkdir(folders.builtIn);
  // Windows lets every user create junctions; on other systems the type is ignored.
  for (const name of names)
    await symlink(
      path.resolve(install.vscode, 'extensions', name),
      path.join(folders.builtIn, path.basename(name)),
      'junction',
    );
}

/** Returns the environment without the variables of npm and of the editor that runs this process. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$|NODE_ENV$|INIT_CWD$)/.test(name),
    ),
  );
}

function listeningPort(child: ChildProcess, logFile: string): Promise<number> {
  const log = createWriteStream(logFile);
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      reject(new Error(`The VS Code server ${why}. The end of ${logFile}:\n${lines.join('').slice(-4000)}`));
    };
    const timeout = setTimeout(() => {
      fail(`did not listen within ${startTimeoutMs / 1000} seconds`);
    }, startTimeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (chunk: string) => {
        log.write(chunk);
        lines.push(chunk);
        const port = /agent listening on (\d+)/.exec(lines.join(''))?.[1];
        if (port === undefined) return;
        clearTimeout(timeout);
        lines.length = 0;
        resolve(Number(port));
      });
    }
    child.once('error', (error) => {
      fail(`could not be started (${error.message})`);
    });
    child.once('exit', (code) => {
      clearTimeout(timeout);
      log.end();
      fail(`ended with code ${code ?? 'none'}`);
    });
  });
}
