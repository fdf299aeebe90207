import type { ReviewRow } from '../../reviewMessages.ts';

/** A review window that ends sooner is shown as urgent, in milliseconds. */
export const expiringMs = 24 * 60 * 60 * 1000;

export const sortings = ['urgency', 'file', 'locale'] as const;
export type Sorting = (typeof sortings)[number];

/** The rows that the user wants to see. An empty text excludes nothing. */
export interface RowFilter {
  readonly text: string;
  readonly locale: string;
  readonly file: string;
  readonly order: string;
  readonly findings: boolean;
  readonly questions: boolean;
  readonly expiring: boolean;
}

export const noFilter: RowFilter = {
  text: '',
  locale: '',
  file: '',
  order: '',
  findings: false,
  questions: false,
  expiring: false,
};

export function isFiltering(filter: RowFilter): boolean {
  return Object.values(filter).some((value) => value !== '' && value !== false);
}

/** Returns the rows that match, in the chosen order. `scope` has the ids of the only rows to show, if given. */
export function matchingRows(
  rows: Iterable<ReviewRow>,
  filter: RowFilter,
  {
    sorting,
    scope,
    now,
  }: { readonly sorting: Sorting; readonly scope?: ReadonlySet<string> | undefined; readonly now: number },
): readonly ReviewRow[] {
  const searchText = filter.text.trim().toLocaleLowerCase();
  const matches = (row: ReviewRow): boolean =>
    (scope === undefined || scope.has(row.id)) &&
    (filter.locale === '' || row.locale === filter.locale) &&
    (filter.file === '' || row.file === filter.file) &&
    (filter.order === '' || row.order === filter.order) &&
    (!filter.findings || row.problems.length > 0) &&
    (!filter.questions || row.isUnanswered === true) &&
    (!filter.expiring || (row.until !== undefined && row.until - now < expiringMs)) &&
    (searchText === '' || [row.title, row.source, row.translation].some((text) => contains(text, searchText)));
  return [...rows].filter(matches).sort(comparisons[sorting]);
}

function contains(text: string | undefined, searchText: string): boolean {
  return text?.toLocaleLowerCase().includes(searchText) === true;
}

const collator = new Intl.Collator('en', { numeric: true });

function compareByFile(a: ReviewRow, b: ReviewRow): number {
  return collator.compare(a.file ?? '', b.file ?? '') || collator.compare(a.title, b.title) || compareIds(a, b);
}

const comparisons: Readonly<Record<Sorting, (a: ReviewRow, b: ReviewRow) => number>> = {
  urgency: (a, b) => (a.until ?? Infinity) - (b.until ?? Infinity) || compareByFile(a, b),
  file: compareByFile,
  locale: (a, b) => collator.compare(a.locale, b.locale) || compareByFile(a, b),
};

function compareIds(a: ReviewRow, b: ReviewRow): number {
  return collator.compare(a.id, b.id);
}

/** Returns whether the checks found nothing, and the whole text is shown, so that one key can approve it. */
export function hasNoFindings(row: ReviewRow): boolean {
  return row.problems.length === 0 && row.truncated !== true && row.actions.includes('approve');
}

/** Returns whether a translation can be approved without reading it again: no findings and no unanswered message. */
export function isClean(row: ReviewRow): boolean {
  return hasNoFindings(row) && row.isUnanswered === false;
}

export function hasErrors(row: ReviewRow): boolean {
  return row.problems.some(({ severity }) => severity === 'error');
}

/** Returns the values of a filter, sorted. */
export function valuesOf(rows: Iterable<ReviewRow>, member: 'locale' | 'file' | 'order'): readonly string[] {
  const values = new Set<string>();
  for (const row of rows) {
    const value = row[member];
    if (value !== undefined) values.add(value);
  }
  return [...values].sort((a, b) => collator.compare(a, b));
}
