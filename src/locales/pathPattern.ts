import { localeFolder } from './localeFolder.ts';

/**
 * The pattern language for paths of locale files, used in the user's setting and in the table of ecosystems: `**` for
 * folders at any depth, `*` and `{name}` for a part of a name, `?` for one character, `{yml,yaml}` for alternatives,
 * and `{locale}`, or `{language}` and `{region}`, for the locale. Only the table of ecosystems uses `{folder}` for a
 * folder, and `{locales}` for a folder named for locale files, which only the translations' paths have.
 */
type Token =
  | { readonly kind: 'folder' | 'locales' }
  | { readonly kind: 'text'; readonly text: string }
  /** Parts of the locale's name. */
  | { readonly kind: 'locale' | 'language' | 'region' }
  | { readonly kind: Wildcard; readonly options?: readonly string[] };

/**
 * `folders`: zero or more whole folders with their slashes (`**\/`); `anything`: any characters (`**`); `name`: one or
 * more characters of a name (`*`); `character`: one of them (`?`); `choice`: one of the alternatives (`{yml,yaml}`).
 */
type Wildcard = 'folders' | 'anything' | 'name' | 'character' | 'choice';

const wildcards: ReadonlySet<string> = new Set<Wildcard>(['folders', 'anything', 'name', 'character', 'choice']);

export interface PathPattern {
  readonly tokens: readonly Token[];
  /** The parts of a locale's name that the pattern contains. */
  readonly localeParts: ReadonlySet<keyof LocaleParts>;
}

/** The parts of a path that the wildcards match, in order. */
export type Captures = readonly { readonly kind: Wildcard; readonly text: string }[];

/** The text that matches the locale: the whole name, or its parts. */
export interface LocaleParts {
  readonly locale?: string;
  readonly language?: string;
  readonly region?: string;
}

export interface PathMatch {
  readonly captures: Captures;
  /** The path with `{locale}`, `{language}` and `{region}` where the pattern has them. */
  readonly template: string;
}

/** Splits a pattern into tokens: `a*.{yml,yaml}` → `a`, `*`, `.`, `{yml,yaml}`. Alternatives contain no wildcards. */
export function parsePathPattern(text: string): PathPattern {
  const tokens: Token[] = [];
  // The last alternative is a brace that nothing closes.
  for (const [part] of text.matchAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/gu)) tokens.push(tokenOf(part));
  const kinds = tokens.map(({ kind }) => kind);
  const localeParts = kinds.filter((kind) => kind === 'locale' || kind === 'language' || kind === 'region');
  return { tokens, localeParts: new Set(localeParts) };
}

function tokenOf(part: string): Token {
  if (part === '**/') return { kind: 'folders' };
  if (part === '**') return { kind: 'anything' };
  if (part === '*' || part === '{name}') return { kind: 'name' };
  if (part === '?') return { kind: 'character' };
  if (part === '{locale}') return { kind: 'locale' };
  if (part === '{language}') return { kind: 'language' };
  if (part === '{region}') return { kind: 'region' };
  if (part === '{folder}') return { kind: 'folder' };
  if (part === '{locales}') return { kind: 'locales' };
  if (part.startsWith('{') && part.includes(',')) return { kind: 'choice', options: part.slice(1, -1).split(',') };
  return { kind: 'text', text: part };
}

