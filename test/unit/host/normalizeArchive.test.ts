import assert from 'node:assert/strict';
import { unzipSync, zipSync } from 'fflate';
import { normalizeArchive } from '../../host/normalizeArchive.ts';

describe('normalizeArchive', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const epoch = 1_700_000_000;

  it('returns the same bytes, whatever the order, times, modes and compression of the archive', () => {
    const [a, b] = [bytes('a'.repeat(1000)), bytes('b')];
    const one = zipSync({ 'b/ü.js': b, 'a.txt': a }, { level: 0, mtime: '2001-01-01', os: 3, attrs: 0o100600 << 16 });
    const other = zipSync({ 'a.txt': a, 'b/ü.js': b }, { level: 6, mtime: '2020-06-01', os: 3, attrs: 0o100755 << 16 });
    assert.notDeepEqual(one, other);
    assert.deepEqual(normalizeArchive(one, epoch), normalizeArchive(other, epoch));
  });

  it('keeps names and contents, sorted by name', () => {
    const files = unzipSync(normalizeArchive(zipSync({ Z: bytes('1'), '[a]': bytes(''), a: bytes('3') }), epoch));
    const contents = Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)]);
    assert.deepEqual(contents, [
      ['Z', '1'],
      ['[a]', ''],
      ['a', '3'],
    ]);
  });

  it('depends on the contents and on the time', () => {
    const archive = zipSync({ a: bytes('1') });
    assert.notDeepEqual(normalizeArchive(archive, epoch), normalizeArchive(archive, epoch + 86_400));
    assert.notDeepEqual(normalizeArchive(archive, epoch), normalizeArchive(zipSync({ a: bytes('2') }), epoch));
  });
});
