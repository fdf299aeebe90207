/** A family of placeholder syntax, or a pattern of the project's own. */
export type PlaceholderSyntax =
  | 'icu'
  | 'printf'
  | 'python-percent'
  | 'ruby'
  | 'mustache'
  | 'i18next-nesting'
  | 'brace'
  | 'dollar-brace'
  | 'dotnet'
  | 'laravel'
  | 'chrome'
  | 'vue-link'
  | 'qt'
  | 'fluent'
  | 'vscode'
  | 'java-date'
  | 'percent-pair'
  | 'tag'
  | 'entity'
  | 'url'
  | 'template'
  | 'code-span'
  /** A regular expression, see `userPattern.ts`. */
  | { readonly pattern: string }
  /** A word or words that are not translated, see `terms.ts`. */
  | { readonly term: string };

/** A part of a text that must come back as it left. UTF-16 offsets. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly syntax: PlaceholderSyntax;
}

/**
 * A text that is one branch of an ICU message and no message by itself. In a branch of a plural `#` is the number, which a
 * translation may leave out only where the branch is one that the source does not have.
 */
export type IcuBranchKind = 'plural' | 'added-plural' | 'select';

/** A text whose placeholders stand in `[[[ ]]]`, with what is needed to take them out again. */
export interface ProtectedText {
  /** What is sent to the service. */
  readonly text: string;
  /** The text as it stands in the file. */
  readonly source: string;
  readonly placeholders: readonly Placeholder[];
  /** The families that were looked for, so that one the source lacks is noticed in a translation. Absent: those of `placeholders`. */
  readonly syntaxes?: readonly PlaceholderSyntax[];
  /** The text is a branch of an ICU message. */
  readonly within?: IcuBranchKind;
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
  | 'brackets-left'
  | 'empty'
  | 'too-long'
  | 'too-wide'
  | 'unusual-length'
  | 'unusual-script'
  | 'blanks-repaired'
  | 'final-punctuation'
  | 'line-breaks'
  | 'same-as-source';

/**
 * What is wrong with a translation that came back. `text` is the exact part concerned. `start` is its offset in the restored
 * text; what is missing there has the offset at which it stands in the source, where that is known.
 */
export interface Problem {
  readonly kind: ProblemKind;
  /** Errors stop Approve until overridden on purpose, and never auto-deliver. */
  readonly severity: 'error' | 'warning';
  readonly text: string;
  readonly start?: number;
  readonly sourceStart?: number;
}

/** What is known of a translation besides its source; what is absent is not checked. Locales are BCP 47. */
export interface TranslationContext {
  readonly sourceLocale?: string;
  readonly targetLocale?: string;
  /** The length that the file declares, in characters as a reader counts them. */
  readonly maxChars?: number;
}

/** A text that cannot be protected, so must not be ordered. The message is a sentence fit for a person. */
export class UnprotectableError extends Error {
  override readonly name = 'UnprotectableError';
}
