import { randomUUID } from 'node:crypto';

/**
 * Parses JSON like `JSON.parse`, except that an integer above 2^53 becomes a string with its digits: an id must not
 * change. (`JSON.parse` gives a reviver the digits only in later versions of Node.js.) Throws SyntaxError.
 */
export function parseWireJson(text: string): unknown {
  const mayHaveLargeIntegers = /\d{16}/u.test(text);
  return JSON.parse(mayHaveLargeIntegers ? quoteLargeIntegers(text) : text);
}

function quoteLargeIntegers(json: string): string {
  const parts: string[] = [];
  let copiedEnd = 0;
  // The beginning of a string, or a number.
  const token = /"|-?\d[\d.eE+-]*/gu;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [quoteOrNumber] = match;
    if (quoteOrNumber === '"') {
      token.lastIndex = endOfString(json, token.lastIndex);
    } else if (/^-?[1-9]\d{15,}$/u.test(quoteOrNumber) && !Number.isSafeInteger(Number(quoteOrNumber))) {
      parts.push(json.slice(copiedEnd, match.index), `"${quoteOrNumber}"`);
      copiedEnd = token.lastIndex;
    }
  }
  return [...parts, json.slice(copiedEnd)].join('');
}

/** Returns the index after the quotation mark that ends a string; `start` is the index after the one that begins it. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashesStart = quote;
    while (backslashesStart > start && json[backslashesStart - 1] === '\\') backslashesStart -= 1;
    // After an even number of backslashes, the quotation mark is not escaped: `"a\\"`.
    if ((quote - backslashesStart) % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** Marks the digits of a `bigint`. No text that is sent can contain it. */
const marker = randomUUID();
const markedIntegers = new RegExp(`"${marker}(\\d+)"`, 'gu');

/** Formats a value as compact JSON like `JSON.stringify`, with a `bigint` as an integer. */
export function formatWireJson(value: unknown): string {
  const json = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? `${marker}${member}` : member,
  );
  return json.replaceAll(markedIntegers, '$1');
}

/**
 * Converts an id for a request, where the contract has integers; undefined if it is no integer above 0, or has leading
 * zeros.
 */
export function integerOfId(id: string): number | bigint | undefined {
  if (!/^[1-9]\d*$/u.test(id)) return undefined;
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : BigInt(id);
}
