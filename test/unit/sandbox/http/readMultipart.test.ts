import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RefusedError } from '../../../../src/sandbox/http/errors.ts';
import { memoryContents, type IncomingFile } from '../../../../src/sandbox/storage/fileContents.ts';
import {
  maxFileBytes,
  maxFiles,
  readMultipart,
  type MultipartBody,
} from '../../../../src/sandbox/http/readMultipart.ts';

const contentType = 'multipart/form-data; boundary=b';

interface TestPart {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: Uint8Array | string;
}

function bodyOf(parts: readonly TestPart[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--b\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}` +
      `\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat(
    [...pieces, '--b--\r\n'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
  );
}

async function* inPieces(body: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += size)
    yield await Promise.resolve(body.subarray(start, start + size));
}

async function read(
  body: Uint8Array,
  size = 65_536,
  receive: () => Promise<IncomingFile> = () => memoryContents().receive(),
): Promise<MultipartBody> {
  return readMultipart(inPieces(body, size), contentType, receive);
}

async function contentOf(body: MultipartBody, index: number): Promise<string> {
  return (await body.files[index]!.content!.read()).toString();
}

describe('sandbox/multipart', () => {
  it('reads fields and files, however the bytes are split', async () => {
    const body = bodyOf([
      { name: 'data', content: '{"größe":1}' },
      { name: 'file_1', filename: 'Größe.md', type: 'text/markdown', content: 'one\r\n--two\r\n' },
      { name: 'file_2', filename: 'b', content: '' },
    ]);
    for (const size of [1, 3, 7, 64, 65_536]) {
      const result = await read(body, size);
      assert.deepEqual([...result.fields], [['data', '{"größe":1}']]);
      assert.deepEqual(
        result.files.map(({ name, filename, mimeType, size: length }) => [name, filename, mimeType, length]),
        [
          ['file_1', 'Größe.md', 'text/markdown', 12],
          ['file_2', 'b', 'text/plain', 0],
        ],
      );
      assert.equal(await contentOf(result, 0), 'one\r\n--two\r\n');
    }
  });

  it('reads files of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 100 }), async (content, size) => {
        const result = await read(bodyOf([{ name: 'f', filename: 'a.bin', content }]), size);
        assert.deepEqual(await result.files[0]!.content!.read(), Buffer.from(content));
      }),
      { numRuns: 200 },
    );
  });

  it('removes folders and control characters from file names', async () => {
    for (const [filename, expected] of [
      ['C:\\\\dir\\\\a.txt', 'a.txt'],
      ['../../etc/passwd', 'passwd'],
      ['a\u0007b.txt', 'ab.txt'],
      ['..', ''],
      ['', ''],
      [`${'x'.repeat(300)}.txt`, 'x'.repeat(255)],
    ] as const) {
      assert.equal((await read(bodyOf([{ name: 'f', filename, content: 'x' }]))).files[0]!.filename, expected);
    }
  });

  it('stores no more bytes and files than the limits', async () => {
    const large = await read(bodyOf([{ name: 'f', filename: 'a.txt', content: Buffer.alloc(maxFileBytes + 1, 'a') }]));
    assert.deepEqual([large.files[0]!.size, large.files[0]!.content], [maxFileBytes + 1, undefined]);
    const many = await read(
      bodyOf(
        Array.from({ length: maxFiles + 1 }, (_, index) => ({ name: `f${index}`, filename: 'a.txt', content: 'x' })),
      ),
    );
    assert.deepEqual(
      [many.files.length, many.files.at(-2)?.content === undefined, many.files.at(-1)?.content],
      [maxFiles + 1, false, undefined],
    );
  });

  it('ends with parts or a refusal for any input', async () => {
    const fragments = [
      '--b',
      '--b--',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="a"',
      '; filename="x"',
      'Content-Type: text/plain',
      'text',
      '-',
      '\r',
      '\n',
      ':',
      '"',
      '\0',
      ' ',
    ];
    const anything = fc
      .array(fc.constantFrom(...fragments), { maxLength: 25 })
      .map((parts) => Buffer.from(parts.join('')));
    await fc.assert(
      fc.asyncProperty(anything, fc.integer({ min: 1, max: 50 }), async (body, size) => {
        await read(body, size).catch((error: unknown) => {
          assert.ok(error instanceof RefusedError, String(error));
        });
      }),
      { numRuns: 2000 },
    );
  }).timeout(20_000);

  it('ends when input is truncated anywhere, and discards the received files', async () => {
    const body = bodyOf([
      { name: 'data', content: '{}' },
      { name: 'f', filename: 'a.txt', content: 'hello' },
      { name: 'g', filename: 'b.txt', content: 'more' },
    ]);
    for (let length = 0; length < body.length - 4; length += 1) {
      let open = 0;
      const receive = async (): Promise<IncomingFile> => {
        open += 1;
        const file = await memoryContents().receive();
        return {
          ...file,
          discard: () => {
            open -= 1;
            return file.discard();
          },
        };
      };
      await assert.rejects(read(body.subarray(0, length), 5, receive), RefusedError, `at ${length}`);
      assert.equal(open, 0);
    }
  });

  it('reports a full disk', async () => {
    const receive = async (): Promise<IncomingFile> => ({
      ...(await memoryContents().receive()),
      write: () => Promise.reject(new Error('ENOSPC')),
    });
    await assert.rejects(
      read(bodyOf([{ name: 'f', filename: 'a.txt', content: Buffer.alloc(1_000_000) }]), 65_536, receive),
      /ENOSPC/u,
    );
  });
});
