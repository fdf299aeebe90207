import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '../../../src/cli/language/exitCodes.ts';
import { finishAll, git, order, windowOn } from '../orders/repositoryWindows.ts';
import { runCliProcess } from './cliProcess.ts';
import { orderFiles, type OrderedFiles } from './orderedFiles.ts';

interface Held {
  readonly file: string;
  readonly title: string;
  readonly locale: string;
  readonly reason: string;
  readonly message: string;
}

interface Pulled {
  readonly code: number | null;
  readonly delivered: Readonly<Record<string, number>>;
  /** `file reason`, each once, sorted. */
  readonly held: readonly string[];
  readonly entries: readonly Held[];
  readonly outsidePaths: number;
}

/** Pulls without a journal of this machine, as a pipeline does, after a dry run that must say the same. */
async function pull(project: OrderedFiles, ...args: readonly string[]): Promise<Pulled> {
  const dry = await runPull(project, '--dry-run', ...args);
  const real = await runPull(project, ...args);
  assert.deepEqual(dry, real, 'a dry run must say the same');
  return real;
}

async function runPull(project: OrderedFiles, ...args: readonly string[]): Promise<Pulled> {
  const { code, stdout, stderr } = await project.cli('pull', '--json', ...args);
  assert.notEqual(stdout, '', stderr);
  const document = JSON.parse(stdout) as {
    readonly delivered: readonly { readonly file: string; readonly strings: number }[];
    readonly held: readonly Held[];
    readonly outsidePaths: number;
  };
  return {
    code,
    delivered: Object.fromEntries(document.delivered.map(({ file, strings }) => [file, strings])),
    held: [...new Set(document.held.map(({ file, reason }) => `${file} ${reason}`))].toSorted(),
    entries: document.held,
    outsidePaths: document.outsidePaths,
  };
}

const writeTo = (project: OrderedFiles, file: string, content: string | Uint8Array): Promise<void> =>
  writeFile(path.join(project.checkout, file), content);

const readFrom = (project: OrderedFiles, file: string): Promise<string> =>
  readFile(path.join(project.checkout, file), 'utf8');

