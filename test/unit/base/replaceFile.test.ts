import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cleanUpWrite,
  createFile,
  removeFile,
  replaceFile,
  temporaryNames,
  type FileWrite,
  type WriteContents,
} from '../../../src/base/replaceFile.ts';
import { runInSteps } from './fileSteps.ts';

const before = Buffer.from('the old content\n');
const after = Buffer.from('the new content, which is longer\n');
const byHand = Buffer.from('by hand\n');

describe('replaceFile', () => {
  let folder: string;
  let file: string;
  /** Contents kept before a write in place. */
  let kept: (readonly [string | undefined, string])[];
  const write: FileWrite = {
    id: 'abc123',
    keep: (old, wanted) => {
      kept.push([old === undefined ? undefined : Buffer.from(old).toString(), Buffer.from(wanted).toString()]);
      return Promise.resolve();
    },
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'replace-'));
    file = path.join(folder, 'ja.json');
    kept = [];
    await writeFile(file, before);
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  const names = async (): Promise<readonly string[]> => (await readdir(folder)).toSorted();

  it('replaces the file in one step and leaves no other files', async () => {
    const { ino } = await stat(file);
    assert.equal(await replaceFile(file, before, after, write), 'done');
    assert.deepEqual(await readFile(file), after);
    assert.notEqual((await stat(file)).ino, ino);
    assert.deepEqual([await names(), kept], [['ja.json'], []]);
  });

  it('refuses a file with other content than expected', async () => {
    assert.equal(await replaceFile(file, byHand, after, write), 'changed');
    assert.deepEqual([await readFile(file), await names()], [before, ['ja.json']]);
  });

  for (const mode of [0o600, 0o640, 0o664, 0o666, 0o755]) {
    it(`gives the temporary file the mode ${mode.toString(8)} before its first byte`, async function () {
      if (process.platform === 'win32') this.skip();
      await chmod(file, mode);
      const temporary = temporaryNames(folder, write.id).newPath;
      const modes: number[] = [];
      await runInSteps(() => replaceFile(file, before, after, write), {
        before: async (_, name) => {
          if (name === 'writeFile' || name === 'sync' || name === 'rename')
            modes.push((await lstat(temporary)).mode & 0o7777);
          if (name === 'chmod') assert.equal((await lstat(temporary)).size, 0);
          if (name === 'chmod')
            assert.equal(
              (await lstat(temporary)).mode & 0o7777 & ~mode,
              0,
              'The temporary file must never have more permissions than the file.',
            );
        },
      });
      assert.ok(modes.length >= 3 && modes.every((one) => one === mode), modes.map((one) => one.toString(8)).join(' '));
      assert.equal((await stat(file)).mode & 0o7777, mode);
    });
  }

  it('writes a file with several hard links in place, after storing both contents', async () => {
    const other = path.join(folder, 'other.json');
    await link(file, other);
    const { ino } = await stat(file);
    assert.equal(await replaceFile(file, before, after, write), 'done');
    assert.deepEqual([await readFile(other), (await stat(file)).ino, (await stat(file)).nlink], [after, ino, 2]);
    assert.deepEqual(kept, [[before.toString(), after.toString()]]);
    assert.deepEqual(await names(), ['ja.json', 'other.json']);
    assert.equal(await replaceFile(file, before, after, write), 'changed');
    assert.equal(await replaceFile(file, after, before, write), 'done');
    assert.deepEqual(await readFile(other), before, 'The file must become shorter again.');
  });

  for (const [what, uid, gid] of [
    ['user', 65534, undefined],
    ['group', undefined, 65534],
  ] as const) {
    it(`writes a file of another ${what} in place, so that its owner does not change`, async function () {
      if (process.getuid?.() !== 0) this.skip();
      const own = await stat(file);
      await chown(file, uid ?? own.uid, gid ?? own.gid);
      assert.equal(await replaceFile(file, before, after, write), 'done');
      const { uid: newUid, gid: newGid, ino } = await stat(file);
      assert.deepEqual([newUid, newGid, ino, await readFile(file)], [uid ?? own.uid, gid ?? own.gid, own.ino, after]);
      assert.deepEqual([kept.length, await names()], [1, ['ja.json']]);
    });
  }

  it('writes in place if no file can be created in the folder', async () => {
    const { ino } = await stat(file);
    const result = await runInSteps(() => replaceFile(file, before, after, write), {
      before: (_, name, args) =>
        name === 'open' && String(args[0]).endsWith('.tmp')
          ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
          : Promise.resolve(),
    });
    assert.deepEqual([result, await readFile(file), (await stat(file)).ino, kept.length], ['done', after, ino, 1]);
  });

  it('writes in place if the file cannot be replaced, for example a mounted one', async () => {
    const result = await runInSteps(() => replaceFile(file, before, after, write), {
      before: (_, name) =>
        name === 'rename' ? Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY' })) : Promise.resolve(),
    });
    assert.deepEqual([result, await readFile(file), kept.length, await names()], ['done', after, 1, ['ja.json']]);
  });

  it('refuses a symbolic link, and changes nothing that it leads to', async () => {
    await mkdir(path.join(folder, 'real'));
    const real = path.join(folder, 'real', 'target.json');
    await writeFile(real, before);
    await rm(file);
    await symlink(real, file);
    await assert.rejects(replaceFile(file, before, after, write), { reason: 'link' });
    assert.equal(await removeFile(file, before, write), 'changed');
    assert.ok((await lstat(file)).isSymbolicLink());
    assert.deepEqual([await readFile(real), await readdir(path.dirname(real))], [before, ['target.json']]);
  });

  /** Changes the file by hand before each step in turn; returns the names of the steps at which the change was lost. */
  async function lostSteps(change: () => void, prepare: () => Promise<void>): Promise<readonly string[]> {
    const lost: string[] = [];
    for (let changeAt = 0, isOver = false; !isOver; changeAt += 1) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await writeFile(file, before);
      await prepare();
      isOver = true;
      let at = '';
      const outcome = await runInSteps(() => replaceFile(file, before, after, write), {
        before: (step, name) => {
          if (step === changeAt) {
            [at, isOver] = [name, false];
            change();
          }
          return Promise.resolve();
        },
      });
      if (isOver) break;
      if (!readFileSync(file).equals(byHand)) lost.push(at);
      assert.deepEqual(
        (await names()).filter((name) => name.endsWith('.tmp')),
        [],
        `left behind by ${outcome} at ${at}`,
      );
    }
    return lost;
  }

  it('keeps a change that is saved into the file at any step', async () => {
    assert.deepEqual(
      await lostSteps(
        () => {
          writeFileSync(file, byHand);
        },
        () => Promise.resolve(),
      ),
      [],
    );
  });

  it('keeps a change that replaces the file at any step except the last one', async () => {
    const replace = (): void => {
      writeFileSync(`${file}~`, byHand);
      renameSync(`${file}~`, file);
    };
    assert.deepEqual(await lostSteps(replace, () => Promise.resolve()), ['rename']);
  });

  it('checks the content and then the identity of the file immediately before replacing it', async () => {
    const steps: string[] = [];
    await runInSteps(() => replaceFile(file, before, after, write), {
      before: (_, name) => {
        steps.push(name);
        return Promise.resolve();
      },
    });
    const at = steps.indexOf('rename');
    assert.deepEqual(steps.slice(at - 8, at), ['link', 'lstat', 'open', 'stat', 'read', 'read', 'lstat', 'lstat']);
  });

  it('reports a change to a file that was just written in place', async () => {
    await link(file, path.join(folder, 'other.json'));
    const result = await runInSteps(() => replaceFile(file, before, after, write), {
      before: (_, name) => {
        if (name === 'sync') writeFileSync(file, byHand);
        return Promise.resolve();
      },
    });
    assert.deepEqual([result, await readFile(file)], ['changed', byHand]);
  });

  it('refuses paths that are not files', async () => {
    await assert.rejects(replaceFile(folder, before, after, write), { reason: 'not-a-file' });
    assert.deepEqual(kept, []);
  });

  it('keeps a change to a file that is written in place, except during the write itself', async () => {
    const lost = await lostSteps(
      () => {
        writeFileSync(file, byHand);
      },
      () => link(file, path.join(folder, 'other.json')),
    );
    assert.deepEqual(lost, ['write', 'truncate']);
  });
});

