import type { NotRead, SkippedUnit } from '../../model/plan/plan.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import type { OmittedString } from '../files/omittedStrings.ts';

/** Returns the entries of the files that are not read and were not skipped before. `only`: keys that they are limited to. */
export function entriesNotRead(
  source: SourceFile,
  target: TargetFile,
  skipped: readonly SkippedUnit[],
  only: ReadonlySet<string> | undefined,
): readonly SkippedUnit[] {
  const listedLines = new Set(skipped.flatMap(({ notRead: entry }) => (entry?.in === 'target' ? entry.line : [])));
  const isInScope = ({ key = '' }: OmittedString): boolean => only?.has(key) !== false;
  // A bilingual file has few strings of the other files' languages, and none of its entries that are not read.
  const isSourceOfAll = source.idsInto === undefined || target.path === source.path;
  const ofSource = isSourceOfAll ? (source.omitted ?? []) : [];
  return [
    ...ofSource.filter(isInScope).map((entry) => notRead(entry, 'source', target.locale)),
    ...(target.omitted ?? [])
      .filter((entry) => isInScope(entry) && !listedLines.has(entry.line))
      .map((entry) => notRead(entry, 'target', target.locale)),
  ];
}

/** Returns the skipped string for an entry of one of the files. */
export function notRead({ key = '', line, reason }: OmittedString, file: NotRead['in'], locale: string): SkippedUnit {
  return { key, locale, reason: 'not-read', notRead: { in: file, line, cause: reason } };
}
