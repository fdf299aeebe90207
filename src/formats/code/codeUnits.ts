import { once } from '../../base/once.ts';
import { isSameLocale } from '../../base/locale.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import type { PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import {
  escapeKey,
  joinPlural,
  pluralMemberOf,
  splitKeyPath,
  splitPlural,
  suffixedKey,
  type PluralMember,
} from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { branchesOf, findBranch, type Branch } from './codeBranches.ts';
import { localeKey, localeKeysOf, type LocaleKeys } from './codeLocales.ts';
import type { CodeMember, CodeTree } from './codeTree.ts';
import { isLocaleName } from './isLocaleName.ts';
import { treeAsInSource, type SourceBranch } from './treeAsInSource.ts';

/** A parsed file: its tree, merged branches and locales. */
export interface CodeFile {
  readonly tree: CodeTree;
  readonly root: Branch;
  readonly locales: LocaleKeys | undefined;
}

/** How the units of a language's files are named. */
export interface UnitRules {
  /** Keys such as `ship_one` and `ship_other` are members of a plural set, as in i18next. */
  readonly pluralSuffixes: boolean;
}

/**
 * Returns a tree with its merged branches and its locales. The elements of a target's lists are known by what those of
 * its source are, which is another file or another locale of the same one.
 */
export function codeFile(tree: CodeTree, source?: TargetSource<CodeFile>): CodeFile {
  const file = fileOfTree(tree);
  const { locales, root } = file;
  const sourcePath = localePath(file, undefined) ?? [];
  if (locales !== undefined && locales.names.length > 1) {
    const branch = (): Branch | undefined => findBranch(root, sourcePath);
    const targetNames = locales.names.filter((name) => name !== locales.source);
    return targetNames.reduce((aligned, name) => {
      return withListsOfSource(aligned, [...locales.path, name], { text: tree.text, branch });
    }, file);
  }
  if (source === undefined) return file;
  const branch = once(() => {
    const sourceFile = source.file();
    return sourceFile && findBranch(sourceFile.root, localePath(sourceFile, undefined));
  });
  return withListsOfSource(file, locales === undefined ? soleLocale(file, branch) : sourcePath, {
    text: source.text,
    branch,
  });
}

function fileOfTree(tree: CodeTree): CodeFile {
  const root = branchesOf(tree);
  return { tree, root, locales: localeKeysOf(root) };
}

/** The path to a single key that names a locale and that the source lacks, such as `is`; empty for any other file. */
function soleLocale({ root }: CodeFile, source: () => Branch | undefined): readonly string[] {
  const [key = ''] = root.entries.keys();
  const isSole = root.entries.size === 1 && isLocaleName(key) && source()?.entries.has(key) === false;
  return isSole ? [key] : [];
}

/** Returns a file in which the lists at a path, and below it, are known by what those of a source's branch are. */
function withListsOfSource(file: CodeFile, path: readonly string[], source: SourceBranch): CodeFile {
  const tree = treeAsInSource(file.tree, path, source);
  return tree === file.tree ? file : fileOfTree(tree);
}

/** Returns the keys above a locale's units: usually none; undefined if a file with several locales lacks it. */
export function localePath(file: CodeFile, locale: string | undefined): readonly string[] | undefined {
  if (file.locales === undefined) return solePath(file, locale);
  const { path, source } = file.locales;
  if (locale === undefined) return [...path, source];
  const key = localeKey(file.locales, locale);
  if (key === undefined) return undefined;
  return [...path, key];
}

/** A single key that may be a word, such as `is`, names a locale if that locale is requested. */
function solePath({ root }: CodeFile, locale: string | undefined): readonly string[] {
  if (locale === undefined || root.entries.size !== 1) return [];
  for (const [key, { branch }] of root.entries)
    if (branch !== undefined && isLocaleName(key) && isSameLocale(key, locale)) return [key];
  return [];
}

