import { refused } from './errors.ts';

/** Nothing in this interface is nested deeper than a few levels; what works on values may go down by recursion. */
const maxDepth = 64;
/** Ten thousand jobs with every field are a fifth of it. Each value costs memory, however few bytes it has in the text. */
const maxValues = 1_000_000;

/** Parses JSON. Refuses with 1251 what is not JSON, is nested too deeply or has too many values, before anything is built from it. */
export function parseJson(text: string): unknown {
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch {
    throw refused(1251);
  }
}

function checkShape(text: string): void {
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

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  return text.length;
}
