import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { present } from '../../../src/base/present.ts';
import { signature, startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';

interface Upload {
  readonly key: string;
  readonly name?: string;
  readonly content: string | Uint8Array;
}

type Entry = Readonly<Record<string, unknown>> & {
  readonly err?: { readonly filename: string; readonly code: number; readonly key: string };
};

const job = (fileKey?: string, more: object = {}) => ({
  type: 'file',
  lc_src: 'en',
  lc_tgt: 'fr',
  tier: 'standard',
  ...present({ file_key: fileKey }),
  ...more,
});

/** Sends a quote without the client's code. */
async function quote(
  { sandbox }: SandboxFixture,
  jobs: unknown,
  uploads: readonly Upload[],
  address = '/translate/service/quote/file',
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signature(sandbox))) form.set(name, value);
  form.set('data', JSON.stringify({ jobs }));
  for (const { key, name, content } of uploads) {
    const blob = new Blob([typeof content === 'string' ? content : new Uint8Array(content)]);
    if (name === undefined) form.append(key, typeof content === 'string' ? content : '');
    else form.append(key, blob, name);
  }
  return (await (await fetch(sandbox.baseUrl + address, { method: 'POST', body: form })).json()) as Answer;
}

function entries(answer: Answer): Readonly<Record<string, Entry>> {
  assert.equal(answer.opstat, 'ok', JSON.stringify(answer));
  return (answer.response as { jobs: Record<string, Entry> }).jobs;
}

function codeOf(answer: Answer): unknown {
  return (answer.err as { code?: unknown } | undefined)?.code;
}

async function orderAndFind(fixture: SandboxFixture, identifier: unknown): Promise<Readonly<Record<string, unknown>>> {
  const placed = await fixture.call('POST', '/translate/jobs', { jobs: { one: { type: 'file', identifier } } });
  assert.equal(placed.opstat, 'ok', JSON.stringify(placed));
  const order = await fixture.call(
    'GET',
    `/translate/order/${String((placed.response as { order_id: unknown }).order_id)}`,
  );
  const [id] = Object.values((order.response as { order: Record<string, unknown> }).order).flatMap((value) =>
    Array.isArray(value) ? (value as unknown[]) : [],
  );
  return ((await fixture.call('GET', `/translate/job/${String(id)}`)).response as { job: Record<string, unknown> }).job;
}