/** Returns a locale's units in the file's order, including those that only the source locale has, without a text. */
export function unitsOf(file: CodeFile, locale: string | undefined, rules: UnitRules): readonly Unit[] {
  const branch = findBranch(file.root, localePath(file, locale));
  const units: Unit[] = [];
  if (branch !== undefined) collect(branch, '', rules, units);
  if (file.locales === undefined || locale === undefined) return units;
  // The source's own locale.
  if (branch === findBranch(file.root, localePath(file, undefined))) return units;
  return withUntranslated(units, unitsOf(file, undefined, rules), branch ?? file.root);
}

/** Returns the source's units in its order, with the locale's texts or none; then the units only the locale has. */
function withUntranslated(units: readonly Unit[], unitsOfSource: readonly Unit[], branch: Branch): readonly Unit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const insertionOffset = branch.containers.at(-1)?.innerEnd ?? 0;
  const sourceUnits = unitsOfSource.map((unit): Unit => {
    const translated = byId.get(unit.id);
    byId.delete(unit.id);
    return translated ?? { ...unit, text: '', start: insertionOffset, end: insertionOffset };
  });
  return [...sourceUnits, ...byId.values()];
}

/** Adds the units of a branch, whose ids begin with `prefix`, such as `menu.`. */
function collect(branch: Branch, prefix: string, rules: UnitRules, units: Unit[]): void {
  const identifier = branch.containers[0]?.identity?.identifier;
  for (const [key, { member, branch: childBranch }] of branch.entries) {
    if (key === identifier) continue;
    if (childBranch !== undefined) collect(childBranch, `${prefix}${escapeKey(key)}.`, rules, units);
    if (childBranch !== undefined || member === undefined) continue;
    const { id, plural } = idIn(branch, key, prefix, rules);
    // An id is never empty, so a text under an empty key at the top is not a unit.
    if (id === '') continue;
    const unit = toUnit(id, member, plural?.category);
    if (unit !== undefined) units.push(unit);
  }
}

/** Returns the id of a key in a branch whose ids begin with `prefix`, and the plural set that it is in, if any. */
export function idIn(
  branch: Branch,
  key: string,
  prefix: string,
  rules: UnitRules,
): { readonly id: string; readonly plural: PluralMember | undefined } {
  const plural = pluralIn(branch, key, rules);
  if (plural === undefined) return { id: prefix + escapeKey(key), plural };
  return { id: prefix + joinPlural({ ...plural, base: escapeKey(plural.base) }), plural };
}

/** Returns the plural set of a key and its category; undefined if it is not a member of a set. */
function pluralIn(branch: Branch, key: string, rules: UnitRules): PluralMember | undefined {
  if (!rules.pluralSuffixes) return undefined;
  return pluralMemberOf(key, (sibling) => branch.entries.get(sibling)?.member?.value.kind === 'text');
}

function toUnit(id: string, { value, note }: CodeMember, plural: PluralCategory | undefined): Unit | undefined {
  const { start, end } = value;
  const maxChars = lengthHint(note);
  if (value.kind === 'text') {
    const reason = value.reason ?? loneSurrogateReason(value.value);
    return unitFrom({ id, text: value.value, start, end, note, maxChars, plural, reason });
  }
  if (value.kind !== 'other' || value.shown === undefined) return undefined;
  const reason = value.reason ?? because('code-computed');
  return unitFrom({ id, text: value.shown, start, end, note, maxChars, plural, reason });
}

/** Returns the keys of an id, whether or not a file has them: `cart.ship#one` → `cart`, `ship_one`. */
export function keysOf(id: string, rules: UnitRules): readonly string[] | undefined {
  const plural = rules.pluralSuffixes ? splitPlural(id) : undefined;
  const keys = splitKeyPath(plural?.base ?? id);
  if (keys === undefined || plural === undefined) return keys;
  return [...keys.slice(0, -1), suffixedKey({ ...plural, base: keys.at(-1) ?? '' })];
}
