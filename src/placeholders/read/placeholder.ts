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

/** A part of a text that must come back unchanged. UTF-16 offsets. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly syntax: PlaceholderSyntax;
}

/**
 * The kind of a text that is one branch of an ICU message and not a message by itself. In a branch of a plural `#` is
 * the number, which a translation may omit only in a branch that the source does not have.
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
  | 'empty'
  | 'too-long'
  | 'too-wide'
  | 'unusual-length'
  | 'unusual-script'
  | 'whitespace-restored'
  | 'final-punctuation'
  | 'line-breaks'
  | 'same-as-source';

/**
 * A problem of a translation that came back. `text` is the exact part concerned. `start` is its offset in the restored
 * text; for a missing part, its offset in the source, if known.
 */
export interface Problem {
  readonly kind: ProblemKind;
  /** Errors prevent Approve until explicitly overridden, and always prevent automatic delivery. */
  readonly severity: 'error' | 'warning';
  readonly text: string;
  readonly start?: number;
  readonly sourceStart?: number;
}

/** Additional facts about a translation; a check whose fact is absent is omitted. Locales are BCP 47. */
export interface TranslationContext {
  readonly sourceLocale?: string;
  readonly targetLocale?: string;
  /** The length that the file declares, in characters as a reader counts them. */
  readonly maxChars?: number;
}

/** A text that cannot be protected, so must not be ordered. The message is in English. */
export class UnprotectableError extends Error {
  override readonly name = 'UnprotectableError';
  /** `own-brackets`: the text contains the brackets that protect placeholders; the value is these brackets. */
  readonly because: { readonly code: 'own-brackets'; readonly values: readonly [string] };

  constructor(code: 'own-brackets', brackets: string) {
    super(
      `This text contains "${brackets}", which the service reserves for parts that must not be translated. ` +
        'Change the text, or translate it by hand.',
    );
    this.because = { code, values: [brackets] };
  }
}
