import { splitPlural } from '../../../formats/kit/unitId.ts';
import { isSameLocale } from '../../../base/locale.ts';
import {
  hashPath,
  hashUnit,
  pathFromRoot,
  type FolderIdentity,
  type OrderedFolder,
} from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';

/** A unit whose translation is on order, with the data that the journal or the service has about it. */
export interface OnOrderUnit {
  readonly sourceHash: string;
  readonly locale: string;
  readonly project: string;
  readonly file?: string;
  readonly key?: string;
  readonly keyHash?: string;
  readonly branchHash?: string;
  /** Hash of the path of the file, relative to the root of its work tree. */
  readonly pathHash?: string;
  /** The folder from which it was ordered; undefined for orders of earlier versions. */
  readonly folder?: OrderedFolder;
  /** Hashes of the other units of its job, if only this one is known: see `hashUnit`. */
  readonly others?: readonly string[];
}

/**
 * Whether both units would get the same translation. The forms of a plural may share a source text, but not a
 * translation.
 */
export function isSameText(planned: UnitRef, { sourceHash, locale, key, keyHash, branchHash }: OnOrderUnit): boolean {
  if (planned.sourceHash !== sourceHash || !isSameLocale(planned.locale, locale)) return false;
  if (
    (planned.branch === undefined ? undefined : hashText(planned.branch)) !== branchHash &&
    branchHash !== undefined &&
    planned.branch !== undefined
  )
    return false;
  const form = formOf(planned.key);
  // Only the hash of a long key is known, and the key may include a plural form. Then only the same key proves that the
  // text is the same.
  if (key === undefined && keyHash !== undefined && form !== undefined)
    return planned.key !== undefined && hashText(planned.key) === keyHash;
  return form === formOf(key);
}

function formOf(key: string | undefined): string | undefined {
  const member = key === undefined ? undefined : splitPlural(key);
  return member === undefined ? undefined : `${member.ordinal ? 'ordinal ' : ''}${member.category}`;
}

/** Whether a planned unit is the one on order, or shares its job: it has the same path and key. */
export function namesUnit(here: FolderIdentity, planned: UnitRef, unit: OnOrderUnit): boolean {
  const { key, keyHash, others = [] } = unit;
  // A document has no key.
  const isSameKey =
    key === undefined && keyHash !== undefined
      ? planned.key !== undefined && hashText(planned.key) === keyHash
      : key === planned.key;
  return (
    (isSameKey && isSamePath(here, planned.file, unit)) ||
    (others.length > 0 && others.includes(hashUnit(hashPath(here, planned.file), planned.key)))
  );
}

function isSamePath(here: FolderIdentity, planned: string, { pathHash, file, folder }: OnOrderUnit): boolean {
  if (pathHash !== undefined && pathHash === hashPath(here, planned)) return true;
  // Without a repository, no root is known from which both paths could start.
  const hasRoots = here.repository !== undefined && folder !== undefined && !isPlainFolder(folder);
  if (file === undefined || (pathHash !== undefined && hasRoots)) return false;
  const [a, b] = [inRepository(here, planned), inRepository(folder, file)];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

function inRepository(folder: OrderedFolder | undefined, file: string): string {
  return folder?.repository === undefined || folder.root === undefined
    ? file
    : pathFromRoot({ root: folder.root }, file);
}

/** Whether a folder is known to have no repository. */
export function isPlainFolder({ repository, remotes }: OrderedFolder): boolean {
  return repository === undefined && remotes.length === 0;
}
