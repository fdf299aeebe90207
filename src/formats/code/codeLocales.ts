import { findLocale } from '../../base/locale.ts';
import type { FileLocales } from '../kit/localeFormat.ts';
import type { Branch } from './codeBranches.ts';
import { isLocaleName, isSurelyLocale } from './codeLocale.ts';

/** Where a file keeps several locales beside each other: under `path`, by keys that name them. */
export interface LocaleKeys {
  readonly path: readonly string[];
  /** As the file spells them. */
  readonly names: readonly string[];
  /** The one whose texts are the source's. */
  readonly source: string;
}

/**
 * Undefined for the usual file, which is of one locale and does not name it. `{ messages: { en: …, ja: … } }` are
 * vue-i18n's options.
 */
export function localeKeysOf(root: Branch): LocaleKeys | undefined {
  const messages = root.entries.get('messages')?.branch;
  return keysAt(root, []) ?? (messages === undefined ? undefined : keysAt(messages, ['messages']));
}

function keysAt(branch: Branch, path: readonly string[]): LocaleKeys | undefined {
  const names = [...branch.entries.keys()];
  const [first] = names;
  if (first === undefined || !names.some(isSurelyLocale) || !names.every(isLocaleName)) return undefined;
  for (const entry of branch.entries.values()) if (entry.branch === undefined) return undefined;
  // Nothing in such a file says which locale is written first. Most are written in English.
  const source = names.find((name) => name === 'en') ?? names.find((name) => /^en[-_A-Z]/.test(name)) ?? first;
  return { path, names, source };
}

/** The key of a locale; undefined when the file does not have it. */
export function localeKey(keys: LocaleKeys, locale: string): string | undefined {
  return findLocale(keys.names, locale);
}

/** One key alone is the habit of files that hold one locale each and name it. */
export function fileLocales(keys: LocaleKeys | undefined): FileLocales {
  if (keys === undefined) return { source: undefined, targets: [] };
  const targets = keys.names.filter((name) => name !== keys.source);
  return { source: keys.source, targets, ...(keys.names.length > 1 ? { all: true } : {}) };
}
