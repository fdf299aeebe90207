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

/** Both in UTF-16 units. A shown line is cut to this length; a longer quoted string is never a key. */
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
    const readableKey = readableId(key);
    for (const form of quotedForms(key, readableKey, scope)) addTo(keysByQuotedForm, form, key);
    // The identifier of `cart.title` is `cart_title`.
    for (const identifier of [readableKey, readableKey.replace(/\W/gu, '_')]) addTo(keysByIdentifier, identifier, key);
  }
  return (text) => {
    const locations = [...quotedKeys(text, keysByQuotedForm), ...referencedKeys(text, keysByIdentifier)];
    locations.sort((a, b) => a.offset - b.offset);
    return toMatches(text, locations);
  };
}

/** What code may have in quotes for the key `title` of `cart.json`: `title`, `%title%`, `cart.title`, `cart:title`. */
function quotedForms(key: string, readableKey: string, scope: string | undefined): readonly string[] {
  const forms = [readableKey, `%${readableKey}%`];
  if (scope !== undefined) forms.push(`${scope}.${readableKey}`, `${scope}:${readableKey}`);
  // gettext and Qt look up the text itself, without its context: of `menu.Save as`, code has `Save as`.
  const lastSegment = splitKeyPath(key)?.at(-1) ?? '';
  const isTextOfSeveralWords = /\S\s+\S/u.test(lastSegment);
  if (lastSegment !== readableKey && isTextOfSeveralWords) forms.push(lastSegment);
  return forms.filter((form) => form.trim() !== '' && form.length <= longestKey);
}

function addTo(keysByForm: Map<string, Set<string>>, form: string, key: string): void {
  const keysOfForm = keysByForm.get(form);
  if (keysOfForm === undefined) keysByForm.set(form, new Set([key]));
  else keysOfForm.add(key);
}

interface KeyLocation {
  readonly key: string;
  /** UTF-16 offset. */
  readonly offset: number;
}