describe('createFile', () => {
  let folder: string;
  const write: FileWrite = { id: 'abc123', keep: () => Promise.resolve() };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'create-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('creates the file, and never replaces one', async () => {
    const file = path.join(folder, 'ja.json');
    assert.equal(await createFile(file, after, write), 'done');
    assert.deepEqual(
      [await readFile(file), (await stat(file)).nlink, await readdir(path.dirname(file))],
      [after, 1, ['ja.json']],
    );
    assert.equal(await createFile(file, before, write), 'changed');
    assert.deepEqual([await readFile(file), await readdir(path.dirname(file))], [after, ['ja.json']]);
  });

  it('does not write through a symbolic link that points to nothing', async () => {
    const file = path.join(folder, 'ja.json');
    await symlink(path.join(folder, 'elsewhere.json'), file);
    assert.equal(await createFile(file, after, write), 'changed');
    assert.deepEqual(await readdir(folder), ['ja.json']);
  });

  it('creates the file on a file system without hard links, after storing its content', async () => {
    const file = path.join(folder, 'ja.json');
    let isKept = false;
    const result = await runInSteps(
      () =>
        createFile(file, after, {
          id: 'abc123',
          keep: () => {
            isKept = true;
            return Promise.resolve();
          },
        }),
      {
        before: (_, name) =>
          name === 'link'
            ? Promise.reject(Object.assign(new Error('ENOTSUP'), { code: 'ENOTSUP' }))
            : Promise.resolve(),
      },
    );
    assert.deepEqual([result, await readFile(file), isKept, await readdir(folder)], ['done', after, true, ['ja.json']]);
  });
});

