import * as l10n from '@vscode/l10n';
import { cldrPluralCategories } from '../base/pluralForms.ts';
import { splitPlural } from '../formats/kit/unitId.ts';
import { localeName } from '../words/formatting.ts';
import { listed, type Words, words } from '../words/words.ts';
import type { Plan, PlannedJob } from '../orders/model/plan/plan.ts';

/** The label of the option that orders the plural forms that the strings of a language don't have. */
export function allFormsLabel(): Words {
  return words(l10n.t('All Plural Forms'));
}

/** Says for each language which plural forms are not ordered, and which ones are copies of others. */
export function pluralLines({ jobs, skipped }: Pick<Plan, 'jobs' | 'skipped'>): readonly Words[] {
  const unusedUnits = skipped.filter(({ reason }) => reason === 'unused-form');
  const unusedByLocale = Map.groupBy(unusedUnits, ({ locale }) => locale);
  const lines = [...unusedByLocale].map(([locale, units]) => {
    const usedForms = new Set(units.flatMap(({ forms = [] }) => forms));
    const unusedForms = new Set(units.flatMap(({ key }) => splitPlural(key)?.category ?? []));
    return words(
      l10n.t('{0}: this project uses only these plural forms: {1}. Not ordered: {2}. To order them, select “{3}”.'),
      localeName(locale),
      formNames(usedForms),
      formNames(unusedForms),
      allFormsLabel(),
    );
  });
  return [...lines, ...copyLines(jobs)];
}

/** Says which plural forms are copies: a job is paid once, and units after its first one get a copy. */
function copyLines(jobs: readonly PlannedJob[]): readonly Words[] {
  const lines = new Map<string, Words>();
  for (const { targetLocale, units } of jobs) {
    const [orderedForms, ...copiedForms] = units.map(({ key = '', branch }) => formsOf(key, branch));
    for (const forms of copiedForms) {
      for (const [index, copy] of forms.entries()) {
        const original = orderedForms?.[index];
        if (copy === undefined || original === undefined || copy === original) continue;
        const language = localeName(targetLocale);
        lines.set(
          JSON.stringify([targetLocale, copy]),
          words(l10n.t('{0}: the plural form “{1}” is a free copy of “{2}”.'), language, copy, original),
        );
      }
    }
  }
  return [...lines.values()];
}

/**
 * Returns the plural forms of a unit: of its key (undefined if it has none), and of each choice of its branch, which is
 * a part of an ICU message: `gender:female count:few → [undefined, 'female', 'few']`.
 */
function formsOf(key: string, branch: string | undefined): readonly (string | undefined)[] {
  const conditions = branch?.split(' ') ?? [];
  const branchForms = conditions.map((condition) => condition.slice(condition.lastIndexOf(':') + 1));
  return [splitPlural(key)?.category, ...branchForms];
}

/** Names plural forms in the order of CLDR: "one, few, other". */
function formNames(forms: ReadonlySet<string>): Words {
  return listed(cldrPluralCategories.filter((category) => forms.has(category)));
}
