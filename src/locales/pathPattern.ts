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
 * `folders`: zero or more whole folders with their slashes; `any`: any characters; `name`: within one name; `one`: one
 * character; `choice`: one of the alternatives.
 */
type Wildcard = 'folders' | 'any' | 'name' | 'one' | 'choice';

const wildcards: ReadonlySet<string> = new Set<Wildcard>(['folders', 'any', 'name', 'one', 'choice']);

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

/** Reads a pattern. All other braces contain alternatives without further wildcards. */
export function parsePathPattern(text: string): PathPattern {
  const tokens: Token[] = [];
  for (const [part] of text.matchAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/gu)) tokens.push(tokenOf(part));
  const kinds = tokens.map(({ kind }) => kind);
  const localeParts = kinds.filter((kind) => kind === 'locale' || kind === 'language' || kind === 'region');
  return { tokens, localeParts: new Set(localeParts) };
}

function tokenOf(part: string): Token {
  if (part === '**/') return { kind: 'folders' };
  if (part === '**') return { kind: 'any' };
  if (part === '*' || part === '{name}') return { kind: 'name' };
  if (part === '?') return { kind: 'one' };
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
  const ends: number[] = [];
  const width = path.length + 1;
  const matchesFrom = (index: number, at: number): boolean => {
    const token = tokens[index];
    if (token === undefined) return at === path.length;
    // One number for each token and position.
    const state = index * width + at;
    if (failedStates.has(state)) return false;
    for (const end of endsOf(token, path, at, parts)) {
      ends[index] = end;
      if (matchesFrom(index + 1, end)) return true;
    }
    failedStates.add(state);
    return false;
  };
  if (!matchesFrom(0, 0)) return undefined;
  const captures: { kind: Wildcard; text: string }[] = [];
  let template = '';
  for (const [index, { kind }] of tokens.entries()) {
    const text = path.slice(ends[index - 1] ?? 0, ends[index]);
    if (isWildcard(kind)) captures.push({ kind, text });
    template += kind === 'locale' || kind === 'language' || kind === 'region' ? `{${kind}}` : text;
  }
  return { captures, template };
}

/** Returns the possible ends of a token that begins at a position of the path, the nearest first. */
function* endsOf(token: Token, path: string, at: number, parts: LocaleParts): Generator<number> {
  switch (token.kind) {
    case 'text':
      if (path.startsWith(token.text, at)) yield at + token.text.length;
      return;
    case 'locale':
    case 'language':
    case 'region': {
      const text = parts[token.kind];
      if (text !== undefined && path.startsWith(text, at) && isWholeWord(path, at, at + text.length))
        yield at + text.length;
      return;
    }
    case 'folder':
    case 'locales': {
      const end = path.indexOf('/', at);
      const folder = path.slice(at, end);
      if (end > at && isWholeSegment(path, at) && (token.kind === 'folder' || localeFolder.test(folder))) yield end;
      return;
    }
    case 'one':
      if (at < path.length && path[at] !== '/') yield at + 1;
      return;
    case 'choice':
      for (const option of token.options ?? []) if (path.startsWith(option, at)) yield at + option.length;
      return;
    case 'name':
      for (let end = at; end < path.length && path[end] !== '/'; end += 1) yield end + 1;
      return;
    case 'any':
      for (let end = at; end <= path.length; end += 1) yield end;
      return;
    case 'folders':
      if (!isWholeSegment(path, at)) return;
      yield at;
      for (let slash = path.indexOf('/', at); slash !== -1; slash = path.indexOf('/', slash + 1)) yield slash + 1;
  }
}

function isWholeSegment(path: string, start: number): boolean {
  return start === 0 || path[start - 1] === '/';
}

/** `en` does not match inside `token`. */
function isWholeWord(path: string, start: number, end: number): boolean {
  return !/[A-Za-z0-9]/u.test(path[start - 1] ?? '') && !/[A-Za-z0-9]/u.test(path[end] ?? '');
}

/**
 * Returns the path of a pattern with its wildcards replaced by the captures of another pattern, each kind in its order.
 * The locale's parts and unknown folders stay in braces, and a wildcard without a capture becomes `*`.
 */
export function renderPath({ tokens }: PathPattern, captures: Captures): string {
  const remaining = [...captures];
  return tokens
    .map((token) => {
      if (token.kind === 'text') return token.text;
      if (!isWildcard(token.kind)) return `{${token.kind}}`;
      const index = remaining.findIndex(({ kind }) => kind === token.kind);
      if (index === -1) return '*';
      return remaining.splice(index, 1)[0]?.text ?? '*';
    })
    .join('');
}
