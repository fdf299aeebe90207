import { nestedId } from '../../formats/kit/unitId.ts';
import type { UnitRef } from '../model/unitRef.ts';
import {
  messageIdentity,
  nameInFile,
  nameOfIdentity,
  splitMessageIdentity,
  unitIdentity,
  unitIdentityWithText,
} from '../model/unitName.ts';

/**
 * Returns whether a unit must not be ordered because it is on order. `identities` has identities with and without the
 * text, and of split messages. A branch is on order if its whole message is, and a whole message if any of its branches
 * is.
 */
export function isInFlight(identities: ReadonlySet<string>, unit: UnitRef): boolean {
  if (!mayBeInFlight(identities, nameInFile(unit))) return false;
  const around =
    unit.branch === undefined
      ? [splitMessageIdentity(unit)]
      : [messageIdentity(unit), `${messageIdentity(unit)} ${unit.sourceHash}`];
  if ([unitIdentity(unit), unitIdentityWithText(unit), ...around].some((name) => identities.has(name))) return true;
  // Earlier versions ordered the members of plural sets in JSON under the names of their keys.
  const key = nestedId(unit.key ?? '');
  return key !== (unit.key ?? '') && isInFlight(identities, { ...unit, key });
}

/** Returns false if no unit with this name (`nameInFile`) is on order, in any file and locale. */
export function mayBeInFlight(identities: ReadonlySet<string>, name: string | null): boolean {
  if (identities.size === 0) return false;
  const names = namesInFlight(identities);
  return names.has(name) || (name !== null && name.includes('#') && names.has(nestedId(name)));
}

const knownNames = new WeakMap<
  ReadonlySet<string>,
  { readonly size: number; readonly names: ReadonlySet<string | null> }
>();

/**
 * Returns the names (`nameInFile`) of the units on order in all files and locales. Most units of a file are not on
 * order, and this is found out much faster by a name than by an identity.
 */
function namesInFlight(identities: ReadonlySet<string>): ReadonlySet<string | null> {
  const known = knownNames.get(identities);
  if (known?.size === identities.size) return known.names;
  const names = new Set([...identities].map(nameOfIdentity));
  knownNames.set(identities, { size: identities.size, names });
  return names;
}