describe('removeFile', () => {
  let folder: string;
  let file: string;
  const write: FileWrite = { id: 'abc123', keep: () => Promise.resolve() };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'remove-'));
    file = path.join(folder, 'ja.json');
    await writeFile(file, before);
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('deletes only a file with the expected content', async () => {
    const steps: string[] = [];
    assert.equal(
      await runInSteps(() => removeFile(file, after, write), {
        before: (_, name) => {
          steps.push(name);
          return Promise.resolve();
        },
      }),
      'changed',
    );
    assert.ok(!steps.includes('rename'), 'The file must never be missing.');
    assert.deepEqual(await readFile(file), before);
    assert.equal(await removeFile(file, before, write), 'done');
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps a change that is saved immediately before the file is moved aside', async () => {
    const result = await runInSteps(() => removeFile(file, before, write), {
      before: (_, name) => {
        if (name === 'rename') writeFileSync(file, byHand);
        return Promise.resolve();
      },
    });
    assert.deepEqual([result, await readFile(file), await readdir(folder)], ['changed', byHand, ['ja.json']]);
  });
});

const cleanUp = (name: string, id: string, contents: WriteContents): Promise<void> =>
  cleanUpWrite(name, id, contents, 1000);

describe('cleanUpWrite', () => {
  let folder: string;
  let file: string;
  const contents = {
    isBefore: (bytes: Uint8Array) => before.equals(bytes),
    isAfter: (bytes: Uint8Array) => after.equals(bytes),
  };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'clean-'));
    file = path.join(folder, 'ja.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('removes only the files of this write', async () => {
    const mine = temporaryNames(folder, 'abc123');
    const others = ['.human-translation-def456.tmp', '.human-translation-abc123.tmp.txt', 'ja.json.tmp'];
    for (const name of others) await writeFile(path.join(folder, name), 'x');
    await writeFile(file, after);
    await writeFile(mine.newPath, after);
    await writeFile(mine.oldPath, before);
    await cleanUp(file, 'abc123', contents);
    assert.deepEqual((await readdir(folder)).toSorted(), [...others, 'ja.json'].toSorted());
    assert.deepEqual(await readFile(file), after);
  });

  it('touches neither a link nor a folder of that name', async () => {
    const mine = temporaryNames(folder, 'abc123');
    await symlink('/etc/hostname', mine.newPath);
    await mkdir(mine.oldPath);
    await cleanUp(file, 'abc123', contents);
    assert.equal((await readdir(folder)).length, 2);
  });

  it('restores a change by hand that the write had replaced or moved aside', async () => {
    const mine = temporaryNames(folder, 'abc123');
    for (const present of [after, undefined]) {
      await rm(file, { force: true });
      if (present !== undefined) await writeFile(file, present);
      await writeFile(mine.oldPath, byHand);
      await cleanUp(file, 'abc123', contents);
      assert.deepEqual([await readFile(file), await readdir(folder)], [byHand, ['ja.json']]);
    }
  });

  it('removes the second name of a file that was changed after it had been linked aside', async () => {
    await writeFile(file, byHand);
    await link(file, temporaryNames(folder, 'abc123').oldPath);
    await cleanUp(file, 'abc123', contents);
    assert.deepEqual([await readFile(file), (await stat(file)).nlink, await readdir(folder)], [byHand, 1, ['ja.json']]);
  });

  it('refuses an id that could lead to another folder, and ignores a missing folder', async () => {
    await assert.rejects(cleanUp(file, '../abc', contents), /not the id/u);
    await cleanUp(path.join(folder, 'no', 'such', 'ja.json'), 'abc123', contents);
  });
});
