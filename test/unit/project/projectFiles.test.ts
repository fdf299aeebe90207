import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { link as linkFile, mkdtemp, readdir, readFile, realpath, rm, truncate } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileWrite } from '../../../src/base/replaceFile.ts';
import { RefusedFileError } from '../../../src/orders/model/errors/refusedFileError.ts';
import { maxProjectFileBytes, ProjectFiles, type OutsideAccess } from '../../../src/project/projectFiles.ts';
import { runInSteps } from '../base/fileSteps.ts';

const old = Buffer.from('{}\n');
const wanted = Buffer.from('{"hello":"Hallo"}\n');
const write: FileWrite = { id: 'abc123', keep: () => Promise.resolve() };

describe('ProjectFiles', () => {
  let base: string;
  let root: string;
  let files: ProjectFiles;

  beforeEach(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), 'project-files-')));
    root = path.join(base, 'project');
    add('locales/de.json', old);
    add('.git/config', '[core]\n');
    add('../outside/de.json', old);
    files = new ProjectFiles(root, [root]);
  });
  afterEach(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

  function add(file: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }

  function link(file: string, target: string): void {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    symlinkSync(target, path.join(root, file));
  }

  /** All files below the test's folder with their contents, and links with their targets. */
  const state = (): unknown =>
    readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(base, file), readFileSync(file, 'utf8')])
      .sort();

  async function refusal(work: Promise<unknown>): Promise<unknown> {
    try {
      await work;
      return 'nothing was refused';
    } catch (error) {
      return error instanceof RefusedFileError ? error.reason : error;
    }
  }

  /** The reasons for which reading, replacing, creating, deleting and checking a file are refused. */
  async function refusals(file: string, one = files): Promise<readonly unknown[]> {
    const known = state();
    const found = [
      await refusal(one.read(file)),
      await refusal(one.replace(file, old, wanted, write)),
      await refusal(one.create(file, wanted, write)),
      await refusal(one.remove(file, old, write)),
      await refusal(one.cleanUp(file, 'abc123', { isBefore: () => true, isAfter: () => false })),
      await refusal(one.requireWritable(file)),
    ];
    assert.deepEqual(state(), known);
    return [...new Set(found)];
  }

  it('reads, replaces, creates and deletes a file, in folders that it creates', async () => {
    assert.deepEqual(await files.read('locales/de.json'), old);
    assert.equal(await files.replace('locales/de.json', old, wanted, write), 'done');
    assert.equal(await files.create('a/b/c/de.json', wanted, write), 'done');
    assert.deepEqual(await files.read('a/b/c/de.json'), wanted);
    assert.equal(await files.remove('a/b/c/de.json', wanted, write), 'done');
    assert.equal(await files.read('a/b/c/de.json'), undefined);
    assert.equal(await files.read('locales/de.json/fr.json'), undefined);
    assert.deepEqual(await readdir(path.join(root, 'locales')), ['de.json']);
  });

  it('reads and writes below a root that is reached through a link', async () => {
    symlinkSync(root, path.join(base, 'linked'));
    const linked = new ProjectFiles(path.join(base, 'linked'), [path.join(base, 'linked')]);
    assert.deepEqual(await linked.read('locales/de.json'), old);
    assert.equal(await linked.replace('locales/de.json', old, wanted, write), 'done');
    assert.equal(await linked.create('a/de.json', wanted, write), 'done');
    // The link leads to another folder since then.
    rmSync(path.join(base, 'linked'));
    symlinkSync(path.join(base, 'outside'), path.join(base, 'linked'));
    assert.deepEqual(await linked.read('de.json'), old);
    assert.equal(await linked.replace('de.json', old, wanted, write), 'done');
    assert.deepEqual(await readFile(path.join(base, 'outside/de.json')), wanted);
  });

  for (const [what, file, links] of [
    ['a link to a file of the project', 'res/de.json', { 'res/de.json': '../locales/de.json' }],
    ['a link to another locale’s file', 'locales/fr.json', { 'locales/fr.json': 'de.json' }],
    ['a link to Git’s configuration', 'res/de.json', { 'res/de.json': '../.git/config' }],
    ['an absolute link into Git’s folder', 'res/de/config', { 'res/de': 'ROOT/.git' }],
    ['a link to a link', 'res/de.json', { 'res/de.json': 'other.json', 'res/other.json': '../.git/config' }],
    ['a folder that is a link', 'public/locales/de.json', { 'public/locales': '../locales' }],
    ['a folder in the middle of a path', 'a/b/c/de.json', { 'a/b': '../x', 'x/c/de.json': '../../.git/config' }],
    ['a link to a file that doesn’t exist', 'res/de.json', { 'res/de.json': '../.git/hooks/pre-commit' }],
    ['a folder that leads to the root', 'a/locales/de.json', { a: '.' }],
    ['a cycle of links', 'a/de.json', { a: 'b', b: 'a' }],
  ] as const)
    it(`neither reads nor writes through ${what}`, async () => {
      for (const [from, to] of Object.entries(links)) link(from, to.replace('ROOT', root));
      assert.deepEqual(await refusals(file), ['link']);
      const all: OutsideAccess = { mayRead: true, mayWrite: () => true };
      assert.deepEqual(await refusals(file, new ProjectFiles(root, [root], all)), ['link']);
    });

  it('neither reads nor writes in Git’s folder', async () => {
    add('.GIT/config', 'x');
    add('modules/a/.git/config', 'x');
    for (const file of ['.git/config', '.GIT/config', 'modules/a/.git/config', '.git', 'git~1/config', '.git /config'])
      assert.deepEqual(await refusals(file), ['protected'], file);
    const inside = new ProjectFiles(path.join(root, '.git'), [path.join(root, '.git')]);
    assert.equal(await refusal(inside.replace('config', Buffer.from('[core]\n'), wanted, write)), 'protected');
  });

  it('reads files of tools, but never writes them', async () => {
    for (const file of [
      '.vscode/tasks.json',
      '.github/workflows/de.yml',
      'node_modules/a/de.json',
      '.circleci/de.yml',
    ]) {
      add(file, old);
      assert.deepEqual(await files.read(file), old);
      assert.deepEqual(await refusals(file), ['nothing was refused', 'protected'], file);
    }
  });

  it('reads and writes a file outside the open folders only as it may', async () => {
    link('res/de.json', path.join(base, 'outside/de.json'));
    link('docs/de', '../../outside');
    const real = path.join(base, 'outside/de.json');
    for (const file of ['res/de.json', 'docs/de/de.json']) {
      assert.deepEqual(await refusals(file), ['outside']);
      assert.equal(await files.leadsOutside(file), real);
      const reading = new ProjectFiles(root, [root], { mayRead: true, mayWrite: () => false });
      assert.deepEqual(await reading.read(file), old);
      assert.equal(await refusal(reading.replace(file, old, wanted, write)), 'outside');
      const agreed: [string, string][] = [];
      const mayWrite: OutsideAccess['mayWrite'] = (...asked) => agreed.push(asked) > 0;
      const writing = new ProjectFiles(root, [root], { mayRead: true, mayWrite });
      assert.equal(await writing.leadsOutside(file), undefined);
      assert.equal(await writing.replace(file, old, wanted, write), 'done');
      assert.deepEqual(await writing.read(file), wanted);
      assert.equal(await writing.replace(file, wanted, old, write), 'done');
      assert.deepEqual([...new Set(agreed.map(String))], [`${file},${real}`]);
    }
    assert.ok(lstatSync(path.join(root, 'res/de.json')).isSymbolicLink());
    // A second project is not outside, so its file is not written twice.
    const other = path.join(base, 'outside');
    assert.deepEqual(await refusals('res/de.json', new ProjectFiles(root, [root, other])), ['link']);
  });

  it('writes nothing that belongs to a tool outside the open folders, whatever the user has agreed to', async () => {
    add('../home/.vscode/tasks.json', old);
    add('../clone/.git/config', old);
    const all: OutsideAccess = { mayRead: true, mayWrite: () => true };
    for (const target of ['../../home/.vscode/tasks.json', '../../clone/.git/config']) {
      link('res/de.json', target);
      const one = new ProjectFiles(root, [root], all);
      assert.equal(await refusal(one.replace('res/de.json', old, wanted, write)), 'protected');
      rmSync(path.join(root, 'res/de.json'));
    }
  });

  describe('with files that are no regular ones', function () {
    before(function () {
      if (process.platform === 'win32') this.skip();
    });

    const all: OutsideAccess = { mayRead: true, mayWrite: () => true };
    let server: Server | undefined;
    afterEach(() => server?.close());

    const make: Readonly<Record<string, (file: string) => void | Promise<void>>> = {
      'a pipe': (file) => {
        execFileSync('mkfifo', [file]);
      },
      'a folder': (file) => {
        mkdirSync(file);
      },
      'a socket': async (file) => {
        server = createServer();
        await new Promise<void>((resolve) => server?.listen(file, resolve));
      },
      'a link to a device': (file) => {
        symlinkSync('/dev/zero', file);
      },
      'a link to a pipe outside': (file) => {
        execFileSync('mkfifo', [path.join(base, 'pipe')]);
        symlinkSync(path.join(base, 'pipe'), file);
      },
      'a terminal': (file) => {
        symlinkSync('/dev/tty', file);
      },
    };
    for (const [what, create] of Object.entries(make))
      it(`refuses at once to read or write ${what}`, async () => {
        mkdirSync(path.join(root, 'res'));
        await create(path.join(root, 'res/de.json'));
        const one = new ProjectFiles(root, [root], all);
        assert.equal(await refusal(one.read('res/de.json')), 'not-a-file');
        assert.equal(await refusal(one.requireWritable('res/de.json')), 'not-a-file');
        assert.equal(await refusal(one.replace('res/de.json', old, wanted, write)), 'not-a-file');
        assert.equal(await one.create('res/de.json', wanted, write), 'changed');
      });

    it('reads no more than a file may have, whatever its size says', async () => {
      add('res/sparse.json', '');
      await truncate(path.join(root, 'res/sparse.json'), 10 * 1024 ** 3);
      assert.equal(await refusal(files.read('res/sparse.json')), 'too-large');
      add('res/de.json', Buffer.alloc(11));
      assert.equal(await refusal(files.read('res/de.json', 10)), 'too-large');
      assert.equal((await files.read('res/de.json', 11))?.length, 11);
      assert.ok(maxProjectFileBytes < 2 ** 27);
    });

    it('reads a file whose reported size is 0', async function () {
      if (process.platform !== 'linux') this.skip();
      const processes = new ProjectFiles(`/proc/${process.pid}`, [`/proc/${process.pid}`]);
      assert.ok(((await processes.read('maps'))?.length ?? 0) > 10_000);
      assert.equal(await refusal(processes.read('maps', 5000)), 'too-large');
    });
  });

  it('lists a folder without links to other files and folders of the project, and remembers them', async () => {
    link('locales/at.json', 'de.json');
    link('locales/fr', '../.git');
    link('locales/ch.json', '../../outside/de.json');
    link('locales/nowhere.json', 'missing.json');
    const names = (await files.list('locales')).map(({ name, isFolder }) => [name, isFolder]);
    assert.deepEqual(names.toSorted(), [
      ['ch.json', false],
      ['de.json', false],
    ]);
    assert.deepEqual(files.skippedLinks.map(({ path: name, target }) => `${name} → ${target}`).toSorted(), [
      'locales/at.json → locales/de.json',
      'locales/fr → .git',
      'locales/nowhere.json → locales/missing.json',
    ]);
    assert.deepEqual(await files.list('locales/fr'), []);
    assert.deepEqual(await files.list('.git'), []);
    assert.equal(await files.kindOf('locales/at.json'), undefined);
    assert.equal(await files.kindOf('locales/fr'), undefined);
    assert.equal(await files.kindOf('locales/de.json'), 'file');
    const mixed = ['locales/at.json', 'locales/de.json', 'locales/fr/config', 'locales/ch.json', 'gone/de.json'];
    const found = await files.withoutLinks(mixed);
    assert.deepEqual(found.files, ['locales/de.json', 'locales/ch.json', 'gone/de.json']);
    assert.deepEqual(found.links.map(({ path: name }) => name).toSorted(), ['locales/at.json', 'locales/fr']);
  });

  describe('while a path is replaced by a link', function () {
    before(function () {
      if (process.platform !== 'linux') this.skip();
    });

    const swaps: Readonly<Record<string, () => void>> = {
      'the file': () => {
        renameSync(path.join(root, 'a/locales/de.json'), path.join(root, 'a/locales/moved.json'));
        symlinkSync('../../../outside/de.json', path.join(root, 'a/locales/de.json'));
      },
      'its folder': () => {
        renameSync(path.join(root, 'a/locales'), path.join(root, 'a/moved'));
        symlinkSync('../../outside', path.join(root, 'a/locales'));
      },
      'the folder above': () => {
        renameSync(path.join(root, 'a'), path.join(root, 'moved'));
        mkdirSync(path.join(base, 'elsewhere'));
        symlinkSync('../outside', path.join(base, 'elsewhere/locales'));
        symlinkSync('../elsewhere', path.join(root, 'a'));
      },
      'the project': () => {
        renameSync(root, path.join(base, 'moved'));
        mkdirSync(path.join(base, 'elsewhere'));
        symlinkSync('../outside', path.join(base, 'elsewhere/locales'));
        mkdirSync(root);
        symlinkSync('../elsewhere', path.join(root, 'a'));
      },
    };
    const works: Readonly<Record<string, (one: ProjectFiles) => Promise<unknown>>> = {
      replaces: (one) => one.replace('a/locales/de.json', old, wanted, write),
      creates: (one) => one.create('a/locales/fr.json', wanted, write),
      deletes: (one) => one.remove('a/locales/de.json', old, write),
      'cleans up': (one) => one.cleanUp('a/locales/de.json', 'abc123', { isBefore: () => false, isAfter: () => true }),
    };
    for (const [what, swap] of Object.entries(swaps))
      for (const [does, work] of Object.entries(works))
        it(`${does} nothing outside, at whatever step: ${what}`, async () => {
          const outside = path.join(base, 'outside');
          let steps = 0;
          for (let swapAt = 0, isOver = false; !isOver; swapAt += 1) {
            rmSync(base, { recursive: true });
            add('a/locales/de.json', old);
            add('a/locales/.human-translation-abc123.before.tmp', 'theirs');
            // Everything that a write could take for its own file.
            add('../outside/de.json', old);
            add('../outside/.human-translation-abc123.before.tmp', 'theirs');
            add('../outside/.human-translation-abc123.tmp', 'theirs');
            const known = readdirSync(outside);
            isOver = true;
            await runInSteps(async () => work(new ProjectFiles(root, [root])), {
              before: (step) => {
                steps = Math.max(steps, step);
                if (step === swapAt) {
                  isOver = false;
                  swap();
                }
                return Promise.resolve();
              },
            }).catch(() => undefined);
            assert.deepEqual(readdirSync(outside), known, `at step ${swapAt}`);
            assert.equal(readFileSync(path.join(outside, 'de.json'), 'utf8'), old.toString(), `at step ${swapAt}`);
            for (const name of known.filter((each) => each.endsWith('.tmp')))
              assert.equal(readFileSync(path.join(outside, name), 'utf8'), 'theirs', `at step ${swapAt}`);
          }
          assert.ok(steps > 8, `only ${steps} steps`);
        });

    it('reads nothing outside, at whatever step', async () => {
      for (const swap of Object.values(swaps))
        for (let swapAt = 0, isOver = false; !isOver; swapAt += 1) {
          rmSync(base, { recursive: true });
          add('a/locales/de.json', old);
          add('../outside/de.json', 'private');
          isOver = true;
          const content = await runInSteps(async () => new ProjectFiles(root, [root]).read('a/locales/de.json'), {
            before: (step) => {
              if (step === swapAt) {
                isOver = false;
                swap();
              }
              return Promise.resolve();
            },
          }).catch(() => undefined);
          assert.notEqual(Buffer.from(content ?? []).toString(), 'private', `at step ${swapAt}`);
        }
    });
  });

  it('writes nothing if a folder is replaced before the last check, where it can’t be opened first', async () => {
    add('a/de.json', old);
    // A file with a second name is written in place.
    await linkFile(path.join(root, 'a/de.json'), path.join(root, 'second.json'));
    const module = (name: string): string =>
      JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, '../../../src', name)).href);
    const script = `
      Object.defineProperty(process, 'platform', { value: 'darwin' });
      const { renameSync, symlinkSync } = await import('node:fs');
      const { ProjectFiles } = await import(${module('project/projectFiles.ts')});
      const root = ${JSON.stringify(root)};
      const keep = async () => {
        renameSync(root + '/a', root + '/moved');
        symlinkSync('../outside', root + '/a');
      };
      const [old, wanted] = ${JSON.stringify([String(old), String(wanted)])}.map((text) => Buffer.from(text));
      const files = new ProjectFiles(root, [root]);
      console.log(await files.create('b/fr.json', wanted, { id: 'abc', keep }));
      await files.replace('a/de.json', old, wanted, { id: 'abc', keep }).then(console.log, ({ name }) => console.log(name));
    `;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    assert.equal(printed, 'done\nFolderMovedError\n');
    assert.deepEqual(
      ['b/fr.json', 'moved/de.json', '../outside/de.json'].map((file) => readFileSync(path.join(root, file), 'utf8')),
      [wanted, old, old].map(String),
    );
  });
});
