import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { OutsideTargets, outsidePathOf } from '../../../src/editor/workspace/outsideTargets.ts';
import { projectFileOf } from '../../../src/editor/workspace/projects.ts';
import { uriOf } from '../../../src/editor/projectUri.ts';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { japanese, makeCase, openFolder, orderAndTranslate, withCart, type LocaleCase } from './localeCase.ts';
import { useManualSandbox } from './sandboxService.ts';

const translation = 'カート ([[[{count}]]])';
const delivered = 'カート ({count})';

describe('target of a delivery', () => {
  before(useManualSandbox);

  /** Moves a case's file out of the open folders, and replaces it by a symbolic link. */
  async function moveOutside({ target }: LocaleCase, name: string): Promise<string> {
    const outside = path.join(path.dirname(openFolder(0).uri.fsPath), 'linked', name);
    await mkdir(path.dirname(outside), { recursive: true });
    await rename(target.fsPath, outside);
    await symlink(outside, target.fsPath);
    return outside;
  }

  it('leads outside the open folders through a symbolic link only after the user agreed, once', async () => {
    const place = await makeCase('outside-link');
    const outside = await moveOutside(place, 'ja.json');
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('approve', jobId);
    await refreshJobs();
    assert.equal(await readFile(outside, 'utf8'), japanese);
    await jobCommand('deliver', jobId, { outside: true });
    assert.equal(await readFile(outside, 'utf8'), withCart(delivered));
    assert.ok((await lstat(place.target.fsPath)).isSymbolicLink());
    await jobCommand('undoDelivery', jobId);
    assert.equal(await readFile(outside, 'utf8'), japanese);
    // The answer is remembered for the second delivery.
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.equal(await readFile(outside, 'utf8'), withCart(delivered));
    assert.deepEqual(await readdir(path.dirname(outside)), ['ja.json']);
  });

  it('is not confirmed in content by a confirmation of its location', async () => {
    const place = await makeCase('outside-changed');
    const jobId = await orderAndTranslate(place, translation);
    const outside = await moveOutside(place, 'changed.json');
    await vscode.workspace.fs.writeFile(vscode.Uri.file(outside), Buffer.from(withCart('手で ({count})')));
    await jobCommand('approve', jobId);
    await assert.rejects(jobCommand('deliver', jobId, { outside: true }), /not-delivered/u);
    assert.equal(await readFile(outside, 'utf8'), withCart('手で ({count})'));
  });

  it('keeps its hard links', async () => {
    const place = await makeCase('hard-links');
    const other = path.join(path.dirname(openFolder(0).uri.fsPath), 'hard-linked.json');
    await rm(other, { force: true });
    await link(place.target.fsPath, other);
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('approve', jobId);
    assert.equal(await readFile(other, 'utf8'), withCart(delivered));
    assert.equal((await stat(other)).nlink, 2);
    await jobCommand('undoDelivery', jobId);
    assert.equal(await readFile(other, 'utf8'), japanese);
    assert.deepEqual((await readdir(path.dirname(place.target.fsPath))).toSorted(), ['en.json', 'ja.json']);
  });

  for (const [what, target, guarded] of [
    ['Git’s configuration', '../.git/config', '.git/config'],
    ['the editor’s tasks', '../.vscode/tasks.json', '.vscode/tasks.json'],
    ['another locale’s file', 'fr.json', 'locales/fr.json'],
  ] as const)
    it(`is never a link in the project, even if the user insists: ${what}`, async function () {
      if (process.platform === 'win32') this.skip();
      const place = await makeCase(`inner-link-${guarded.replaceAll(/\W/gu, '-')}`);
      const folder = path.dirname(path.dirname(place.target.fsPath));
      // The test's folder is a project of its own below the open one.
      const file = path.join(path.dirname(place.target.fsPath), target);
      await mkdir(path.dirname(file), { recursive: true });
      const jobId = await orderAndTranslate(place, translation);
      await writeFile(file, japanese);
      await rm(place.target.fsPath);
      await symlink(target, place.target.fsPath);
      await jobCommand('approve', jobId);
      await refreshJobs();
      await assert.rejects(jobCommand('deliver', jobId, { outside: true, confirmed: true }), /not-delivered/u);
      assert.equal(await readFile(file, 'utf8'), japanese);
      assert.ok((await lstat(place.target.fsPath)).isSymbolicLink());
      await rm(path.join(folder, '.vscode'), { recursive: true, force: true });
      await rm(path.join(folder, '.git'), { recursive: true, force: true });
    });

  it('is never a pipe or a device, which are not waited for', async function () {
    if (process.platform === 'win32') this.skip();
    const place = await makeCase('pipes');
    const jobId = await orderAndTranslate(place, translation);
    const file = projectFileOf(place.target);
    assert.ok(file !== undefined);
    const make = [
      () => promisify(execFile)('mkfifo', [place.target.fsPath]),
      () => symlink('/dev/zero', place.target.fsPath),
    ];
    for (const create of make) {
      await rm(place.target.fsPath);
      await create();
      await assert.rejects(file.project.read(file.path), { reason: 'not-a-file' });
      await assert.rejects(file.project.requireWritable(file.path));
    }
    await jobCommand('approve', jobId);
    await assert.rejects(jobCommand('deliver', jobId, { outside: true }), /not-delivered/u);
    assert.ok((await lstat(place.target.fsPath)).isSymbolicLink());
  });

  it('is never a path outside its project', async () => {
    const { target } = await makeCase('paths');
    const file = projectFileOf(target);
    assert.ok(file !== undefined);
    const write = { id: 'abc', keep: () => Promise.resolve() };
    for (const name of ['../stray.json', '/etc/hostname', 'a/../../stray.json', '..\\stray.json']) {
      assert.throws(() => uriOf(file.project.id, name), /leads out of the folder/u);
      await assert.rejects(file.project.edit(name, undefined, [], write), /leads out of the folder/u);
      await assert.rejects(file.project.replace(name, undefined, Buffer.from('x'), write), /leads out of the folder/u);
      await assert.rejects(file.project.remove(name, '', write), /leads out of the folder/u);
      await assert.rejects(file.project.leadsOutside(name), /leads out of the folder/u);
      await assert.rejects(
        file.project.cleanUp(name, 'abc', { isBefore: () => true, isAfter: () => true }),
        /leads out of the folder/u,
      );
    }
    assert.equal(uriOf(file.project.id, file.path)?.toString(), target.toString());
  });

  it('is remembered as confirmed for one location and one workspace', async () => {
    const stored = new Map<string, unknown>();
    const memento = {
      keys: () => [...stored.keys()],
      get: <T>(key: string, otherwise?: T) => (stored.get(key) ?? otherwise) as T,
      update: (key: string, value: unknown) => {
        stored.set(key, value);
        return Promise.resolve();
      },
    };
    const uri = vscode.Uri.joinPath(openFolder(0).uri, 'locales/ja.json');
    await new OutsideTargets(memento).remember(uri, '/elsewhere/ja.json', 'hold');
    assert.equal(new OutsideTargets(memento).answerFor(uri, '/elsewhere/ja.json'), 'hold');
    assert.equal(new OutsideTargets(memento).answerFor(uri, '/moved/ja.json'), undefined);
    assert.equal(await outsidePathOf(uri), undefined);
    assert.equal(await outsidePathOf(vscode.Uri.parse('untitled:ja.json')), undefined);
  });
});
