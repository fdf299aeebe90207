import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { interfaceBuilder } from '../../../../src/formats/strings/interfaceBuilder.ts';

const file =
  '\n/* Class = "UIButton"; normalTitle = "Save changes"; ObjectID = "4a"; */\n"4a.normalTitle" = "Sichern";\n\n' +
  '/* Class = "UILabel"; text = "Your \\"name\\"\\nhere"; ObjectID = "5b"; Note = "text = \\"x\\";"; */\n"5b.text" = "";\n\n' +
  '/* Class = "UISegmentedControl"; xY.segmentTitles[0] = "First"; ObjectID = "xY"; */\n' +
  '"xY.segmentTitles[0]" = "First";\n\n"orphan.title" = "Titel";\n';

describe('strings of Interface Builder', () => {
  it('have their source texts in comments', () => {
    assert.deepEqual(
      interfaceBuilder.read(file).map(({ text, translatable }) => [text, translatable]),
      [
        ['Save changes', undefined],
        ['Your "name"\nhere', undefined],
        ['First', undefined],
        ['Titel', false],
      ],
    );
  });

  it('have their translations as values, which are written', () => {
    assert.deepEqual(
      interfaceBuilder.read(file, 'de').map(({ text }) => text),
      ['Sichern', '', 'First', 'Titel'],
    );
    const edits = interfaceBuilder.write(file, new Map([['5b\\.text', 'Ihr „Name“']]), {
      sourceText: file,
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    assert.equal(applyEdits(file, edits), file.replace('"5b.text" = ""', '"5b.text" = "Ihr „Name“"'));
  });

  it('are inserted with the comment of the file that has them', () => {
    const target =
      '/* Class = "UIButton"; normalTitle = "Save changes"; ObjectID = "4a"; */\n"4a.normalTitle" = "Enregistrer";\n';
    const edits = interfaceBuilder.write(target, new Map([['xY\\.segmentTitles[0]', 'Premier']]), {
      sourceText: file,
      sourceLocale: 'en',
      targetLocale: 'fr',
    });
    assert.equal(
      applyEdits(target, edits),
      `${target}\n/* Class = "UISegmentedControl"; xY.segmentTitles[0] = "First"; ObjectID = "xY"; */\n` +
        '"xY.segmentTitles[0]" = "Premier";\n',
    );
  });
});
