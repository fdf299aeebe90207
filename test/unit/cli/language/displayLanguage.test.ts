import assert from 'node:assert/strict';
import { languageOf } from '../../../../src/cli/language/displayLanguage.ts';

describe('languageOf', () => {
  const cases: readonly (readonly [args: readonly string[], env: Record<string, string>, expected: string])[] = [
    [[], {}, 'en'],
    [['check', '--language', 'de'], { LANG: 'fr_FR.UTF-8' }, 'de'],
    [['check', '--language=ja'], {}, 'ja'],
    [['--help', '--language'], { LANG: 'fr' }, 'fr'],
    [[], { LANG: 'fr_FR.UTF-8' }, 'fr-FR'],
    [[], { LC_MESSAGES: 'ja_JP', LANG: 'fr_FR.UTF-8' }, 'ja-JP'],
    [[], { LC_ALL: 'de_AT.UTF-8@euro', LC_MESSAGES: 'ja_JP', LANG: 'fr' }, 'de-AT'],
    [[], { LC_ALL: '', LANG: 'de_DE' }, 'de-DE'],
    [[], { LC_ALL: 'C.UTF-8', LANG: 'de_DE' }, 'C'],
  ];
  for (const [args, env, expected] of cases)
    it(`returns ${expected} for ${JSON.stringify(args)} and ${JSON.stringify(env)}`, () => {
      assert.equal(languageOf(args, env), expected);
    });
});
