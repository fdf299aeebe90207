import { cp, link, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import { cliEnvironment, runCliProcess, type CliRun } from '../contract/cli/cliProcess.ts';
import { contentsOf } from '../contract/cli/sampleProjects.ts';
import { createOrderSetup, type OrderSetup } from '../contract/orders/orderSetup.ts';
import { cloneOf, git, windowOn, type Repository } from '../contract/orders/repositoryWindows.ts';
import { deliveryScenario } from './scenario.ts';
import { readTrace } from './trial.ts';
import { order } from './window.ts';

/** Trials that kill `pull` of the command line at a boundary of its system calls, then run it again. */
export class PullTrials implements AsyncDisposable {
  /** The names of the boundaries of a run that is not killed. */
  readonly boundaries: readonly string[];
  readonly #setup: OrderSetup;
  readonly #checkout: string;
  readonly #folder: string;
  readonly #expected: Finished;

  private constructor(setup: OrderSetup, found: Prepared) {
    this.#setup = setup;
    this.boundaries = found.boundaries;
    this.#checkout = found.checkout;
    this.#folder = found.folder;
    this.#expected = found.expected;
  }

  /** Orders files of several formats and documents in one clone, and pulls them in another one without a kill. */
  static async prepare(folder: string): Promise<PullTrials> {
    const setup = await createOrderSetup('instant', deliveryScenario.files);
    const { root } = setup.windowOptions;
    await git(root, 'init', '-q');
    await git(root, 'add', '.');
    await git(root, 'commit', '-qm', 'Start');
    await git(root, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
    const repository: Repository = Object.assign(setup, { root, base: path.dirname(root) });
    const checkout = await cloneOf(repository, 'checkout');
    await order(await windowOn(setup, root), deliveryScenario);
    const trace = path.join(folder, 'pull.trace');
    const copy = await copyOf(checkout, folder);
    const run = await pull(setup, copy, { KILL_TRACE: trace });
    if (run.code !== 0) throw new Error(`The pull fails without a kill: ${run.stderr}`);
    const expected = await readFinished(copy);
    return new PullTrials(setup, { checkout, folder, expected, boundaries: await readTrace(trace) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#setup[Symbol.asyncDispose]();
  }

  /**
   * Kills a pull at boundary number `at`, from 1. Returns what was wrong then, and after a second pull; undefined if
   * the pull ended before, as the number of boundaries varies by a few when requests overlap with deliveries.
   */
  async run(at: number): Promise<readonly string[] | undefined> {
    const copy = await copyOf(this.#checkout, this.#folder);
    try {
      const before = await contentsOf(copy.checkout);
      const killed = await pull(this.#setup, copy, { KILL_AT: String(at) });
      if (killed.signal !== 'SIGKILL') return killed.code === 0 ? undefined : [`the pull failed: ${killed.stderr}`];
      const wrong: string[] = [];
      for (const [file, content] of await contentsOf(copy.checkout)) {
        const isWhole = content === before.get(file) || content === this.#expected.files.get(file);
        if (!isWhole && deliveryTargets.has(file) && !deliveryScenario.hardLinked.includes(file))
          wrong.push(`${file} is half-written`);
      }
      const second = await pull(this.#setup, copy);
      if (second.code !== 0) wrong.push(`the second pull failed: ${second.stderr}`);
      return [...wrong, ...differences(await readFinished(copy), this.#expected)];
    } finally {
      await rm(copy.folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

interface Prepared {
  readonly boundaries: readonly string[];
  readonly checkout: string;
  readonly folder: string;
  readonly expected: Finished;
}

/** The state after all translations are delivered. */
interface Finished {
  readonly files: ReadonlyMap<string, string>;
  /** Each delivery of a string to a file in the journal. */
  readonly deliveries: readonly string[];
}

interface Copy {
  readonly folder: string;
  readonly checkout: string;
  readonly state: string;
}

/** The files that exist when nothing is being written; all others are temporary. */
const deliveryTargets = new Set([
  ...Object.keys(deliveryScenario.files),
  'locales/de/app.json',
  'res/values-ja/strings.xml',
  'docs/ja/guide.md',
]);

async function copyOf(checkout: string, parent: string): Promise<Copy> {
  const folder = await mkdtemp(path.join(parent, 'pull-'));
  const copy = { folder, checkout: path.join(folder, 'checkout'), state: path.join(folder, 'state') };
  await cp(checkout, copy.checkout, { recursive: true });
  for (const [index, name] of deliveryScenario.hardLinked.entries())
    await link(path.join(copy.checkout, name), path.join(folder, `second-name-${index}`));
  return copy;
}

async function pull(
  { windowOptions }: OrderSetup,
  { checkout, state }: Copy,
  kill: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  const preloads = ['killAtPoint.ts', 'startAtOnce.ts'].map((name) => new URL(name, import.meta.url).href);
  return runCliProcess(['pull', '--json'], {
    cwd: checkout,
    env: { ...cliEnvironment(windowOptions.service, state), ...kill },
    nodeArgs: Object.keys(kill).length === 0 ? [] : preloads.flatMap((preload) => ['--import', preload]),
  });
}

async function readFinished({ checkout, state }: Copy): Promise<Finished> {
  const journals = path.join(state, 'human-translation', 'journals');
  const deliveries: string[] = [];
  for (const [name, content] of await contentsOf(journals)) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of Buffer.from(content, 'base64').toString().split('\n')) {
      const entry = parse(line);
      if (entry?.type !== 'delivered') continue;
      for (const { jobId, file, key = '', locale } of entry.units ?? [])
        deliveries.push(JSON.stringify(present({ jobId, file, key, locale })));
    }
  }
  return { files: await contentsOf(checkout), deliveries: deliveries.toSorted() };
}

interface Entry {
  readonly type?: string;
  readonly units?: readonly {
    readonly jobId: string;
    readonly file: string;
    readonly key?: string;
    readonly locale: string;
  }[];
}

/** Returns a line as an entry; undefined for a line that a kill cut off. */
function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

function differences(found: Finished, expected: Finished): readonly string[] {
  const names = new Set([...found.files.keys(), ...expected.files.keys()]);
  const files = [...names].filter((name) => found.files.get(name) !== expected.files.get(name));
  const isSame = JSON.stringify(found.deliveries) === JSON.stringify(expected.deliveries);
  return [
    ...files.map((name) => `${name} is not as without a kill`),
    ...(isSame ? [] : [`${found.deliveries.length} deliveries instead of ${expected.deliveries.length}`]),
  ];
}
