interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the sources to which some code is mapped. A source map also lists sources without any code. */
export function mappedSources({ sources, mappings }: SourceMap): ReadonlySet<string> {
  const found = new Set<string>();
  let source = 0;
  for (const segment of mappings.split(/[;,]/u)) {
    // [column, source, line, column, name], each relative to the previous segment; without a source, only the column.
    const fields = decodeNumbers(segment);
    if (fields.length < 4) continue;
    source += fields[1] ?? 0;
    const name = sources[source];
    if (name !== undefined) found.add(name);
  }
  return found;
}

/** Decodes the base 64 VLQ numbers of https://tc39.es/ecma426/#sec-base64-vlq. */
function decodeNumbers(text: string): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = digits.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
