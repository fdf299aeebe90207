import type { UnitRef } from './unitRef.ts';

/** The fields of a unit that name it. */
export type NamedUnit = Pick<UnitRef, 'project' | 'file' | 'key' | 'branch' | 'locale' | 'sourceHash' | 'targetFile'>;

/** Names a unit in its file. A passage selected elsewhere has no key: its text names it. A document is its file, whatever stands in it. */
export function nameInFile({
  key,
  sourceHash,
  targetFile,
}: Pick<NamedUnit, 'key' | 'sourceHash' | 'targetFile'>): string | null {
  return key ?? (targetFile === undefined ? `text:${sourceHash}` : null);
}

/** Names a unit in one locale, across files and projects; where an ICU message was opened, one branch of it. */
export function unitIdentity(unit: NamedUnit): string {
  return JSON.stringify(unit.branch === undefined ? unitName(unit) : [...unitName(unit), unit.branch]);
}

/** The identity of the whole unit that a branch belongs to. */
export function messageIdentity(unit: NamedUnit): string {
  return JSON.stringify(unitName(unit));
}

function unitName(unit: NamedUnit): readonly (string | null)[] {
  return [unit.project, unit.file, nameInFile(unit), unit.locale];
}

/** Names a unit as long as it has this very text. */
export function unitIdentityWithText(unit: UnitRef): string {
  return `${unitIdentity(unit)} ${unit.sourceHash}`;
}

/** Names a unit of which branches are on their way. */
export function openedIdentity(unit: NamedUnit): string {
  return `branches of ${messageIdentity(unit)}`;
}