/** Returns the number of wildcards of each kind in a pattern. */
export function wildcardsIn({ tokens }: PathPattern): ReadonlyMap<Wildcard, number> {
  const counts = new Map<Wildcard, number>();
  for (const { kind } of tokens) if (isWildcard(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function isWildcard(kind: Token['kind']): kind is Wildcard {
  return wildcards.has(kind);
}

/**
 * Matches a path against a pattern; `parts` are the texts that `{locale}` and its parts match. Wildcards match as
 * little as possible. Every position of the path is tried once with every token, so time is at most the product of both
 * lengths.
 */
export function matchPath({ tokens }: PathPattern, path: string, parts: LocaleParts): PathMatch | undefined {
  const failedStates = new Set<number>();
  /** Where the text of each token ends. */
  const tokenEnds: number[] = [];
  const matchesFrom = (tokenIndex: number, start: number): boolean => {
    const token = tokens[tokenIndex];
    if (token === undefined) return start === path.length;
    // A different number for each token and position.
    const state = tokenIndex * (path.length + 1) + start;
    if (failedStates.has(state)) return false;
    for (const end of endsOf(token, path, start, parts)) {
      tokenEnds[tokenIndex] = end;
      if (matchesFrom(tokenIndex + 1, end)) return true;
    }
    failedStates.add(state);
    return false;
  };
  if (!matchesFrom(0, 0)) return undefined;
  const captures: { kind: Wildcard; text: string }[] = [];
  let template = '';
  for (const [index, { kind }] of tokens.entries()) {
    const text = path.slice(tokenEnds[index - 1] ?? 0, tokenEnds[index]);
    if (isWildcard(kind)) captures.push({ kind, text });
    const isOfLocale = kind === 'locale' || kind === 'language' || kind === 'region';
    template += isOfLocale ? `{${kind}}` : text;
  }
  return { captures, template };
}

/** Returns the offsets at which a token may end that begins at `start` in the path, the nearest first. */
function* endsOf(token: Token, path: string, start: number, parts: LocaleParts): Generator<number> {
  switch (token.kind) {
    case 'text':
      if (path.startsWith(token.text, start)) yield start + token.text.length;
      return;
    case 'locale':
    case 'language':
    case 'region': {
      const text = parts[token.kind];
      if (text === undefined || !path.startsWith(text, start)) return;
      const end = start + text.length;
      if (isWholeWord(path, start, end)) yield end;
      return;
    }
    case 'folder':
    case 'locales': {
      const end = path.indexOf('/', start);
      if (end <= start || !isSegmentStart(path, start)) return;
      if (token.kind === 'folder' || localeFolder.test(path.slice(start, end))) yield end;
      return;
    }
    case 'character':
      if (start < path.length && path[start] !== '/') yield start + 1;
      return;
    case 'choice':
      for (const option of token.options ?? []) if (path.startsWith(option, start)) yield start + option.length;
      return;
    case 'name':
      for (let end = start; end < path.length && path[end] !== '/'; end += 1) yield end + 1;
      return;
    case 'anything':
      for (let end = start; end <= path.length; end += 1) yield end;
      return;
    case 'folders':
      if (!isSegmentStart(path, start)) return;
      yield start;
      for (let slash = path.indexOf('/', start); slash !== -1; slash = path.indexOf('/', slash + 1)) yield slash + 1;
  }
}

/** Whether the offset is the beginning of a folder's or file's name. */
function isSegmentStart(path: string, start: number): boolean {
  return start === 0 || path[start - 1] === '/';
}

/** `en` does not match inside `token`. */
function isWholeWord(path: string, start: number, end: number): boolean {
  return !/[A-Za-z0-9]/u.test(path[start - 1] ?? '') && !/[A-Za-z0-9]/u.test(path[end] ?? '');
}

/**
 * Returns the path of a pattern with its wildcards replaced by the captures of another pattern, each kind in its order:
 * `i18n/{locale}/*.json` and the capture `app` → `i18n/{locale}/app.json`. A wildcard without a capture becomes `*`.
 */
export function renderPath({ tokens }: PathPattern, captures: Captures): string {
  const unusedCaptures = [...captures];
  const textOf = (token: Token): string => {
    if (token.kind === 'text') return token.text;
    if (!isWildcard(token.kind)) return `{${token.kind}}`;
    const index = unusedCaptures.findIndex(({ kind }) => kind === token.kind);
    if (index === -1) return '*';
    return unusedCaptures.splice(index, 1)[0]?.text ?? '*';
  };
  return tokens.map(textOf).join('');
}
