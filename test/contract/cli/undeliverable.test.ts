import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { createOrderSetup, type OrderSetup } from '../orders/orderSetup.ts';
import { leftoversIn } from '../orders/obstacleCase.ts';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';

const english = { hello: 'Good morning', bye: 'Goodbye' };

function po(language: string, charset: string): string {
  return (
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n\n` +
    'msgid "Welcome back"\nmsgstr ""\n'
  );
}

interface Quoted {
  readonly locales: readonly { readonly locale: string; readonly strings: number }[];
  readonly undeliverable: readonly {
    readonly locale: string;
    readonly reason: string;
    readonly strings: number;
    readonly message: string;
  }[];
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

async function quote(setup: OrderSetup, ...args: readonly string[]): Promise<string> {
  const { root, service } = setup.windowOptions;
  const env = cliEnvironment(service, path.join(root, '..', 'state'));
  const { code, stdout, stderr } = await runCliProcess(['quote', ...args], { cwd: root, env });
  assert.equal(code, 0, stderr);
  return stdout;
}

describe('contract: a quote of what could not be delivered', function () {
  this.timeout(60_000);

  it('is refused with a reason, and does not end the quote of the rest', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': english,
      'locales/ja.json': '',
      'locales/de.json': '{"hello": {"a": "1"}}',
      'po/en.po': po('en', 'UTF-8'),
      'po/ja.po': po('ja', 'ISO-8859-1'),
      'po/de.po': po('de', 'ISO-8859-1'),
    });
    await setup.write('outside/fr.json', '{}');
    const { root } = setup.windowOptions;
    const { locales, undeliverable } = JSON.parse(await quote(setup, '--json')) as Quoted;
    assert.deepEqual(
      locales.map(({ locale, strings }) => [locale, strings]).toSorted(),
      [
        ['de', 2],
        ['ja', 2],
      ],
      JSON.stringify(undeliverable),
    );
    assert.deepEqual(undeliverable.map(({ locale, reason, strings }) => [locale, reason, strings]).toSorted(), [
      ['de', 'unwritable', 1],
      ['ja', 'encoding', 1],
    ]);
    assert.match(await quote(setup, '--language', 'en'), /Japanese: Skipped \(the encoding of the target file lacks/u);
    assert.deepEqual(await leftoversIn(root), []);
  });

  for (const [what, to] of [
    ['outside the project', '../../outside.json'],
    ['in another file of the project', 'de.json'],
    ['in Git’s folder', '../.git/config'],
    ['in a device', '/dev/zero'],
  ] as const)
    it(`names a target file that is a link, with its content ${what}, and quotes the others`, async () => {
      await using setup = await createOrderSetup('manual', {});
      await setup.write('locales/en.json', JSON.stringify(english));
      await setup.write('locales/de.json', '{}');
      await setup.write('../outside.json', '{}');
      const { root } = setup.windowOptions;
      await symlink(to, path.join(root, 'locales/ja.json'));
      const args = ['--language', 'en', '--locale', 'de', '--locale', 'ja'];
      const { locales, undeliverable, unreadable } = JSON.parse(await quote(setup, '--json', ...args)) as Quoted;
      assert.deepEqual(
        locales.map(({ locale, strings }) => [locale, strings]),
        [['de', 2]],
      );
      assert.deepEqual(undeliverable, []);
      assert.deepEqual(
        unreadable.map(({ file }) => file),
        ['locales/ja.json'],
      );
      assert.match(unreadable[0]?.message ?? '', /link/u);
    });
});
