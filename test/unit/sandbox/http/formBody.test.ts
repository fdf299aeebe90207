import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RefusedError } from '../../../../src/sandbox/http/errors.ts';
import { decodeForm } from '../../../../src/sandbox/http/formBody.ts';
import { parseJson } from '../../../../src/sandbox/http/parseJson.ts';

const isRefusedWith =
  (code: number) =>
  (error: unknown): boolean =>
    error instanceof RefusedError && (error.err as { code: number }).code === code;

describe('sandbox/formBody', () => {
  it('reads forms in all usual encodings', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
    fc.assert(
      fc.property(fc.dictionary(text, text), (fields) => {
        assert.deepEqual(
          decodeForm(Buffer.from(new URLSearchParams(fields).toString())),
          new Map(Object.entries(fields)),
        );
      }),
    );
  });

  it('reads malformed forms as browsers do', () => {
    for (const odd of ['a=%zz', 'a=%4', 'a%3Db=c', '&&a=1&', 'a', '=', 'a=1&a=2', 'a=b=c', '+=+', 'a=%41%']) {
      assert.deepEqual([...decodeForm(Buffer.from(odd))], [...new Map(new URLSearchParams(odd))], odd);
    }
  });

  it('refuses text that is not UTF-8', () => {
    for (const bad of ['a=%ff', '%c3=1', 'a=%ed%a0%80'])
      assert.throws(() => decodeForm(Buffer.from(bad)), isRefusedWith(1251));
  });
});

describe('sandbox/jsonText', () => {
  it('parses like JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
    );
  });

  it('ignores brackets in strings', () => {
    assert.equal(parseJson(JSON.stringify('[{,"\\'.repeat(1000))), '[{,"\\'.repeat(1000));
  });

  it('refuses deeply nested, oversized and invalid JSON', () => {
    for (const bad of [`${'['.repeat(65)}${']'.repeat(65)}`, `[${'1,'.repeat(1_000_001)}1]`, '{', '"', '', '[1,]'])
      assert.throws(() => parseJson(bad), isRefusedWith(1251));
    assert.ok(parseJson(`${'['.repeat(64)}${']'.repeat(64)}`));
  });
});
