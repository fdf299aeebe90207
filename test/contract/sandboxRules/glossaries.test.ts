import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Keys } from '../../../src/sandbox/http/auth.ts';
import { signature, startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import { codeOf, jobCodesOf, okOf, send, sendSigned, textJob, type Data } from './calls.ts';

const csv = 'en,fr,zh-tw\r\nSave,Enregistrer,儲存\r\n"Close, now",Fermer,\r\n';
const otherKeys: Keys = { apiKey: 'other', privateKey: 'other secret' };

async function list({ call }: SandboxFixture): Promise<readonly Data[]> {
  return okOf(await call('GET', '/translate/glossary')) as readonly Data[];
}

/**
 * Uploads as the official PHP client does: the parameters in the query and in the form, the file in a part `file_path`.
 */
function upload(
  fixture: SandboxFixture,
  method: 'POST' | 'PUT',
  address: string,
  content: string | undefined,
  keys: Keys = fixture.sandbox,
): Promise<Answer> {
  const parameters = { ...signature(keys), _method: method.toLowerCase() };
  const form = new FormData();
  if (content !== undefined) form.set('file_path', new Blob([content]), 'Web terms.csv');
  for (const [name, value] of Object.entries(parameters)) form.set(name, value);
  return send(fixture, `${address}?${new URLSearchParams(parameters).toString()}`, { method, body: form });
}

async function download(fixture: SandboxFixture, id: unknown): Promise<Response> {
  return fetch(
    `${fixture.sandbox.baseUrl}/translate/glossary/download/${String(id)}?` +
      new URLSearchParams(signature(fixture.sandbox)).toString(),
  );
}

describe('sandbox rules: glossaries', () => {
  it('are downloaded as CSV, with a row for each counted term', async () => {
    await using fixture = await startFixture('manual');
    for (const { id, title, unit_count: count, source_language_code: source, target_languages: targets } of await list(
      fixture,
    )) {
      const answer = await download(fixture, id);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/csv']);
      assert.match(
        answer.headers.get('content-disposition') ?? '',
        new RegExp(`^attachment; filename="${String(title)}\\.csv"`, 'u'),
      );
      const [header, ...rows] = (await answer.text()).trimEnd().split('\r\n');
      assert.equal(
        header,
        [source, ...(targets as readonly (readonly [number, string])[]).map(([, code]) => code)].join(','),
      );
      assert.equal(rows.length, count);
    }
  });

  it('are 404 in the envelope if unknown, and 1100 without keys', async () => {
    await using fixture = await startFixture('manual');
    for (const address of [
      '/v2/translate/glossary/download/1',
      '/v2/translate/glossary/download',
      '/v2/translate/glossary/1',
      '/glossary/1',
    ]) {
      assert.equal(codeOf(await sendSigned(fixture, address)), 404, address);
      assert.equal(codeOf(await send(fixture, address)), 1100, address);
    }
    assert.equal(codeOf(await sendSigned(fixture, '/glossary/1', { method: 'DELETE' })), 404);
    assert.equal(codeOf(await upload(fixture, 'PUT', '/glossary/1', csv)), 404);
  });

  it('are uploaded, read, used, replaced and deleted', async () => {
    await using fixture = await startFixture('manual');
    const before = await list(fixture);
    const added = okOf(await upload(fixture, 'POST', '/glossary/', csv)) as Data;
    assert.deepEqual(
      [added['title'], added['unit_count'], added['source_language_code'], added['is_public']],
      ['Web terms', 2, 'en', false],
    );
    assert.match(String(added['ctime']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/u);
    assert.deepEqual(await list(fixture), [...before, added]);
    const id = String(added['id']);
    assert.deepEqual(okOf(await fixture.call('GET', `/translate/glossary/${id}`)), added);
    const terms = [
      { en: 'Save', fr: 'Enregistrer', 'zh-tw': '儲存' },
      { en: 'Close, now', fr: 'Fermer' },
    ];
    assert.deepEqual(okOf(await sendSigned(fixture, `/glossary/${id}`)), { ...added, terms });
    assert.equal(await (await download(fixture, id)).text(), csv);
    okOf(await fixture.call('POST', '/translate/jobs', { jobs: { a: textJob({ glossary_id: Number(id) }) } }));

    const replaced = okOf(await upload(fixture, 'PUT', `/glossary/${id}`, 'en,de\nSave,Speichern\n')) as Data;
    assert.deepEqual({ ...replaced, unit_count: 2, target_languages: added['target_languages'] }, added);
    assert.equal(await (await download(fixture, id)).text(), 'en,de\r\nSave,Speichern\r\n');

    assert.deepEqual(okOf(await sendSigned(fixture, `/glossary/${id}`, { method: 'DELETE' })), {});
    assert.equal(codeOf(await fixture.call('GET', `/translate/glossary/${id}`)), 404);
    assert.deepEqual(
      jobCodesOf(
        await fixture.call('POST', '/translate/jobs', {
          jobs: { a: textJob({ body_src: 'x', glossary_id: Number(id) }) },
        }),
      ),
      { a: [404] },
    );
    assert.deepEqual(await list(fixture), before);
    assert.notEqual(String((okOf(await upload(fixture, 'POST', '/glossary', csv)) as Data)['id']), id);
  });

  it('are refused if they are not CSV, too large, too many, or not a file', async () => {
    await using fixture = await startFixture('manual');
    const before = await list(fixture);
    for (const content of ['', 'hello', 'en,ja\nSave\n', undefined])
      assert.equal(codeOf(await upload(fixture, 'POST', '/glossary/', content)), 1802, content);
    assert.equal(codeOf(await upload(fixture, 'POST', '/glossary/', `en,ja\nSave,${'保'.repeat(400_000)}\n`)), 1306);
    // The official PHP client omits the file of a replacement and sends a form.
    const form = new URLSearchParams({ ...signature(fixture.sandbox), _method: 'put' });
    assert.equal(
      codeOf(await send(fixture, `/glossary/${String(before[0]!['id'])}`, { method: 'PUT', body: form })),
      1802,
    );
    assert.deepEqual(await list(fixture), before);
    for (let count = before.length; count < 100; count += 1) okOf(await upload(fixture, 'POST', '/glossary', csv));
    assert.equal(codeOf(await upload(fixture, 'POST', '/glossary', csv)), 400);
  });

  it('belong to their account, and remain after restarts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-glossaries-'));
    try {
      const options = { sandbox: { dataFile: path.join(folder, 'data.jsonl'), accounts: [otherKeys] } };
      const idsOf = async (fixture: SandboxFixture): Promise<readonly unknown[]> =>
        (await list(fixture)).map(({ id }) => id);
      const asOther = (fixture: SandboxFixture): SandboxFixture => ({
        ...fixture,
        call: (method, address, data) => fixture.callAs(otherKeys, method, address, data),
      });
      let ids: readonly unknown[];
      let otherIds: readonly unknown[];
      {
        await using fixture = await startFixture('manual', options);
        const [first] = await list(fixture);
        const mine = okOf(await upload(fixture, 'POST', '/glossary', csv)) as Data;
        const others = okOf(await upload(fixture, 'POST', '/glossary', csv, otherKeys)) as Data;
        assert.notEqual(mine['id'], others['id']);
        okOf(await sendSigned(fixture, `/glossary/${String(first!['id'])}`, { method: 'DELETE' }));
        assert.equal(codeOf(await sendSigned(fixture, `/glossary/${String(others['id'])}`, { method: 'DELETE' })), 404);
        assert.equal(codeOf(await fixture.callAs(otherKeys, 'GET', `/translate/glossary/${String(mine['id'])}`)), 404);
        ids = await idsOf(fixture);
        otherIds = await idsOf(asOther(fixture));
        assert.deepEqual(
          [ids.includes(first!['id']), ids.includes(mine['id']), otherIds],
          [false, true, [others['id']]],
        );
      }
      // Twice, because the first start rewrites the file.
      for (let start = 0; start < 2; start += 1) {
        await using fixture = await startFixture('manual', options);
        assert.deepEqual([await idsOf(fixture), await idsOf(asOther(fixture))], [ids, otherIds]);
        assert.equal(await (await download(fixture, ids.at(-1))).text(), csv);
      }
      await using fixture = await startFixture('manual', options);
      const next = (okOf(await upload(fixture, 'POST', '/glossary', csv)) as Data)['id'];
      assert.ok(![...ids, ...otherIds].includes(next));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
