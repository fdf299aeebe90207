import { FormatError } from '../../formats/format.ts';
import { decodeFile } from '../../formats/encoding.ts';
import { checkSafety } from '../../placeholders/safety/checkSafety.ts';
import { documentTypeOf, isBinary } from '../model/documentType.ts';
import type { DocumentRef } from '../model/unitRef.ts';

/**
 * Whether a translated text document hides something from its reader: characters that can't be seen, links that its
 * source lacks, or another encoding than its own. False for binary documents, and if the source can't be read.
 */
export function hidesSomething(
  { file, targetFile, locale }: DocumentRef,
  source: Uint8Array,
  translation: Uint8Array,
): boolean {
  if (!documentTypeOf(file).isText || isBinary(source)) return false;
  const sourceText = textOf(source, file);
  if (sourceText === undefined) return false;
  const translatedText = isBinary(translation) ? undefined : textOf(translation, targetFile);
  if (translatedText === undefined) return true;
  const problems = checkSafety(
    { text: sourceText, placeholders: [] },
    { text: translatedText, placeholders: [] },
    { targetLocale: locale },
    [],
  );
  return problems.length > 0;
}

/** Returns the text of a document, or undefined if its bytes are not valid in its encoding. */
function textOf(bytes: Uint8Array, path: string): string | undefined {
  try {
    return decodeFile(bytes, path).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
