import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodes } from '../../src/sandbox/http/errors.ts';
import { errorCauses, withoutCause } from './interface/errorCauses.ts';
import { codesOf, ok } from './interface/replies.ts';
import { startService } from './interface/service.ts';

/** Every code in the first column of the catalog; a row may have several. */
const catalogCodes = readFileSync(path.join(import.meta.dirname, 'errorCatalog.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/u.test(line))
  .flatMap((line) => (line.split('|')[1]?.match(/\d+/gu) ?? []).map(Number));

describe('contract: the catalog of error codes', () => {
  for (const [code, causes] of Object.entries(errorCauses)) {
    for (const { by, call } of causes) {
      it(`answers ${code}: ${by}`, async () => {
        await using service = await startService({ openingCents: 100_000 });
        const reply = await call(service);
        assert.deepEqual([...new Set(codesOf(reply))], [Number(code)], reply.text.slice(0, 500));
      });
    }
  }

  for (const code of Object.keys(withoutCause).map(Number)) {
    it(`answers ${code}as a requested fault`, async () => {
      await using service = await startService();
      ok(await service.control('/faults', { match: 'GET /v2/account/me', fault: 'error', code }));
      const reply = await service.get('/v2/account/me');
      assert.deepEqual(
        [reply.httpStatus, reply.contentType, codesOf(reply)],
        [200, 'application/json', [code]],
        reply.text,
      );
      ok(await service.get('/v2/account/me'));
    });
  }

  it('has an input for every code of the catalog, or a reason why no input causes it', () => {
    const ascending = (a: number, b: number): number => a - b;
    const known = [...Object.keys(errorCauses), ...Object.keys(withoutCause)].map(Number);
    assert.ok(catalogCodes.length > 60);
    assert.deepEqual(known.toSorted(ascending), catalogCodes.toSorted(ascending));
  });

  it("covers every code in the sandbox's own list", () => {
    // Codes below 1000 are HTTP statuses, which `hostileInput.test.ts` causes.
    const uncovered = errorCodes.filter((code) => code >= 1000 && !(code in errorCauses) && !(code in withoutCause));
    assert.deepEqual(uncovered, []);
  });
});