/** Wraps the lines of a file between its first and last in a conflict. */
function conflicted(text: string, lineEnd = '\n'): string {
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const last = rest.pop() ?? '';
  return [first, '<<<<<<< HEAD', ...rest, '=======', ...rest, '>>>>>>> feature', last, ''].join(lineEnd);
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const english = { cart: { title: 'Your shopping cart', empty: 'Your cart is empty' } };
const shop = { 'locales/en.json': english, 'locales/ja.json': { cart: {} } };

async function approvedShop(): Promise<OrderedFiles> {
  const project = await orderFiles(shop, ['locales/en.json']);
  await finishAll(project);
  return project;
}

describe('contract: pull of the command line, if files can’t be read', function () {
  this.timeout(60_000);

  for (const lineEnd of ['\n', '\r\n'])
    for (const file of ['locales/en.json', 'locales/ja.json'])
      it(`holds translations if ${file} has conflict markers, with ${JSON.stringify(lineEnd)}`, async () => {
        await using project = await approvedShop();
        const text = conflicted(json(file.includes('en') ? english : { cart: { other: 'x' } }), lineEnd);
        await writeTo(project, file, text);
        const pulled = await pull(project);
        assert.deepEqual([pulled.code, pulled.delivered], [exitCodes.failed, {}]);
        assert.deepEqual(pulled.held, [`${file} conflict-markers`]);
        assert.equal(pulled.entries.length, 2);
        for (const { message } of pulled.entries) assert.match(message, /conflict markers of a merge/u);
        assert.equal(await readFrom(project, file), text);
        // Once the conflict is resolved, the same command delivers.
        await writeTo(project, file, json(shop[file as keyof typeof shop]));
        const { code, delivered } = await pull(project);
        assert.deepEqual([code, delivered], [exitCodes.done, { 'locales/ja.json': 2 }]);
      });

  for (const [what, spoil, reason, code] of [
    ['can’t be parsed', (project) => writeTo(project, 'locales/en.json', '{ "cart": '), 'unreadable', exitCodes.failed],
    [
      'has invalid bytes',
      (project) => writeTo(project, 'locales/en.json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      'unreadable',
      exitCodes.failed,
    ],
    [
      'is in an encoding that is not supported',
      (project) => writeTo(project, 'locales/en.json', Buffer.from(json(english), 'utf16le')),
      'unreadable',
      exitCodes.failed,
    ],
    [
      'is a folder',
      async (project) => {
        await rm(path.join(project.checkout, 'locales/en.json'));
        await mkdir(path.join(project.checkout, 'locales/en.json'));
      },
      'unreadable',
      exitCodes.failed,
    ],
    ['is gone', (project) => rm(path.join(project.checkout, 'locales/en.json')), 'source-missing', exitCodes.done],
  ] as const satisfies readonly (readonly [string, (project: OrderedFiles) => Promise<void>, string, number])[])
    it(`names a source that ${what}`, async () => {
      await using project = await approvedShop();
      await spoil(project);
      const pulled = await pull(project);
      assert.deepEqual([pulled.code, pulled.delivered, pulled.held], [code, {}, [`locales/en.json ${reason}`]]);
      const { stdout } = await project.cli('pull');
      assert.match(stdout, /locales\/en\.json, 2 translations \(ja\): Not delivered: /u);
    });

  it('names the file with conflict markers to which a key has moved, whether this machine knows the order or not', async () => {
    await using project = await orderFiles({ ...shop, 'extra/en.json': {}, 'extra/ja.json': {} }, ['locales/en.json']);
    await finishAll(project);
    const { title, empty } = english.cart;
    const move = async (): Promise<void> => {
      await writeTo(project, 'locales/en.json', json({ cart: { empty } }));
      await writeTo(project, 'extra/en.json', conflicted(json({ heading: title, other: 'Something else' })));
    };
    const state = path.join(project.base, 'state');
    // Knows the jobs before they are moved.
    await project.cli('jobs');
    await move();
    for (const isKnown of [true, false]) {
      if (!isKnown) await rm(state, { recursive: true });
      await writeTo(project, 'locales/ja.json', json({ cart: {} }));
      const pulled = await runPull(project);
      assert.deepEqual(pulled.delivered, { 'locales/ja.json': 1 });
      assert.deepEqual([pulled.code, pulled.held], [exitCodes.failed, ['extra/en.json conflict-markers']]);
    }
  });

  it('says nothing about unreadable files that have nothing to do with a translation', async () => {
    await using project = await approvedShop();
    await mkdir(path.join(project.checkout, 'fixtures'));
    await writeTo(project, 'fixtures/en.json', conflicted(json({ a: 'Another', b: 'Text' })));
    const pulled = await pull(project);
    assert.deepEqual([pulled.code, pulled.held], [exitCodes.done, []]);
  });

  it('lists files with conflict markers as unreadable in check, status and estimate', async () => {
    await using project = await approvedShop();
    await writeTo(project, 'locales/ja.json', conflicted(json({ cart: { other: 'x', another: 'y' } })));
    const check = await project.cli('check', '--json');
    assert.equal(check.code, exitCodes.findings);
    const { findings } = JSON.parse(check.stdout) as { readonly findings: readonly Record<string, string>[] };
    assert.deepEqual(
      findings.map(({ kind, file }) => [kind, file]),
      [['damaged', 'locales/ja.json']],
    );
    assert.match(findings[0]?.['message'] ?? '', /conflict markers/u);
    const status = await project.cli('status', '--json', '--offline');
    const { unreadable } = JSON.parse(status.stdout) as { readonly unreadable: readonly { readonly file: string }[] };
    assert.deepEqual(
      unreadable.map(({ file }) => file),
      ['locales/ja.json'],
    );
    await writeTo(project, 'locales/en.json', conflicted(json(english)));
    for (const command of ['estimate', 'quote', 'check', 'status']) {
      const { stdout, stderr } = await project.cli(command, '--json');
      assert.match(`${stdout}${stderr}`, /conflict markers/u, command);
    }
  });
});

describe('contract: pull of the command line, for files that the order does not name', function () {
  this.timeout(60_000);

  /** Only the first file is ordered; the others have its text. */
  const files = {
    'a/locales/en.json': { cancel: 'Cancel the order' },
    'a/locales/ja.json': {},
    'b/locales/en.json': { abort: 'Cancel the order' },
    'b/locales/ja.json': {},
    'c/locales/en.json': { cancel: 'Cancel the order' },
    'c/locales/ja.json': {},
  };

  it('delivers to the named file, and to the same key of others; the rest is held, and delivered by the editor', async () => {
    await using project = await orderFiles(files, ['a/locales/en.json']);
    await finishAll(project);
    const pulled = await pull(project);
    assert.deepEqual(pulled.delivered, { 'a/locales/ja.json': 1, 'c/locales/ja.json': 1 });
    assert.deepEqual([pulled.code, pulled.held], [exitCodes.held, ['b/locales/ja.json not-named']]);
    assert.equal(await readFrom(project, 'b/locales/ja.json'), json({}));
    // A journal that knows the job says the same as a machine without one.
    for (const isNew of [false, true]) {
      if (isNew) await rm(path.join(project.base, 'state'), { recursive: true });
      const again = await runPull(project);
      assert.deepEqual([again.code, again.delivered], [exitCodes.held, {}]);
      assert.deepEqual(again.held, ['b/locales/ja.json not-named']);
    }
    // In the editor, the user decides: the order that exists is used for this string, too.
    const editor = await windowOn(project, project.checkout, {
      journalFile: path.join(project.base, 'machine/journals/journal.jsonl'),
    });
    const { placed } = await order(editor, 'use', 'b/locales/en.json');
    assert.equal(placed?.creditsUsed, 0);
    await editor.jobs.fetchAndDeliver();
    // This machine has not shown the translation yet.
    for (const { id, delivery } of editor.jobs.all) if (delivery.kind === 'held') await editor.jobs.deliver(id);
    assert.match(await readFrom(project, 'b/locales/ja.json'), /"abort": "/u);
    const after = await pull(project);
    assert.deepEqual([after.code, after.held], [exitCodes.done, []]);
  });

  it('writes nothing to another file that a pull request adds with an ordered text under a key of its own', async () => {
    const ordered = { 'app/texts_en.properties': 'cancel=Cancel the order\n', 'app/texts_ja.properties': '\n' };
    await using project = await orderFiles(ordered, ['app/texts_en.properties']);
    await finishAll(project);
    await mkdir(path.join(project.checkout, 'res'));
    await writeTo(project, 'res/messages_en.properties', '[core]hooksPath=Cancel the order\n');
    await writeTo(project, 'res/messages_ja.properties', '# Nothing\n');
    await git(project.checkout, 'add', '.');
    const pulled = await pull(project);
    assert.equal(await readFrom(project, 'res/messages_ja.properties'), '# Nothing\n');
    assert.deepEqual(pulled.delivered, { 'app/texts_ja.properties': 1 });
    assert.deepEqual([pulled.code, pulled.held], [exitCodes.held, ['res/messages_ja.properties not-named']]);
  });
});

describe('contract: pull of the command line, with paths', function () {
  this.timeout(60_000);

  const files = {
    'a/locales/en.json': { one: 'First text', two: 'Second text' },
    'a/locales/ja.json': {},
    'b/locales/en.json': { three: 'Third text' },
    'b/locales/ja.json': {},
    'c/locales/en.json': { four: 'Fourth text' },
    'c/locales/ja.json': {},
  };
  const ordered = ['a/locales/en.json', 'b/locales/en.json', 'c/locales/en.json'];

  async function approvedFiles(): Promise<OrderedFiles> {
    const project = await orderFiles(files, ordered);
    await finishAll(project);
    return project;
  }

  it('delivers to one file, to a folder, to a file that doesn’t exist yet, and to several; the others wait', async () => {
    await using project = await approvedFiles();
    const first = await pull(project, 'a/locales/ja.json');
    assert.deepEqual([first.code, first.delivered, first.outsidePaths], [0, { 'a/locales/ja.json': 2 }, 2]);
    assert.equal(await readFrom(project, 'b/locales/ja.json'), json({}));
    const { stdout } = await project.cli('pull', 'a');
    assert.match(stdout, /There is nothing to deliver\.\n2 other approved translations wait for files outside/u);
    await rm(path.join(project.checkout, 'b/locales/ja.json'));
    // Its layout is known by the other files.
    await writeTo(project, 'b/locales/de.json', json({}));
    const second = await pull(project, 'b/locales/ja.json', 'a');
    assert.deepEqual([second.code, second.delivered, second.outsidePaths], [0, { 'b/locales/ja.json': 1 }, 1]);
    const third = await pull(project, 'c/locales/en.json');
    assert.deepEqual([third.delivered, third.outsidePaths], [{ 'c/locales/ja.json': 1 }, 0]);
  });

  it('says nothing about files outside the paths that can’t be read', async () => {
    await using project = await approvedFiles();
    await writeTo(project, 'a/locales/ja.json', conflicted(json({ x: 'y', z: 'w' })));
    const inside = await pull(project, 'b', 'c/locales');
    assert.deepEqual([inside.code, inside.held, inside.outsidePaths], [0, [], 2]);
    const outside = await pull(project, 'a');
    assert.deepEqual([outside.code, outside.held], [exitCodes.failed, ['a/locales/ja.json conflict-markers']]);
  });

  it('refuses a path that names nothing, and delivers nothing then', async () => {
    await using project = await approvedFiles();
    for (const paths of [['d'], ['a', 'a/locales/fr.json'], ['../other']]) {
      const { code, stderr } = await project.cli('pull', ...paths);
      assert.equal(code, exitCodes.usage);
      assert.match(stderr, /is not a file or folder of the project/u);
    }
    assert.equal(await readFrom(project, 'a/locales/ja.json'), json({}));
  });

  it('limits the strings of a text that several files share', async () => {
    const shared = { ...files, 'b/locales/en.json': { three: 'First text', five: 'Fifth text' } };
    await using project = await orderFiles(shared, ordered);
    await finishAll(project);
    const first = await pull(project, 'b');
    assert.deepEqual(first.delivered, { 'b/locales/ja.json': 2 });
    assert.equal(await readFrom(project, 'a/locales/ja.json'), json({}));
    const rest = await pull(project);
    assert.deepEqual([rest.delivered, rest.outsidePaths], [{ 'a/locales/ja.json': 2, 'c/locales/ja.json': 1 }, 0]);
  });

  it('does not deliver to a file outside the paths to which a key has moved', async () => {
    await using project = await approvedFiles();
    await project.cli('jobs');
    await writeTo(project, 'a/locales/en.json', json({ two: 'Second text' }));
    await writeTo(project, 'b/locales/en.json', json({ three: 'Third text', moved: 'First text' }));
    const pulled = await runPull(project, 'a');
    assert.deepEqual(pulled.delivered, { 'a/locales/ja.json': 1 });
    assert.equal(await readFrom(project, 'b/locales/ja.json'), json({}));
    const { delivered } = await runPull(project, 'b');
    assert.deepEqual(delivered, { 'b/locales/ja.json': 2 });
  });

  it('is in the help', async () => {
    const { stdout } = await runCliProcess(['pull', '--help']);
    assert.match(stdout, /human-translation pull \[PATH…\]/u);
  });
});
