import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { RefusedFileError } from '../../../src/orders/model/errors/refusedFileError.ts';
import { settleDeliveries } from '../../../src/orders/deliver/settleDeliveries.ts';
import {
  deliverGuide,
  deliverTexts,
  english,
  guide,
  makeDeliveryCase,
  translatedGuide,
  type DeliveryCase,
} from './deliveryCase.ts';

const isReason =
  (reason: string) =>
  (error: unknown): boolean =>
    error instanceof OrderError && error.reason === reason;

async function journalOf({ journalFile }: DeliveryCase): Promise<readonly JournalEntry[]> {
  return (await readFile(journalFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalEntry);
}

describe('the target path of a delivery', () => {
  const files = {
    'locales/ja.json': '{}\n',
    'locales/fr.json': '{}\n',
    'package.json': '{}\n',
    'guide.fr.md': 'mine\n',
    'other/ja.json': '{}\n',
  };

  for (const targetFile of [
    'locales/fr.json',
    'locales/en.json',
    'package.json',
    'other/ja.json',
    'guide.md',
    '../stray.json',
    'locales/../../stray.json',
    'locales/new.json',
  ]) {
    it(`refuses strings whose unit names another file: ${targetFile}`, async () => {
      const one = await makeDeliveryCase(files, { 7: { targetFile } });
      const known = await one.files();
      const context = await one.open();
      for (const force of [false, true])
        assert.deepEqual([...(await deliverTexts(context, ['7'], force)).held], [['7', 'unreadable']]);
      for (const [name, content] of Object.entries({ ...files, 'locales/en.json': english, 'guide.md': guide }))
        assert.equal(await one.read(name), content);
      assert.deepEqual(await one.files(), known);
      assert.deepEqual(
        (await journalOf(one)).map(({ type }) => type),
        ['intent', 'job', 'job', 'job'],
      );
      // The other strings are still delivered.
      assert.equal((await deliverTexts(context, ['7', '8'])).written.length, 1);
      await one.remove();
    });
  }

  it('is the source itself if that holds all locales, as its text shows, and no other file', async () => {
    const module = "export default {\n  en: { hello: 'Hello' },\n  fr: { hello: 'Bonjour' },\n};\n";
    const one = await makeDeliveryCase(
      { 'src/i18n.ts': module, 'src/messages.ts': "export default { hello: 'Hello' };\n" },
      {
        7: { file: 'src/i18n.ts', targetFile: 'src/i18n.ts' },
        8: { file: 'src/messages.ts', key: 'hello', targetFile: 'src/messages.ts' },
      },
    );
    const report = await deliverTexts(await one.open(), ['7', '8']);
    assert.deepEqual([report.written.length, [...report.held]], [1, [['8', 'unreadable']]]);
    assert.equal(await one.read('src/i18n.ts'), module.replace('};', "  ja: { hello: 'こんにちは' },\n};"));
    assert.equal(await one.read('src/messages.ts'), "export default { hello: 'Hello' };\n");
    await one.remove();
  });

  it('refuses a document that would replace its own source', async () => {
    const one = await makeDeliveryCase(
      { 'guide.ja.md': guide },
      { 9: { file: 'guide.ja.md', targetFile: 'guide.ja.md' } },
    );
    assert.deepEqual([...(await deliverGuide(await one.open(), 'replace')).held], [['9', 'unreadable']]);
    assert.equal(await one.read('guide.ja.md'), guide);
    await one.remove();
  });

  for (const targetFile of [
    'guide.fr.md',
    'guide.md',
    'package.json',
    'other/ja.json',
    '../guide.ja.md',
    'other/guide.ja.md',
  ]) {
    it(`refuses a document whose unit names another file: ${targetFile}`, async () => {
      const one = await makeDeliveryCase(files, { 9: { targetFile } });
      const known = await one.files();
      const context = await one.open();
      for (const policy of ['wait', 'write', 'replace'] as const)
        assert.deepEqual([...(await deliverGuide(context, policy)).held], [['9', 'unreadable']], policy);
      for (const [name, content] of Object.entries({ ...files, 'guide.md': guide }))
        assert.equal(await one.read(name), content);
      assert.deepEqual(await one.files(), known);
      await one.remove();
    });
  }

  it('accepts a document’s target path even if the files that suggested it no longer exist', async () => {
    const one = await makeDeliveryCase({}, { 9: { targetFile: 'guide_ja.md' } });
    assert.equal((await deliverGuide(await one.open())).written.length, 1);
    assert.equal(await one.read('guide_ja.md'), translatedGuide);
    await one.remove();
  });

  for (const [what, forged] of [
    ['a path that leads out of the project', { targetFile: '../stray.json' }],
    ['an id that leads out of its folder', { id: '../../project/package' }],
  ] as const) {
    it(`touches nothing for a begun delivery with ${what}`, async () => {
      const one = await makeDeliveryCase(files);
      await writeFile(path.join(one.folder, 'stray.json'), '{}');
      const known = await one.files();
      const undo = { afterHash: 'x', beforeHash: 'y', created: false, edits: [] };
      const context = await one.open();
      await context.journal.append({
        type: 'delivering',
        id: 'abcdef',
        at: 3,
        project: 'a1b2c3d4',
        targetFile: 'locales/ja.json',
        simulated: false,
        units: [],
        undo,
        ...forged,
      });
      await context.journal.exclusively(() => settleDeliveries(context));
      assert.deepEqual([await readFile(path.join(one.folder, 'stray.json'), 'utf8'), await one.files()], ['{}', known]);
      await one.remove();
    });
  }
});

describe('a target that symbolic links lead out of the project', () => {
  async function outsideCase(files: Readonly<Record<string, string>>): Promise<DeliveryCase> {
    const one = await makeDeliveryCase(files);
    await mkdir(path.join(one.folder, 'outside'));
    return one;
  }
  const outside = ({ folder }: DeliveryCase, name: string): string => path.join(folder, 'outside', name);

  it('holds strings: a linked file', async () => {
    const one = await outsideCase({});
    await writeFile(outside(one, 'ja.json'), '{}\n');
    await symlink(outside(one, 'ja.json'), path.join(one.root, 'locales/ja.json'));
    const context = await one.open();
    for (const force of [false, true])
      assert.deepEqual(
        [...(await deliverTexts(context, ['7', '8'], force)).held.values()],
        ['leads-outside', 'leads-outside'],
      );
    assert.equal(await readFile(outside(one, 'ja.json'), 'utf8'), '{}\n');
    await one.remove();
  });

  it('holds a new document in a linked folder before it is downloaded, whatever may be overwritten', async () => {
    const one = await makeDeliveryCase(
      { 'docs/en/guide.md': guide },
      { 9: { file: 'docs/en/guide.md', targetFile: 'docs/ja/guide.md' } },
    );
    await mkdir(path.join(one.folder, 'outside'));
    await symlink(path.join(one.folder, 'outside'), path.join(one.root, 'docs/ja'));
    const context = await one.open();
    for (const policy of ['wait', 'write', 'replace'] as const)
      assert.deepEqual([...(await deliverGuide(context, policy)).held], [['9', 'leads-outside']]);
    assert.deepEqual(await readdir(path.join(one.folder, 'outside')), []);
    await one.remove();
  });
});

describe('a target that is reached through a link in the project', () => {
  const files = {
    'shared/ja.json': '{}\n',
    'locales/fr.json': '{}\n',
    '.git/config': '{}\n',
    '.vscode/tasks.json': '{}\n',
    'second/ja.json': '{}\n',
  };
  for (const [what, links] of [
    ['a file', { 'locales/ja.json': '../shared/ja.json' }],
    ['another locale’s file', { 'locales/ja.json': 'fr.json' }],
    ['Git’s configuration', { 'locales/ja.json': '../.git/config' }],
    ['the editor’s tasks', { 'locales/ja.json': '../.vscode/tasks.json' }],
    ['a link to a link', { 'locales/ja.json': '../link.json', 'link.json': '.git/config' }],
    ['a file that doesn’t exist', { 'locales/ja.json': '../.git/hooks/pre-commit' }],
    ['itself', { 'locales/ja.json': 'ja.json' }],
  ] as const)
    it(`is held, and nothing is written: ${what}`, async () => {
      const one = await makeDeliveryCase(files);
      for (const [link, target] of Object.entries(links)) await symlink(target, path.join(one.root, link));
      const known = await one.files();
      const context = await one.open();
      for (const force of [false, true])
        assert.deepEqual(
          [...(await deliverTexts(context, ['7', '8'], force)).held.values()],
          ['refused-file', 'refused-file'],
        );
      for (const [name, content] of Object.entries(files)) assert.equal(await one.read(name), content);
      assert.deepEqual(await one.files(), known);
      await one.remove();
    });

  it('is held for a document and for a folder on its path', async () => {
    const one = await makeDeliveryCase(
      { 'docs/en/guide.md': guide, '.git/config': 'x' },
      { 9: { file: 'docs/en/guide.md', targetFile: 'docs/ja/guide.md' } },
    );
    await symlink('../.git', path.join(one.root, 'docs/ja'));
    const known = await one.files();
    for (const policy of ['wait', 'write', 'replace'] as const)
      assert.deepEqual([...(await deliverGuide(await one.open(), policy)).held], [['9', 'refused-file']]);
    assert.deepEqual(await one.files(), known);
    await one.remove();
  });

  it('is not restored by an undo if it became a link after the delivery', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{}\n' });
    const context = await one.open();
    await deliverTexts(context, ['7', '8']);
    const delivered = (await one.read('locales/ja.json')) ?? '';
    await one.write('.git/config', delivered);
    await rm(path.join(one.root, 'locales/ja.json'));
    await symlink('../.git/config', path.join(one.root, 'locales/ja.json'));
    await assert.rejects(undoDelivery(context, lastDelivery(context) ?? ''), RefusedFileError);
    assert.equal(await one.read('.git/config'), delivered);
    await one.remove();
  });

  it('is not settled through a link after a crash', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{}\n', '.git/config': '{}\n' });
    const context = await one.open((project) => ({
      ...project,
      edit: async (_file, _before, _edits, write) => {
        await write.keep(Buffer.from('{}\n'), Buffer.from('{"hello":"こんにちは"}\n'));
        throw new Error('The process ended.');
      },
    }));
    await deliverTexts(context, ['7']);
    assert.equal(context.ledger.pendingWrites.size, 1);
    const [id = ''] = context.ledger.pendingWrites.keys();
    await one.write(`.git/.human-translation-${id}.before.tmp`, 'theirs');
    await one.write('.git/config', '');
    await rm(path.join(one.root, 'locales/ja.json'));
    await symlink('../.git/config', path.join(one.root, 'locales/ja.json'));
    const known = await one.files();
    const report = await context.journal.exclusively(() => settleDeliveries(context));
    assert.deepEqual([...report.held.values()], ['interrupted']);
    assert.deepEqual([await one.read('.git/config'), await one.files()], ['', known]);
    await one.remove();
  });
});

