import { readableId, splitKeyPath, splitPlural } from '../../../formats/kit/unitId.ts';
import { plainLine } from '../../model/plainLine.ts';
import type { SourceFile } from '../../units/files/localeFile.ts';
import { existingLocales } from '../../../locales/layout.ts';
import { localeFolder } from '../../../locales/localeFolder.ts';
import { isLocale } from '../../../locales/isLocale.ts';

/** A location in the code that uses a key. */
export interface CodeUsage {
  /** Relative to the project's root. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The line itself, if it may be disclosed to translators. */
  readonly code?: string;
}

/** Usages by `usageKey`. */
export type CodeUsages = ReadonlyMap<string, readonly CodeUsage[]>;

/** A key found in the text of a file. */
export interface KeyMatch {
  /** See `usageKey`. */
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** The trimmed line; for a long line, the part around the key. */
  readonly code: string;
}

/** Returns the key under which code looks up a unit. All forms of a plural have the same key. */
export function usageKey(id: string): string {
  return splitPlural(id)?.base ?? id;
}

/** In UTF-16 units. */
const longestLine = 160;
const longestKey = 300;

/**
 * Returns a function that finds all keys in the text of a source code file in one pass: as whole quoted strings, or as
 * the identifiers that Android, Flutter, .NET and Ruby derive from keys. `keys` are results of `usageKey`; `scope` is
 * the name of their file, which may precede them: `cart:title`, `messages.welcome`. A single word in quotes is
 * ambiguous, so it only counts in a call or attribute that looks up a string.
 */
export function keySearch(keys: readonly string[], scope?: string): (text: string) => readonly KeyMatch[] {
  const keysByQuotedForm = new Map<string, Set<string>>();
  const keysByIdentifier = new Map<string, Set<string>>();
  for (const key of keys) {
    const word = readableId(key);
    for (const form of quotedForms(key, word, scope)) addTo(keysByQuotedForm, form, key);
    for (const form of [word, word.replace(/\W/gu, '_')]) addTo(keysByIdentifier, form, key);
  }
  return (text) => {
    const locations = [...quotedKeys(text, keysByQuotedForm), ...referencedKeys(text, keysByIdentifier)].sort(
      (a, b) => a.at - b.at,
    );
    return toMatches(text, locations);
  };
}

function quotedForms(key: string, word: string, scope: string | undefined): readonly string[] {
  const lastSegment = splitKeyPath(key)?.at(-1) ?? '';
  return [
    word,
    `%${word}%`,
    ...(scope === undefined ? [] : [`${scope}.${word}`, `${scope}:${word}`]),
    // gettext and Qt look up the text itself, without its context.
    ...(lastSegment !== word && /\S\s+\S/u.test(lastSegment) ? [lastSegment] : []),
  ].filter((form) => form.trim() !== '' && form.length <= longestKey);
}

function addTo(forms: Map<string, Set<string>>, form: string, key: string): void {
  const keys = forms.get(form);
  if (keys === undefined) forms.set(form, new Set([key]));
  else keys.add(key);
}

interface KeyLocation {
  readonly key: string;
  /** UTF-16 offset. */
  readonly at: number;
}

/**
 * Examines the text between each quote and the next of its kind, so that an apostrophe in a comment hides no string
 * after it.
 */
