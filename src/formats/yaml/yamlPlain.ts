/**
 * How programs read plain scalars (values without quotes): `core` as YAML 1.2 describes it, in which `Yes`, `1_000` and
 * `12:30` are strings, or `1.1` like Ruby's Psych and PyYAML. Both read numbers, `true` and `null` as no strings.
 * https://yaml.org/spec/1.2.2/#103-core-schema, https://yaml.org/type/ and Psych's ScalarScanner.
 */
export type PlainRules = 'core' | '1.1';

const nullWord = /^(?:~|null|Null|NULL|)$/;
const trueOrFalse = /^(?:true|True|TRUE|false|False|FALSE)$/;
/** Without `y` and `n`, which are booleans in YAML 1.1 but in hardly any reader. */
const booleanWord = /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/;

const coreNumbers: readonly RegExp[] = [
  // -17, 0o17, 0xff
  /^(?:[-+]?\d+|0o[0-7]+|0x[\dA-Fa-f]+)$/,
  // .5, 1., -1.5e+3
  /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/,
  // -.inf, .NaN
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
];
const numbersOf11: readonly RegExp[] = [
  // 0b101, 0o17, 017, 0xff
  /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[\dA-Fa-f_]+)$/,
  // 1_000, 1,000.5, .5, -1.5e+3
  /^[-+]?(?:\d[\d_,]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?$/,
  // In base 60: 1:30.
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  // -.inf, .NaN
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
];
/** `2024-01-31`, `2024-01-31 12:00:00`, `2024-01-31T12:00:00Z` */
const datePattern =
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::?\d{2})?))?)?$/;
/** `:name`, a symbol in Ruby. */
const symbolPattern = /^:[^\s:]/;

export function isNull(plain: string): boolean {
  // `null` is the longest of these words; the last one is ''.
  return plain.length < 5 && nullWord.test(plain);
}

/**
 * Whether a plain scalar is no string: a boolean or a number; by the rules of YAML 1.1 also a date, a Ruby symbol, or
 * one of the special values `=` and `<<`.
 */
export function isData(plain: string, rules: PlainRules): boolean {
  const firstCode = plain.charCodeAt(0);
  // Of all data, only boolean words begin with a letter (from A, 0x41, on); none of them is longer than `false`.
  const isLongWord = firstCode >= 0x41 && plain.length > 5;
  if (firstCode > 0x7f || isLongWord) return false;
  if (trueOrFalse.test(plain)) return true;
  if (rules === 'core') return coreNumbers.some((pattern) => pattern.test(plain));
  if (plain === '=' || plain === '<<' || isBooleanWord(plain, rules)) return true;
  if (datePattern.test(plain) || symbolPattern.test(plain)) return true;
  return numbersOf11.some((pattern) => pattern.test(plain));
}

/** Whether a plain scalar is a word that people read, but the program reads a boolean: `Yes`, `No`, `On`, `Off`. */
export function isBooleanWord(plain: string, rules: PlainRules): boolean {
  return rules === '1.1' && booleanWord.test(plain);
}

/** A word that some reader interprets as a boolean or null, in any case. */
const reservedWord = /^(?:y|n|yes|no|on|off|true|false|null|nil|none|nan|inf)$/i;

/**
 * Begins with a letter, or with a number that is followed by a space and a word (`3 files`); contains only letters,
 * marks, numbers, punctuation, symbols and spaces; does not end with a space.
 */
const safePlain =
  /^(?:[\p{L}]|\d{1,9} +\p{L})(?:[\p{L}\p{M}\p{N}\p{P}\p{S} \u00a0\u202f\u200c\u200d]*[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/u;
/** `key: value`, `key:`, `value # comment` */
const syntax = /:(?:[ \u00a0\u202f]|$)| #/;
/** Syntax inside `{ }` and `[ ]`. */
const flowSyntax = /[[\]{},:]/;

/** Whether a text can be written without quotes and is read back unchanged by every reader of YAML 1.1 and 1.2. */
export function isSafePlain(text: string, inFlow: boolean): boolean {
  if (!safePlain.test(text) || syntax.test(text) || reservedWord.test(text)) return false;
  return !(inFlow && flowSyntax.test(text));
}
