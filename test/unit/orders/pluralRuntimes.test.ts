import assert from 'node:assert/strict';
import { runtimePluralForms } from '../../../src/locales/plurals/runtimePluralForms.ts';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import { memoryProject } from './memoryProject.ts';
import { formOfUnit, translatedFile, type PlannedTarget } from './translatedPlurals.ts';
import { counts, type PluralRuntime } from './pluralRuntime.ts';
import { pluralRuntimes } from './pluralRuntimes.ts';
import type { LayoutSettings } from '../../../src/orders/model/layoutSettings.ts';

const locales = 'ar cs cy da de fr ga he ja lt lv pl pt ro ru sl tr'.split(' ');

async function order(
  { path, text, present, dependencies = [] }: PluralRuntime,
  locale: string,
  settings: Partial<LayoutSettings> = {},
): Promise<PlannedTarget> {
  const source = await openSourceFile(
    memoryProject(
      {
        [path('es')]: text('es'),
        [path('en')]: text('en'),
        ...(present && { [path(locale)]: present(locale) }),
      },
      dependencies,
    ),
    path('en'),
    { patterns: [], sourceLocale: 'en', ...settings },
  );
  const target = await openTargetFile(source, locale);
  const plan = await planOrder({
    source,
    targets: [target],
    history: { inFlight: new Set(), delivered: new Map() },
    languages: ['en', locale],
  });
  return { source, target, plan };
}

/** Returns the form whose translation a text is. */
function formOfText(text: string): string {
  return text.slice(0, text.indexOf(':'));
}

describe('planned plural forms', () => {
  it('are tested with 17 languages', () => {
    assert.equal(new Set(locales).size, 17);
  });

  for (const [name, runtime] of Object.entries(pluralRuntimes)) {
    const all = runtime.counts ?? [...counts, 1_000_001];
    const used = runtime.countsAreIntegers === true ? all.filter(Number.isInteger) : all;

    it(`${name}: all are shown by the program, and none is missing`, async function () {
      this.timeout(60_000);
      for (const locale of locales) {
        const ordered = await order(runtime, locale);
        const written = await translatedFile(ordered);
        const read = used.map((count) => runtime.show(written, locale, count));
        const unread = ordered.plan.jobs
          .map(({ units: [unit] }) => formOfUnit(unit!))
          .filter((form) => !read.some((text) => text.startsWith(`${form}:`)));
        assert.deepEqual(unread, [], `${locale}: ordered, but never shown`);
        if (runtime === pluralRuntimes['gettext']) continue;
        for (const [index, count] of used.entries()) {
          const form = formOfText(read[index] ?? '');
          // Next to exact numbers, decimals may fall back to “other”.
          const isFallback = !Number.isInteger(count) && name.includes('=') && form === 'other';
          if (!isFallback)
            assert.equal(runtime.synonyms?.[form] ?? form, textOfForm(runtime, locale, count), `${locale}: ${count}`);
        }
      }
    });
  }

  for (const [name, runtime] of Object.entries(pluralRuntimes)) {
    it(`${name}: translators are told numbers for which the program shows the form`, async function () {
      this.timeout(60_000);
      const known = runtime.counts ?? [...counts, 1_000_001];
      let compared = 0;
      for (const locale of locales) {
        const ordered = await order(runtime, locale);
        const written = await translatedFile(ordered);
        for (const { note = '', units, protectedText } of ordered.plan.jobs) {
          // “Which may be used” says that the program may lack the rules.
          const [, list = ''] = /, used with numbers such as ([\d., ]*\d)(?: \(for n less 1\))?\.$/mu.exec(note) ?? [];
          const numbers = [
            ...list.split(', ').filter(Boolean).map(Number),
            ...(protectedText.numbers ?? []).flatMap(({ examples, isUncertain }) => (isUncertain ? [] : examples)),
          ];
          for (const number of numbers) {
            const count = number + (runtime.offset ?? 0);
            if (!known.includes(count)) continue;
            compared += 1;
            assert.equal(
              formOfText(runtime.show(written, locale, count)),
              units.map(formOfUnit)[0],
              `${locale}: ${count}\n${note}`,
            );
          }
        }
      }
      assert.ok(compared > locales.length, String(compared));
    });
  }

  it('for decimals are copies of the form for large numbers if the setting asks for it', async () => {
    for (const name of ['i18next', 'intl-messageformat', 'Fluent', 'Rails with rails-i18n', 'Flutter']) {
      const runtime = pluralRuntimes[name]!;
      for (const [locale, copy, original] of [
        ['cs', 'many', 'other'],
        ['lt', 'many', 'other'],
        ['pl', 'other', 'many'],
        ['ru', 'other', 'many'],
      ] as const) {
        const ordered = await order(runtime, locale, { decimalPlurals: 'copy' });
        const jobs = ordered.plan.jobs.map(({ units }) => units.map(formOfUnit).join('+'));
        if (runtime.formOf(locale, 1.5) !== copy) continue;
        assert.ok(jobs.includes(`${original}+${copy}`), `${name} ${locale}: ${jobs.join(', ')}`);
        assert.equal(
          formOfText(runtime.show(await translatedFile(ordered), locale, 1.5)),
          original,
          `${name} ${locale}`,
        );
      }
    }
  });
});

/** Returns the form whose translation the program has to show for a count: of a copy, the form it is copied from. */
function textOfForm(runtime: PluralRuntime, locale: string, count: number): string {
  const form = runtime.formOf(locale, count);
  if (runtime.countsAreIntegers !== true) return form;
  const rare = runtimePluralForms('cldr', locale).find(({ category }) => category === form)?.rare;
  return rare?.use === 'decimals' ? rare.instead : form;
}
