import assert from 'node:assert/strict';
import { translatorNote } from '../../../../../src/orders/units/plan/translatorNote.ts';

/** Returns the note about a string with a key and a text. */
function noteOf(id: string, text: string): string {
  const sourceUnit = { id, text, start: 0, end: 1 };
  const wanted = { id, sourceUnit } as Parameters<typeof translatorNote>[0];
  const wantedText = { text, uses: [], protectedText: { text, source: text, placeholders: [] } };
  const context = { locale: 'de', plurals: {} } as unknown as Parameters<typeof translatorNote>[2];
  return translatorNote(wanted, wantedText, context);
}

describe('translatorNote', () => {
  it('names a key that says something', () => {
    assert.equal(noteOf('cart.title', 'Your cart'), 'Key: cart.title');
    assert.equal(noteOf('Save', 'Save changes'), 'Key: Save');
  });

  it('does not repeat the text as a key', () => {
    assert.equal(noteOf('Save changes', 'Save changes'), '');
    assert.equal(noteOf(String.raw`Wait\. Really?`, 'Wait. Really?'), '');
    assert.equal(noteOf('%d file#other', '%d file'), '');
    assert.equal(noteOf('toolbar.Save changes', 'Save changes'), 'Key: toolbar');
  });

  it('omits hashes and numbers', () => {
    for (const id of ['4f2c9a0bde11', '7837483748374', 'd41d8cd98f00b204e9800998ecf8427e'])
      assert.equal(noteOf(id, 'Save'), '', id);
    assert.equal(noteOf('Ddf-3c-xkq.title', 'Save'), 'Key: title');
    assert.equal(noteOf('facade', 'Facade and more'), 'Key: facade');
  });
});