describe('undoing a delivery', () => {
  it('refuses when there was nothing to write, and keeps earlier deliveries', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{\n  "bye": "さようなら"\n}\n' });
    const context = await one.open();
    await deliverTexts(context, ['7']);
    const { written, held } = await deliverTexts(context, ['8']);
    assert.deepEqual([written, [...held]], [[], []]);
    const text = await one.read('locales/ja.json');
    await assert.rejects(undoDelivery(context, lastDelivery(context) ?? ''), isReason('nothing-to-undo'));
    assert.equal(await one.read('locales/ja.json'), text);
    assert.ok((await journalOf(one)).every(({ type }) => type !== 'undone'));
    await one.remove();
  });

  for (const [what, deliver, target] of [
    ['strings', (context: Parameters<typeof deliverTexts>[0]) => deliverTexts(context, ['7', '8']), 'locales/ja.json'],
    ['a document', (context: Parameters<typeof deliverTexts>[0]) => deliverGuide(context, 'replace'), 'guide.ja.md'],
  ] as const) {
    it(`refuses if the folder is not open, or the file is not as it was delivered: ${what}`, async () => {
      const one = await makeDeliveryCase({ 'locales/ja.json': '{}\n', 'guide.ja.md': 'mine\n' });
      const context = await one.open();
      await deliver(context);
      const id = lastDelivery(context) ?? '';
      await assert.rejects(undoDelivery({ ...context, findProject: () => undefined }, id), isReason('no-project'));
      const moving = await one.open((project) => ({
        ...project,
        edit: () => Promise.resolve(false),
        replace: () => Promise.resolve('changed'),
      }));
      await assert.rejects(undoDelivery(moving, id), isReason('changed-since'));
      assert.equal(moving.ledger.pendingWrites.size, 0);
      const text = (await one.read(target)) ?? '';
      await one.write(target, `${text} `);
      await assert.rejects(undoDelivery(context, id), isReason('changed-since'));
      assert.equal(await one.read(target), `${text} `);
      await one.write(target, text);
      await undoDelivery(context, id);
      await assert.rejects(undoDelivery(context, id), isReason('nothing-to-undo'));
      await one.remove();
    });
  }
});

