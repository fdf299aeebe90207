/** A stretch of a text; UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest stretch that one attempt of a project's own pattern sees, and how far look-behind reaches before it. */
const windowLength = 1000;
const lookBehindLength = 100;

const compiled = new Map<string, RegExp>();

/**
 * Compiles a placeholder pattern that a person wrote. It is read with the flag `v`, or `u` where only that takes it.
 * Throws an Error with a sentence for a person when it is not a regular expression, or when it repeats a group that
 * itself has choices: such a pattern can take exponential time on a text that nearly matches.
 */
export function compileUserPattern(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const regExp = tryCompile(pattern, 'gv') ?? tryCompile(pattern, 'gu');
  if (!regExp) throw new Error(`The placeholder pattern "${pattern}" is not a valid regular expression. ${compileFault(pattern)}`);
  if (repeatsChoices(pattern)) {
    throw new Error(
      `The placeholder pattern "${pattern}" repeats a group that itself repeats or has alternatives, which can take forever. ` +
        'Write it without the inner choice, for example [\\w.]+ in place of (\\w+\\.)*\\w+.',
    );
  }
  compiled.set(pattern, regExp);
  return regExp;
}

/**
 * The first non-empty match at or after `from`. A long text is searched window by window, so that a pattern of polynomial
 * cost stays bounded; no match is longer than a window.
 */
export function searchUserPattern(regExp: RegExp, text: string, from: number): Span | undefined {
  if (text.length <= windowLength) return firstMatch(regExp, text, from);
  const step = windowLength / 2;
  for (let start = from; start < text.length; start += step) {
    const base = Math.max(0, start - lookBehindLength);
    const found = firstMatch(regExp, text.slice(base, start + windowLength), start - base);
    if (found && found.start + base < start + step) return { start: found.start + base, end: found.end + base };
  }
  return undefined;
}

function firstMatch(regExp: RegExp, text: string, from: number): Span | undefined {
  regExp.lastIndex = from;
  for (let match = regExp.exec(text); match; match = regExp.exec(text)) {
    if (match[0] !== '') return { start: match.index, end: match.index + match[0].length };
    regExp.lastIndex += 1;
  }
  return undefined;
}

function tryCompile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function compileFault(pattern: string): string {
  try {
    new RegExp(pattern, 'u');
    return '';
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : '';
  }
}

/** Whether a group that is repeated without a small limit holds a quantifier or an alternative. */
function repeatsChoices(pattern: string): boolean {
  const withoutEscapes = pattern.replace(/\\(?:[pPu]\{[^}]*\}|k<[^>]*>|[^])/gu, 'x');
  const plain = withoutClasses(withoutEscapes).replace(/\(\?(?:<?[=!]|:|<[^>]*>|[a-z-]+:)/gu, '(');
  const hasChoice: boolean[] = [false];
  for (let index = 0; index < plain.length; index += 1) {
    const character = plain.charAt(index);
    if (character === '(') {
      hasChoice.push(false);
    } else if (character === ')') {
      const inner = hasChoice.pop() ?? false;
      const repeated = /^(?:[*+]|\{\d+,\}|\{(?:\d+,)?(?:[2-9]|\d{2,})\})/u.test(plain.slice(index + 1, index + 20));
      if (inner && repeated) return true;
      if (inner) hasChoice[hasChoice.length - 1] = true;
    } else if (/[*+?{|]/u.test(character)) {
      hasChoice[hasChoice.length - 1] = true;
    }
  }
  return false;
}

/** Replaces each character class, nested ones too, by one letter. */
function withoutClasses(pattern: string): string {
  let depth = 0;
  let result = '';
  for (const character of pattern) {
    if (character === '[') depth += 1;
    else if (character === ']' && depth > 0) {
      depth -= 1;
      if (depth === 0) result += 'x';
    } else if (depth === 0) result += character;
  }
  return result;
}
