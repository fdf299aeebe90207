import { pageStrings, type PageString, type PageStrings } from '../protocol.ts';

/**
 * Reads the localised words that the extension put into `<body data-strings>`. A word that is missing shows as its
 * name.
 */
export function readStrings(json: string | undefined): PageStrings {
  const words = parseRecord(json ?? '');
  const entries = pageStrings.map((name): [PageString, string] => {
    const word = words[name];
    return [name, typeof word === 'string' ? word : name];
  });
  return Object.fromEntries(entries) as PageStrings;
}

/** Fills `{0}`, `{1}` … of a localised sentence. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/gu, (hole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? hole : String(value);
  });
}

function parseRecord(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