describe('a delivery', () => {
  it("is repeated after its undo only at the user's request", async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{}\n' });
    const context = await one.open();
    await deliverTexts(context, ['7', '8']);
    await undoDelivery(context, lastDelivery(context) ?? '');
    assert.deepEqual((await deliverTexts(context, ['7', '8'])).written, []);
    assert.equal(await one.read('locales/ja.json'), '{}\n');
    assert.equal((await deliverTexts(context, ['7', '8'], true)).written.length, 1);
    await one.remove();
  });

  it('marks the journal for the next start before it writes', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{}\n' });
    const marks: boolean[] = [];
    const context = await one.open((project) => ({
      ...project,
      edit: async (...args) => {
        marks.push(existsSync(`${one.journalFile}.watching`));
        return project.edit(...args);
      },
    }));
    await deliverTexts(context, ['7']);
    assert.deepEqual(marks, [true]);
    await one.remove();
  });
});

describe('backups', () => {
  it('are named by ids that cannot lead to another folder', async () => {
    const one = await makeDeliveryCase({});
    const { journal } = await one.open();
    for (const id of ['../x', '', 'a/b', '..'])
      await assert.rejects(journal.backups.keep(id, Buffer.from('x')), /not the id/u);
    await one.remove();
  });
});

describe('a document whose earlier file is lost', () => {
  it('is not undone, which would delete it', async () => {
    const one = await makeDeliveryCase({ 'guide.ja.md': 'mine\n' });
    const context = await one.open();
    await deliverGuide(context, 'replace');
    await context.journal.backups.drop(lastDelivery(context) ?? '');
    await assert.rejects(undoDelivery(context, lastDelivery(context) ?? ''), isReason('nothing-to-undo'));
    assert.equal(await one.read('guide.ja.md'), translatedGuide);
    await one.remove();
  });
});

