import assert from 'node:assert/strict';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { sourceWordsOf, type TextKind } from '../../../../../src/orders/units/plan/sourceWords.ts';
import { memoryProject } from '../../memoryProject.ts';

/** Texts of each kind in one project, whose do-not-translate terms are `Acme Cloud` and `Turbo`. */
const texts: Readonly<Record<TextKind, readonly string[]>> = {
  wordless: [
    '',
    '100 %',
    '→',
    '{{count}}',
    '{{first}} – {{last}}',
    'Acme Cloud',
    'Turbo {{version}}!',
    'https://a.org/b',
  ],
  code: ['URL', 'R&D', 'PDFs', 'MB', '{{count}} h', 'ISO-8859-1', 'yyyy-MM-dd', 'user_id', '--force'],
  name: ['GitHub', 'YouTube', 'Lisbon', 'Lisbon (GitHub)'],
  word: ['Save', 'Status: {{status}}', 'Version', 'file', 'ABOUT', '{{count}} others', 'by {{author}}'],
  phrase: ['Save changes', 'Invalid date', 'Unique ID', 'Last used', 'Progress bar', 'SAVE CHANGES'],
  sentence: [
    'The file could not be saved.',
    'We deliver to Lisbon, too.',
    'Send it to me',
    'Learn more about the files',
  ],
};

describe('sourceWordsOf', () => {
  for (const [kind, ofKind] of Object.entries(texts))
    it(`recognizes texts of the kind ${kind}`, async () => {
      const all = Object.values(texts).flat();
      const source = await openSourceFile(
        memoryProject({
          'en.json': Object.fromEntries([...all, 'Tell us all about it, and save your changes.'].entries()),
        }),
        'en.json',
        {
          patterns: ['{locale}.json'],
          sourceLocale: 'en',
          placeholders: { add: [], remove: [], patterns: [], doNotTranslate: ['Acme Cloud', 'Turbo'] },
        },
      );
      const words = sourceWordsOf(source);
      const kindOf = (text: string): TextKind => {
        const position = source.units.findIndex((unit) => unit.text === text);
        return words.kindOf(source.units[position]!, position);
      };
      assert.deepEqual(
        ofKind.map((text) => [text, kindOf(text)]),
        ofKind.map((text) => [text, kind]),
      );
    });

  it('takes capitalized words for a name where labels are written like sentences', async () => {
    const kindIn = async (labels: readonly string[]): Promise<TextKind | undefined> => {
      const source = await openSourceFile(
        memoryProject({ 'locales/en.json': Object.fromEntries(['Maple & Thread', ...labels].entries()) }),
        'locales/en.json',
        { patterns: [], sourceLocale: 'en' },
      );
      return source.units[0] === undefined ? undefined : sourceWordsOf(source).kindOf(source.units[0], 0);
    };
    assert.equal(await kindIn(['Save changes', 'Your cart', 'Sign in']), 'name');
    assert.equal(await kindIn(['Save Changes', 'Your Cart', 'Sign In']), 'phrase');
    assert.equal(await kindIn([]), 'phrase');
  });
});
