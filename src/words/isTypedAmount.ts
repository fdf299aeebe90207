import { formatAmount, formatCredits, formatNumber } from './formatting.ts';

/**
 * Whether a typed text is the amount that `formatCredits` shows for these credits. Spaces, the currency or its symbol,
 * separators of thousands, and final zeros may be missing. A decimal point is read as one in every display language:
 * `1234.5` is 1.234,50.
 */
export function isTypedAmount(text: string, credits: number, currency?: string): boolean {
  const shownAmount = formatAmount(credits);
  const unit = formatCredits(credits, currency).replace(shownAmount, '');
  const [shownNumber] = possibleNumbers(plainText(shownAmount));
  const typedNumbers = possibleNumbers(withoutUnit(plainText(text), plainText(unit)));
  return shownNumber !== undefined && typedNumbers.includes(shownNumber);
}

/** Removes the currency from the beginning or the end: `eur12 → 12`, `12€ → 12`. */
function withoutUnit(text: string, unit: string): string {
  if (unit !== '' && text.startsWith(unit)) return text.slice(unit.length);
  if (unit !== '' && text.endsWith(unit)) return text.slice(0, -unit.length);
  return text.replace(/^\p{Sc}|\p{Sc}$/u, '');
}

/** Returns a text in lower case without spaces and invisible characters, with ASCII digits and apostrophes. */
function plainText(text: string): string {
  const asciiDigits = new Map(Array.from({ length: 10 }, (_, digit) => [formatNumber(digit), String(digit)]));
  const compactText = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');
  return compactText.replaceAll('’', "'").replace(/\p{Nd}/gu, (digit) => asciiDigits.get(digit) ?? digit);
}

/** Returns the numbers that a plain text may mean: in the display language, or with a decimal point. */
function possibleNumbers(text: string): readonly number[] {
  const { group, decimal } = separators();
  return [readNumber(text, group, decimal), readNumber(text, '', '.')].filter((number) => number !== undefined);
}

/** Returns the separators of the display language in a plain text; '' if thousands are separated by spaces. */
function separators(): { readonly group: string; readonly decimal: string } {
  // `98.765.432,1` has the marks `.`, `.` and `,`.
  const marks: readonly string[] = plainText(formatNumber(98_765_432.1)).match(/\D/gu) ?? [];
  const [group = ''] = marks.slice(0, -1);
  return { group, decimal: marks.at(-1) ?? '.' };
}

/** Reads a number whose digits may be grouped; in Indian languages, groups have two digits except the last. */
function readNumber(text: string, group: string, decimal: string): number | undefined {
  const [whole = '', fraction = '0', ...furtherParts] = text.split(decimal);
  const groups = group === '' ? [whole] : whole.split(group);
  // `1234`, `1,234,567` and, in Indian languages, `12,34,567`.
  const isWholeNumber = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})$/u.test(groups.join(','));
  if (!isWholeNumber || !/^\d+$/u.test(fraction) || furtherParts.length > 0) return undefined;
  return Number(`${groups.join('')}.${fraction}`);
}