describe('a file that changes while it is delivered to', () => {
  it('is kept, its translations are held, and the next refresh delivers them', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': '{\n  "other": "他"\n}\n' });
    const context = await one.open((project) => {
      let isFirst = true;
      return {
        ...project,
        edit: async (...args) => {
          if (isFirst) await one.write('locales/ja.json', '{\n  "other": "ほか"\n}\n');
          isFirst = false;
          return project.edit(...args);
        },
      };
    });
    assert.deepEqual(
      [...(await deliverTexts(context, ['7', '8'])).held.values()],
      ['target-changed', 'target-changed'],
    );
    assert.equal(await one.read('locales/ja.json'), '{\n  "other": "ほか"\n}\n');
    assert.equal(context.ledger.pendingWrites.size, 0);
    assert.equal((await deliverTexts(context, ['7', '8'])).written.length, 1);
    assert.deepEqual(JSON.parse((await one.read('locales/ja.json')) ?? ''), {
      hello: 'こんにちは',
      bye: 'さようなら',
      other: 'ほか',
    });
    await one.remove();
  });

  it('keeps its line ends, byte order mark and mode', async () => {
    const before = '\uFEFF{\r\n\t"other" : "他"\r\n}';
    const one = await makeDeliveryCase({ 'locales/ja.json': before });
    const context = await one.open();
    await deliverTexts(context, ['8']);
    assert.equal(await one.read('locales/ja.json'), '\uFEFF{\r\n\t"bye" : "さようなら",\r\n\t"other" : "他"\r\n}');
    await undoDelivery(context, lastDelivery(context) ?? '');
    assert.equal(await one.read('locales/ja.json'), before);
    await one.remove();
  });
});
