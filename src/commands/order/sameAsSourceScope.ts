import { addRightAsItIs } from '../../editor/settings.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { hashText } from '../../orders/model/hash.ts';
import type { PlanDrafts } from '../../orders/units/plan/planDrafts.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import type { SameBySource } from '../../orders/units/plan/untranslated.ts';
import { untranslatedUnits } from '../../editor/workspace/untranslatedUnits.ts';
import type { OrderScope } from './orderScope.ts';
import type { SameChoice } from '../wizard/sameAsSourceStep.ts';

/** Finds the units of a scope that seem to be untranslated, see `untranslatedUnits`. */
export async function untranslatedInScope(scope: OrderScope, drafts: PlanDrafts): Promise<SameBySource> {
  return untranslatedUnits(scope.kind === 'units' ? scope.sources : [], drafts);
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
