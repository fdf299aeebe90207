import type { PlaceholderFamily } from '../../formats/placeholderFamilies.ts';
import type { ApostropheRule } from './apostropheRule.ts';

/**
 * A library that reads the forms of a plural from one text, separated by bars (`one apple|:count apples`). Such a family
 * protects nothing; see `pipes/`.
 */
export type PipeFamily = 'laravel-plural' | 'symfony-plural' | VueFamily;

/** vue-i18n's plurals, also with the rules that the project's code sets: `vue-plural ru=n 1 ==`, see `vueRules.ts`. */
export type VueFamily = 'vue-plural' | `vue-plural ${string}`;

/**
 * Elements that the other texts of a file have, so that its program draws them: `elements: html` where texts are HTML,
 * `elements: gui /gui` in a manual. Finds nothing; it only decides how severe an additional element of a translation is.
 */
export type ShownElements = `elements: ${string}`;

/**
 * A value that the program passes to a text although the text need not show it, and what it says, if known:
 * `value: %{attribute}`, `value: @:app.name Acme`. Finds nothing.
 */
export type PassedValue = `value: ${string}`;

/** Whose printf the program has: `printf: c` for that of C, which Objective-C and C++ have, too. Finds nothing. */
export type PrintfOwner = `printf: ${string}`;
export const printfOfC: PrintfOwner = 'printf: c';

/** A family of placeholder syntax, or a pattern of the project's own. */
export type PlaceholderSyntax =
  | PlaceholderFamily
  | PipeFamily
  | ShownElements
  | PrintfOwner
  | PassedValue
  /** A regular expression, see `compileUserPattern.ts`. */
  | { readonly pattern: string }
  /** A word or words that are not translated, see `terms.ts`. */
  | { readonly term: string };

/** Whether two syntaxes are equal; those of the journal are not identical objects. */
export function isEqualSyntax(a: PlaceholderSyntax, b: PlaceholderSyntax | undefined): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** Whether a family finds nothing and only says what the program does with a text. */
export function isEvidence(syntax: PlaceholderSyntax): syntax is ShownElements | PassedValue | PrintfOwner {
  return typeof syntax === 'string' && /^(?:elements|value|printf): /u.test(syntax);
}

/** Whether a pattern found a placeholder that is one of printf, too, as that of Compose Multiplatform does: `%1$s`, `%d`. */
export function isPrintfByPattern({
  text,
  syntax,
}: {
  readonly text: string;
  readonly syntax?: PlaceholderSyntax;
}): boolean {
  return typeof syntax === 'object' && 'pattern' in syntax && /^%(?:\d{1,2}\$)?[ds]$/u.test(text);
}

/** A part of a text that must come back unchanged. UTF-16 offsets. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly syntax: PlaceholderSyntax;
}

/**
 * The kind of a text that is one branch of an ICU message and not a message by itself. In a branch of a plural `#` is
 * the number. An `added-plural` is a branch that only the target language has.
 */
export type IcuBranchKind = 'plural' | 'added-plural' | 'select';

/** A text whose placeholders are in `[[[ ]]]`, with the data to remove the brackets again. */
export interface ProtectedText {
  /** The text sent to the service. */
  readonly text: string;
  /** The text in the file. */
  readonly source: string;
  readonly placeholders: readonly Placeholder[];
  /**
   * The families that were searched, so that a translation's placeholder of a family absent from the source is noticed.
   * If absent: those of `placeholders`.
   */
  readonly syntaxes?: readonly PlaceholderSyntax[];
  /** The text is a branch of an ICU message. */
  readonly within?: IcuBranchKind;
  /** In the plurals of this ICU message, `=1` is another name of `one`, as in Dart. */
  readonly exactIsCategory?: true;
  /** The text is a plural form, and these are the placeholders of its counts. Absent if nothing is known about them. */
  readonly numbers?: readonly FormNumber[];
  /** How the program reads apostrophes; absent if nothing shows it, and in journals of earlier versions. */
  readonly apostrophes?: ApostropheRule;
}

/** The count that decides between plural forms: a translation shows it, unless its form is for one count only. */
export interface FormNumber {
  /** Its placeholder, which this or another form of the source has: `%{count}`, `%d`, `#`. */
  readonly text: string;
  readonly syntax: PlaceholderSyntax;
  /** The argument of an ICU plural without an offset, whose value `#` prints: `{count}` may replace it. */
  readonly argument?: string;
  /** Examples of the numbers for which the target language uses this form. */
  readonly examples: readonly number[];
  /**
   * The program may have no rules for the language, and use the form for one number only; or nothing but its place shows
   * that the placeholder is the number.
   */
  readonly isUncertain?: true;
}

export type ProblemKind =
  | 'missing-placeholder'
  | 'extra-placeholder'
  | 'changed-placeholder'
  | 'order-changed'
  | 'icu-broken'
  | 'plural-missing' // `text` is the category
  | 'tag-broken'
  | 'stray-syntax'
  | 'brackets-remaining'
  | 'brackets-lost' // brackets of the source itself
  | 'empty'
  | 'too-long'
  | 'too-wide'
  | 'unusual-length'
  | 'unusual-script'
  | 'whitespace-restored'
  | 'apostrophe-doubled'
  | 'apostrophe-quotes'
  | 'final-punctuation'
  | 'line-breaks'
  | 'same-as-source'
  | 'hidden-character' // `shown` is its name
  | 'direction-character' // `shown` is its name
  | 'damaged-text' // `shown` is the name of its first character
  | 'foreign-letter' // `text` is the word, `shown` the letter's code point
  | 'foreign-link'
  | 'formula';

/**
 * A problem of a translation that came back. `text` is the part of the translation that it concerns, and `start` the
 * part's offset. For a missing part, `text` is a part of the source, and `sourceStart` its offset, if known.
 */
export interface Problem {
  readonly kind: ProblemKind;
  /** Errors prevent Approve until explicitly overridden, and always prevent automatic delivery. */
  readonly severity: 'error' | 'warning';
  readonly text: string;
  readonly start?: number;
  readonly sourceStart?: number;
  /** For a missing placeholder of a plural form's number: other numbers that would be shown wrongly. */
  readonly numbers?: readonly number[];
  /** What the program would show, or a character by its name, if a problem is only understandable with it. */
  readonly shown?: string;
}

/** Additional facts about a translation; a check whose fact is absent is omitted. Locales are BCP 47. */
export interface TranslationContext {
  readonly sourceLocale?: string;
  readonly targetLocale?: string;
  /** The length that the file declares, in characters as a reader counts them unless `countsCodePoints` is true. */
  readonly maxChars?: number;
  /** `maxChars` counts characters of Unicode: three for a Hindi syllable with a vowel and a final sign. */
  readonly countsCodePoints?: boolean;
  /** The text is a cell of a table that may be opened in a spreadsheet. */
  readonly isCell?: boolean;
}

/** A text that contains the brackets that protect placeholders. It can't be protected, so it must not be ordered. */
export class UnprotectableError extends Error {
  override readonly name = 'UnprotectableError';
  readonly brackets: string;

  constructor(brackets: string) {
    super(`own-brackets: ${brackets}`);
    this.brackets = brackets;
  }
}

/** Returns the error about a part of a translation, or about a missing part of its source. */
export function errorAt(kind: ProblemKind, text: string, start: number): Problem {
  return { kind, severity: 'error', text, start };
}

/** Returns the same problem as a warning. */
export function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

/** The empty text of a document's job. */
export const noText: ProtectedText = { text: '', source: '', placeholders: [] };
