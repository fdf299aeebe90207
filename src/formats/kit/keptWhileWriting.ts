import { present } from '../../base/present.ts';
import type { LocaleFormat } from './localeFormat.ts';

/** The target's before and after: one write uses both several times, and parsing is slow. */
const keptCount = 2;

interface Parsed<File> {
  readonly text: string;
  readonly file: File;
}

/**
 * A format whose `read` and `write` may parse the same text repeatedly: it is parsed once, and dropped when they
 * return. Only the source of the last write is kept, because an order writes from one source into many languages.
 */
export function keptWhileWriting<File>(
  parse: (text: string) => File,
  format: (parse: (text: string) => File) => LocaleFormat,
): LocaleFormat {
  let parsedFiles: readonly Parsed<File>[] = [];
  let source: Parsed<File> | undefined;
  /** The text of the source of the write that is running. */
  let sourceText: string | undefined;
  const innerFormat = format((text) => {
    if (text === source?.text) return source.file;
    const sameText = parsedFiles.find((parsedFile) => parsedFile.text === text);
    if (sameText !== undefined) return sameText.file;
    const parsed = { text, file: parse(text) };
    if (text === sourceText) source = parsed;
    else parsedFiles = [parsed, ...parsedFiles.slice(0, keptCount - 1)];
    return parsed.file;
  });
  const forgetting = <Result>(run: () => Result): Result => {
    try {
      return run();
    } finally {
      parsedFiles = [];
      sourceText = undefined;
    }
  };
  const { locales } = innerFormat;
  return {
    ...innerFormat,
    ...present({ locales: locales && ((text: string) => forgetting(() => locales(text))) }),
    read: (text, locale) => forgetting(() => innerFormat.read(text, locale)),
    write: (text, translations, context) =>
      forgetting(() => {
        ({ sourceText } = context);
        return innerFormat.write(text, translations, context);
      }),
  };
}
