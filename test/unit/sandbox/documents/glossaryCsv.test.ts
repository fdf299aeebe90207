import assert from 'node:assert/strict';
import {
  formatGlossary,
  parseGlossary,
  UnreadableGlossaryError,
} from '../../../../src/sandbox/documents/glossaryCsv.ts';
import { firstGlossaries } from '../../../../src/sandbox/world/firstGlossaries.ts';

const read = (text: string): ReturnType<typeof parseGlossary> => parseGlossary(Buffer.from(text));

describe('sandbox/glossaryCsv', () => {
  it('reads its own output', () => {
    for (const { source, targets, terms } of firstGlossaries)
      assert.deepEqual(read(formatGlossary({ source, targets, terms })), { source, targets, terms });
    const content = {
      source: { id: 8, code: 'en-US' },
      targets: [{ id: 14, code: 'ja' }],
      terms: [
        ['a "b", c', 'd\r\ne'],
        [' spaced ', ''],
      ],
    };
    assert.equal(formatGlossary(content), 'en-US,ja\r\n"a ""b"", c","d\r\ne"\r\n spaced ,\r\n');
    assert.throws(() => read(formatGlossary(content)), /row 3 has no translation/u);
    assert.deepEqual(read(formatGlossary({ ...content, terms: content.terms.slice(0, 1) })).terms, [
      ['a "b", c', 'd\r\ne'],
    ]);
  });

  it('reads a byte order mark, other line breaks, and a last row without one', () => {
    const { source, targets, terms } = read('\ufeffen,zh-TW,pt_BR\nSave,儲存,\nClose,,Fechar');
    assert.deepEqual(
      [source.code, targets.map(({ code }) => code), terms],
      [
        'en',
        ['zh-TW', 'pt_BR'],
        [
          ['Save', '儲存', ''],
          ['Close', '', 'Fechar'],
        ],
      ],
    );
    assert.equal(new Set([source, ...targets].map(({ id }) => id)).size, 3);
  });

  const bad: Readonly<Record<string, string | Uint8Array>> = {
    nothing: '',
    'no terms': 'en,ja\n',
    'one language': 'en\nSave\n',
    'an unknown language': 'en,tlh\nSave,pol\n',
    'no language': 'Save,保存\n',
    'a language twice': 'en,ja,JA\nSave,保存,保存\n',
    'too few columns': 'en,ja\nSave\n',
    'too many columns': 'en,ja\nSave,保存,x\n',
    'an empty row': 'en,ja\nSave,保存\n\nClose,閉じる\n',
    'no source term': 'en,ja\n ,保存\n',
    'no translation': 'en,ja,fr\nSave,, \n',
    'an open quotation mark': 'en,ja\n"Save,保存\n',
    'text after a quotation mark': 'en,ja\n"Save"!,保存\n',
    'a quotation mark within a cell': 'en,ja\nSa"ve,保存\n',
    'a carriage return within a cell': 'en,ja\nSa\rve,保存\n',
    'too many terms': `en,ja\n${'Save,保存\n'.repeat(10_001)}`,
    'what is not UTF-8': Buffer.from('en,ja\nSave,\xff\n', 'latin1'),
    'a long text with one quotation mark': `en,ja\n"${'""'.repeat(400_000)}`,
  };
  for (const [name, text] of Object.entries(bad)) {
    it(`refuses ${name}`, () => {
      assert.throws(() => parseGlossary(typeof text === 'string' ? Buffer.from(text) : text), UnreadableGlossaryError);
    });
  }
});
