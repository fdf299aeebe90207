import assert from 'node:assert/strict';
import { generalReadings } from '../../../src/locales/generalReadings.ts';

/** Returns the templates of the readings of a path in which a locale is named, each with the name. */
function namedReadings(path: string): readonly string[] {
  return generalReadings(path).flatMap(({ template, name }) => (name === undefined ? [] : [`${template} ${name}`]));
}

describe('generalReadings', () => {
  it('reads a language’s word as a file’s name if the file is a message file or in a folder for locale files', () => {
    assert.deepEqual(namedReadings('data/french.json'), ['data/{locale}.json french']);
    assert.deepEqual(namedReadings('src/locale/English.js'), ['src/locale/{locale}.js English']);
    assert.deepEqual(namedReadings('src/locale/french.json'), ['src/locale/{locale}.json french']);
  });

  it('reads only a locale as the name of a module or of a table elsewhere, because such data is often named for languages', () => {
    assert.deepEqual(namedReadings('collations/French_France.php'), []);
    assert.deepEqual(namedReadings('data/french.php'), []);
    assert.deepEqual(namedReadings('data/fr.php'), ['data/{locale}.php fr']);
  });
});
