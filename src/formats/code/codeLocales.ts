import { findLocale } from '../../base/locale.ts';
import type { FileLocales } from '../kit/localeFormat.ts';
import type { Branch } from './codeBranches.ts';
import { isLocaleName, isSurelyLocale } from './isLocaleName.ts';

/** The locales of a file that contains several: the keys under `path` name them. */
export interface LocaleKeys {
  readonly path: readonly string[];
  /** Spelled as in the file. */
  readonly names: readonly string[];
  /** The locale of the source texts. */
  readonly source: string;
}

/**
 * Returns the locales that a file names; undefined for the usual file, which contains one locale and does not name it.
 * `{ messages: { en: …, ja: … } }` are the options of vue-i18n.
 */
export function localeKeysOf(root: Branch): LocaleKeys | undefined {
  return localeKeysAt(root, []) ?? localeKeysAt(root.entries.get('messages')?.branch, ['messages']);
}

const manyLocales = 5;
/** Matches `fr`, `qqq`, `zh-hans`, `be_tarask`. */
const codeShape = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,10})*$/;

function localeKeysAt(branch: Branch | undefined, path: readonly string[]): LocaleKeys | undefined {
  if (branch === undefined) return undefined;
  const keys = [...branch.entries.keys()];
  const names = keys.filter(isLocaleName);
  if (!names.some(isSurelyLocale)) return undefined;
  // Among many locales, MediaWiki has some that are not known here, and `qqq` for notes.
  const mayHaveUnknownLocales = names.length >= manyLocales && keys.every((key) => codeShape.test(key));
  if (names.length < keys.length && !mayHaveUnknownLocales) return undefined;
  for (const entry of branch.entries.values()) if (entry.branch === undefined) return undefined;
  return { path, names, source: sourceAmong(names) };
}

/** Returns the source locale of a file that does not declare one: usually English, else the first. */
export function sourceAmong(names: readonly string[]): string {
  return names.find((name) => name === 'en') ?? names.find((name) => /^en[-_A-Z]/.test(name)) ?? names[0] ?? '';
}

/** Returns the key of a locale; undefined if the file lacks it. */
export function localeKey(keys: LocaleKeys, locale: string): string | undefined {
  return findLocale(keys.names, locale);
}

/** Returns the locales that a file declares. With a single one, other files are likely to contain the others. */
export function fileLocales(keys: LocaleKeys | undefined): FileLocales {
  if (keys === undefined) return { source: undefined, targets: [] };
  const targets = keys.names.filter((name) => name !== keys.source);
  if (keys.names.length === 1) return { source: keys.source, targets };
  return { source: keys.source, targets, all: true };
}
