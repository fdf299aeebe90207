import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createFormatThread,
  threadedFormat,
  type FormatThread,
} from '../../../../src/editor/workspace/threadedFormat.ts';
import { setLocaleNames } from '../../../../src/base/locale.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { formatById } from '../../../../src/formats/formats.ts';

const entry = path.resolve(import.meta.dirname, '../../../../src/editor/workspace/formatThread.ts');
const context = { sourceLocale: 'en', targetLocale: 'de' };

describe('threadedFormat', () => {
  let thread: FormatThread;
  let threadUses = 0;
  const countedThread = (): FormatThread => {
    threadUses += 1;
    return thread;
  };

  beforeEach(() => {
    thread = createFormatThread(entry);
    threadUses = 0;
  });

  afterEach(() => {
    thread.dispose();
  });

  it('gives the parsers of other packages no variables of this process', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'format-thread-'));
    const program = path.join(folder, 'environment.mjs');
    await writeFile(
      program,
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: Object.keys(process.env) }));`,
    );
    const other = createFormatThread(program);
    try {
      assert.deepEqual(
        await other.run({ call: 'read', formatId: 'yaml', path: 'en.yml', text: '', locale: undefined }),
        [],
      );
    } finally {
      other.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  });

  const yaml = async () => {
    const format = await formatById('yaml');
    assert.ok(format !== undefined);
    return { direct: format, threaded: threadedFormat(format, 'en.yml', countedThread) };
  };
  const large = (count: number): string =>
    `en:\n${Array.from({ length: count }, (_, index) => `  key${index}: "Text number ${index}"\n`).join('')}`;

  it('reads a small file without the thread', async () => {
    const { direct, threaded } = await yaml();
    const text = large(3);
    assert.deepEqual(await threaded.read(text, 'en'), direct.read(text, 'en'));
    assert.equal(threadUses, 0);
  });

  it('reads and writes a large file in the thread, with the same result', async () => {
    const { direct, threaded } = await yaml();
    const text = large(3000);
    assert.deepEqual(await threaded.read(text, 'en'), direct.read(text, 'en'));
    const translations = new Map([['key7', 'Text Nummer 7']]);
    const target = text.replace('en:', 'de:');
    assert.deepEqual(
      await threaded.write(target, translations, { ...context, sourceText: text }),
      direct.write(target, translations, { ...context, sourceText: text }),
    );
    assert.equal(threadUses, 2);
  });

  it('reads a large file with the names of locales that the settings had when it was called', async () => {
    const format = await formatById('csv');
    assert.ok(format !== undefined);
    const threaded = threadedFormat(format, 'texts.csv', countedThread);
    const rows = Array.from({ length: 6000 }, (_, index) => `key${index},Text number ${index},Текст номер ${index}\n`);
    const text = `key,en,ua\n${rows.join('')}`;
    try {
      assert.deepEqual((await threaded.locales(text))?.targets, []);
      for (const [names, targets] of [
        [new Map([['ua', 'uk']]), ['ua']],
        [new Map(), []],
      ] as const) {
        setLocaleNames(names);
        assert.deepEqual((await threaded.locales(text))?.targets, targets);
        assert.deepEqual(await threaded.locales(text), format.locales?.(text));
      }
      setLocaleNames(new Map([['ua', 'uk']]));
      assert.deepEqual(await threaded.read(text, 'uk'), format.read(text, 'uk'));
      assert.equal((await threaded.read(text, 'uk'))[7]?.text, 'Текст номер 7');
      assert.equal(threadUses, 7);
    } finally {
      setLocaleNames(new Map());
    }
  });

  it('starts again with the names of locales after a thread was ended', async () => {
    const format = await formatById('csv');
    assert.ok(format !== undefined);
    const threaded = threadedFormat(format, 'texts.csv', countedThread);
    const text = `key,en,ua\n${'a,Text,Текст\n'.repeat(20_000)}`;
    setLocaleNames(new Map([['ua', 'uk']]));
    try {
      const controller = new AbortController();
      const reading = threaded.read(text, 'uk', controller.signal);
      controller.abort();
      await assert.rejects(reading);
      assert.deepEqual((await threaded.locales(text))?.targets, ['ua']);
    } finally {
      setLocaleNames(new Map());
    }
  });

  it('reads a large file by what its path says', async () => {
    const file = 'fastlane/metadata/android/en-US/full_description.txt';
    const format = await formatById('store', file);
    assert.ok(format !== undefined);
    const threaded = threadedFormat(format, file, countedThread);
    const text = 'Prices of the market. '.repeat(10_000);
    const [unit] = await threaded.read(text, 'en');
    assert.deepEqual([unit], format.read(text, 'en'));
    assert.equal(unit?.maxChars, 4000);
    assert.equal(threadUses, 1);
  });

  it('rejects a broken file with its location', async () => {
    const { threaded } = await yaml();
    await assert.rejects(
      threaded.read(`${large(3000)}  "open: 1\n`, 'en'),
      (error) => error instanceof FormatError && error.line > 3000,
    );
  });

  it('stops immediately when it is aborted, and reads the next file', async () => {
    const { threaded } = await yaml();
    const controller = new AbortController();
    const reading = threaded.read(large(60_000), 'en', controller.signal);
    controller.abort(new Error('Enough.'));
    await assert.rejects(reading, /Enough/);
    assert.equal((await threaded.read(large(3000), 'en')).length, 3000);
  });

  it('rejects running calls when it is disposed', async () => {
    const { threaded } = await yaml();
    const reading = threaded.read(large(60_000), 'en');
    await new Promise(setImmediate);
    thread.dispose();
    await assert.rejects(reading, /closing/);
  });
});