describe('contract: quotes of files', () => {
  for (const address of ['/translate/service/quote/file', '/translate/service/quote']) {
    for (const [wire, ten, thirty] of [
      ['contract', 0.1, 0.3],
      ['recorded', '0.10', '0.30'],
    ] as const) {
      it(`counts and prices every file posted to ${address}, ${wire} mode`, async () => {
        await using fixture = await startFixture('instant', { wire });
        const jobs = entries(
          await quote(
            fixture,
            { a: job('file_a'), b: job('file_b', { tier: 'pro' }) },
            [
              { key: 'file_a', name: 'one.md', content: '# Hello world\n' },
              { key: 'file_b', name: 'two.txt', content: 'one two three [[[four]]]' },
            ],
            address,
          ),
        );
        const { identifier, ...rest } = jobs['a']!;
        assert.match(String(identifier), /^[\da-f]{64}$/u);
        assert.deepEqual(rest, {
          credits: ten,
          eta: 0,
          unit_count: 2,
          lc_src: 'en',
          lc_src_detected: 'en',
          currency: 'USD',
          type: 'file',
          title: 'one.md',
        });
        assert.deepEqual([jobs['b']!['unit_count'], jobs['b']!['credits']], [3, thirty]);
      });
    }
  }

  it('reports the error of one file in its entry, and quotes the others', async () => {
    await using fixture = await startFixture('instant');
    const jobs = entries(
      await quote(
        fixture,
        {
          good: job('f1'),
          kind: job('f2'),
          broken: job('f3'),
          large: job('f4'),
          nameless: job('f5'),
          language: job('f1', { lc_tgt: 'en' }),
          tier: job('f1', { tier: 'machine' }),
          source: job('f1', { lc_src: undefined }),
          target: job('f1', { lc_tgt: '' }),
          tierless: job('f1', { tier: undefined }),
          keyless: job(),
          text: job('f1', { type: 'text' }),
        },
        [
          { key: 'f1', name: 'a.txt', content: 'Hello' },
          { key: 'f2', name: 'a.exe', content: 'x' },
          { key: 'f3', name: 'a.docx', content: 'no zip' },
          { key: 'f4', name: 'b.txt', content: 'a '.repeat(13 * 1024 * 1024) },
          { key: 'f5', content: 'Hello' },
        ],
      ),
    );
    assert.equal(typeof jobs['good']!['identifier'], 'string');
    const errors = Object.fromEntries(
      Object.entries(jobs).flatMap(([key, { err }]) => (err ? [[key, [err.code, err.filename, err.key]]] : [])),
    );
    assert.deepEqual(errors, {
      kind: [1802, 'a.exe', 'kind'],
      broken: [1802, 'a.docx', 'broken'],
      large: [1306, 'b.txt', 'large'],
      nameless: [1501, '', 'nameless'],
      language: [1551, 'a.txt', 'language'],
      tier: [1304, 'a.txt', 'tier'],
      source: [1400, 'a.txt', 'source'],
      target: [1450, 'a.txt', 'target'],
      tierless: [1500, 'a.txt', 'tierless'],
      keyless: [1803, '', 'keyless'],
      text: [1301, 'a.txt', 'text'],
    });
  });

  it('quotes texts next to files at the address of texts, and only there', async () => {
    await using fixture = await startFixture('instant');
    const text = { body_src: 'Hello world', lc_src: 'en', lc_tgt: 'fr', tier: 'standard', custom_data: 'mine' };
    const upload = { key: 'f1', name: 'a.txt', content: 'one two three' };
    const address = '/translate/service/quote';
    const jobs = entries(
      await quote(fixture, { file: job('f1'), text, named: { ...text, type: 'text' } }, [upload], address),
    );
    assert.deepEqual(Object.keys(jobs), ['file', 'text', 'named']);
    assert.deepEqual(
      [jobs['file'], jobs['text'], jobs['named']].map((entry) => [
        entry?.['type'],
        entry?.['unit_count'],
        entry?.['custom_data'],
      ]),
      [
        ['file', 3, undefined],
        ['text', 2, 'mine'],
        ['text', 2, 'mine'],
      ],
    );
    assert.equal(
      codeOf(await quote(fixture, { file: job('f1'), text }, [upload, { ...upload, key: 'f2' }], address)),
      1801,
    );
    const wrongText = await quote(fixture, { file: job('f1'), text: { ...text, lc_tgt: 'en' } }, [upload], address);
    assert.deepEqual(
      (wrongText.err as Record<string, { code: number }[]>)['text']?.map(({ code }) => code),
      [1551],
    );
    assert.equal(
      entries(await quote(fixture, { file: job('f1'), text: { ...text, type: 'text' } }, [upload]))['text']?.err?.code,
      1301,
    );
  });

  it('refuses the call if jobs and files do not match, or there are too many', async () => {
    await using fixture = await startFixture('instant');
    const file = (key: string): Upload => ({ key, name: `${key}.txt`, content: 'x' });
    const many = Array.from({ length: 51 }, (_, index) => `f${index}`);
    assert.equal(codeOf(await quote(fixture, { a: job('f1'), b: job('f2') }, [file('f1')])), 1801);
    assert.equal(codeOf(await quote(fixture, { a: job('f1') }, [file('f1'), file('f2')])), 1801);
    assert.equal(codeOf(await quote(fixture, { a: job('f1') }, [file('f1'), file('f1')])), 1801);
    assert.equal(codeOf(await quote(fixture, { a: job('f1') }, [])), 1801);
    assert.equal(codeOf(await quote(fixture, {}, [file('f1')])), 1800);
    assert.equal(
      codeOf(await quote(fixture, Object.fromEntries(many.map((key) => [key, job(key)])), many.map(file))),
      1305,
    );
    assert.equal(
      Object.keys(
        entries(
          await quote(
            fixture,
            Object.fromEntries(many.slice(1).map((key) => [key, job(key)])),
            many.slice(1).map(file),
          ),
        ),
      ).length,
      50,
    );
  });

  it('answers an array with an array, and needs keys', async () => {
    await using fixture = await startFixture('instant');
    const answer = await quote(fixture, [job('f1')], [{ key: 'f1', name: 'a.txt', content: 'x' }]);
    assert.ok(Array.isArray((answer.response as { jobs: unknown }).jobs));
    const form = new FormData();
    form.set('data', '{}');
    const unsigned = (await (
      await fetch(`${fixture.sandbox.baseUrl}/translate/service/quote/file`, { method: 'POST', body: form })
    ).json()) as Answer;
    assert.equal(codeOf(unsigned), 1100);
  });

  it('keeps the file names sent by the client, in plain UTF-8 with encoded quotation marks', async () => {
    await using fixture = await startFixture('instant');
    const options = { sourceLanguage: 'en', targetLanguage: 'fr', tier: 'standard', content: Buffer.from('one two') };
    const names = ['Größe.txt', '日本🎉 100%.txt', "it's (1)*.txt", 'a "b".txt'];
    const quoted = await fixture.client.service.quoteFiles(
      names.map((filename, index) => ({ ...options, key: `key_${index}`, filename })),
    );
    assert.deepEqual(
      quoted.map((entry) => (entry.kind === 'quoted' ? entry.title : entry.message)),
      ['Größe.txt', '日本🎉 100%.txt', "it's (1)*.txt", 'a %22b%22.txt'],
    );
  });

  it('orders by identifier, and downloads source and translation without keys', async () => {
    await using fixture = await startFixture('manual');
    const source = '# Hello\n\n`code`\n';
    const { identifier } = entries(
      await quote(fixture, { a: job('f') }, [{ key: 'f', name: 'Größe & "x".md', content: source }]),
    )['a']!;
    const ordered = await orderAndFind(fixture, identifier);
    const sourceUrl = String(ordered['file_url_src']);
    assert.ok(sourceUrl.startsWith(`${new URL(fixture.sandbox.baseUrl).origin}/files/${String(identifier)}/source/`));
    const download = await fetch(sourceUrl);
    assert.equal(await download.text(), source);
    assert.equal(download.headers.get('content-type'), 'text/markdown');
    assert.match(
      download.headers.get('content-disposition') ?? '',
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''Gr%C3%B6%C3%9Fe/u,
    );
    const id = String(ordered['job_id']);
    const targetUrl = sourceUrl.replace('/source/', `/target/${id}/`);
    assert.deepEqual([ordered['file_download_ready'], ordered['file_url_tgt']], [false, targetUrl]);
    assert.equal((await fetch(targetUrl)).status, 404);
    await fixture.control('POST', `/jobs/${id}/start`);
    await fixture.control('POST', `/jobs/${id}/finish`);
    const ready = ((await fixture.call('GET', `/translate/job/${id}`)).response as { job: Record<string, unknown> })
      .job;
    assert.deepEqual([ready['file_download_ready'], ready['file_url_tgt']], [true, targetUrl]);
    const first = await (await fetch(targetUrl)).text();
    assert.match(first, /^# ⟦sim⟧ \S+\n\n`code`\n$/u);
    assert.equal(await (await fetch(targetUrl)).text(), first);
    await fixture.call('PUT', `/translate/job/${id}`, { action: 'revise', comment: 'Again, please.' });
    await fixture.control('POST', `/jobs/${id}/finish`);
    const second = await (await fetch(targetUrl)).text();
    assert.match(second, /^# ⟦sim 2⟧ \S+\n\n`code`\n$/u);
    for (const wrong of [
      '/files/x/source/a.md',
      `/files/${'0'.repeat(64)}/source/a.md`,
      `/files/${String(identifier)}/target/1/a.md`,
      `/files/${String(identifier)}`,
      '/files/',
    ]) {
      const answer = await fetch(new URL(wrong, fixture.sandbox.baseUrl));
      assert.equal(answer.status, 404, wrong);
      assert.equal(((await answer.json()) as Answer).opstat, 'error');
    }
  });

  it('returns an office document as an office document', async () => {
    await using fixture = await startFixture('instant');
    const content = zipSync({
      'word/document.xml': new TextEncoder().encode(
        '<w:document xmlns:w="w"><w:p><w:r><w:t>Hello there</w:t></w:r></w:p></w:document>',
      ),
    });
    const { identifier, unit_count: units } = entries(
      await quote(fixture, { a: job('f') }, [{ key: 'f', name: 'letter.docx', content }]),
    )['a']!;
    assert.equal(units, 2);
    const answer = await fetch(String((await orderAndFind(fixture, identifier))['file_url_tgt']));
    assert.equal(
      answer.headers.get('content-type'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
      'PK',
    );
  });

  describe('with a data file', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'sandbox-files-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    it('keeps its files after a restart, with one copy of each', async () => {
      const dataFile = path.join(folder, 'data.jsonl');
      let identifiers: readonly unknown[];
      {
        await using fixture = await startFixture('instant', { sandbox: { dataFile } });
        const jobs = entries(
          await quote(fixture, { a: job('f'), b: job('f', { lc_tgt: 'de' }), c: job('g') }, [
            { key: 'f', name: 'a.txt', content: 'Hello' },
            { key: 'g', name: 'b.exe', content: 'no' },
          ]),
        );
        identifiers = [jobs['a']!['identifier'], jobs['b']!['identifier']];
        await quote(fixture, {}, [{ key: 'f', name: 'x.txt', content: 'never quoted' }]);
      }
      assert.equal((await readdir(`${dataFile}.files`)).length, 1);
      await writeFile(path.join(`${dataFile}.files`, `${'0'.repeat(24)}.tmp`), 'left by a kill');
      await using fixture = await startFixture('instant', { sandbox: { dataFile } });
      assert.equal((await readdir(`${dataFile}.files`)).length, 1);
      for (const identifier of identifiers) {
        assert.equal(
          await (await fetch(String((await orderAndFind(fixture, identifier))['file_url_src']))).text(),
          'Hello',
        );
      }
    });
  });
});
