import { pageStrings, type PageString, type PageStrings } from '../pageStrings.ts';

/** BCP 47. */
let pageLanguage = 'en';

/** Sets the language (BCP 47) for which numbers are formatted. */
export function setPageLanguage(language: string): void {
  pageLanguage = language;
}

/** Returns the language for which numbers are formatted. */
export function pageLocale(): string {
  return pageLanguage;
}

/**
 * Reads the localized strings that the extension put into `<body data-strings>`. A missing string is shown as its name.
 */
export function readStrings(json: string | undefined): PageStrings {
  const words = parseRecord(json ?? '');
  const entries = pageStrings.map((name): [PageString, string] => {
    const word = words[name];
    return [name, typeof word === 'string' ? word : name];
  });
  return Object.fromEntries(entries) as PageStrings;
}

/** Replaces `{0}`, `{1}` … in a localized sentence. Numbers are formatted for the page's language. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/gu, (placeholder, index: string) => {
    const value = values[Number(index)];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** Returns how to open the accessibility help, with the keys as on this machine's keyboard. */
export function helpHint(sentence: string): string {
  return fill(sentence, navigator.platform.startsWith('Mac') ? '⌥F1' : 'Alt+F1');
}

/** Formats a count for the page's language. */
function formatNumber(number: number): string {
  return new Intl.NumberFormat(pageLanguage).format(number);
}

function parseRecord(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
