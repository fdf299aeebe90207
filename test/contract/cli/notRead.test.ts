import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCliProcess } from './cliProcess.ts';

describe('contract: entries that can’t be read as strings, on the command line', function () {
  this.timeout(60_000);
  let base: string;

  before(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'cli-'));
    await mkdir(path.join(base, 'res/values'), { recursive: true });
    await mkdir(path.join(base, 'res/values-de'));
    await writeFile(
      path.join(base, 'res/values/strings.xml'),
      '<resources>\n  <string name="save">Save changes</string>\n  <string>Nameless</string>\n</resources>\n',
    );
    await writeFile(
      path.join(base, 'res/values-de/strings.xml'),
      '<resources>\n  <string name="save">Änderungen sichern</string>\n\n  <string>Namenlos</string>\n</resources>\n',
    );
  });

  after(async () => {
    await rm(base, { recursive: true, force: true });
  });

  const message = 'This entry has a text but no key.';
  const named = [
    { file: 'res/values/strings.xml', line: 3, reason: 'not-read', message },
    { file: 'res/values-de/strings.xml', locale: 'de', line: 4, reason: 'not-read', message },
  ];

  it('status counts those of the source as skipped, and names all of them', async () => {
    const json = await runCliProcess(['status', '--json'], { env: {}, cwd: base });
    assert.equal(json.code, 0, json.stderr);
    const { skipped, totals } = JSON.parse(json.stdout) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    assert.deepEqual(skipped, named);
    assert.deepEqual(
      [totals?.['strings'], totals?.['translated'], totals?.['missing'], totals?.['skipped']],
      [2, 1, 0, 1],
    );
    const { stdout } = await runCliProcess(['status'], { env: {}, cwd: base });
    assert.match(stdout, /res\/values\/strings\.xml: line 3: This entry has a text but no key\./u);
    assert.match(stdout, /res\/values-de\/strings\.xml: line 4: This entry has a text but no key\./u);
  });

  it('check finds them, within a limit if there is one', async () => {
    const json = await runCliProcess(['check', '--json'], { env: {}, cwd: base });
    assert.equal(json.code, 0, json.stderr);
    const { findings } = JSON.parse(json.stdout) as { readonly findings: unknown };
    assert.deepEqual(
      findings,
      named.map((entry) => ({ kind: 'skipped', ...entry })),
    );
    const limited = await runCliProcess(['check', '--max-skipped', '1'], { env: {}, cwd: base });
    assert.notEqual(limited.code, 0);
  });
});
