/**
 * Plain scalars that are not strings in YAML 1.1 as read by Ruby's Psych and PyYAML; a value that either of them reads
 * as something else is not a text: https://yaml.org/type/ and Psych's ScalarScanner.
 */
const nullWord = /^(?:~|null|Null|NULL|)$/;
/** Excludes `y` and `n`, which are booleans in YAML 1.1 but in hardly any reader. */
const booleanWord = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const numbers: readonly RegExp[] = [
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\dA-Fa-f_]+)$/,
  /^[-+]?(?:\d[\d_,]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?$/,
  // In base 60: 1:30.
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
];
/** `2024-01-31`, `2024-01-31 12:00:00`, `2024-01-31T12:00:00Z` */
const datePattern =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::?\d{2})?))?)?$/;
const symbolPattern = /^:[^\s:]/;

export function isNull(plain: string): boolean {
  return plain.length < 5 && nullWord.test(plain);
}

/** Whether a plain scalar is a boolean, number, date or Ruby symbol. */
export function isData(plain: string): boolean {
  const firstCode = plain.charCodeAt(0);
  // Values that begin with a letter are only the words, which are short.
  if (firstCode > 0x7f || (firstCode >= 0x41 && plain.length > 5)) return false;
  return (
    booleanWord.test(plain) ||
    numbers.some((number) => number.test(plain)) ||
    datePattern.test(plain) ||
    symbolPattern.test(plain) ||
    plain === '=' ||
    plain === '<<'
  );
}

/** A word that some reader interprets as a boolean or null, in any case. */
const reservedWord = /^(?:y|n|yes|no|on|off|true|false|null|nil|none|nan|inf)$/i;

/**
 * Begins with a letter, or with a number that is followed by a space and a word; contains only characters that no
 * reader interprets as syntax; does not end with a space or a colon.
 */
const safePlain =
  /^(?:[\p{L}]|\d{1,9} +\p{L})(?:[\p{L}\p{M}\p{N}\p{P}\p{S} \u00a0\u202f\u200c\u200d]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u;
const syntax = /:(?:[ \u00a0\u202f]|$)| #/;
const flowSyntax = /[[\]{},:]/;

/** Whether a text can be written without quotes and is read back unchanged by every reader of YAML 1.1 and 1.2. */
export function isSafePlain(text: string, inFlow: boolean): boolean {
  return safePlain.test(text) && !syntax.test(text) && !reservedWord.test(text) && !(inFlow && flowSyntax.test(text));
}
