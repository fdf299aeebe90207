import assert from 'node:assert/strict';
import { androidXml } from '../../../../src/formats/android/android.ts';
import { hasValidSubstitutions } from '../../../../src/formats/android/androidSubstitutions.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

/** Whether aapt2 2.19 of Debian 12 compiles a string with this text. */
const accepted: Readonly<Record<string, boolean>> = {
  '%s': true,
  '%1$s %2$s': true,
  '%1$5s %2$s': true,
  '%s %%': true,
  '%s %n': true,
  '%s %%s': true,
  '%s 100%': true,
  '50% und 100%': true,
  '%s %D': true,
  '%s %k': true,
  '%1 %2': true,
  '%s %s': false,
  '%1$s %s': false,
  '%1$s 50 % sagen': false,
  '%s %tD': false,
  '%5d %1$s': false,
  '%.2f %.2f': false,
  '%s %é': false,
  '%s %H %s': false,
  '%%s %s %s': false,
};

function write(element: string, text: string, more = ''): string {
  const source = `<resources>${element.replace('TEXT', `One${more}`)}</resources>`;
  const [unit] = androidXml.read(source);
  const edits = androidXml.write(source, new Map([[unit?.id ?? '', text]]), {
    sourceText: source,
    sourceLocale: 'en',
    targetLocale: 'de',
  });
  return applyEdits(source, edits);
}

const string = '<string name="a">TEXT</string>';
const isRefusal = (error: unknown): boolean =>
  error instanceof FormatError && error.reason.code === 'android-substitutions';

describe('several substitutions in an Android string', () => {
  for (const [text, isAccepted] of Object.entries(accepted)) {
    it(`${isAccepted ? 'writes' : 'refuses'} ${text}`, () => {
      assert.equal(hasValidSubstitutions(text), isAccepted);
      if (isAccepted) assert.equal(write(string, text), `<resources><string name="a">${text}</string></resources>`);
      else assert.throws(() => write(string, text), isRefusal);
    });
  }

  it('refuses them in a new file, too', () => {
    const source = '<resources><string name="a">One</string></resources>';
    const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
    assert.throws(() => androidXml.write('', new Map([['a', '%s %s']]), context), isRefusal);
  });

  it('writes them where Android doesn’t check them', () => {
    for (const element of [
      '<string name="a" formatted="false">TEXT</string>',
      '<plurals name="a"><item quantity="other">TEXT</item></plurals>',
      '<string-array name="a"><item>TEXT</item></string-array>',
      '<item name="a" type="string">TEXT</item>',
    ])
      assert.equal(write(element, '%s %s'), `<resources>${element.replace('TEXT', '%s %s')}</resources>`);
    assert.ok(write(string, '<b>%s</b> %s', ' <b>%s</b>').includes('<b>%s</b> %s'));
  });

  it('checks the text around elements for translators', () => {
    const element = '<string name="a">TEXT<xliff:g id="n">%1$s</xliff:g></string>';
    const text = 'x %s <xliff:g id="n">%1$s</xliff:g>';
    assert.throws(() => write(element.replace('<string', '<string xmlns:xliff="urn:x"'), text), isRefusal);
  });

  it('writes them if the source has them, because another program reads the file then', () => {
    assert.ok(write(string, '%s %s é', ' %s %s').includes('%s %s é'));
  });
});
