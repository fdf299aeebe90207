import { refused } from './errors.ts';

/** Values of this interface are nested only a few levels deep; the limit makes recursion safe. */
const maxDepth = 64;
/** Ten thousand jobs with every field need a fifth of this. Each value uses memory, however short its text is. */
const maxValues = 1_000_000;

/**
 * Parses JSON. Refuses with 1251 text that is not JSON, is nested too deeply or has too many values, before creating
 * any objects.
 */
export function parseJson(text: string): unknown {
  requireReasonableSize(text);
  try {
    return JSON.parse(text);
  } catch {
    throw refused(1251);
  }
}

/** Refuses text that is nested too deeply or has too many values, by counting brackets and commas outside strings. */
function requireReasonableSize(text: string): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw refused(1251, `nested more than ${maxDepth} levels deep`);
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
    if (values > maxValues) throw refused(1251, `more than ${maxValues} values`);
  }
}

/** Returns the offset of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}
