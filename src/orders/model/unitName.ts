import type { UnitRef } from './unitRef.ts';
import { readableId } from '../../formats/kit/unitId.ts';
import { branchLabel, type IcuBranch, type IcuCondition } from '../../placeholders/icu/icuBranches.ts';
import type { PipeForm } from '../../placeholders/pipes/splitPipes.ts';

/** The fields that identify a unit. */
export type NamedUnit = Pick<UnitRef, 'project' | 'file' | 'key' | 'branch' | 'locale' | 'sourceHash' | 'targetFile'>;

/**
 * Returns the name of a unit in its file: the key; for a passage, which has no key, a name derived from its text; null
 * for a document, which is the file itself whatever its content.
 */
export function nameInFile(unit: Pick<NamedUnit, 'key' | 'sourceHash' | 'targetFile'>): string | null {
  if (unit.key !== undefined) return unit.key;
  return unit.targetFile === undefined ? `text:${unit.sourceHash}` : null;
}

/** Returns the identity of a unit or branch in one locale, across files and projects. */
export function unitIdentity(unit: NamedUnit): string {
  return JSON.stringify(unit.branch === undefined ? unitName(unit) : [...unitName(unit), unit.branch]);
}

/** Returns the identity of the whole unit that a branch belongs to. */
export function messageIdentity(unit: NamedUnit): string {
  return JSON.stringify(unitName(unit));
}

function unitName(unit: NamedUnit): readonly (string | null)[] {
  return [unit.project, unit.file, nameInFile(unit), unit.locale];
}

/** Returns the identity of a unit with its current source text: it changes with the text. */
export function unitIdentityWithText(unit: UnitRef): string {
  return `${unitIdentity(unit)} ${unit.sourceHash}`;
}

/** Returns the identity that marks a message of which at least one branch is on order. */
export function splitMessageIdentity(unit: NamedUnit): string {
  return `branches of ${messageIdentity(unit)}`;
}

/**
 * Returns the name (`nameInFile`) of the unit that an identity from one of these functions is for:
 * `branches of ["p","en.json","cart.items","ja"] → cart.items`.
 */
export function nameOfIdentity(identity: string): string | null {
  const list = identity.slice(identity.indexOf('['), identity.lastIndexOf(']') + 1);
  const [, , name] = JSON.parse(list) as readonly [string, string, string | null];
  return name;
}

/** Returns a job's title after its unit: `cart.items`, or `cart.items (few)` for a branch. */
export function titleOfUnit(key: string, branch?: MessageBranch): string {
  if (branch === undefined) return readableId(key);
  return `${readableId(key)} (${branch.form?.name ?? branchLabel(branch)})`;
}

/** A text that is ordered as one of several that make up a message: a branch of ICU, or a form between bars. */
export interface MessageBranch extends Pick<IcuBranch, 'id' | 'text' | 'isWordless'>, Partial<Pick<IcuBranch, 'kind'>> {
  readonly conditions?: readonly IcuCondition[];
  readonly form?: Pick<PipeForm, 'name' | 'numbers'>;
}
