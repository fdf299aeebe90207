import { formatTable } from '../../formats/formatTable.ts';
import type { TranslationContext } from '../read/placeholder.ts';
import { isTableFile } from '../safety/formula.ts';

const pathsWithCodePoints = formatTable.flatMap(({ limitsCount, byPath }) =>
  limitsCount === 'code-points' && byPath !== undefined ? [byPath.path] : [],
);

/** Returns what the checks of a translation need to know about the file that it is written to. */
export function fileFacts(path: string): Pick<TranslationContext, 'isCell' | 'countsCodePoints'> {
  return { isCell: isTableFile(path), countsCodePoints: pathsWithCodePoints.some((pattern) => pattern.test(path)) };
}
