import type { Unit } from '../../../formats/format.ts';
import { protect } from '../../../placeholders/protect.ts';
import { UnprotectableError, type FormNumber, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { withNumbers } from './numbersOfForm.ts';
import type { WantedText } from './wantedTexts.ts';

/** Returns a text with its placeholders protected; undefined if they can't be, so that the unit is skipped. */
export function tryProtect(
  unit: Unit,
  { text, branch }: WantedText,
  source: SourceFile,
  numbers: readonly FormNumber[],
): ProtectedText | undefined {
  try {
    const protectedText = protect(text, source.syntaxesOf(unit), branch?.kind, source.apostrophesOf(unit));
    return withNumbers(protectedText, numbers, source);
  } catch (error) {
    if (error instanceof UnprotectableError) return undefined;
    throw error;
  }
}
