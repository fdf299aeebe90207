/** The display language, as a BCP 47 tag. */
let pageLanguage = 'en';

/** Sets the language (BCP 47) for which numbers are formatted. */
export function setPageLanguage(language: string): void {
  pageLanguage = language;
}

/** Returns the language for which numbers are formatted. */
export function pageLocale(): string {
  return pageLanguage;
}

/** Replaces `{0}`, `{1}` … in a localized sentence. Numbers are formatted for the page's language. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/gu, (placeholder, index: string) => {
    const value = values[Number(index)];
    if (value === undefined) return placeholder;
    if (typeof value === 'number') return formatNumber(value);
    return value;
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
