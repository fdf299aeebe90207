import type { SourceFile } from '../files/localeFile.ts';
import { hashText } from '../../model/hash.ts';
import { localesIn, type PlanDrafts } from './planDrafts.ts';
import { findSameAsSource, type SameUnit } from './sameAsSource.ts';

/**
 * Strings that equal their source and need no translation: the hash of the source text, by locale and key. If the text
 * changes, the string is offered again.
 */
export type RightAsItIs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Units that equal their source, by file and by locale as the file spells it. */
export type SameBySource = ReadonlyMap<SourceFile, ReadonlyMap<string, readonly SameUnit[]>>;

/**
 * Finds the units of the drafted targets that equal their source and seem to be untranslated, except those that the
 * settings name as right.
 */
export async function findUntranslated(
  sources: readonly SourceFile[],
  drafts: PlanDrafts,
  rightAsItIs: (source: SourceFile) => RightAsItIs,
): Promise<SameBySource> {
  const bySource = new Map<SourceFile, ReadonlyMap<string, readonly SameUnit[]>>();
  for (const source of sources) {
    const drafted = [...drafts.of(source).values()];
    if (drafted.length === 0) continue;
    const right = rightAsItIs(source);
    const found = await findSameAsSource(
      source,
      drafted,
      (locale, { key, text }) => right.get(locale)?.get(key) === hashText(text),
    );
    bySource.set(source, new Map([...found].map(([locale, { untranslated }]) => [locale, untranslated])));
  }
  return bySource;
}

/** Returns the units of all files that equal their source in a locale. */
export function sameUnitsIn(found: SameBySource, locale: string): readonly SameUnit[] {
  return [...found].flatMap(([source, byLocale]) =>
    localesIn(source, [locale]).flatMap((spelled) => byLocale.get(spelled) ?? []),
  );
}