/** Examines what is between each quote and the next of its kind: in `don't t('title')`, `t t(` and then `title`. */
function quotedKeys(text: string, keysByForm: ReadonlyMap<string, ReadonlySet<string>>): readonly KeyLocation[] {
  const locations: KeyLocation[] = [];
  const previousQuotes = new Map<string, number>();
  for (const { 0: quote, index: end } of text.matchAll(/(?<!\\)["'`]/gu)) {
    const opening = previousQuotes.get(quote);
    previousQuotes.set(quote, end);
    if (opening === undefined) continue;
    const start = opening + 1;
    if (end === start || end - start > longestKey) continue;

    const quoted = text.slice(start, end);
    // `it\'s` in the code is the key `it's`.
    const keys = keysByForm.get(quoted.includes('\\') ? quoted.replace(/\\(["'`\\])/gu, '$1') : quoted);
    if (keys === undefined || (isCommonWord(quoted) && !isLookUp(text, opening))) continue;
    for (const key of keys) locations.push({ key, offset: start });
  }
  return locations;
}

/** Whether a key could be any word: `title`, `Open`, `OK`, `42`; not `cart.title` or `addItem`. */
function isCommonWord(word: string): boolean {
  return word.length < 3 || /^(?:\p{L}\p{Ll}*|\p{Lu}+|[\d.]+)$/u.test(word);
}

/** `t`, `$t`, `tc`, `_`, `__`, `gettext`, `ngettext`, `translate`, `localize` and the like. */
const lookUpFunctions =
  '\\$?tc?|tr|_+|_[ex]|n?gettext|trans(?:late)?|locali[sz]e|getString|getMessage|NSLocalizedString|i18n|lang|GetString';

/** Calls and attributes that look up a string. Each matches the code before the string's opening quote. */
const lookUps = [
  // `$t(`
  new RegExp(`(?:^|[^\\w$])(?:${lookUpFunctions})\\s*\\(\\s*$`, 'u'),
  // `formatMessage({ id: `
  /\bformatMessage\s*\(\s*\{\s*id\s*:\s*$/u,
  // `<FormattedMessage id=`
  /<FormattedMessage\s+id\s*=\s*\{?\s*$/u,
  // `i18nKey={`, `v-t="`
  /(?:\bi18nKey|\bkeypath|\bdata-i18n|\bdata-l10n-id|\bv-t)\s*=\s*\{?\s*["']?$/u,
  // Ruby's `t 'title'`
  /(?:^|[^\w.])t\s+$/u,
];
/** In UTF-16 units. */
const longestLookUp = 60;

function isLookUp(text: string, quoteOffset: number): boolean {
  const codeBeforeQuote = text.slice(Math.max(0, quoteOffset - longestLookUp), quoteOffset);
  return lookUps.some((lookUp) => lookUp.test(codeBeforeQuote));
}

/** Identifiers that are derived from keys. Each alternative has one group, the identifier. */
const references = new RegExp(
  [
    // `R.string.key`, `@string/key`
    /\bR\.(?:string|plurals|array)\.(\w+)/u,
    /@(?:string|plurals|array)\/([\w.]+)/u,
    // `AppLocalizations.of(context)!.key`, `S.current.key`
    new RegExp(
      String.raw`\b(?:\w{0,60}Localizations|S|L10n)\s{0,8}\.\s{0,8}(?:of\(\s{0,8}\w{1,60}\s{0,8}\)|current)` +
        String.raw`\s{0,8}[!?]?\s{0,8}\.\s{0,8}(\w+)`,
      'u',
    ),
    // `context.l10n.key`, `Resources.Key`, `t(:key)`
    /\bcontext\.l10n\.(\w+)/u,
    /\b(?:\w{0,60}Resources|Strings)\.(\w+)/u,
    /\bt[( ]\s?:(\w+)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

function referencedKeys(
  text: string,
  keysByIdentifier: ReadonlyMap<string, ReadonlySet<string>>,
): readonly KeyLocation[] {
  const locations: KeyLocation[] = [];
  for (const match of text.matchAll(references)) {
    // Only the group of the alternative that matched is not empty. The identifier is the end of the match.
    const identifier = match.slice(1).join('');
    const offset = match.index + match[0].length - identifier.length;
    for (const key of keysByIdentifier.get(identifier) ?? []) locations.push({ key, offset });
  }
  return locations;
}

/** Returns one match per line and key. `locations` must be sorted by their offsets. */
function toMatches(text: string, locations: readonly KeyLocation[]): readonly KeyMatch[] {
  const matches: KeyMatch[] = [];
  const seen = new Set<string>();
  let line = 1;
  let lineStart = 0;
  for (const { key, offset } of locations) {
    let lineEnd = text.indexOf('\n', lineStart);
    while (lineEnd >= 0 && lineEnd < offset) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
    }
    const lineAndKey = `${line} ${key}`;
    if (seen.has(lineAndKey)) continue;
    seen.add(lineAndKey);
    matches.push({ key, line, code: lineAround(text, lineStart, offset) });
  }
  return matches;
}

/** Returns the line around an offset; of a very long line, as in minified code, only the part around it. */
function lineAround(text: string, lineStart: number, offset: number): string {
  const lineBreak = text.indexOf('\n', offset);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const isLong = lineEnd - lineStart > longestLine * 4;
  const start = isLong ? Math.max(lineStart, offset - longestLine / 2) : lineStart;
  return plainLine(text.slice(start, lineEnd), longestLine);
}

/**
 * Returns whether a path is that of a locale file of the project: one of the source file's layout, or a file such as
 * `i18n/de.ts`. In some formats these are code, but do not use keys.
 */
export function isLocalePath(source: Pick<SourceFile, 'path' | 'layout'>, path: string): boolean {
  if (path === source.path || existingLocales(source.layout, [path]).length > 0) return true;
  const segments = path.split('/');
  return segments.some((folder, index) => {
    const nameInFolder = withoutExtensions(segments[index + 1] ?? '');
    return localeFolder.test(folder) && isLocale(nameInFolder);
  });
}

/**
 * Names of code that tools generate from locale files or forms: SwiftGen's and R.swift's constants, .NET's resource
 * classes and forms, Flutter's localizations, Qt's forms. All of their keys are in them, and none of their uses.
 */
const generatedCode =
  /(?:^|\/)(?:R\.generated\.swift|(?:L10n|Strings|Localizations?)(?:\+Generated)?\.swift|[^/]*\+Generated\.swift|[^/]*\.Designer\.(?:cs|vb)|[^/]*\.g(?:\.dart|\.cs|\.i\.cs)|[^/]*\.(?:generated|gen)\.\w+|(?:app|l10n)_localizations(?:_\w+)?\.dart|ui_[^/]*\.h|[^/]*_pb2?\.\w+)$|(?:^|\/)(?:generated|\.dart_tool|DerivedData|build\/generated)\//u;

/** Whether a path is that of generated code. */
export function isGeneratedCode(path: string): boolean {
  return generatedCode.test(path);
}

/**
 * Returns the scope that code puts before a key if keys are split into several files: `cart` for
 * `locales/en/cart.json`. Undefined for a file that is named after its locale.
 */
export function keyScope(path: string): string | undefined {
  const name = withoutExtensions(path.split('/').at(-1) ?? '');
  if (name === '' || isLocale(name)) return undefined;
  return name;
}

/** `cart.en.json` → `cart`. */
function withoutExtensions(fileName: string): string {
  return fileName.replace(/\..*$/u, '');
}
