import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { compareValues, KeptShares } from '../../../../../src/orders/units/plan/comparedValues.ts';
import { sourceWordsOf } from '../../../../../src/orders/units/plan/sourceWords.ts';
import { memoryProject } from '../../memoryProject.ts';

type Texts = Readonly<Record<string, string>>;

const sentences: Texts = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`s${index}`, `This is the text of the page ${index}.`]),
);

/** Returns the share of locales other than `locale` that keep the source's text, Menu. `names` has all values of it. */
async function keptShare(locale: string, names: Readonly<Record<string, string>>): Promise<number | undefined> {
  const targets = Object.entries(names).map(([target, name]): readonly [string, Texts] => [
    `locales/${target}.json`,
    { ...Object.fromEntries(Object.keys(sentences).map((key) => [key, `${target}: ${key} tradukita`])), name },
  ]);
  const source = await openSourceFile(
    memoryProject({ 'locales/en.json': { ...sentences, name: 'Menu' }, ...Object.fromEntries(targets) }),
    'locales/en.json',
    { patterns: [], sourceLocale: 'en' },
  );
  const words = sourceWordsOf(source);
  const locales = await Promise.all(
    Object.keys(names).map(async (target) => compareValues(source, await openTargetFile(source, target), words)),
  );
  const shares = new KeptShares(
    source.units.length,
    locales.map((compared) => [compared]),
  );
  const own = locales.filter(({ target }) => target.locale === locale);
  return shares.without(own)[source.units.findIndex(({ id }) => id === 'name')];
}

describe('KeptShares', () => {
  it('is 0 for a text that all other languages translate', async () => {
    assert.equal(await keptShare('es', { de: 'Menü', fr: 'Carte', es: 'Menu' }), 0);
    assert.equal(await keptShare('fr', { de: 'Menü', fr: 'Menu', es: 'Menú', it: 'Carta' }), 0);
  });

  it('is 1 for a text that all other languages keep, in any case of its letters', async () => {
    assert.equal(await keptShare('es', { de: 'Menu', fr: 'MENU', es: 'Menú' }), 1);
  });

  it('is the part of the other languages that keep it', async () => {
    const share = (await keptShare('es', { de: 'Menu', fr: 'Carte', es: 'Menu' })) ?? Number.NaN;
    assert.ok(Math.abs(share - 0.5) < 1e-9, String(share));
  });

  it('is no number with only one other language', async () => {
    assert.equal(await keptShare('de', { de: 'Menu', fr: 'Carte' }), Number.NaN);
  });
});
