import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainRepository } from '../../builders/hostileRepository.ts';
import { writeFiles } from '../../builders/writeFiles.ts';
import { runCliProcess } from './cliProcess.ts';

/** Changes the title and the text of a terminal, reorders a line, and ends it, in every spelling. */
const evil = '\u001B]0;title\u0007\u009B31m\u009D0;x\u009C\u202Eabc\u202C\u2067\u061C\u2028\u0085\u007F\u{E0041}\b\r';
const interpreted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{E0000}-\u{E0FFF}]/u;

describe('contract: what the command line prints', function () {
  this.timeout(60_000);
  let folder: string;
  const inFolder = (name: string): string => path.join(folder, name);

  before(function () {
    // Windows has no such names of files.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cli-escapes-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const cases: Readonly<Record<string, () => Promise<readonly (readonly string[])[]>>> = {
    'keys, texts and names of files': async () => {
      const file = (name: string): string => `app${evil}/locales/${name}.json`;
      await writeFiles(inFolder('shop'), {
        [file('en')]: JSON.stringify({ [`key${evil}`]: `Yes {count} ${evil}`, [`b${evil}`]: 'No {count}' }),
        [file('de')]: JSON.stringify({ [`key${evil}`]: `Ja ${evil}` }),
        [`broken${evil}/locales/en.json`]: `{ "${evil}`,
      });
      const options = ['--cwd', inFolder('shop')];
      return [['check'], ['status', '--offline'], ['estimate', '--offline']].map((args) => [...args, ...options]);
    },
    'git’s own messages': async () => {
      await plainRepository(inFolder('shop'));
      await rm(inFolder('shop/.git'), { recursive: true });
      await writeFiles(inFolder('shop'), { '.git': `gitdir: /nowhere/${evil.replaceAll('\r', '')}x\n` });
      return [['check', '--cwd', inFolder('shop')]];
    },
    'settings of a repository': async () => {
      await writeFiles(inFolder('shop'), {
        'locales/en.json': '{"a":"Yes"}',
        '.vscode/settings.json': JSON.stringify({
          [`humanTranslation.budget.${evil}`]: 1,
          'humanTranslation.baseUrl': evil,
          'humanTranslation.layouts': [`${evil}/{locale}`],
        }),
      });
      return [['check', '--cwd', inFolder('shop')]];
    },
    arguments: async () => {
      await writeFiles(inFolder('shop'), { 'locales/en.json': '{"a":"Yes"}', 'locales/de.json': '{}' });
      const cwd = ['--cwd', inFolder('shop')];
      return [
        [evil],
        ['check', `--${evil}`],
        ['check', '--cwd', evil.replaceAll('\0', '')],
        ['check', ...cwd, `x${evil}`],
        ['check', ...cwd, '--locale', evil],
        ['check', ...cwd, '--max-missing', evil],
        ['status', ...cwd, '--base-url', `https://example.com/${evil}`],
        ['check', '--help', '--language', evil],
        ['check', ...cwd, '--verbose'],
      ];
    },
  };
  for (const [name, make] of Object.entries(cases))
    it(`has no character that a terminal interprets: ${name}`, async () => {
      for (const args of await make())
        for (const json of [[], ['--json']]) {
          const { stdout, stderr, code } = await runCliProcess([...args, ...json]);
          assert.ok(stdout !== '' || stderr !== '');
          assert.doesNotMatch(`${stdout}${stderr}`.replaceAll('\n', ''), interpreted, JSON.stringify([args, json]));
          if (json.length > 0 && code === 0 && !args.includes('--help')) JSON.parse(stdout);
        }
    });
});
