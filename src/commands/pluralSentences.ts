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
  const unused = Map.groupBy(
    skipped.filter(({ reason }) => reason === 'unused-form'),
    ({ locale }) => locale,
  );
  const lines = [...unused].map(([locale, units]) => {
    const have = new Set(units.flatMap(({ forms = [] }) => forms));
    const missing = new Set(units.flatMap(({ key }) => splitPlural(key)?.category ?? []));
    return words(
      l10n.t('{0}: this project uses only these plural forms: {1}. Not ordered: {2}. To order them, select “{3}”.'),
      localeName(locale),
      formNames(have),
      formNames(missing),
      allFormsLabel(),
    );
  });
  return [...lines, ...copyLines(jobs)];
}

function copyLines(jobs: readonly PlannedJob[]): readonly Words[] {
  const copies = new Map<string, Words>();
  for (const { targetLocale, units } of jobs) {
    const [first, ...others] = units.map(({ key = '', branch }) => formsOf(key, branch));
    for (const forms of others) {
      for (const [index, form] of forms.entries()) {
        const original = first?.[index];
        if (form === undefined || original === undefined || form === original) continue;
        copies.set(
          JSON.stringify([targetLocale, form]),
          words(
            l10n.t('{0}: the plural form “{1}” is a free copy of “{2}”.'),
            localeName(targetLocale),
            form,
            original,
          ),
        );
      }
    }
  }
  return [...copies.values()];
}

/** Returns the plural forms of a unit: of its key, and of each choice of its branch. */
function formsOf(key: string, branch: string | undefined): readonly (string | undefined)[] {
  const ofBranch = branch?.split(' ').map((condition) => condition.slice(condition.lastIndexOf(':') + 1)) ?? [];
  return [splitPlural(key)?.category, ...ofBranch];
}

function formNames(forms: ReadonlySet<string>): Words {
  return listed(cldrPluralCategories.filter((category) => forms.has(category)));
}
