import assert from 'node:assert/strict';
import { present } from '../../../src/base/present.ts';
import { applyEdits } from '../../../src/formats/formats.ts';
import { splitPlural } from '../../../src/formats/kit/unitId.ts';
import { toLocale } from '../../../src/locales/languageCode.ts';
import { joinMessages, type BranchText } from '../../../src/orders/files/joinMessages.ts';
import {
  openSourceFile,
  openTargetFile,
  type LayoutSettings,
  type SourceFile,
  type TargetFile,
} from '../../../src/orders/files/localeFile.ts';
import type { Plan } from '../../../src/orders/plan/plan.ts';
import { planOrder } from '../../../src/orders/plan/planOrder.ts';
import type { UnitRef } from '../../../src/orders/model/unitRef.ts';
import { writeUnits } from '../../../src/orders/files/writeUnits.ts';
import { pairs } from '../../../src/sandbox/world/prices.ts';
import { memoryProject } from './memoryProject.ts';
import { pluralFamilies, type PluralFamily } from './pluralFamilies.ts';

const locales = (
  'ar cy ga gd mt sl lt lv pl ru uk cs hr he ja ko zh vi fr es it pt pt-PT ro br gv dsb kw is ' +
  'hi bn fa tr de nl sv fi hu id th'
).split(' ');

interface Ordered {
  readonly source: SourceFile;
  readonly target: TargetFile;
  readonly plan: Plan;
}

async function order(
  family: PluralFamily,
  from: string,
  into: string,
  settings: Partial<LayoutSettings> = {},
): Promise<Ordered> {
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

/** Returns the category of a unit, which is a branch of a message or a form of a plural set. */
function formOf({ key = '', branch }: UnitRef): string {
  return branch?.replace('n:', '') ?? splitPlural(key)?.category ?? key;
}

function formsOf({ jobs }: Plan): readonly string[] {
  return jobs.flatMap(({ units }) => units.map(formOf)).toSorted();
}

/** Returns the categories in Intl, or those of the format's own rule. */
function expected(family: PluralFamily, { source: { format } }: Ordered, locale: string): readonly string[] {
  return [
    ...(format.pluralCategories?.(locale) ??
      family.ofUnknownLanguage ??
      new Intl.PluralRules(locale).resolvedOptions().pluralCategories),
  ].toSorted();
}

/** Returns the target file with a translation for each form that begins with its category. */
async function translatedFile({ source, target, plan }: Ordered): Promise<string> {
  const units = plan.jobs.flatMap((job) =>
    job.units.map((unit) => ({
      jobId: job.title,
      unit,
      key: unit.key ?? '',
      text: `${job.title.replace(/.*[#(](\w+)\)?$/u, '$1')}: ${job.protectedText.source}`,
      force: false,
    })),
  );
  const isBranch = (item: (typeof units)[number]): item is (typeof units)[number] & BranchText =>
    item.unit.branch !== undefined;
  const { messages, held } = joinMessages(
    units.filter(isBranch),
    new Map(source.units.map((unit) => [unit.id, unit])),
    target.locale,
  );
  assert.deepEqual(held, []);
  const values = [
    ...units.filter((item) => !isBranch(item)),
    ...messages.map(({ key, text }) => ({ jobId: key, key, text })),
  ];
  const { edits, unwritable } = await writeUnits({
    source,
    before: target.text ?? '',
    targetLocale: target.locale,
    units: values,
  });
  assert.deepEqual(unwritable, []);
  return applyEdits(target.text ?? '', edits);
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
          for (const [category, text] of Object.entries(forms)) assert.equal(text.split(':')[0], category, locale);
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
        assert.equal(ordered.plan.jobs.length, categories.length - (isCopied ? 1 : 0), `${name} ${locale}`);
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
      return jobs.map(({ units }) => units.map(formOf).join('+'));
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
