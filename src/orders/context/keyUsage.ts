import { readableId, splitKeyPath, splitPlural } from '../../formats/kit/unitId.ts';
import { plainLine } from '../model/plainLine.ts';

/** A place of a program that looks up a text. */
export interface CodeUsage {
  /** Relative to the project's root. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The line itself, where it may be told. */
  readonly code?: string;
}

/** Places by `usageKey`. */
export type CodeUsages = ReadonlyMap<string, readonly CodeUsage[]>;

/** A key in the text of a file. */
export interface KeyMatch {
  /** See `usageKey`. */
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** The line, trimmed; of a long one the part around the key. */
  readonly code: string;
}

/** What programs call a unit: the forms of a plural have one key. */
export function usageKey(id: string): string {
  return splitPlural(id)?.base ?? id;
}

/** In UTF-16 units. */
const longestLine = 160;
const longestKey = 300;

/**
 * Looks for all keys at once in the text of a file of code, in one pass: as the whole of a quoted string, or by the names that
 * Android, Flutter, .NET and Ruby make of keys. `keys` are those of `usageKey`; `scope` is what programs may put before them,
 * the name of their file: `cart:title`, `messages.welcome`. A single word in quotes may be anything, so it counts only where a text is looked up.
 */
export function keySearch(keys: readonly string[], scope?: string): (text: string) => readonly KeyMatch[] {
  const quoted = new Map<string, Set<string>>();
  const named = new Map<string, Set<string>>();
  for (const key of keys) {
    const word = readableId(key);
    for (const form of quotedForms(key, word, scope)) addTo(quoted, form, key);
    for (const form of [word, word.replace(/\W/gu, '_')]) addTo(named, form, key);
  }
  return (text) => {
    const places = [...quotedPlaces(text, quoted), ...namedPlaces(text, named)].sort((a, b) => a.at - b.at);
    return toMatches(text, places);
  };
}

function quotedForms(key: string, word: string, scope: string | undefined): readonly string[] {
  const last = splitKeyPath(key)?.at(-1) ?? '';
  return [
    word,
    `%${word}%`,
    ...(scope === undefined ? [] : [`${scope}.${word}`, `${scope}:${word}`]),
    // gettext and Qt look up the text itself, whatever its context.
    ...(last !== word && /\S\s+\S/u.test(last) ? [last] : []),
  ].filter((form) => form.trim() !== '' && form.length <= longestKey);
}

function addTo(forms: Map<string, Set<string>>, form: string, key: string): void {
  const known = forms.get(form);
  if (known === undefined) forms.set(form, new Set([key]));
  else known.add(key);
}

interface Place {
  readonly key: string;
  /** UTF-16 offset. */
  readonly at: number;
}

/** Each stretch from a quote to the next of its kind is asked about, so that an apostrophe in a comment hides no string behind it. */
function quotedPlaces(text: string, forms: ReadonlyMap<string, ReadonlySet<string>>): readonly Place[] {
  const places: Place[] = [];
  const openings = new Map<string, number>();
  for (const { 0: quote, index } of text.matchAll(/(?<!\\)["'`]/gu)) {
    const start = (openings.get(quote) ?? index) + 1;
    openings.set(quote, index);
    if (index - start < 1 || index - start > longestKey) continue;
    const word = text.slice(start, index);
    const keys = forms.get(word.includes('\\') ? word.replace(/\\(["'`\\])/gu, '$1') : word);
    if (keys === undefined || (isCommonWord(word) && !isLookUp(text, start - 1))) continue;
    for (const key of keys) places.push({ key, at: start });
  }
  return places;
}

/** One word in one case, or next to nothing: `title`, `Open`, `OK`, `42`. */
function isCommonWord(word: string): boolean {
  return word.length < 3 || /^(?:\p{L}\p{Ll}*|\p{Lu}+|[\d.]+)$/u.test(word);
}

/** Calls and attributes by which texts are looked up, up to the quote. */
const lookUps =
  /(?:^|[^\w$])(?:\$?tc?|tr|_+|_[ex]|n?gettext|trans(?:late)?|locali[sz]e|getString|getMessage|NSLocalizedString|i18n|lang|GetString)\s*\(\s*$|\bformatMessage\s*\(\s*\{\s*id\s*:\s*$|<FormattedMessage\s+id\s*=\s*\{?\s*$|(?:\bi18nKey|\bkeypath|\bdata-i18n|\bdata-l10n-id|\bv-t)\s*=\s*\{?\s*["']?$|(?:^|[^\w.])t\s+$/u;
const longestLookUp = 60;

function isLookUp(text: string, quoteAt: number): boolean {
  return lookUps.test(text.slice(Math.max(0, quoteAt - longestLookUp), quoteAt));
}

/** `R.string.key`, `@string/key`, `AppLocalizations.of(context)!.key`, `context.l10n.key`, `Resources.Key`, `t(:key)`. */
const references =
  /\bR\.(?:string|plurals|array)\.(\w+)|@(?:string|plurals|array)\/([\w.]+)|\b(?:\w{0,60}Localizations|S|L10n)\s{0,8}\.\s{0,8}(?:of\(\s{0,8}\w{1,60}\s{0,8}\)|current)\s{0,8}[!?]?\s{0,8}\.\s{0,8}(\w+)|\bcontext\.l10n\.(\w+)|\b(?:\w{0,60}Resources|Strings)\.(\w+)|\bt[( ]\s?:(\w+)/gu;

function namedPlaces(text: string, forms: ReadonlyMap<string, ReadonlySet<string>>): readonly Place[] {
  const places: Place[] = [];
  for (const match of text.matchAll(references)) {
    const name = match.slice(1).join('');
    for (const key of forms.get(name) ?? []) places.push({ key, at: match.index + match[0].length - name.length });
  }
  return places;
}

/** One match a line and key; `places` in the text's order. */
function toMatches(text: string, places: readonly Place[]): readonly KeyMatch[] {
  const matches: KeyMatch[] = [];
  const seen = new Set<string>();
  let line = 1;
  let counted = 0;
  for (const { key, at } of places) {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line += 1;
      counted = end + 1;
    }
    const identity = `${line} ${key}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    matches.push({ key, line, code: lineAround(text, counted, at) });
  }
  return matches;
}

function lineAround(text: string, start: number, at: number): string {
  const lineBreak = text.indexOf('\n', at);
  const end = lineBreak < 0 ? text.length : lineBreak;
  const isLong = end - start > longestLine * 4;
  return plainLine(
    isLong ? text.slice(Math.max(start, at - longestLine / 2), end) : text.slice(start, end),
    longestLine,
  );
}
