/** A bank account or payment card number in a text. `start` and `end` are UTF-16 offsets. */
export interface AccountNumber {
  readonly kind: 'bank-account' | 'card-number';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Length of an IBAN, without spaces, by country (ISO 13616 registry). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 ' +
    'EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 ' +
    'KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 ' +
    'PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 ' +
    'UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    // `DE22` is Germany with 22 characters.
    .map((countryAndLength) => [countryAndLength.slice(0, 2), Number(countryAndLength.slice(2))]),
);

/** `DE89 3704 0044 0532 0130 00`, with or without spaces. */
const ibanForm = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/gu;
/** 13 to 19 digits, with or without spaces or hyphens. */
const cardForm = /(?<![\p{L}\p{N}.,-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\p{L}\p{N}]|[.,-]\d)/gu;

/** First digits and lengths of the large card networks' numbers. */
const cardNetworks = [
  // Visa: 13, 16 or 19 digits that begin with 4.
  /^4\d{12}(?:\d{3}){0,2}$/u,
  // Mastercard: 51 to 55, and 2221 to 2720.
  /^5[1-5]\d{14}$/u,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/u,
  // American Express, Diners Club, JCB, Discover.
  /^3[47]\d{13}$/u,
  /^3(?:0[0-5]|[68]\d)\d{11}$/u,
  /^35\d{14}$/u,
  /^6(?:011|5\d\d|4[4-9]\d)\d{12}$/u,
];

/** Test numbers that payment services publish; they are not real cards. */
const testCards = new Set(
  (
    '4242424242424242 4000056655665556 4111111111111111 4012888888881881 5555555555554444 5105105105105100 ' +
    '2223003122003222 378282246310005 371449635398431 6011111111111117 6011000990139424 30569309025904 ' +
    '38520000023237 3530111333300000 3566002020360505'
  ).split(' '),
);

/** Returns the numbers of bank accounts and payment cards with valid check digits in a text. */
export function accountNumbers(text: string): readonly AccountNumber[] {
  if (!/\d{2}/u.test(text)) return [];
  return [...ibans(text), ...cards(text)];
}

function ibans(text: string): readonly AccountNumber[] {
  const accounts: AccountNumber[] = [];
  for (const { 0: match, index: start } of text.matchAll(ibanForm)) {
    const length = ibanLengths.get(match.slice(0, 2));
    const iban = length === undefined ? undefined : firstCharacters(match, length);
    if (iban === undefined || !isIban(iban.replaceAll(' ', ''))) continue;
    const end = start + iban.length;
    // If a letter or digit follows directly, this is a different number.
    const isPartOfLonger = /^[A-Z0-9]/u.test(text.slice(end, end + 1));
    if (!isPartOfLonger) accounts.push({ kind: 'bank-account', text: iban, start, end });
  }
  return accounts;
}

/** Returns the beginning of a text that has `count` characters other than spaces; undefined if there are fewer. */
function firstCharacters(text: string, count: number): string | undefined {
  let countToIndex = 0;
  for (const [index, character] of Array.from(text).entries()) {
    if (character !== ' ') countToIndex += 1;
    if (countToIndex === count) return text.slice(0, index + 1);
  }
  return undefined;
}

/** Returns whether the check digits of an IBAN are valid (ISO 7064, modulus 97). */
function isIban(iban: string): boolean {
  let remainder = 0;
  // The country and the check digits are last: `DE89 3704…` → `3704… DE89`.
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    // A letter counts as a number of two digits, from 10 for A to 35 for Z.
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

function cards(text: string): readonly AccountNumber[] {
  const accounts: AccountNumber[] = [];
  for (const { 0: match, index: start } of text.matchAll(cardForm)) {
    const digits = match.replace(/[ -]/gu, '');
    const isOfNetwork = cardNetworks.some((network) => network.test(digits));
    if (!isOfNetwork || testCards.has(digits) || !hasLuhnDigit(digits)) continue;
    accounts.push({ kind: 'card-number', text: match, start, end: start + match.length });
  }
  return accounts;
}

/** Returns whether the Luhn sum ends in 0 (ISO/IEC 7812): every second digit from the right counts double. */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (const [indexFromRight, digit] of Array.from(digits).toReversed().entries()) {
    const value = Number(digit) * (indexFromRight % 2 === 1 ? 2 : 1);
    // The sum of the two digits of a number from 10 to 18.
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