function quotedKeys(text: string, forms: ReadonlyMap<string, ReadonlySet<string>>): readonly KeyLocation[] {
  const locations: KeyLocation[] = [];
  const openings = new Map<string, number>();
  for (const { 0: quote, index } of text.matchAll(/(?<!\\)["'`]/gu)) {
    const start = (openings.get(quote) ?? index) + 1;
    openings.set(quote, index);
    if (index - start < 1 || index - start > longestKey) continue;
    const word = text.slice(start, index);
    // `it\'s` in the code is the key `it's`.
    const keys = forms.get(word.includes('\\') ? word.replace(/\\(["'`\\])/gu, '$1') : word);
    if (keys === undefined || (isCommonWord(word) && !isLookUp(text, start - 1))) continue;
    for (const key of keys) locations.push({ key, at: start });
  }
  return locations;
}

/** Returns whether a key could be any word: `title`, `Open`, `OK`, `42`. */
function isCommonWord(word: string): boolean {
  return word.length < 3 || /^(?:\p{L}\p{Ll}*|\p{Lu}+|[\d.]+)$/u.test(word);
}

const lookUpFunctions =
  '\\$?tc?|tr|_+|_[ex]|n?gettext|trans(?:late)?|locali[sz]e|getString|getMessage|NSLocalizedString|i18n|lang|GetString';

/** Calls and attributes that look up a string, up to its opening quote. */
const lookUps = [
  new RegExp(`(?:^|[^\\w$])(?:${lookUpFunctions})\\s*\\(\\s*$`, 'u'),
  /\bformatMessage\s*\(\s*\{\s*id\s*:\s*$/u,
  /<FormattedMessage\s+id\s*=\s*\{?\s*$/u,
  /(?:\bi18nKey|\bkeypath|\bdata-i18n|\bdata-l10n-id|\bv-t)\s*=\s*\{?\s*["']?$/u,
  /(?:^|[^\w.])t\s+$/u,
];
const longestLookUp = 60;

function isLookUp(text: string, quoteAt: number): boolean {
  const textBefore = text.slice(Math.max(0, quoteAt - longestLookUp), quoteAt);
  return lookUps.some((lookUp) => lookUp.test(textBefore));
}

/**
 * `R.string.key`, `@string/key`, `AppLocalizations.of(context)!.key`, `context.l10n.key`, `Resources.Key`, `t(:key)`.
 */
const references = new RegExp(
  [
    /\bR\.(?:string|plurals|array)\.(\w+)/u,
    /@(?:string|plurals|array)\/([\w.]+)/u,
    new RegExp(
      String.raw`\b(?:\w{0,60}Localizations|S|L10n)\s{0,8}\.\s{0,8}(?:of\(\s{0,8}\w{1,60}\s{0,8}\)|current)` +
        String.raw`\s{0,8}[!?]?\s{0,8}\.\s{0,8}(\w+)`,
      'u',
    ),
    /\bcontext\.l10n\.(\w+)/u,
    /\b(?:\w{0,60}Resources|Strings)\.(\w+)/u,
    /\bt[( ]\s?:(\w+)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

function referencedKeys(text: string, forms: ReadonlyMap<string, ReadonlySet<string>>): readonly KeyLocation[] {
  const locations: KeyLocation[] = [];
  for (const match of text.matchAll(references)) {
    const name = match.slice(1).join('');
    for (const key of forms.get(name) ?? []) locations.push({ key, at: match.index + match[0].length - name.length });
  }
  return locations;
}

/** Returns one match per line and key. `locations` must be in the order of the text. */
function toMatches(text: string, locations: readonly KeyLocation[]): readonly KeyMatch[] {
  const matches: KeyMatch[] = [];
  const seen = new Set<string>();
  let line = 1;
  let lineStart = 0;
  for (const { key, at } of locations) {
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < at; end = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = end + 1;
    }
    const identity = `${line} ${key}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    matches.push({ key, line, code: lineAround(text, lineStart, at) });
  }
  return matches;
}

function lineAround(text: string, lineStart: number, at: number): string {
  const lineBreak = text.indexOf('\n', at);
  const end = lineBreak < 0 ? text.length : lineBreak;
  const isLong = end - lineStart > longestLine * 4;
  return plainLine(
    isLong ? text.slice(Math.max(lineStart, at - longestLine / 2), end) : text.slice(lineStart, end),
    longestLine,
  );
}

/**
 * Returns whether a path is that of a locale file of the project. In some formats these are code, but do not use keys.
 */
export function isLocalePath({ path: sourcePath, layout }: Pick<SourceFile, 'path' | 'layout'>, path: string): boolean {
  if (path === sourcePath || existingLocales(layout, [path]).length > 0) return true;
  const segments = path.split('/');
  return segments.some(
    (segment, index) => localeFolder.test(segment) && isLocale((segments[index + 1] ?? '').replace(/\..*$/u, '')),
  );
}

/**
 * Returns the scope that code puts before a key if keys are split into several files: `cart` for
 * `locales/en/cart.json`. Undefined for a file that is named after its locale.
 */
export function keyScope(path: string): string | undefined {
  const name = (path.split('/').at(-1) ?? '').replace(/\..*$/u, '');
  if (name === '' || isLocale(name)) return undefined;
  return name;
}
