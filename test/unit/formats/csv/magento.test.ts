import assert from 'node:assert/strict';
import { magento } from '../../../../src/formats/csv/csv.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

const source = '"Save changes","Save changes"\n"Hello %1","Hello %1"\n"Say ""no""","Say ""no"""\n';

function write(target: string, translations: Readonly<Record<string, string>>, sourceText = source): string {
  const context = { sourceText, sourceLocale: 'en-US', targetLocale: 'de-DE' };
  return applyEdits(target, magento.write(target, new Map(Object.entries(translations)), context));
}

describe('magento', () => {
  it('reads texts from the first row on, by their source texts', () => {
    assert.deepEqual(
      magento.read('"Save changes","Sichern"\nCart,\n').map(({ id, text }) => [id, text]),
      [
        ['Save changes', 'Sichern'],
        ['Cart', ''],
      ],
    );
  });

  it('inserts rows in the source’s order, and fills empty ones', () => {
    assert.equal(
      write('"Say ""no""",""\n', { 'Save changes': 'Änderungen sichern', 'Say "no"': 'Sag „nein“' }),
      '"Save changes","Änderungen sichern"\n"Say ""no""","Sag „nein“"\n',
    );
  });

  it('creates a file without a header', () => {
    assert.equal(write('', { 'Hello %1': 'Hallo %1' }), '"Hello %1","Hallo %1"\n');
  });

  it('keeps the part of the shop that a row is for', () => {
    const packageSource = '"Cart","Cart",module,Magento_Checkout\n"Save","Save"\n';
    assert.equal(
      write('', { Cart: 'Warenkorb', Save: 'Sichern' }, packageSource),
      '"Cart","Warenkorb",module,Magento_Checkout\n"Save","Sichern"\n',
    );
    assert.equal(
      write('"Save","Sichern"\n', { Cart: 'Warenkorb' }, packageSource),
      '"Cart","Warenkorb","module","Magento_Checkout"\n"Save","Sichern"\n',
    );
  });
});
