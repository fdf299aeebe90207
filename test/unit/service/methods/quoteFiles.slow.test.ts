import assert from 'node:assert/strict';
import type { NewFile } from '../../../../src/service/interface/records.ts';
import { ok, withClient, type Respond } from '../localService.ts';

function file(key: string, content: Uint8Array): NewFile {
  return { key, filename: `${key}.md`, content, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' };
}

const quotedEntry = {
  credits: '2.40',
  unit_count: '48',
  eta: '7200',
  identifier: 'f00d',
  lc_src: 'en',
  lc_src_detected: 'en',
  currency: 'USD',
  type: 'file',
};

describe('quoting large files', () => {
  it('sends calls of at most 100 MB; a larger file is a failed entry, and the rest are quoted', async () => {
    const sizes: number[] = [];
    const respond: Respond = (response, received, index) => {
      sizes.push(received.bytes.length);
      // Only the jobs: the parts are large.
      const [, data = '{}'] = /name="data"\r\n\r\n(.*)\r\n/.exec(received.bytes.subarray(0, 10_000).toString()) ?? [];
      const { jobs } = JSON.parse(data) as { readonly jobs: object };
      ok({ jobs: Object.fromEntries(Object.keys(jobs).map((key) => [key, quotedEntry])) })(response, received, index);
    };
    await withClient(respond, async (client) => {
      const large = Buffer.alloc(40_000_000);
      const files = [
        file('a', large),
        file('b', large),
        file('huge', Buffer.alloc(100_000_001)),
        file('c', large),
        file('d', Buffer.from('small')),
      ];
      const quoted = await client.service.quoteFiles(files);
      assert.deepEqual(
        quoted.map(({ kind, key }) => [kind, key]),
        [
          ['quoted', 'a'],
          ['quoted', 'b'],
          ['failed', 'huge'],
          ['quoted', 'c'],
          ['quoted', 'd'],
        ],
      );
      const [, , failed] = quoted;
      assert.ok(failed?.kind === 'failed');
      assert.deepEqual([failed.filename, failed.meaning, failed.message], ['huge.md', 'file-too-large', '']);
      assert.equal(sizes.length, 2);
      assert.ok(
        sizes.every((size) => size <= 100_000_000),
        sizes.join(),
      );
    });
  }).timeout(30_000);
});
