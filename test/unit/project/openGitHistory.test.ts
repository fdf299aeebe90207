import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openGitHistory } from '../../../src/project/openGitHistory.ts';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import type { FileHistory } from '../../../src/orders/units/history/fileHistory.ts';
import { findOutdated } from '../../../src/orders/units/plan/findOutdated.ts';
import { memoryProject } from '../orders/memoryProject.ts';

const run = promisify(execFile);
const signal = new AbortController().signal;

describe('openGitHistory', () => {
  let folder = '';
  const opened: FileHistory[] = [];
  const inFolder = (name: string): string => path.join(folder, name);
  const git = async (...command: readonly string[]): Promise<string> => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
    const { stdout } = await run('git', [
      ...identity,
      '-c',
      'commit.gpgSign=false',
      '-C',
      inFolder('repo'),
      ...command,
    ]);
    return stdout;
  };
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(path.dirname(inFolder(`repo/${name}`)), { recursive: true });
    await writeFile(inFolder(`repo/${name}`), text);
  };
  const commit = async (files: Readonly<Record<string, string>> = {}): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await write(name, text);
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '--message', 'Change');
  };
  const open = async (name = 'repo'): Promise<FileHistory> => {
    const history = await openGitHistory(inFolder(name), [], signal);
    assert.ok(history !== undefined);
    opened.push(history);
    return history;
  };
  /** Returns `PATH TEXT` of all versions of a file, newest first. */
  const versions = async (history: FileHistory, name: string): Promise<readonly string[]> => {
    const found = await history.versions(name, 500, signal);
    assert.equal(found.isComplete, true);
    return Promise.all(
      found.versions.map(async (version) => `${version.path} ${await contentOf(history, version.blob)}`),
    );
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'history-'));
    await mkdir(inFolder('repo'));
    await git('init', '--quiet');
  });

  afterEach(async () => {
    for (const history of opened.splice(0)) history.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('returns the versions of a file, newest first', async () => {
    await commit({ 'a.json': 'one', 'b.json': 'x' });
    await commit({ 'b.json': 'y' });
    await commit({ 'a.json': 'two' });
    await commit();
    await write('a.json', 'not committed');
    const history = await open();
    assert.deepEqual(await versions(history, 'a.json'), ['a.json two', 'a.json one']);
    const found = await history.versions('a.json', 500, signal);
    const blobs = await history.blobsAt(
      'b.json',
      found.versions.map(({ commit: id }) => id),
      signal,
    );
    assert.deepEqual(await Promise.all(blobs.map((blob) => contentOf(history, blob))), ['y', 'y']);
    assert.deepEqual(await history.blobsAt('none.json', ['HEAD'], signal), [undefined]);
    assert.equal((await history.versions('a.json', 1, signal)).isComplete, false);
  });

  it('reads paths with any characters, below the repository too', async () => {
    const names = ['näme with space.json', '*.json', ':(top)x.json', "quote'.json", 'a.json'];
    for (const text of ['one', 'two']) await commit(Object.fromEntries(names.map((name) => [`app/${name}`, text])));
    const history = await open('repo/app');
    for (const name of names)
      assert.deepEqual(await versions(history, name), [`app/${name} two`, `app/${name} one`], name);
    assert.deepEqual((await history.versions('a\nb.json', 500, signal)).versions, []);
  });

  it('returns the states that the branch had, not those of merged branches', async () => {
    await commit({ 'a.json': 'one' });
    await git('checkout', '--quiet', '-b', 'side');
    await commit({ 'a.json': 'side' });
    await commit({ 'a.json': 'merged' });
    await git('checkout', '--quiet', 'main');
    await commit({ 'b.json': 'x' });
    await git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
    assert.deepEqual(await versions(await open(), 'a.json'), ['a.json merged', 'a.json one']);
  });

  it('follows renames, of other files in the same commit too', async () => {
    const text = (word: string): string => `${'Some lines that stay as they are.\n'.repeat(20)}${word}`;
    await commit({ 'old/en.json': text('one'), 'old/de.json': text('eins'), 'old/fr.json': text('un') });
    await commit({ 'old/en.json': text('two') });
    await rename(inFolder('repo/old'), inFolder('repo/new'));
    await commit({ 'new/en.json': text('three') });
    const history = await open();
    assert.deepEqual(
      (await versions(history, 'new/en.json')).map((version) => version.replace(/ .*\n/su, ' ')),
      ['new/en.json three', 'old/en.json two', 'old/en.json one'],
    );
    const { versions: found } = await history.versions('new/en.json', 500, signal);
    const [before] = await history.blobsAt('new/de.json', [found.at(-1)?.commit ?? ''], signal);
    assert.equal(await contentOf(history, before), text('eins'));
  });

  it('does not follow a renamed file if several could be its earlier one', async () => {
    const text = 'The same text in both files.\n'.repeat(10);
    await commit({ 'one.json': `${text}1`, 'two.json': `${text}2` });
    await rm(inFolder('repo/one.json'));
    await rm(inFolder('repo/two.json'));
    await commit({ 'three.json': `${text}3` });
    assert.deepEqual(await versions(await open(), 'three.json'), [`three.json ${text}3`]);
  });

  it('reports that a shallow clone has no complete history', async () => {
    await commit({ 'a.json': 'one' });
    await commit({ 'a.json': 'two' });
    await run('git', ['clone', '-q', '--depth=1', pathToFileURL(inFolder('repo')).href, inFolder('shallow')]);
    const { versions: found, isComplete } = await (await open('shallow')).versions('a.json', 500, signal);
    assert.deepEqual([found.length, isComplete], [1, false]);
  });

  it('returns nothing without a repository or commits', async () => {
    assert.equal(await openGitHistory(inFolder('repo'), [], signal), undefined);
    assert.equal(await openGitHistory(folder, [], signal), undefined);
    assert.equal(await openGitHistory(inFolder('none'), [], signal), undefined);
  });

  it('rejects after the user canceled, and answers afterwards', async () => {
    await commit({ 'a.json': 'one' });
    const canceled = AbortSignal.abort(new Error('canceled'));
    await assert.rejects(openGitHistory(inFolder('repo'), [], canceled), /canceled/u);
    const history = await open();
    await assert.rejects(history.versions('a.json', 500, canceled), /canceled/u);
    const cancel = new AbortController();
    const pending = history.blobsAt('a.json', ['HEAD'], cancel.signal);
    cancel.abort(new Error('canceled'));
    await assert.rejects(pending, /canceled/u);
    assert.deepEqual(await versions(history, 'a.json'), ['a.json one']);
  });

  it('runs no program that the repository or the environment names, and writes nothing to the repository', async function () {
    // The programs are shell scripts.
    if (process.platform === 'win32') this.skip();
    await write('.gitattributes', '*.json diff=evil filter=evil\n');
    await commit({ 'old/a.json': `${'A line\n'.repeat(30)}one` });
    await rename(inFolder('repo/old'), inFolder('repo/new'));
    await commit({ 'new/a.json': `${'A line\n'.repeat(30)}two` });
    const program = inFolder('evil.sh');
    await writeFile(program, `#!/bin/sh\necho "$0 $*" >> '${inFolder('ran')}'\ncat\n`);
    await chmod(program, 0o755);
    const hooks = inFolder('repo/.git/hooks');
    await mkdir(hooks, { recursive: true });
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction', 'fsmonitor-watchman'])
      await writeFile(path.join(hooks, hook), await readFile(program), { mode: 0o755 });
    const settings = {
      'core.fsmonitor': program,
      'core.hooksPath': hooks,
      'core.pager': program,
      'core.editor': program,
      'core.sshCommand': program,
      'core.gitProxy': program,
      'core.askPass': program,
      'pager.log': 'true',
      'diff.external': program,
      'diff.evil.textconv': program,
      'diff.evil.command': program,
      'filter.evil.smudge': program,
      'filter.evil.clean': program,
      'filter.evil.process': program,
      'filter.evil.required': 'true',
      'log.showSignature': 'true',
      'gpg.program': program,
      'credential.helper': program,
      'alias.log': `!${program}`,
      'alias.cat-file': `!${program}`,
      'color.ui': 'always',
      'diff.renames': 'false',
      'log.follow': 'true',
      'format.pretty': 'full',
    };
    // The signature that `log.showSignature` would check.
    const tree = (await git('rev-parse', 'HEAD^{tree}')).trim();
    const parent = (await git('rev-parse', 'HEAD^')).trim();
    await writeFile(
      inFolder('signed'),
      `tree ${tree}\nparent ${parent}\nauthor T <t@example.org> 1700000000 +0000\n` +
        'committer T <t@example.org> 1700000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n' +
        ' -----END PGP SIGNATURE-----\n\nSigned\n',
    );
    const signed = (await git('hash-object', '-t', 'commit', '-w', inFolder('signed'))).trim();
    await git('reset', '--quiet', '--soft', signed);
    for (const [name, value] of Object.entries(settings)) await git('config', name, value);
    await write('new/a.json', 'not committed');

    // Preparing the repository has run hooks.
    await rm(inFolder('ran'), { force: true });
    const environment = {
      GIT_EXTERNAL_DIFF: program,
      GIT_PAGER: program,
      GIT_SSH_COMMAND: program,
      GIT_ASKPASS: program,
      GIT_TRACE: inFolder('ran'),
      GIT_DIR: inFolder('none'),
      GIT_CONFIG_PARAMETERS: `'diff.external=${program}'`,
    };
    Object.assign(process.env, environment);
    const before = await snapshot(inFolder('repo'));
    try {
      const history = await open();
      const found = await history.versions('new/a.json', 500, signal);
      assert.deepEqual(
        found.versions.map(({ path: name }) => name),
        ['new/a.json', 'old/a.json'],
      );
      const blobs = await history.blobsAt(
        'new/a.json',
        found.versions.map(({ commit: id }) => id),
        signal,
      );
      assert.match((await contentOf(history, blobs[0])) ?? '', /two$/u);
      assert.match((await contentOf(history, blobs[1])) ?? '', /one$/u);
    } finally {
      for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
    }
    assert.equal(await readFile(inFolder('ran'), 'utf8').catch(() => 'nothing ran'), 'nothing ran');
    assert.deepEqual(await snapshot(inFolder('repo')), before);
  });

  it('loads nothing that a partial clone lacks', async function () {
    if (process.platform === 'win32') this.skip();
    await commit({ 'a.json': 'one' });
    await commit({ 'a.json': 'two' });
    await git('config', 'uploadpack.allowFilter', 'true');
    const url = pathToFileURL(inFolder('repo')).href;
    await run('git', ['clone', '-q', '--filter=blob:none', url, inFolder('partial')]);
    const program = inFolder('upload.sh');
    await writeFile(program, `#!/bin/sh\necho ran >> '${inFolder('ran')}'\nexec git-upload-pack "$@"\n`);
    await chmod(program, 0o755);
    await run('git', ['-C', inFolder('partial'), 'config', 'remote.origin.uploadpack', program]);
    const before = await snapshot(inFolder('partial'));
    const history = await open('partial');
    await assert.rejects(history.versions('a.json', 500, signal), /Git ended unexpectedly/u);
    assert.equal(await readFile(inFolder('ran'), 'utf8').catch(() => 'nothing ran'), 'nothing ran');
    assert.deepEqual(await snapshot(inFolder('partial')), before);
  });

  it('shows which translations of a repository are outdated', async () => {
    const english = ['Send a letter', 'Send an email'];
    const files = (text: string | undefined): Record<string, string> => ({
      'locales/en.json': `{\n  "a": "${text}",\n  "b": "Yes"\n}\n`,
      'locales/de.json': '{\n  "a": "Brief senden",\n  "b": "Ja"\n}\n',
    });
    for (const text of english) await commit(files(text));
    const project = memoryProject(files(english[1]));
    const source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
    const found = await findOutdated(
      {
        source,
        targets: [await openTargetFile(source, 'de')],
        planned: { inFlight: new Set(), delivered: new Map() },
        history: await open(),
      },
      signal,
    );
    assert.deepEqual(found.get('de'), {
      units: [{ key: 'a', oldSource: 'Send a letter', source: 'Send an email', translation: 'Brief senden' }],
      checked: 'complete',
    });
  });
});

async function contentOf(history: FileHistory, blob: string | undefined): Promise<string | undefined> {
  const [bytes] = blob === undefined ? [] : await history.contents([blob], signal);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Returns all files below a folder with their sizes and times of change. */
async function snapshot(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const { size, mtimeMs } = await stat(path.join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}
