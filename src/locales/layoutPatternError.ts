import { fillValues } from '../base/fillValues.ts';

/** Why a layout pattern of the user's setting can't be used: each code and its English text. `{0}` is the pattern. */
const layoutPatternReasons = {
  'several-arrows':
    'The layout "{0}" has more than one "->": the source\'s path goes before it, the translations\' path after it.',
  'no-locale': 'The layout "{0}" needs {locale} for the locale in the path, for example locales/{locale}.json.',
  'not-a-project-path':
    'The layout "{0}" must be a path inside the project, relative to its root and with forward slashes.',
  'unmatched-wildcard':
    'The layout "{0}" has a wildcard after "->" that is not before it: both sides must have the same ** and *.',
} as const satisfies Readonly<Record<string, string>>;

export type LayoutPatternReasonCode = keyof typeof layoutPatternReasons;

/** An invalid layout pattern. The message is in English. */
export class LayoutPatternError extends Error {
  override readonly name = 'LayoutPatternError';
  /** The reason as a code and values, from which the sentence in the user's language is made. */
  readonly because: { readonly code: LayoutPatternReasonCode; readonly values: readonly [pattern: string] };

  constructor(code: LayoutPatternReasonCode, pattern: string) {
    super(fillValues(layoutPatternReasons[code], [pattern]));
    this.because = { code, values: [pattern] };
  }
}
