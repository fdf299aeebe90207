import assert from 'node:assert/strict';
import { present } from '../../../src/base/present.ts';
import { pluralRulesOf, runtimePluralForms } from '../../../src/locales/plurals/runtimePluralForms.ts';
import { toLocale } from '../../../src/locales/languageCode.ts';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import { pairs } from '../../../src/sandbox/world/prices.ts';
import { memoryProject } from './memoryProject.ts';
import { pluralFamilies, type PluralFamily } from './pluralFamilies.ts';
import { formOfUnit, translatedFile, type PlannedTarget } from './translatedPlurals.ts';
import type { LayoutSettings } from '../../../src/orders/model/layoutSettings.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';

const locales = (
  'ar cy ga gd mt sl lt lv pl ru uk cs hr he ja ko zh vi fr es it pt pt-PT ro br gv dsb kw is ' +
  'hi bn fa tr de nl sv fi hu id th'
).split(' ');

async function order(
  family: PluralFamily,
  from: string,
  into: string,
  settings: Partial<LayoutSettings> = {},
): Promise<PlannedTarget> {
  const path = family.path(from);
  // A short name such as `it` counts as a locale only if there is a file for another locale.
  const otherLocale = ['de', 'ja', 'en'].find((locale) => locale !== from && locale !== into)!;
  const source = await openSourceFile(
    memoryProject({ [family.path(otherLocale)]: family.text(otherLocale), [path]: family.text(from) }),
    path,
    { patterns: [], sourceLocale: from, ...settings },
  );
  const target = await openTargetFile(source, into);
  const plan = await planOrder({
    source,
    targets: [target],
    history: { inFlight: new Set(), delivered: new Map() },
    languages: [from, into].map((locale) => locale.toLowerCase()),
  });
  return { source, target, plan };
}

function formsOf({ jobs }: Plan): readonly string[] {
  return jobs.flatMap(({ units }) => units.map(formOfUnit)).toSorted();
}

/** Returns the categories in Intl, or those of the format's own rule. */
function expected(family: PluralFamily, { source: { format } }: PlannedTarget, locale: string): readonly string[] {
  return [
    ...(format.pluralCategories?.(locale) ??
      family.ofUnknownLanguage ??
      pluralRulesOf(family.mechanism ?? 'cldr', locale).categories),
  ].toSorted();
}

/** Returns the form whose translation a form has: another one's if no whole number uses it and counts are whole. */
function originalOf({ mechanism = 'cldr', countsAreIntegers }: PluralFamily, locale: string, category: string): string {
  const rare = runtimePluralForms(mechanism, locale).find((form) => form.category === category)?.rare;
  return countsAreIntegers === true && rare?.use === 'decimals' ? rare.instead : category;
}

describe('planOrder with plurals', () => {
  it('is tested with forty locales', () => {
    assert.equal(new Set(locales).size, 40);
    for (const locale of locales) assert.deepEqual(Intl.PluralRules.supportedLocalesOf([locale]), [locale]);
  });

  for (const [name, family] of Object.entries(pluralFamilies)) {
    it(`${name}: orders and writes the target’s own forms, which a public parser reads`, async function () {
      this.timeout(60_000);
      for (const locale of locales) {
        const ordered = await order(family, 'en', locale);
        const categories = expected(family, ordered, locale);
        assert.deepEqual(formsOf(ordered.plan), categories, locale);
        const forms = family.read(await translatedFile(ordered), locale);
        if (family.isNumbered === true) {
          assert.equal(Object.keys(forms).length, categories.length, locale);
          assert.deepEqual(
            Object.values(forms)
              .map((text) => text.replace(/:[^]*/u, ''))
              .toSorted(),
            categories,
            locale,
          );
        } else {
          assert.deepEqual(Object.keys(forms).toSorted(), categories, locale);
          for (const [category, text] of Object.entries(forms))
            assert.equal(text.split(':')[0], originalOf(family, locale, category), locale);
        }
      }
    });

    it(`${name}: orders the right forms for each language pair of the sandbox`, async function () {
      this.timeout(120_000);
      const wanted = new Map(
        pairs.map(({ lcSrc, lcTgt }) => [`${lcSrc} ${lcTgt}`, [toLocale(lcSrc), toLocale(lcTgt)] as const]),
      );
      for (const [from, into] of wanted.values()) {
        const ordered = await order(family, from, into);
        assert.deepEqual(formsOf(ordered.plan), expected(family, ordered, into), `${from} to ${into}`);
      }
    });
  }

  it('copies the text of `other` to `many` if the setting asks for it and `many` is only for millions', async () => {
    for (const [name, family] of Object.entries(pluralFamilies)) {
      for (const locale of ['fr', 'es', 'it', 'pt', 'pt-PT', 'pl']) {
        const ordered = await order(family, 'en', locale, { pluralMany: 'copyOther' });
        const categories = expected(family, ordered, locale);
        const isCopied = locale !== 'pl' && categories.includes('many');
        assert.deepEqual(formsOf(ordered.plan), categories, `${name} ${locale}`);
        const ownTexts = categories.filter((category) => originalOf(family, locale, category) === category);
        assert.equal(ordered.plan.jobs.length, ownTexts.length - (isCopied ? 1 : 0), `${name} ${locale}`);
        const forms = family.read(await translatedFile(ordered), locale);
        assert.equal(Object.keys(forms).length, categories.length);
        if (isCopied) assert.equal(forms['many'], forms['other']);
      }
    }
  });

  it('adds no copied `many` to a file that has `other`, and keeps an existing one', async () => {
    const plan = async (
      french: Readonly<Record<string, string>>,
      selected?: ReadonlySet<string>,
    ): Promise<readonly string[]> => {
      const { text } = pluralFamilies['i18next JSON']!;
      const source = await openSourceFile(
        memoryProject({ 'locales/en.json': text('en'), 'locales/fr.json': french }),
        'locales/en.json',
        { patterns: [], sourceLocale: 'en', pluralMany: 'copyOther' },
      );
      const target = await openTargetFile(source, 'fr');
      const { jobs } = await planOrder({
        source,
        targets: [target],
        history: { inFlight: new Set(), delivered: new Map() },
        languages: ['en', 'fr'],
        ...present({ selected }),
      });
      return jobs.map(({ units }) => units.map(formOfUnit).join('+'));
    };
    assert.deepEqual(await plan({ tin_one: 'boîte', tin_other: 'boîtes' }), []);
    assert.deepEqual(await plan({ tin_one: 'boîte' }), ['other+many']);
    assert.deepEqual(await plan({ tin_one: 'boîte', tin_many: 'de boîtes' }), ['other']);
    assert.deepEqual(
      await plan({ tin_one: 'boîte', tin_many: 'de boîtes', tin_other: 'boîtes' }, new Set(['tin#one'])),
      ['one', 'many', 'other'],
    );
  });
});
