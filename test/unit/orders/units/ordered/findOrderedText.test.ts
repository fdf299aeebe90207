import assert from 'node:assert/strict';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { findOrderedText } from '../../../../../src/orders/units/ordered/findOrderedText.ts';
import { memoryProject } from '../../memoryProject.ts';

const message = '{n, plural, =1 {A tin} one {# tin} other {# tins}}';

async function foundUnits(
  files: Readonly<Record<string, unknown>>,
  { key, text, branch, locale }: { key: string; text: string; branch?: string; locale: string },
): Promise<readonly (string | undefined)[] | undefined> {
  const source = await openSourceFile(memoryProject(files), 'locales/en.json', {
    patterns: [],
    sourceLocale: 'en',
    decimalPlurals: 'copy',
  });
  const found = findOrderedText(source, {
    ...{ project: 'p1', intent: 'i', number: 1, sourceHash: hashText(text), locale, key },
    ...(branch === undefined ? {} : { branchHash: hashText(branch) }),
  });
  return found?.units.map((unit) => unit.branch ?? unit.key);
}

describe('findOrderedText', () => {
  it('finds branches that are no longer ordered: never shown next to exact numbers, or copies now', async () => {
    const files = { 'locales/en.json': { tin: message }, 'locales/de.json': {} };
    const find = (branch: string, locale: string): ReturnType<typeof foundUnits> =>
      foundUnits(files, { key: 'tin', text: message, branch, locale });
    assert.deepEqual(await find('n:one', 'de'), ['n:one']);
    assert.deepEqual(await find('n:other', 'de'), ['n:other']);
    assert.deepEqual(await find('n:other', 'pl'), ['n:other']);
    assert.deepEqual(await find('n:many', 'pl'), ['n:many', 'n:other']);
    assert.deepEqual(await find('n:few', 'de'), undefined);
  });

  it('finds plural forms with their copies', async () => {
    const files = {
      'locales/en.json': { tin_zero: 'No tins', tin_one: '{{count}} tin', tin_other: '{{count}} tins' },
      'locales/de.json': {},
    };
    const find = (form: string, text: string, locale: string): ReturnType<typeof foundUnits> =>
      foundUnits(files, { key: `tin#${form}`, text, locale });
    assert.deepEqual(await find('many', '{{count}} tins', 'pl'), ['tin#many', 'tin#other']);
    assert.deepEqual(await find('other', '{{count}} tins', 'cs'), ['tin#other', 'tin#many']);
    assert.deepEqual(await find('zero', 'No tins', 'de'), ['tin#zero']);
    assert.deepEqual(await find('few', '{{count}} tins', 'de'), undefined);
  });
});
