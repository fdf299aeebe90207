import { addRightAsItIs, readSettings } from '../../editor/settings.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { hashText } from '../../orders/model/hash.ts';
import { findSameAsSource, type SameUnit } from '../../orders/plan/sameAsSource.ts';
import type { TargetDraft } from '../../orders/plan/planOrder.ts';
import type { OrderScope } from './orderScope.ts';
import type { SameChoice } from './sameAsSourceStep.ts';

/**
 * Finds the units of the drafted targets, by locale, that equal their source and seem to be untranslated, except those
 * that the settings name as right.
 */
export async function findUntranslated(
  scope: OrderScope,
  drafts: ReadonlyMap<string, TargetDraft>,
): Promise<ReadonlyMap<string, readonly SameUnit[]>> {
  if (scope.kind !== 'units' || drafts.size === 0) return new Map();
  const { source } = scope;
  const { rightAsItIs } = readSettings(uriOf(source.project.id, source.path));
  const found = await findSameAsSource(
    source,
    [...drafts.values()],
    (locale, { key, text }) => rightAsItIs.get(locale)?.get(key) === hashText(text),
  );
  return new Map([...found].map(([locale, { untranslated }]) => [locale, untranslated]));
}

/** Stores in the folder's settings that units are right as they are. Returns whether this succeeded. */
export async function confirmRight(
  services: Pick<Services, 'messages'>,
  scope: OrderScope,
  choices: readonly SameChoice[],
): Promise<boolean> {
  const uri = scope.kind === 'units' ? uriOf(scope.source.project.id, scope.source.path) : undefined;
  if (uri === undefined) return false;
  const byLocale = Map.groupBy(choices, ({ locale }) => locale);
  try {
    await addRightAsItIs(
      uri,
      new Map(
        [...byLocale].map(([locale, ofLocale]) => [
          locale,
          new Map(ofLocale.flatMap(({ unit }) => unit.forms.map(({ key, text }) => [key, hashText(text)]))),
        ]),
      ),
    );
    return true;
  } catch (error) {
    // The list stays open while the error is shown.
    void services.messages.error(error);
    return false;
  }
}

/** Returns the keys of chosen units, by locale. */
export function keysByLocale(choices: readonly SameChoice[]): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...Map.groupBy(choices, ({ locale }) => locale)].map(([locale, ofLocale]) => [
      locale,
      new Set(ofLocale.flatMap(({ unit }) => unit.forms.map(({ key }) => key))),
    ]),
  );
}
