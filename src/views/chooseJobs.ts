import * as l10n from '@vscode/l10n';
import { askFilter, type FilterTerm } from '../editor/shown/askFilter.ts';
import { pickFrom } from '../editor/shown/quickInput.ts';
import { localeName } from '../words/formatting.ts';
import { join, fromOutside, plural, words, type Words } from '../words/words.ts';
import { suggestTerms, termText, type StateTerm, type Suggestion } from './jobFilter.ts';
import { groupings, type Grouping } from './jobGroups.ts';
import type { JobsTree } from './jobsTree.ts';

const groupingLabels: Readonly<Record<Grouping, () => Words>> = {
  status: () => words(l10n.t('Status')),
  order: () => words(l10n.t({ message: 'Order', comment: 'noun' })),
  file: () => words(l10n.t('File')),
  locale: () => words(l10n.t('Target Language')),
};

/** Asks how the jobs are grouped. */
export async function chooseGrouping(tree: JobsTree): Promise<void> {
  const items = groupings.map((value) => ({
    label: groupingLabels[value](),
    codicon: value === tree.grouping ? 'check' : 'blank',
    value,
  }));
  const grouping = await pickFrom(items, words(l10n.t('Group jobs by')));
  if (grouping !== undefined) await tree.groupBy(grouping);
}

/** Asks which jobs are shown. */
export async function chooseFilter(tree: JobsTree): Promise<void> {
  const filter = await askFilter({
    title: words(l10n.t('Filter Jobs')),
    placeholder: words(l10n.t('Type any words, or select a term')),
    value: tree.filter,
    terms: suggestTerms(tree.jobs, Date.now()).map(filterTerm),
    applyLabel: (text) => words(l10n.t('Show jobs that match {0}'), fromOutside(text)),
    clearLabel: words(l10n.t('Show all jobs')),
  });
  if (filter !== undefined) tree.filterBy(filter);
}

const stateDescriptions: Readonly<Record<StateTerm, () => Words>> = {
  '@review': () => words(l10n.t('To review')),
  '@findings': () => words(l10n.t('Errors or warnings in the translation')),
  '@questions': () => words(l10n.t('The translator waits for an answer')),
  '@ending': () => words(l10n.t('Less than 24 hours to review')),
};

/** Returns what a suggested term stands for, if the term itself doesn't say that. */
function nameOf(suggestion: Suggestion): Words | undefined {
  if (suggestion.value === undefined) return stateDescriptions[suggestion.term]();
  if (suggestion.term === '@locale:') return fromOutside(localeName(suggestion.value));
  return undefined;
}

function filterTerm(suggestion: Suggestion): FilterTerm {
  const text = termText(suggestion);
  const jobCount = plural(suggestion.count, { one: l10n.t('{0} job'), other: l10n.t('{0} jobs') });
  const name = nameOf(suggestion);
  return { text, label: fromOutside(text), description: name === undefined ? jobCount : join([name, jobCount], ' · ') };
}
