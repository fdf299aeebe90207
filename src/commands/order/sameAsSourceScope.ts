import { addRightAsItIs, readSettings } from '../../editor/settings.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import type { SourceFile } from '../../orders/files/localeFile.ts';
import { hashText } from '../../orders/model/hash.ts';
import { findSameAsSource, type SameUnit } from '../../orders/plan/sameAsSource.ts';
import type { OrderScope } from './orderScope.ts';
import type { SameChoice } from '../wizard/sameAsSourceStep.ts';
import { localesIn, type PlanDrafts } from '../../orders/plan/planDrafts.ts';

/** Units that equal their source, by file and by locale as the file spells it. */
export type SameBySource = ReadonlyMap<SourceFile, ReadonlyMap<string, readonly SameUnit[]>>;

/**
 * Finds the units of the drafted targets that equal their source and seem to be untranslated, except those that the
 * settings name as right.
 */
export async function findUntranslated(scope: OrderScope, drafts: PlanDrafts): Promise<SameBySource> {
  const bySource = new Map<SourceFile, ReadonlyMap<string, readonly SameUnit[]>>();
  for (const source of scope.kind === 'units' ? scope.sources : []) {
    const drafted = [...drafts.of(source).values()];
    if (drafted.length === 0) continue;
    const { rightAsItIs } = readSettings(uriOf(source.project.id, source.path));
    const found = await findSameAsSource(
      source,
      drafted,
      (locale, { key, text }) => rightAsItIs.get(locale)?.get(key) === hashText(text),
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

/** Stores in the folder's settings that units are right as they are. Returns whether this succeeded. */
export async function confirmRight(
  services: Pick<Services, 'messages'>,
  found: SameBySource,
  choices: readonly SameChoice[],
): Promise<boolean> {
  const chosen = new Set(choices.map(({ unit }) => unit));
  try {
    for (const [source, byLocale] of found) {
      const uri = uriOf(source.project.id, source.path);
      const right = new Map(
        [...byLocale].flatMap(([locale, units]) => {
          const forms = units.filter((unit) => chosen.has(unit)).flatMap((unit) => unit.forms);
          return forms.length === 0 ? [] : [[locale, new Map(forms.map(({ key, text }) => [key, hashText(text)]))]];
        }),
      );
      if (right.size === 0) continue;
      if (uri === undefined) return false;
      await addRightAsItIs(uri, right);
    }
    return true;
  } catch (error) {
    // The list stays open while the error is shown.
    void services.messages.error(error);
    return false;
  }
}

/** Returns the keys of the chosen units of a file, by locale. */
export function sameKeysIn(
  found: ReadonlyMap<string, readonly SameUnit[]> | undefined,
  chosen: ReadonlySet<SameUnit>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...(found ?? [])].map(([locale, units]) => [
      locale,
      new Set(units.filter((unit) => chosen.has(unit)).flatMap((unit) => unit.forms.map(({ key }) => key))),
    ]),
  );
}
