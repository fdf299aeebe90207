import { isSameLocale } from '../../base/locale.ts';
import type { PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textPlace.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { escapeKey, joinPlural, pluralMemberOf, splitKeyPath, splitPlural, suffixedKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { branchesOf, findBranch, type Branch } from './codeBranches.ts';
import { localeKey, localeKeysOf, type LocaleKeys } from './codeLocales.ts';
import type { CodeMember, CodeTree } from './codeTree.ts';
import { isLocaleName } from './codeLocale.ts';

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

export function codeFile(tree: CodeTree): CodeFile {
  const root = branchesOf(tree);
  return { tree, root, locales: localeKeysOf(root) };
}

/**
 * Returns the keys above a locale's units: none in the usual file, which contains one locale; undefined if a file with
 * several locales lacks it.
 */
export function localePath(file: CodeFile, locale: string | undefined): readonly string[] | undefined {
  if (file.locales === undefined) return solePath(file, locale);
  const key = locale === undefined ? file.locales.source : localeKey(file.locales, locale);
  return key === undefined ? undefined : [...file.locales.path, key];
}

/** A single key that may be a word, such as `is`, names a locale if that locale is requested. */
function solePath({ root }: CodeFile, locale: string | undefined): readonly string[] {
  const [first] = root.entries;
  if (locale === undefined || root.entries.size !== 1 || first?.[1].branch === undefined) return [];
  return isLocaleName(first[0]) && isSameLocale(first[0], locale) ? [first[0]] : [];
}

/** Returns a locale's units in the file's order, including those that only the source locale has, without a text. */
export function unitsOf(file: CodeFile, locale: string | undefined, rules: UnitRules): readonly Unit[] {
  const path = localePath(file, locale);
  const own = path === undefined ? undefined : findBranch(file.root, path);
  const units: Unit[] = [];
  if (own !== undefined) collect(own, '', rules, units);
  const source = file.locales === undefined || locale === undefined ? undefined : localePath(file, undefined);
  if (source === undefined || own === findBranch(file.root, source)) return units;
  return withUntranslated(units, unitsOf(file, undefined, rules), own ?? file.root);
}

/** Returns the source's units in its order, with the locale's texts or none; then the units only the locale has. */
function withUntranslated(units: readonly Unit[], source: readonly Unit[], branch: Branch): readonly Unit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const end = branch.containers.at(-1)?.innerEnd ?? 0;
  const all = source.map((unit): Unit => {
    const there = byId.get(unit.id);
    byId.delete(unit.id);
    return there ?? { ...unit, text: '', start: end, end: end };
  });
  return [...all, ...byId.values()];
}

function collect(branch: Branch, prefix: string, rules: UnitRules, units: Unit[]): void {
  for (const [key, { member, branch: below }] of branch.entries) {
    if (below !== undefined) collect(below, `${prefix}${escapeKey(key)}.`, rules, units);
    else if (member !== undefined) {
      const plural = rules.pluralSuffixes
        ? pluralMemberOf(key, (other) => branch.entries.get(other)?.member?.value.kind === 'text')
        : undefined;
      const id =
        prefix + (plural === undefined ? escapeKey(key) : joinPlural({ ...plural, base: escapeKey(plural.base) }));
      // An id is never empty, so a text under an empty key at the top is not a unit.
      const unit = id === '' ? undefined : toUnit(id, member, plural?.category);
      if (unit !== undefined) units.push(unit);
    }
  }
}

function toUnit(id: string, { value, note }: CodeMember, plural: PluralCategory | undefined): Unit | undefined {
  if (value.kind !== 'text' && value.kind !== 'other') return undefined;
  const text = value.kind === 'text' ? value.value : value.shown;
  if (text === undefined) return undefined;
  const { start, end } = value;
  const reason =
    value.kind === 'text' && value.reason === undefined
      ? loneSurrogateReason(text)
      : (value.reason ?? because('code-computed'));
  const maxChars = note === undefined ? undefined : lengthHint(note);
  return unitFrom({ id, text, start, end, note, maxChars, plural, reason });
}

/** Returns the keys of an id, whether or not a file has them. */
export function keysOf(id: string, rules: UnitRules): readonly string[] | undefined {
  const member = rules.pluralSuffixes ? splitPlural(id) : undefined;
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined || member === undefined) return keys;
  return [...keys.slice(0, -1), suffixedKey({ ...member, base: keys.at(-1) ?? '' })];
}
