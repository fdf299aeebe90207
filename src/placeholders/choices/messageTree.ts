/** The position of literal text: in a branch of a plural or of a select, or outside all branches. */
export type IcuPosition = 'plural' | 'select' | 'top';

/** A part of a message. All parts as written, joined, are the message. */
export type IcuNode = IcuPiece | IcuChoice;

/** A part of a message outside choices, or in one branch of a choice. */
export type IcuPiece =
  | { readonly kind: 'literal'; readonly raw: string; readonly position: IcuPosition }
  /** `{name}`, `{price, number}`. */
  | { readonly kind: 'argument'; readonly raw: string }
  /** Braces that are no syntax of the message: `{{name}}`, `<x id="INTERPOLATION" equiv-text="{{minutes}}"/>`. */
  | { readonly kind: 'foreign'; readonly raw: string }
  /** `#`: the number of the plural that starts at this offset of the text. */
  | { readonly kind: 'number'; readonly start: number; readonly argument: string; readonly offset: number };

export interface IcuChoice {
  readonly kind: 'choice';
  /** UTF-16 offset in the message; identifies the choice within it. */
  readonly start: number;
  readonly argument: string;
  readonly type: 'cardinal' | 'ordinal' | 'select';
  /** Subtracted from the number before `#` and the plural category are determined. */
  readonly offset: number;
  /** From the opening brace to the whitespace before the first selector. */
  readonly head: string;
  readonly options: readonly IcuOption[];
  /** The branch for every other value; in ICU, `other`. */
  readonly defaultSelector: string;
  /** From the end of the last branch to the closing brace. */
  readonly tail: string;
}

export interface IcuOption {
  /** Whitespace before the selector. */
  readonly lead: string;
  /** `few`, `=0`, `female`. */
  readonly selector: string;
  /** Whitespace between the selector and its opening brace. */
  readonly gap: string;
  readonly content: readonly IcuNode[];
  /** Set if the message does not have this plural category; the content is that of its `other`. */
  readonly isAdded?: true;
}
