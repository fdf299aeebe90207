import assert from 'node:assert/strict';
import path from 'node:path';
import {
  createFormatThread,
  threadedFormat,
  type FormatThread,
} from '../../../../src/editor/workspace/threadedFormat.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { formatById } from '../../../../src/formats/formats.ts';

const entry = path.resolve(import.meta.dirname, '../../../../src/editor/workspace/formatThread.ts');
const context = { sourceLocale: 'en', targetLocale: 'de' };

describe('reading and writing in a thread', () => {
  let thread: FormatThread;
  let asked = 0;
  const counted = (): FormatThread => {
    asked += 1;
    return thread;
  };

  beforeEach(() => {
    thread = createFormatThread(entry);
    asked = 0;
  });

  afterEach(() => {
    thread.dispose();
  });

  const yaml = async () => {
    const format = await formatById('yaml');
    assert.ok(format !== undefined);
    return { here: format, threaded: threadedFormat(format, counted) };
  };
  const large = (count: number): string =>
    `en:\n${Array.from({ length: count }, (_, index) => `  key${index}: "Text number ${index}"\n`).join('')}`;

  it('is not troubled for a small file', async () => {
    const { here, threaded } = await yaml();
    const text = large(3);
    assert.deepEqual(await threaded.read(text, 'en'), here.read(text, 'en'));
    assert.equal(asked, 0);
  });

  it('gives for a large file what would have come here', async () => {
    const { here, threaded } = await yaml();
    const text = large(3000);
    assert.deepEqual(await threaded.read(text, 'en'), here.read(text, 'en'));
    const translations = new Map([['key7', 'Text Nummer 7']]);
    const target = text.replace('en:', 'de:');
    assert.deepEqual(
      await threaded.write(target, translations, { ...context, sourceText: text }),
      here.write(target, translations, { ...context, sourceText: text }),
    );
    assert.equal(asked, 2);
  });

  it('brings refusals back with their places', async () => {
    const { threaded } = await yaml();
    await assert.rejects(
      threaded.read(`${large(3000)}  "open: 1\n`, 'en'),
      (error) => error instanceof FormatError && error.line > 3000,
    );
  });

  it('gives up at once when told to, and works for the next', async () => {
    const { threaded } = await yaml();
    const controller = new AbortController();
    const reading = threaded.read(large(60_000), 'en', controller.signal);
    controller.abort(new Error('Enough.'));
    await assert.rejects(reading, /Enough/);
    assert.equal((await threaded.read(large(3000), 'en')).length, 3000);
  });

  it('rejects what is under way when it is disposed', async () => {
    const { threaded } = await yaml();
    const reading = threaded.read(large(60_000), 'en');
    await new Promise(setImmediate);
    thread.dispose();
    await assert.rejects(reading, /closing/);
  });
});
