import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { resjson } from '../../../../src/formats/json/json.ts';

const source = '{\n  "save": "Save",\n  "_save.comment": "A button",\n  "open": "Open {0}"\n}\n';

function write(target: string, translations: Readonly<Record<string, string>>): string {
  const context = { sourceText: source, sourceLocale: 'en-US', targetLocale: 'de-DE' };
  return applyEdits(target, resjson.write(target, new Map(Object.entries(translations)), context));
}

describe('resjson', () => {
  it('reads comments as notes, not as texts', () => {
    assert.deepEqual(
      resjson.read(source).map(({ id, text, note }) => [id, text, note]),
      [
        ['save', 'Save', 'A button'],
        ['open', 'Open {0}', undefined],
      ],
    );
  });

  it('inserts after the details of the text before', () => {
    assert.equal(
      write('{\n  "save": "Sichern",\n  "_save.comment": "A button"\n}\n', { open: '{0} öffnen' }),
      '{\n  "save": "Sichern",\n  "_save.comment": "A button",\n  "open": "{0} öffnen"\n}\n',
    );
  });
});
