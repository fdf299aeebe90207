/** Returns the amounts of money in a text, such as 9997.41 for "9,997.41 USD". */
export function amountsIn(text: string): readonly number[] {
  return (text.match(/\d[\d,]*\.\d{2,}/gu) ?? []).map((amount) => Number(amount.replaceAll(',', '')));
}
